/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Eight ray directions at once: bitboards in the lanes of vectors, filled by parallel prefixes
 * (https://www.chessprogramming.org/Kogge-Stone_Algorithm).
 *
 * Four directions raise a square's number (`up`), the four opposite ones lower it (`down`), lane by lane:
 *     lane   0 file   1 diagonal   2 antidiagonal   3 rank
 *     up     north    north-east   north-west       east
 *     down   south    south-west   south-east       west
 * The vectors are the compiler's own, so this is plain C on every processor. They are handed over by
 * pointer, because passing them by value depends on the processor's extensions.
 */
#ifndef CAROUSEL_PERFT_LANES_INLINE_H
#define CAROUSEL_PERFT_LANES_INLINE_H

#include "chess/types.h"

typedef uint64_t LaneVector __attribute__((vector_size(32)));

typedef struct Lanes {
    LaneVector up;
    LaneVector down;
} Lanes;

enum { LANE_FILE, LANE_DIAGONAL, LANE_ANTIDIAGONAL, LANE_RANK, LANE_COUNT };

#define LANES_INLINE static inline __attribute__((always_inline))

#define LANE_SHIFTS ((LaneVector){8, 9, 7, 1})

/* The squares a step in each direction can end on: not those that it would reach around the board's edge. */
#define LANE_TARGETS_UP ((LaneVector){~(Bitboard)0, ~FILE_A, ~FILE_H, ~FILE_A})
#define LANE_TARGETS_DOWN ((LaneVector){~(Bitboard)0, ~FILE_H, ~FILE_A, ~FILE_H})

/* What pieces attack along each direction, up to and including the first occupied square: those of `straight`
 * along files and ranks, those of `diagonal` along diagonals. */
LANES_INLINE void lanes_attacks(Lanes *lanes, Bitboard straight, Bitboard diagonal, Bitboard empty)
{
    const LaneVector pieces = {straight, diagonal, diagonal, straight};
    const LaneVector shift = LANE_SHIFTS;

    LaneVector rays = pieces;
    LaneVector free = LANE_TARGETS_UP & empty;
    rays |= free & (rays << shift);
    free &= free << shift;
    rays |= free & (rays << (shift * 2));
    free &= free << (shift * 2);
    rays |= free & (rays << (shift * 4));
    lanes->up = LANE_TARGETS_UP & (rays << shift);

    rays = pieces;
    free = LANE_TARGETS_DOWN & empty;
    rays |= free & (rays >> shift);
    free &= free >> shift;
    rays |= free & (rays >> (shift * 2));
    free &= free >> (shift * 2);
    rays |= free & (rays >> (shift * 4));
    lanes->down = LANE_TARGETS_DOWN & (rays >> shift);
}

/* The union of the lanes of one kind. */
LANES_INLINE Bitboard lanes_straight(const Lanes *lanes)
{
    const LaneVector both = lanes->up | lanes->down;
    return both[LANE_FILE] | both[LANE_RANK];
}

LANES_INLINE Bitboard lanes_diagonal(const Lanes *lanes)
{
    const LaneVector both = lanes->up | lanes->down;
    return both[LANE_DIAGONAL] | both[LANE_ANTIDIAGONAL];
}

/* Squares that lie between: seen from `a` in some direction and from `b` in the opposite one. */
LANES_INLINE Bitboard lanes_between(const Lanes *a, const Lanes *b)
{
    const LaneVector both = (a->up & b->down) | (a->down & b->up);
    return both[0] | both[1] | both[2] | both[3];
}

#endif
