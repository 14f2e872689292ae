/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The recursion of perft on lean boards, specialised by side. perft.c shares its work among threads.
 */
#ifndef CAROUSEL_PERFT_COUNT_H
#define CAROUSEL_PERFT_COUNT_H

#include "chess/board.h"
#include "perft/table.h"

#include <stdatomic.h>

/* What one thread's counting needs and finds. */
typedef struct Counter {
    PerftTable *table;       /* NULL: none */
    const atomic_bool *stop; /* NULL: never stopped */
    bool stopped;            /* the result is void: the flag was raised */
    bool overflow;           /* the result is void: it did not fit 64 bits */
} Counter;

/* The sequences of `depth` legal moves from the board. */
uint64_t count_moves(Counter *counter, const Board *board, int depth);

/* The same by lists and make-move alone: no counting by masks, no table. Slow; the reference for tests. */
uint64_t count_moves_plain(const Board *board, int depth);

#endif
