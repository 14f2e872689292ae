/* SPDX-License-Identifier: GPL-3.0-only */
#include "control/seat.h"

#include "base/units.h"
#include "system/clock.h"

/* ---- What seats say ---- */

void seat_init(Seat *seat, const SeatOperations *operations, const SeatRequest *request)
{
    *seat = (Seat){.operations = operations, .reactor = request->reactor, .board = request->board, .listener = request->listener};
}

/* True with the event that is one too many. */
static bool count_unasked(Seat *seat, const SimulEvent *event)
{
    if (event->kind == SIMUL_EVENT_READY || event->kind == SIMUL_EVENT_FAILED)
        return false;
    if (event->kind == SIMUL_EVENT_REPLY && seat->awaited) {
        seat->awaited = false;
        return false;
    }
    if (event->time_ns - seat->second_ns >= NS_PER_S) {
        seat->second_ns = event->time_ns;
        seat->unasked_a_second = 0;
    }
    return ++seat->unasked > SEAT_UNASKED_MAX || ++seat->unasked_a_second > SEAT_UNASKED_MAX;
}

void seat_event(Seat *seat, const SimulEvent *event)
{
    static const char flood[] = "floods the arbiter: more than 100 things that nobody asked for";
    _Static_assert(SEAT_UNASKED_MAX == 100, "the sentence names the number");
    if (seat->flooded)
        return;
    SimulEvent said = *event;
    said.seat = seat->board;
    if (count_unasked(seat, event)) {
        seat->flooded = true;
        said = (SimulEvent){.kind = SIMUL_EVENT_FAILED, .time_ns = event->time_ns, .seat = seat->board, .text = flood};
    }
    seat->listener.says(seat->listener.context, seat, &said);
}

void seat_say(Seat *seat, SimulEventKind kind, const char *text)
{
    const SimulEvent event = {.kind = kind, .time_ns = system_now_ns(), .text = text};
    seat_event(seat, &event);
}

void seat_say_closed(Seat *seat)
{
    seat->listener.closed(seat->listener.context, seat);
}

/* ---- What they are told ---- */

void seat_tell(Seat *seat, const Game *game)
{
    seat->unasked = 0;
    if (seat->operations->tell != NULL)
        seat->operations->tell(seat, game);
}

void seat_think(Seat *seat, const Game *game)
{
    seat->unasked = 0;
    seat->awaited = true;
    if (seat->operations->think != NULL)
        seat->operations->think(seat, game);
}

void seat_ask(Seat *seat, const Game *game, const SeatLimits *limits)
{
    seat->unasked = 0;
    seat->awaited = true;
    if (seat->operations->ask != NULL)
        seat->operations->ask(seat, game, limits);
}

void seat_hurry(Seat *seat)
{
    if (seat->operations->hurry != NULL)
        seat->operations->hurry(seat);
}

void seat_retract(Seat *seat)
{
    seat->awaited = false;
    if (seat->operations->retract != NULL)
        seat->operations->retract(seat);
}

void seat_offer(Seat *seat)
{
    seat->unasked = 0;
    if (seat->operations->offer != NULL)
        seat->operations->offer(seat);
}

void seat_refuse(Seat *seat, const char *reason)
{
    if (seat->operations->refuse != NULL)
        seat->operations->refuse(seat, reason);
}

void seat_new_round(Seat *seat)
{
    if (seat->operations->new_round != NULL)
        seat->operations->new_round(seat);
}

void seat_end(Seat *seat, const Game *game, const char *result, const char *reason)
{
    if (seat->operations->end != NULL)
        seat->operations->end(seat, game, result, reason);
}

void seat_drain(Seat *seat)
{
    if (seat->operations->drain != NULL)
        seat->operations->drain(seat);
}

void seat_close(Seat *seat, bool at_once)
{
    seat->operations->close(seat, at_once);
}

void seat_destroy(Seat *seat)
{
    if (seat != NULL)
        seat->operations->destroy(seat);
}
