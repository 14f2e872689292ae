/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The head of seats that need nothing to get ready: READY, an event of the reactor's next turn as with all other kinds,
 * comes by itself.
 */
#ifndef CAROUSEL_SEATS_PROMPT_SEAT_H
#define CAROUSEL_SEATS_PROMPT_SEAT_H

#include "control/seat.h"

typedef struct PromptSeat {
    Seat seat; /* first */
    Timer ready_timer;
    char name[48]; /* what it calls itself; "": it does not say */
} PromptSeat;

/* Fills in the head, after which the rest may use it, and has READY follow. False if memory ran out. */
bool prompt_seat_init(PromptSeat *seat, const SeatOperations *operations, const SeatRequest *request, const char *name);

/* CLOSED: nothing of it is left but memory. */
void prompt_seat_close(PromptSeat *seat);

#endif
