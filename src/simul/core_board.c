/* SPDX-License-Identifier: GPL-3.0-only */
/* A board set up, with its policies resolved and its clocks; its seat opened and named. */
#include "simul/core_parts.h"

#include "simul/opening.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void board_free(SimulBoard *b)
{
    game_destroy(&b->game);
    free(b->strings);
    free(b->own_name);
    free(b->plies);
    free(b->hand);
    free(b->clocks);
    memset(b, 0, sizeof *b);
}

void board_clear_hand(SimulBoard *b)
{
    free(b->hand);
    b->hand = NULL;
}

static int64_t inherit64(int64_t own, int64_t common)
{
    return own == SIMUL_INHERIT ? common : own;
}

static int inherit(int own, int common)
{
    return own == SIMUL_INHERIT ? common : own;
}

static void resolve_policies(const SimulCore *core, SimulBoard *b)
{
    const SimulSettings *s = &core->settings;
    const bool person = board_is_person(b);
    b->reply_ns = inherit64(b->setup.reply_ms, person ? s->reply_manual_ms : s->reply_engine_ms) * NS_PER_MS;
    b->lag_ns = inherit64(b->setup.lag_ms, s->lag_ms) * NS_PER_MS;
    b->illegal_limit = inherit(b->setup.illegal, person ? s->illegal_manual : s->illegal_engine);
    b->misses_limit = inherit(b->setup.misses, s->misses);
    b->passes_limit = inherit(b->setup.passes, s->passes);
    b->exchanges_limit = inherit(b->setup.exchanges, s->exchanges);
    b->exhibitor_color = simul_exhibitor_has_white(s, &b->setup, b->number) ? WHITE : BLACK;
}

static bool set_up_clocks(const SimulCore *core, SimulBoard *b)
{
    const bool own = core->exhibitor_control.period_count > 0 && core->settings.clock_place == SIMUL_CLOCK_BOARD;
    if (!own && core->opponent_control.period_count == 0)
        return true;
    b->clocks = malloc(BOARD_CLOCKS * sizeof *b->clocks);
    if (b->clocks == NULL)
        return false;
    clock_init(&b->clocks[CLOCK_OF_A], &core->exhibitor_control);
    clock_init(&b->clocks[CLOCK_OF_OPPONENT], &core->opponent_control);
    b->clocks[CLOCK_OF_A_BEFORE] = b->clocks[CLOCK_OF_A];
    return true;
}

static bool policies_in_range(const SimulBoard *b)
{
    return b->reply_ns > 0 && b->illegal_limit >= (board_is_person(b) ? 0 : 1) && b->misses_limit >= 0 && b->passes_limit >= 0 &&
           b->exchanges_limit >= 0 && b->lag_ns >= 0;
}

/* All that a board has from its setup. Whatever becomes of it, it is to be freed; `reason` says what is wrong. */
static OpeningResult make_board(const SimulCore *core, SimulBoard *b, const SimulBoardSetup *setup, char reason[OPENING_ERROR_SIZE])
{
    snprintf(reason, OPENING_ERROR_SIZE, "out of memory");
    b->own_name = malloc(NAME_SIZE); /* until the seat says what it calls itself */
    if (b->own_name == NULL || !simul_board_copy(&b->setup, &b->strings, setup))
        return OPENING_OUT_OF_MEMORY;
    snprintf(b->own_name, NAME_SIZE, "board %d", b->number);
    const OpeningResult opening = opening_play(b->setup.fen, b->setup.moves, &b->game, reason);
    if (opening != OPENING_PLAYED)
        return opening;
    resolve_policies(core, b);
    if (!policies_in_range(b)) {
        snprintf(reason, OPENING_ERROR_SIZE, "reply, illegal, misses, passes, exchanges or lag is out of range");
        return OPENING_WRONG;
    }
    b->ply_capacity = b->game.move_count + 64;
    b->plies = calloc(b->ply_capacity, sizeof *b->plies);
    return b->plies != NULL && set_up_clocks(core, b) ? OPENING_PLAYED : OPENING_OUT_OF_MEMORY;
}

bool board_set_up(SimulCore *core, int board, const SimulBoardSetup *setup, int game_number, char error[SIMUL_ERROR_SIZE])
{
    SimulBoard made;
    char reason[OPENING_ERROR_SIZE];
    memset(&made, 0, sizeof made);
    made.number = board;
    const OpeningResult result = make_board(core, &made, setup, reason);
    if (result != OPENING_PLAYED) {
        core->out_of_memory |= result == OPENING_OUT_OF_MEMORY; /* else a replay, which has memory, would go on otherwise */
        snprintf(error, SIMUL_ERROR_SIZE, "board %d: %s", board, reason);
        board_free(&made);
        return false;
    }
    for (size_t i = 0; i < made.game.move_count; i++)
        made.plies[i].flags = SIMUL_PLY_OPENING;
    made.game_number = game_number;
    made.state = SIMUL_BOARD_READY;
    made.verdict = verdict_given(ENDING_UNTERMINATED, RESULT_UNFINISHED);
    draw_offer_clear(&made.offer);
    core->boards[board] = made;
    core->people += board > 0 && board_is_person(&made);
    error[0] = '\0';
    return true;
}

bool core_grow_boards(SimulCore *core, int count)
{
    if (count > SIMUL_MAX_BOARDS)
        return false;
    if (count >= core->board_capacity) {
        int capacity = core->board_capacity < 16 ? 16 : 2 * core->board_capacity;
        if (capacity <= count)
            capacity = count + 1;
        SimulBoard *grown = realloc(core->boards, (size_t)capacity * sizeof *grown);
        if (grown == NULL)
            return false;
        memset(grown + core->board_capacity, 0, (size_t)(capacity - core->board_capacity) * sizeof *grown);
        core->boards = grown;
        core->board_capacity = capacity;
    }
    return rotation_reserve(&core->in_play, count) && rotation_reserve(&core->vacant, count) &&
           rotation_reserve(&core->between_games, count);
}

/* ---- Looking up ---- */

const char *board_name(const SimulBoard *b)
{
    return b->setup.name[0] != '\0' ? b->setup.name : b->own_name;
}

GameClock *core_exhibitor_clock(SimulCore *core, SimulBoard *b)
{
    if (core->exhibitor_control.period_count == 0)
        return NULL;
    return core->settings.clock_place == SIMUL_CLOCK_HALL ? &core->hall_clock : &b->clocks[CLOCK_OF_A];
}

GameClock *core_opponent_clock(SimulCore *core, SimulBoard *b)
{
    return core->opponent_control.period_count == 0 ? NULL : &b->clocks[CLOCK_OF_OPPONENT];
}

/* ---- The seat ---- */

bool core_set_name(SimulCore *core, char **name, const char *text)
{
    if (text == NULL || text[0] == '\0')
        return true;
    char *copy = malloc(strlen(text) + 1);
    if (copy == NULL) {
        core->out_of_memory = true;
        return false;
    }
    strcpy(copy, text);
    free(*name);
    *name = copy;
    return true;
}

void core_open_seat(SimulCore *core, SimulBoard *b)
{
    b->seat_opening = true;
    b->seat_failed = false;
    core->opening++;
    core_act(core, SIMUL_DO_OPEN, b->number);
}
