/*
 * Built-in players. An opponent's moves are jobs for the exhibition's pool; side A has an engine of its own, with one
 * table for all boards.
 */
#ifndef CAROUSEL_SEATS_BUILTIN_SEAT_H
#define CAROUSEL_SEATS_BUILTIN_SEAT_H

#include "seats/pool.h"
#include "seats/spec.h"
#include "simul/seat.h"

/* NULL with the reason if memory ran out. */
Seat *builtin_seat_open(Pool *pool, const SeatRequest *request, const SeatSpec *spec, SystemError *error);

/* NULL with the reason if memory or threads cannot be had. */
Seat *exhibitor_seat_open(const SeatRequest *request, const SeatSpec *spec, SystemError *error);

#endif
