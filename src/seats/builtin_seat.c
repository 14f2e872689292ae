/* SPDX-License-Identifier: GPL-3.0-only */
#include "seats/builtin_seat.h"

#include "chess/move_text.h"
#include "engine/engine.h"
#include "system/clock.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    NODES_USUAL = 20000,     /* some 20 ms: well within the time for a reply */
    NODES_BY_ELO = 1000000   /* the strength's own limit is far below */
};

typedef struct BuiltinSeat {
    Seat seat; /* first */
    Reactor *reactor;
    Pool *pool;
    PoolJob *job;      /* the open request; NULL: none */
    Timer ready_timer; /* READY is an event of the next turn, as with all other kinds */
    uint64_t nodes;
    uint64_t seed;
    int elo;
    Position position; /* it, to write the move down */
} BuiltinSeat;

static BuiltinSeat *builtin_of(Seat *seat)
{
    return (BuiltinSeat *)seat;
}

static void say(BuiltinSeat *seat, SeatEventKind kind, const char *text)
{
    SeatEvent event = {.kind = kind, .time_ns = system_now_ns(), .text = text};
    seat->seat.listener(seat->seat.context, &seat->seat, &event);
}

static void job_done(void *context, const PoolAnswer *answer)
{
    BuiltinSeat *seat = context;
    char text[UCI_MOVE_SIZE];
    int mate_moves;
    seat->job = NULL;
    move_to_uci(&seat->position, answer->move, text);
    SeatEvent event = {.kind = SEAT_MOVE, .time_ns = system_now_ns(), .text = text, .has_score = true, .depth = answer->depth};
    event.score_is_mate = engine_score_is_mate(answer->score, &mate_moves);
    event.score = event.score_is_mate ? mate_moves : answer->score;
    seat->seat.listener(seat->seat.context, &seat->seat, &event);
}

static void submit(BuiltinSeat *seat, const Game *game, bool urgent)
{
    PoolTask task = {.game = game, .nodes = seat->nodes, .elo = seat->elo, .seed = seat->seed};
    seat->position = game->current;
    seat->job = pool_submit(seat->pool, &task, urgent, job_done, seat);
    if (seat->job == NULL)
        say(seat, SEAT_FAILED, "no memory");
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
    reactor_stop_timer(builtin_of(seat)->reactor, &builtin_of(seat)->ready_timer);
    say(builtin_of(seat), SEAT_CLOSED, "");
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

static void ready_due(void *context)
{
    BuiltinSeat *seat = context;
    char name[48] = "Carousel";
    if (seat->elo > 0)
        snprintf(name, sizeof name, "Carousel, Elo %d", seat->elo);
    else if (seat->nodes != NODES_USUAL)
        snprintf(name, sizeof name, "Carousel, %llu nodes", (unsigned long long)seat->nodes);
    say(seat, SEAT_READY, name);
}

Seat *builtin_seat_open(Pool *pool, const SeatRequest *request, const SeatSpec *spec, Error *error)
{
    BuiltinSeat *seat = calloc(1, sizeof *seat);
    if (seat != NULL) {
        seat->seat = (Seat){.operations = &builtin_operations, .board = request->board, .listener = request->listener, .context = request->context};
        seat->reactor = request->reactor;
        seat->pool = pool;
        seat->elo = spec->elo;
        seat->nodes = spec->nodes > 0 ? spec->nodes : spec->elo > 0 ? NODES_BY_ELO : NODES_USUAL;
        seat->seed = request->seed;
        seat->ready_timer = (Timer){.due = ready_due, .context = seat};
    }
    if (seat == NULL || !reactor_set_timer(seat->reactor, &seat->ready_timer, system_now_ns())) {
        free(seat);
        error_set(error, 0, "no memory for a seat");
        return NULL;
    }
    return &seat->seat;
}
