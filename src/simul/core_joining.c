/* SPDX-License-Identifier: GPL-3.0-only */
/* Players who come late, leave, or wait for a board at which a game has ended. */
#include "simul/core_parts.h"

#include <stdlib.h>
#include <string.h>

void core_vacate(SimulCore *core, SimulBoard *b)
{
    if (b->seat_opening) {
        b->seat_opening = false;
        core->opening--;
    }
    b->state = SIMUL_BOARD_VACANT;
    core_act(core, SIMUL_DO_CLOSE, b->number);
    if (core->settings.refill)
        rotation_add(&core->vacant, b->number);
    if (core->stage == SIMUL_STAGE_NONE)
        core->step = STEP_WALK;
}

static bool wait_in_line(SimulCore *core, const SimulBoardSetup *setup)
{
    if (core->waiting_count == core->waiting_capacity) {
        const int capacity = core->waiting_capacity == 0 ? 8 : 2 * core->waiting_capacity;
        SimulBoardSetup *setups = malloc((size_t)capacity * sizeof *setups);
        char **strings = malloc((size_t)capacity * sizeof *strings);
        if (setups == NULL || strings == NULL) {
            free(setups);
            free(strings);
            return false;
        }
        for (int i = 0; i < core->waiting_count; i++) {
            const int from = (core->waiting_first + i) % core->waiting_capacity;
            setups[i] = core->waiting[from];
            strings[i] = core->waiting_strings[from];
        }
        free(core->waiting);
        free(core->waiting_strings);
        core->waiting = setups;
        core->waiting_strings = strings;
        core->waiting_first = 0;
        core->waiting_capacity = capacity;
    }
    const int last = (core->waiting_first + core->waiting_count) % core->waiting_capacity;
    if (!simul_board_copy(&core->waiting[last], &core->waiting_strings[last], setup))
        return false;
    core->waiting_count++;
    return true;
}

/* Remembers the game at `board` and clears the table for the next. */
static bool retire(SimulCore *core, SimulBoard *b)
{
    if (core->retired_count == core->retired_capacity) {
        const int capacity = core->retired_capacity == 0 ? 4 : 2 * core->retired_capacity;
        SimulBoard *grown = realloc(core->retired, (size_t)capacity * sizeof *grown);
        if (grown == NULL)
            return false;
        core->retired = grown;
        core->retired_capacity = capacity;
    }
    if (core->past_count == core->past_capacity) {
        const int capacity = core->past_capacity == 0 ? 4 : 2 * core->past_capacity;
        SimulPastGame *grown = realloc(core->past, (size_t)capacity * sizeof *grown);
        if (grown == NULL)
            return false;
        core->past = grown;
        char **strings = realloc(core->past_strings, 2 * (size_t)capacity * sizeof *strings);
        if (strings == NULL)
            return false;
        core->past_strings = strings;
        core->past_capacity = capacity;
    }
    if (b->state == SIMUL_BOARD_ENDED) {
        char **strings = &core->past_strings[2 * core->past_count];
        strings[0] = strings[1] = NULL;
        if (!core_set_name(core, &strings[0], board_name(b)) || !core_set_name(core, &strings[1], b->reason)) {
            free(strings[0]);
            return false;
        }
        core->past[core->past_count++] = (SimulPastGame){.board = b->number,
                                                         .game_number = b->game_number,
                                                         .name = strings[0],
                                                         .exhibitor_color = b->exhibitor_color,
                                                         .verdict = b->verdict,
                                                         .reason = strings[1],
                                                         .plies = (int)b->game.move_count,
                                                         .visits = b->visits};
    }
    core->retired[core->retired_count++] = *b;
    memset(b, 0, sizeof *b);
    return true;
}

/* A new opponent, or the same with the next game, sits down where a game has ended, or where one did not come. */
static void seat_at(SimulCore *core, int board, const SimulBoardSetup *setup, int games_left)
{
    SimulBoard *b = core_board(core, board);
    const int game_number = b->state == SIMUL_BOARD_ENDED ? b->game_number + 1 : b->game_number;
    const SimulBoard before = *b;
    char error[SIMUL_ERROR_SIZE];
    /* Tried on a copy of the table first: the old game must not be lost to a wrong position. */
    memset(b, 0, sizeof *b);
    const bool good = board_set_up(core, board, setup, game_number, error);
    SimulBoard made = *b;
    *b = before;
    if (!good) {
        core_error(core, core_text(core, "%s", error));
        return;
    }
    if (!retire(core, b)) {
        board_free(&made);
        core->out_of_memory = true;
        return;
    }
    *b = made;
    b->state = SIMUL_BOARD_OPENING;
    b->games_left = games_left;
    rotation_remove(&core->vacant, board);
    core_open_seat(core, b);
}

/* The next game of the same opponent. None begins while the exhibition is about to stop. */
static void next_games(SimulCore *core)
{
    while (core->between_games.count > 0 && !core->stopping && !core->out_of_memory) {
        const int board = rotation_next(&core->between_games, 0);
        const SimulBoard *b = core_board(core, board);
        rotation_remove(&core->between_games, board);
        seat_at(core, board, &core->later[(b->game_number - 1) * core->first_boards + board - 1], b->games_left - 1);
    }
}

void core_refill(SimulCore *core)
{
    if (core->hall_clock.fallen)
        return; /* A has no time left to play anybody */
    next_games(core);
    while (core->waiting_count > 0 && core->vacant.count > 0 && !core->out_of_memory) {
        const int first = core->waiting_first;
        const SimulBoardSetup setup = core->waiting[first];
        char *strings = core->waiting_strings[first];
        core->waiting_first = (first + 1) % core->waiting_capacity;
        core->waiting_count--;
        seat_at(core, rotation_next(&core->vacant, 0), &setup, 0);
        free(strings);
    }
}

/* One more board at the end of the hall. */
static void append_board(SimulCore *core, const SimulBoardSetup *setup)
{
    char error[SIMUL_ERROR_SIZE];
    const int board = core->board_count + 1;
    if (board > SIMUL_MAX_BOARDS) {
        core_error(core, "the hall is full");
        return;
    }
    if (!core_grow_boards(core, board)) {
        core->out_of_memory = true;
        return;
    }
    if (!board_set_up(core, board, setup, 1, error)) {
        core_error(core, core_text(core, "%s", error));
        return;
    }
    core->board_count = board;
    if (core->phase == SIMUL_RUNNING) {
        core_board(core, board)->state = SIMUL_BOARD_OPENING;
        core_open_seat(core, core_board(core, board));
    }
}

/* Could this opponent sit down? If not it is said why. */
static bool can_be_set_up(SimulCore *core, const SimulBoardSetup *setup)
{
    char error[SIMUL_ERROR_SIZE];
    if (board_set_up(core, 0, setup, 1, error)) {
        board_free(core_board(core, 0));
        return true;
    }
    const char *colon = strchr(error, ':');
    core_error(core, core_text(core, "nobody joins: %s", colon != NULL ? colon + 2 : error));
    return false;
}

void core_join(SimulCore *core, const SimulEvent *event)
{
    if (event->setup == NULL)
        return;
    if (core->phase != SIMUL_SETUP && (core->phase != SIMUL_RUNNING || core->stopping)) {
        core_error(core, "nobody can join now");
        return;
    }
    if (core->hall_clock.fallen) {
        core_error(core, "nobody can join: A's time for the whole hall is over");
        return;
    }
    if (!can_be_set_up(core, event->setup))
        return;
    if (core->phase == SIMUL_SETUP || !core->settings.refill)
        append_board(core, event->setup);
    else if (!wait_in_line(core, event->setup))
        core->out_of_memory = true;
}

void core_leave(SimulCore *core, const SimulEvent *event)
{
    const int board = event->board;
    if (core->phase != SIMUL_RUNNING || !core_has_board(core, board)) {
        core_refuse(core, SIMUL_OPERATOR, board, "nobody plays at this board");
        return;
    }
    SimulBoard *b = core_board(core, board);
    if (b->state == SIMUL_BOARD_PLAYING || b->state == SIMUL_BOARD_OPENING)
        b->games_left = 0;
    if (b->state == SIMUL_BOARD_PLAYING)
        core_end_at_fault(core, b, ENDING_ABANDONED, board_opponent_color(b), "left the exhibition");
    else if (b->state == SIMUL_BOARD_OPENING)
        core_vacate(core, b);
    else
        core_refuse(core, SIMUL_OPERATOR, board, "nobody plays at this board");
}
