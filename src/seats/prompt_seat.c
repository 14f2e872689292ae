/* SPDX-License-Identifier: GPL-3.0-only */
#include "seats/prompt_seat.h"

#include "system/clock.h"

#include <stdio.h>

static void ready_due(void *context)
{
    PromptSeat *seat = context;
    seat_say(&seat->seat, SIMUL_EVENT_READY, seat->name);
}

bool prompt_seat_init(PromptSeat *seat, const SeatOperations *operations, const SeatRequest *request, const char *name)
{
    seat_init(&seat->seat, operations, request);
    seat->ready_timer = (Timer){.due = ready_due, .context = seat};
    snprintf(seat->name, sizeof seat->name, "%s", name);
    return reactor_set_timer(request->reactor, &seat->ready_timer, system_now_ns());
}

void prompt_seat_close(PromptSeat *seat)
{
    reactor_stop_timer(seat->seat.reactor, &seat->ready_timer);
    seat_say_closed(&seat->seat);
}
