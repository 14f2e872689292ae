/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Built-in players. An opponent's moves are jobs for the exhibition's pool; side A has an engine of its own, with one
 * table for all boards.
 */
#ifndef CAROUSEL_SEATS_BUILTIN_SEAT_H
#define CAROUSEL_SEATS_BUILTIN_SEAT_H

#include "control/seat.h"
#include "seats/pool.h"
#include "seats/spec.h"

/* NULL with the reason if memory ran out. */
Seat *builtin_seat_open(Pool *pool, const SeatRequest *request, const SeatSpec *spec, Error *error);

/* NULL with the reason if memory or threads cannot be had. */
Seat *exhibitor_seat_open(const SeatRequest *request, const SeatSpec *spec, Error *error);

#endif
