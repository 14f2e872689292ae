/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Accumulators: the network's first layer for each ply of the line being searched, kept up from move to move.
 *
 * A move changes two to four of the 768 features, so its accumulators are its parent's plus and minus a few rows.
 * They are made only when a position is evaluated, from the nearest ancestor that has them. When a king crosses
 * between the d and e files its side sees the board mirrored, and all rows change: that side's accumulator is made
 * anew, from a cache with the last board seen in either half. Belongs to one thread.
 */
#ifndef CAROUSEL_ENGINE_ACCUMULATOR_H
#define CAROUSEL_ENGINE_ACCUMULATOR_H

#include "engine/engine_types.h"
#include "engine/network.h"

typedef struct Accumulator {
    _Alignas(NETWORK_ALIGNMENT) int16_t values[COLOR_COUNT][NETWORK_HIDDEN_MAX]; /* by perspective */
    MoveRecord record;                                                           /* of the move that led here; meaningless at the root */
    bool computed[COLOR_COUNT];
} Accumulator;

/* The sum of the rows of the pieces on this board. */
typedef struct AccumulatorCache {
    _Alignas(NETWORK_ALIGNMENT) int16_t values[NETWORK_HIDDEN_MAX];
    Bitboard by_type[PIECE_TYPE_COUNT];
    Bitboard by_color[COLOR_COUNT];
} AccumulatorCache;

typedef struct Accumulators {
    const Network *network;
    Accumulator plies[MAX_PLY + 1];         /* 0: the root */
    AccumulatorCache cache[COLOR_COUNT][2]; /* by perspective and whether it is mirrored */
} Accumulators;

/* To be called before all else, and whenever the network is another one; it must stay as long. */
void accumulators_set_network(Accumulators *accumulators, const Network *network);

/* Ply 0 stands for another position from now on. */
static inline void accumulators_new_root(Accumulators *accumulators)
{
    accumulators->plies[0].computed[WHITE] = accumulators->plies[0].computed[BLACK] = false;
}

/* The same for a ply after the root. The caller fills in the record of the move from the ply before; a null move
 * changes no piece. */
static inline MoveRecord *accumulators_new_ply(Accumulators *accumulators, int ply)
{
    Accumulator *accumulator = &accumulators->plies[ply];
    accumulator->computed[WHITE] = accumulator->computed[BLACK] = false;
    return &accumulator->record;
}

/* What network_evaluate() says of `position`, which stands at `ply`. */
int accumulators_evaluate(Accumulators *accumulators, int ply, const Position *position);

#endif
