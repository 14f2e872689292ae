/* SPDX-License-Identifier: GPL-3.0-only */
#include "cli/display_state.h"

#include "base/units.h"
#include "chess/move_text.h"
#include "cli/sentences.h"
#include "system/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void display_state_init(DisplayState *state)
{
    memset(state, 0, sizeof *state);
    state->hall.hall_clock_ms = -1;
    mutex_init(&state->mutex);
}

void display_state_destroy(DisplayState *state)
{
    free(state->boards);
    mutex_destroy(&state->mutex);
}

static void make_room(DisplayState *state, int boards)
{
    if (boards > state->capacity) {
        const int capacity = boards + boards / 2 + 8;
        DisplayBoard *grown = realloc(state->boards, (size_t)capacity * sizeof *grown);
        if (grown == NULL)
            return;
        memset(grown + state->capacity, 0, (size_t)(capacity - state->capacity) * sizeof *grown);
        for (int i = state->capacity; i < capacity; i++)
            grown[i].reply_ms = grown[i].clock_ms = -1;
        state->boards = grown;
        state->capacity = capacity;
    }
    if (boards > state->hall.boards)
        state->hall.boards = boards;
}

static void note(DisplayState *state, const char *line)
{
    snprintf(state->log[state->hall.log_count % DISPLAY_LOG], DISPLAY_LOG_SIZE, "%.*s", DISPLAY_LOG_SIZE - 1, line);
    state->hall.log_count++;
}

void display_state_note(DisplayState *state, const char *line)
{
    mutex_lock(&state->mutex);
    note(state, line);
    mutex_unlock(&state->mutex);
}

static void push_move(DisplayBoard *board, const char *san, int ply)
{
    for (int i = 0; i + 1 < DISPLAY_MOVES; i++)
        memcpy(board->san[i], board->san[i + 1], sizeof board->san[i]);
    snprintf(board->san[DISPLAY_MOVES - 1], sizeof board->san[0], "%s", san);
    board->ply = ply;
}

static void take_move_back(DisplayBoard *board)
{
    for (int i = DISPLAY_MOVES - 1; i > 0; i--)
        memcpy(board->san[i], board->san[i - 1], sizeof board->san[i]);
    board->san[0][0] = '\0';
    board->ply--;
}

/* A board is set up, for the first time or with the next game of a waiting list. */
static void open_board(DisplayBoard *board, const SimulAnnouncement *said)
{
    memset(board, 0, sizeof *board);
    board->board = said->board;
    board->color = said->color;
    board->reply_ms = board->clock_ms = -1;
    snprintf(board->name, sizeof board->name, "%.*s", DISPLAY_NAME_SIZE - 1, said->name != NULL ? said->name : "");
}

static void await(DisplayHall *hall, const SimulAnnouncement *said, bool reply, int64_t limit_ms)
{
    hall->board = said->board;
    hall->due_reply = reply;
    hall->limit_ms = limit_ms;
    hall->since_ns = system_now_ns();
}

static void end_game(DisplayState *state, DisplayBoard *board, const SimulAnnouncement *said)
{
    board->ended = true;
    board->result = said->result;
    board->attention = 0;
    snprintf(board->reason, sizeof board->reason, "%.*s", DISPLAY_REASON_SIZE - 1, said->text != NULL ? said->text : "");
    if (said->result == RESULT_DRAW)
        state->hall.draws++;
    else if (said->result == result_win(board->color))
        state->hall.wins++;
    else if (said->result == RESULT_UNFINISHED)
        state->hall.unfinished++;
    else
        state->hall.losses++;
}

static void take_board_news(DisplayState *state, const SimulAnnouncement *said)
{
    DisplayBoard *board = &state->boards[said->board - 1];
    board->board = said->board;
    switch (said->kind) {
    case SIMUL_SAYS_BOARD: open_board(board, said); break;
    case SIMUL_SAYS_ARRIVE:
        state->hall.round = said->round;
        state->hall.visits++;
        board->attention &= ~(unsigned)ATTENTION_INCIDENT;
        await(&state->hall, said, said->due_reply, said->ms);
        break;
    case SIMUL_SAYS_REPLY:
        board->reply_ms = said->ms;
        board->attention &= ~(unsigned)ATTENTION_LATE;
        push_move(board, said->san, said->ply);
        await(&state->hall, said, false, 0);
        break;
    case SIMUL_SAYS_MOVE:
        if (said->has_score) {
            board->has_score = true;
            board->is_mate = said->is_mate;
            board->score = said->score;
        }
        board->attention &= ~(unsigned)ATTENTION_OFFER;
        push_move(board, said->san, said->ply);
        break;
    case SIMUL_SAYS_TAKEBACK:
        take_move_back(board);
        await(&state->hall, said, false, 0);
        break;
    case SIMUL_SAYS_LATE: board->attention |= ATTENTION_LATE; break;
    case SIMUL_SAYS_OFFER: board->attention |= ATTENTION_OFFER; break;
    case SIMUL_SAYS_PASS:
        board->attention |= said->state != NULL && strcmp(said->state, "late") == 0 ? ATTENTION_LATE : ATTENTION_OFFER;
        break;
    case SIMUL_SAYS_INCIDENT: board->attention |= ATTENTION_INCIDENT; break;
    case SIMUL_SAYS_END: end_game(state, board, said); break;
    default: break;
    }
}

/* What is awaited has the time of a pause added to it. */
static void take_pause(DisplayHall *hall, SimulAnnouncementKind kind)
{
    if (kind == SIMUL_SAYS_PAUSED && !hall->paused)
        hall->paused_ns = system_now_ns();
    else if (kind == SIMUL_SAYS_RESUMED && hall->paused)
        hall->since_ns += system_now_ns() - hall->paused_ns;
    if (kind == SIMUL_SAYS_PAUSED || kind == SIMUL_SAYS_RESUMED)
        hall->paused = kind == SIMUL_SAYS_PAUSED;
}

void display_state_take(DisplayState *state, const SimulAnnouncement *said)
{
    char line[DISPLAY_LOG_SIZE];
    mutex_lock(&state->mutex);
    if (said->board > 0)
        make_room(state, said->board);
    if (said->board > 0 && said->board <= state->capacity)
        take_board_news(state, said);
    take_pause(&state->hall, said->kind);
    if (said->kind == SIMUL_SAYS_DONE) {
        state->hall.over = true;
        state->hall.board = 0;
    }
    const bool known = said->board > 0 && said->board <= state->capacity;
    if (sentence_of_announcement(said, known ? state->boards[said->board - 1].name : "", line, sizeof line))
        note(state, line);
    mutex_unlock(&state->mutex);
}

static void fill_board(DisplayState *state, const SimulBoardView *view, bool scores)
{
    DisplayBoard *board = &state->boards[view->board - 1];
    const Game *game = view->game;
    board->board = view->board;
    board->color = view->exhibitor_color;
    snprintf(board->name, sizeof board->name, "%.*s", DISPLAY_NAME_SIZE - 1, view->name != NULL ? view->name : "");
    board->ended = view->state == SIMUL_BOARD_ENDED;
    board->result = view->verdict.result;
    snprintf(board->reason, sizeof board->reason, "%.*s", DISPLAY_REASON_SIZE - 1, view->reason != NULL ? view->reason : "");
    Position position = game->start;
    for (size_t i = 0; i < game->move_count; i++) {
        char san[SAN_SIZE];
        if (i + DISPLAY_MOVES >= game->move_count) {
            move_to_san(&position, game->moves[i], san);
            push_move(board, san, (int)i + 1);
        }
        const SimulPly *ply = &view->plies[i];
        if (position_side_to_move(&position) != view->exhibitor_color) {
            board->reply_ms = ply->ms;
        } else if (scores && (ply->flags & SIMUL_PLY_SCORE)) {
            board->has_score = true;
            board->is_mate = (ply->flags & SIMUL_PLY_MATE) != 0;
            board->score = ply->score;
        }
        position_make_move(&position, game->moves[i], NULL);
    }
}

void display_state_fill(DisplayState *state, const SimulCore *core)
{
    SimulStatus status;
    simul_core_status(core, &status);
    mutex_lock(&state->mutex);
    const bool scores = simul_core_scores_shown(core);
    make_room(state, status.boards);
    DisplayHall *hall = &state->hall;
    hall->round = status.round;
    hall->wins = status.wins;
    hall->draws = status.draws;
    hall->losses = status.losses;
    hall->unfinished = status.unfinished;
    hall->visits = status.visits;
    for (int number = 1; number <= status.boards && number <= state->capacity; number++) {
        SimulBoardView view;
        if (simul_core_view(core, number, &view) && view.game != NULL)
            fill_board(state, &view, scores);
    }
    mutex_unlock(&state->mutex);
}

void display_state_look(DisplayState *state, const SimulCore *core)
{
    SimulStatus status;
    SimulBoardView view;
    const SimulSettings *settings = simul_core_settings(core);
    simul_core_status(core, &status);
    mutex_lock(&state->mutex);
    DisplayHall *hall = &state->hall;
    hall->scores_hidden = !simul_core_scores_shown(core);
    hall->clocks = settings->tc[0] != '\0' && settings->clock_place == SIMUL_CLOCK_BOARD;
    hall->hall_clock_ms = -1;
    if (settings->tc[0] != '\0' && !hall->clocks && simul_core_view(core, status.board > 0 ? status.board : 1, &view))
        hall->hall_clock_ms = view.exhibitor_left_ms;
    for (int number = 1; hall->clocks && number <= status.boards && number <= state->capacity; number++)
        if (simul_core_view(core, number, &view) && view.game != NULL)
            state->boards[number - 1].clock_ms = view.exhibitor_left_ms;
    mutex_unlock(&state->mutex);
}

/* Copies a board's row; one that has not been announced shows its number. */
static void copy_row(const DisplayState *state, int number, DisplayBoard *row)
{
    *row = state->boards[number - 1];
    row->board = number;
}

/* It wants to be seen, wherever A stands. */
static bool stands_out(const DisplayState *state, int number)
{
    return state->boards[number - 1].attention != 0 && number != state->hall.board;
}

DisplayHall display_state_hall(DisplayState *state)
{
    mutex_lock(&state->mutex);
    const DisplayHall hall = state->hall;
    mutex_unlock(&state->mutex);
    return hall;
}

int display_state_page(DisplayState *state, int room, DisplayHall *hall, DisplayBoard *rows, int *first_of_page)
{
    int count = 0;
    mutex_lock(&state->mutex);
    *hall = state->hall;
    const int boards = hall->boards < state->capacity ? hall->boards : state->capacity;
    *first_of_page = 1;
    int page = room;
    if (boards > room) {
        int urgent = 0;
        for (int number = 1; number <= boards && urgent < room / 3; number++)
            urgent += stands_out(state, number);
        page = room - urgent > 0 ? room - urgent : 1;
        *first_of_page = hall->board > 0 ? (hall->board - 1) / page * page + 1 : 1;
        for (int number = 1; number <= boards && count < urgent; number++)
            if (stands_out(state, number) && (number < *first_of_page || number >= *first_of_page + page))
                copy_row(state, number, &rows[count++]);
    }
    const int listed = count;
    for (int number = *first_of_page; number <= boards && count < room; number++)
        if (number < *first_of_page + page || !stands_out(state, number) || listed == 0)
            copy_row(state, number, &rows[count++]);
    mutex_unlock(&state->mutex);
    return count;
}

int display_state_log(DisplayState *state, int room, char lines[][DISPLAY_LOG_SIZE])
{
    mutex_lock(&state->mutex);
    const int known = state->hall.log_count < DISPLAY_LOG ? state->hall.log_count : DISPLAY_LOG;
    const int count = known < room ? known : room;
    for (int i = 0; i < count; i++)
        memcpy(lines[i], state->log[(state->hall.log_count - count + i) % DISPLAY_LOG], DISPLAY_LOG_SIZE);
    mutex_unlock(&state->mutex);
    return count;
}
