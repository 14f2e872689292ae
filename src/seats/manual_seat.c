/* SPDX-License-Identifier: GPL-3.0-only */
#include "seats/manual_seat.h"

#include "system/clock.h"

#include <stdlib.h>

typedef struct ManualSeat {
    Seat seat; /* first */
    Reactor *reactor;
    Timer ready_timer; /* READY is an event of the next turn, as with all other kinds */
} ManualSeat;

static void say(ManualSeat *seat, SeatEventKind kind)
{
    SeatEvent event = {.kind = kind, .time_ns = system_now_ns(), .text = ""};
    seat->seat.listener(seat->seat.context, &seat->seat, &event);
}

static void ready_due(void *context)
{
    say(context, SEAT_READY);
}

static void manual_close(Seat *base, bool at_once)
{
    (void)at_once;
    ManualSeat *seat = (ManualSeat *)base;
    reactor_stop_timer(seat->reactor, &seat->ready_timer);
    say(seat, SEAT_CLOSED);
}

static void manual_destroy(Seat *seat)
{
    free(seat);
}

static const SeatOperations manual_operations = {.close = manual_close, .destroy = manual_destroy};

Seat *manual_seat_open(const SeatRequest *request, Error *error)
{
    ManualSeat *seat = calloc(1, sizeof *seat);
    if (seat != NULL) {
        seat->seat = (Seat){.operations = &manual_operations, .board = request->board, .listener = request->listener, .context = request->context};
        seat->reactor = request->reactor;
        seat->ready_timer = (Timer){.due = ready_due, .context = seat};
    }
    if (seat == NULL || !reactor_set_timer(seat->reactor, &seat->ready_timer, system_now_ns())) {
        free(seat);
        error_set(error, 0, "no memory for a seat");
        return NULL;
    }
    return &seat->seat;
}
