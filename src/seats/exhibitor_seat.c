/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Side A played by our own engine, with threads and a table that it keeps for all boards.
 */
#include "seats/builtin_seat.h"
#include "seats/prompt_seat.h"

#include "base/units.h"
#include "chess/move_text.h"
#include "engine/engine.h"
#include "system/clock.h"
#include "system/thread.h"
#include "system/wait.h"

#include <stdlib.h>

/* The engine answers on a thread of its own: the answer is put down under `mutex` and the reactor woken. */
typedef struct ExhibitorSeat {
    PromptSeat prompt; /* first */
    Engine *engine;
    Watch watch;
    WakePipe wake;
    Position position; /* being thought about */
    bool thinking;     /* a search runs, or its answer lies here */
    bool swallow;      /* and is not wanted */
    bool fresh;        /* forget everything before each move */
    bool aged;         /* a new round has begun since the last search */
    Game waiting;      /* what is asked next, once the swallowed answer is in */
    SeatLimits waiting_limits;
    bool has_waiting;
    Mutex mutex;
    bool answered;
    SearchResult result;
    int64_t answer_ns;
} ExhibitorSeat;

static ExhibitorSeat *exhibitor_of(Seat *seat)
{
    return (ExhibitorSeat *)seat;
}

/* On the search's thread. */
static void search_done(void *context, const SearchResult *result)
{
    ExhibitorSeat *seat = context;
    mutex_lock(&seat->mutex);
    seat->result = *result;
    seat->answer_ns = system_now_ns();
    seat->answered = true;
    mutex_unlock(&seat->mutex);
    wake_signal(&seat->wake);
}

static void search(ExhibitorSeat *seat, const Game *game, const SeatLimits *wanted)
{
    SearchLimits limits = {.depth = wanted->depth, .nodes = wanted->nodes};
    if (wanted->movetime_ms >= 0)
        limits.movetime_ms = int64_max(wanted->movetime_ms, 1);
    if (wanted->has_clock) {
        for (int color = 0; color < 2; color++) {
            limits.time_ms[color] = int64_max(wanted->time_ms[color], 1);
            limits.increment_ms[color] = wanted->increment_ms[color];
        }
        limits.moves_to_go = wanted->moves_to_go;
    }
    limits.infinite = !wanted->has_clock && wanted->movetime_ms < 0 && wanted->depth == 0 && wanted->nodes == 0;
    if (seat->fresh)
        engine_new_game(seat->engine);
    else if (seat->aged)
        engine_age(seat->engine);
    seat->aged = false;
    seat->position = game->current;
    SearchListener listener = {.done = search_done, .context = seat};
    seat->thinking = engine_go(seat->engine, game, &limits, &listener);
    if (!seat->thinking)
        seat_say(&seat->prompt.seat, SIMUL_EVENT_FAILED, "the built-in engine does not start to think");
}

static void take_answer(ExhibitorSeat *seat)
{
    wake_drain(&seat->wake);
    mutex_lock(&seat->mutex);
    bool answered = seat->answered;
    SearchResult result = seat->result;
    int64_t answer_ns = seat->answer_ns;
    seat->answered = false;
    mutex_unlock(&seat->mutex);
    if (!answered)
        return;
    engine_wait(seat->engine);
    seat->thinking = false;
    if (seat->swallow) {
        seat->swallow = false;
        if (seat->has_waiting) {
            seat->has_waiting = false;
            search(seat, &seat->waiting, &seat->waiting_limits);
            game_destroy(&seat->waiting);
        }
        return;
    }
    char text[UCI_MOVE_SIZE];
    int mate_moves;
    move_to_uci(&seat->position, result.best, text);
    SimulEvent event = {.kind = SIMUL_EVENT_REPLY, .time_ns = answer_ns, .text = text, .has_score = true, .depth = result.depth};
    event.is_mate = engine_score_is_mate(result.score, &mate_moves);
    event.score = event.is_mate ? mate_moves : result.score;
    seat_event(&seat->prompt.seat, &event);
}

static void answer_ready(void *context, int what)
{
    (void)what;
    take_answer(context);
}

static void exhibitor_ask(Seat *base, const Game *game, const SeatLimits *limits)
{
    ExhibitorSeat *seat = exhibitor_of(base);
    if (!seat->thinking) {
        search(seat, game, limits);
    } else if (!seat->swallow) {
        engine_stop(seat->engine);
    } else {
        if (seat->has_waiting)
            game_destroy(&seat->waiting);
        seat->has_waiting = game_copy(&seat->waiting, game);
        seat->waiting_limits = *limits;
        if (!seat->has_waiting)
            seat_say(&seat->prompt.seat, SIMUL_EVENT_FAILED, "no memory");
    }
}

static void exhibitor_hurry(Seat *seat)
{
    if (exhibitor_of(seat)->thinking)
        engine_stop(exhibitor_of(seat)->engine);
}

static void exhibitor_retract(Seat *base)
{
    ExhibitorSeat *seat = exhibitor_of(base);
    if (seat->has_waiting)
        game_destroy(&seat->waiting);
    seat->has_waiting = false;
    if (!seat->thinking)
        return;
    seat->swallow = true;
    engine_stop(seat->engine);
}

static void exhibitor_new_round(Seat *seat)
{
    exhibitor_of(seat)->aged = true;
}

static void exhibitor_drain(Seat *seat)
{
    take_answer(exhibitor_of(seat));
}

static void exhibitor_close(Seat *base, bool at_once)
{
    (void)at_once;
    ExhibitorSeat *seat = exhibitor_of(base);
    exhibitor_retract(base);
    engine_stop(seat->engine);
    reactor_unwatch(base->reactor, &seat->watch);
    prompt_seat_close(&seat->prompt);
}

static void exhibitor_destroy(Seat *base)
{
    ExhibitorSeat *seat = exhibitor_of(base);
    engine_destroy(seat->engine);
    reactor_unwatch(base->reactor, &seat->watch);
    wake_destroy(&seat->wake);
    mutex_destroy(&seat->mutex);
    free(seat);
}

static const SeatOperations exhibitor_operations = {
    .ask = exhibitor_ask,
    .hurry = exhibitor_hurry,
    .retract = exhibitor_retract,
    .new_round = exhibitor_new_round,
    .drain = exhibitor_drain,
    .close = exhibitor_close,
    .destroy = exhibitor_destroy,
};

Seat *exhibitor_seat_open(const SeatRequest *request, const BuiltinSpec *spec, Error *error)
{
    ExhibitorSeat *seat = calloc(1, sizeof *seat);
    if (seat == NULL || !wake_init(&seat->wake, error)) {
        free(seat);
        error_set(error, 0, "no memory or pipe for side A");
        return NULL;
    }
    seat->watch = (Watch){.ready = answer_ready, .context = seat};
    seat->fresh = spec->fresh;
    mutex_init(&seat->mutex);
    EngineOptions options = engine_default_options();
    if (spec->hash_mb > 0)
        options.hash_mb = spec->hash_mb;
    if (spec->threads > 0)
        options.threads = spec->threads;
    options.manual_aging = true;
    options.move_overhead_ms = 0;
    options.elo = spec->elo;
    options.seed = request->seed;
    seat->engine = engine_create(&options);
    if (!prompt_seat_init(&seat->prompt, &exhibitor_operations, request, "Carousel") || seat->engine == NULL ||
        !reactor_watch(request->reactor, &seat->watch, seat->wake.reader, CHANNEL_READ)) {
        error_set(error, 0, "no memory or threads for side A's engine");
        reactor_stop_timer(request->reactor, &seat->prompt.ready_timer);
        exhibitor_destroy(&seat->prompt.seat);
        return NULL;
    }
    return &seat->prompt.seat;
}
