/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * A person. What he does comes to the exhibition as commands from outside, and what he is to see is announced to all;
 * so this seat is ready at once and says nothing.
 */
#ifndef CAROUSEL_SEATS_MANUAL_SEAT_H
#define CAROUSEL_SEATS_MANUAL_SEAT_H

#include "control/seat.h"

/* NULL with the reason if memory ran out. */
Seat *manual_seat_open(const SeatRequest *request, Error *error);

#endif
