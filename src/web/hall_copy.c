/* SPDX-License-Identifier: GPL-3.0-only */
#include "web/hall_copy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void forget_drawn(BoardCopy *board)
{
    blob_drop(board->json);
    blob_drop(board->legal);
    blob_drop(board->pgn);
    board->json = board->legal = board->pgn = NULL;
}

static void forget_all_drawn(HallCopy *copy)
{
    for (int i = 0; i < copy->count; i++)
        forget_drawn(&copy->boards[i]);
}

static void clear_board(BoardCopy *board)
{
    if (board->has_game)
        game_destroy(&board->game);
    free(board->plies);
    forget_drawn(board);
    *board = (BoardCopy){0};
}

void hall_copy_destroy(HallCopy *copy)
{
    for (int i = 0; i < copy->count; i++)
        clear_board(&copy->boards[i]);
    free(copy->boards);
    *copy = (HallCopy){0};
}

static bool grow(HallCopy *copy, int count)
{
    if (count <= copy->count)
        return true;
    BoardCopy *boards = realloc(copy->boards, (size_t)count * sizeof *boards);
    if (boards == NULL)
        return false;
    memset(boards + copy->count, 0, (size_t)(count - copy->count) * sizeof *boards);
    copy->boards = boards;
    copy->count = count;
    return true;
}

bool hall_copy_status(HallCopy *copy, const SimulCore *core, int64_t now_ns)
{
    simul_core_status(core, &copy->status);
    const char *name = copy->status.exhibitor_name != NULL ? copy->status.exhibitor_name : "";
    if (strncmp(copy->exhibitor_name, name, sizeof copy->exhibitor_name - 1) != 0) {
        snprintf(copy->exhibitor_name, sizeof copy->exhibitor_name, "%s", name);
        forget_all_drawn(copy);
    }
    snprintf(copy->held, sizeof copy->held, "%s", copy->status.held != NULL ? copy->status.held : "");
    copy->status.exhibitor_name = copy->exhibitor_name;
    copy->status.held = NULL;
    copy->now_ns = now_ns;
    if (!copy->settings_known) {
        copy->settings = *simul_core_settings(core);
        copy->settings_known = true;
    }
    if (copy->scores_shown && !simul_core_scores_shown(core)) /* a person has come to play */
        forget_all_drawn(copy);
    copy->scores_shown = simul_core_scores_shown(core);
    return grow(copy, copy->status.boards);
}

static bool copy_game(BoardCopy *board, const SimulBoardView *view)
{
    if (board->has_game)
        game_destroy(&board->game);
    board->has_game = view->game != NULL && game_copy(&board->game, view->game);
    if (!board->has_game)
        return view->game == NULL;
    if (view->game->move_count > board->ply_capacity) {
        const size_t capacity = view->game->move_count + 32;
        SimulPly *plies = realloc(board->plies, capacity * sizeof *plies);
        if (plies == NULL) {
            game_destroy(&board->game);
            board->has_game = false;
            return false;
        }
        board->plies = plies;
        board->ply_capacity = capacity;
    }
    if (view->game->move_count > 0)
        memcpy(board->plies, view->plies, view->game->move_count * sizeof *board->plies);
    return true;
}

static void copy_text(char *to, size_t size, const char *from)
{
    snprintf(to, size, "%s", from != NULL ? from : "");
}

bool hall_copy_board(HallCopy *copy, const SimulCore *core, int number)
{
    SimulBoardView view;
    if (number > copy->count || !simul_core_view(core, number, &view))
        return true;
    BoardCopy *board = &copy->boards[number - 1];
    const char *words = view.setup->spec != NULL ? view.setup->spec : "";
    forget_drawn(board);
    board->news = true;
    board->state = view.state;
    board->person = view.person;
    board->browser = key_of_words(words, board->key);
    copy_text(board->name, sizeof board->name, view.name);
    copy_text(board->reason, sizeof board->reason, view.state == SIMUL_BOARD_ENDED ? view.reason : "");
    copy_text(board->termination, sizeof board->termination, view.termination);
    board->game_number = view.game_number;
    board->exhibitor_color = view.exhibitor_color;
    board->offer_by_exhibitor = view.offer_by_exhibitor;
    board->offer_by_opponent = view.offer_by_opponent;
    board->misses = view.misses;
    board->passes = view.passes;
    board->passes_limit = view.setup->passes != SIMUL_INHERIT ? view.setup->passes : copy->settings.passes;
    board->visits = view.visits;
    board->exhibitor_left_ms = view.exhibitor_left_ms;
    board->opponent_left_ms = view.opponent_left_ms;
    board->verdict = view.verdict;
    return copy_game(board, &view);
}

void hall_copy_measure(HallCopy *copy)
{
    const int here = copy->status.board;
    const bool runs = copy->status.phase == SIMUL_RUNNING && here >= 1 && here <= copy->count;
    int steps = 0;
    for (int i = 0; i < copy->count; i++)
        copy->boards[i].away = 0;
    for (int i = 0; runs && i < copy->count - 1; i++) {
        BoardCopy *board = &copy->boards[(here + i) % copy->count];
        if (board->state == SIMUL_BOARD_PLAYING)
            board->away = ++steps;
    }
}

const BoardCopy *hall_copy_find(const HallCopy *copy, int board)
{
    return board < 1 || board > copy->count ? NULL : &copy->boards[board - 1];
}

bool hall_copy_stands(const HallCopy *copy, int board)
{
    return copy->status.phase == SIMUL_RUNNING && !copy->status.paused && copy->status.board == board;
}

bool board_copy_exhibitor_to_move(const BoardCopy *board)
{
    return board->has_game && position_side_to_move(&board->game.current) == board->exhibitor_color;
}

SimulBoardView board_copy_view(const HallCopy *copy, int number, SimulPly *plies)
{
    static const SimulBoardSetup NO_SETUP = {0};
    const BoardCopy *board = &copy->boards[number - 1];
    if (board->game.move_count > 0)
        memcpy(plies, board->plies, board->game.move_count * sizeof *plies);
    for (size_t i = 0; i < board->game.move_count && !copy->scores_shown; i++)
        plies[i].flags &= (uint8_t) ~(SIMUL_PLY_SCORE | SIMUL_PLY_MATE);
    return (SimulBoardView){
        .board = number,
        .state = board->state,
        .person = board->person,
        .setup = &NO_SETUP,
        .name = board->name,
        .game_number = board->game_number,
        .exhibitor_color = board->exhibitor_color,
        .game = &board->game,
        .plies = plies,
        .visits = board->visits,
        .verdict = board->verdict,
        .termination = board->termination,
        .reason = board->reason,
    };
}
