/* SPDX-License-Identifier: GPL-3.0-only */
#include "seats/builtin_seat.h"
#include "seats/prompt_seat.h"

#include "chess/move_text.h"
#include "engine/engine.h"
#include "system/clock.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    NODES_USUAL = 20000,   /* some 20 ms: well within the time for a reply */
    NODES_BY_ELO = 1000000 /* the strength's own limit is far below */
};

typedef struct BuiltinSeat {
    PromptSeat prompt; /* first */
    Pool *pool;
    PoolJob *job; /* the open request; NULL: none */
    uint64_t nodes;
    uint64_t seed;
    int elo;
    Position position; /* it, to write the move down */
} BuiltinSeat;

static BuiltinSeat *builtin_of(Seat *seat)
{
    return (BuiltinSeat *)seat;
}

static void job_done(void *context, const PoolAnswer *answer)
{
    BuiltinSeat *seat = context;
    char text[UCI_MOVE_SIZE];
    int mate_moves;
    seat->job = NULL;
    move_to_uci(&seat->position, answer->move, text);
    SimulEvent event = {.kind = SIMUL_EVENT_REPLY, .time_ns = system_now_ns(), .text = text, .has_score = true, .depth = answer->depth};
    event.is_mate = engine_score_is_mate(answer->score, &mate_moves);
    event.score = event.is_mate ? mate_moves : answer->score;
    seat_event(&seat->prompt.seat, &event);
}

static void submit(BuiltinSeat *seat, const Game *game, bool urgent)
{
    PoolTask task = {.game = game, .nodes = seat->nodes, .elo = seat->elo, .seed = seat->seed};
    seat->position = game->current;
    seat->job = pool_submit(seat->pool, &task, urgent, job_done, seat);
    if (seat->job == NULL)
        seat_say(&seat->prompt.seat, SIMUL_EVENT_FAILED, "no memory");
}

static void builtin_think(Seat *seat, const Game *game)
{
    if (builtin_of(seat)->job == NULL)
        submit(builtin_of(seat), game, false);
}

static void builtin_hurry(Seat *base)
{
    BuiltinSeat *seat = builtin_of(base);
    if (seat->job != NULL)
        pool_make_urgent(seat->pool, seat->job);
}

static void builtin_ask(Seat *base, const Game *game, const SeatLimits *limits)
{
    (void)limits;
    BuiltinSeat *seat = builtin_of(base);
    if (seat->job != NULL)
        builtin_hurry(base);
    else
        submit(seat, game, true);
}

static void builtin_retract(Seat *base)
{
    BuiltinSeat *seat = builtin_of(base);
    if (seat->job != NULL)
        pool_drop(seat->pool, seat->job);
    seat->job = NULL;
}

static void builtin_drain(Seat *seat)
{
    pool_drain(builtin_of(seat)->pool);
}

static void builtin_close(Seat *seat, bool at_once)
{
    (void)at_once;
    builtin_retract(seat);
    prompt_seat_close(&builtin_of(seat)->prompt);
}

static void builtin_destroy(Seat *seat)
{
    free(seat);
}

static const SeatOperations builtin_operations = {
    .think = builtin_think,
    .ask = builtin_ask,
    .hurry = builtin_hurry,
    .retract = builtin_retract,
    .drain = builtin_drain,
    .close = builtin_close,
    .destroy = builtin_destroy,
};

static void choose_name(const BuiltinSeat *seat, char name[48])
{
    if (seat->elo > 0)
        snprintf(name, 48, "Carousel, Elo %d", seat->elo);
    else if (seat->nodes != NODES_USUAL)
        snprintf(name, 48, "Carousel, %llu nodes", (unsigned long long)seat->nodes);
    else
        snprintf(name, 48, "Carousel");
}

Seat *builtin_seat_open(Pool *pool, const SeatRequest *request, const BuiltinSpec *spec, Error *error)
{
    BuiltinSeat *seat = calloc(1, sizeof *seat);
    if (seat != NULL) {
        char name[48];
        seat->pool = pool;
        seat->elo = spec->elo;
        seat->nodes = spec->nodes > 0 ? spec->nodes : spec->elo > 0 ? NODES_BY_ELO : NODES_USUAL;
        seat->seed = request->seed;
        choose_name(seat, name);
        if (prompt_seat_init(&seat->prompt, &builtin_operations, request, name))
            return &seat->prompt.seat;
    }
    free(seat);
    error_set(error, ENOMEM, "cannot open a seat");
    return NULL;
}
