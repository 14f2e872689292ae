/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Built-in players, inside the room: our own engine at a board. An opponent's moves are jobs for the exhibition's pool;
 * side A has an engine of its own, with one table for all boards.
 */
#ifndef CAROUSEL_SEATS_BUILTIN_SEAT_H
#define CAROUSEL_SEATS_BUILTIN_SEAT_H

#include "seats/kind.h"
#include "seats/pool.h"

/* 0: not given. */
typedef struct BuiltinSpec {
    int elo;
    uint64_t nodes;
    int hash_mb;
    int threads;
    bool fresh; /* forgets everything from move to move */
} BuiltinSpec;

/* NULL with the reason if memory ran out. */
Seat *builtin_seat_open(Pool *pool, const SeatRequest *request, const BuiltinSpec *spec, Error *error);

/* NULL with the reason if memory or threads cannot be had. */
Seat *exhibitor_seat_open(const SeatRequest *request, const BuiltinSpec *spec, Error *error);

#endif
