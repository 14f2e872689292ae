/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * By how much the moves of one side change when an enemy piece leaves or enters a square: for all 64 squares
 * at once.
 *
 * The numbers stand in bit planes: plane k holds bit k of every square's number, so that adding is a few
 * logical operations and summing over a set of squares is counting bits.
 *
 * A slider that sees a square through nothing else loses the squares behind it when it is blocked there, and
 * gains just those when the blocker leaves: one number for both. A pawn loses or gains its steps the same way,
 * and loses a capture where it gains a square. So for a square s that the side itself does not occupy
 *     value(s) = squares behind s for every slider that sees s + pawn steps through s - pawn captures on s
 * is what the side gains when an enemy piece leaves s and what it loses when one enters s. On a square the
 * side does occupy, the number is that of its sliders and pawns that defend it: the captures it gains there
 * when the enemy takes the piece.
 */
#ifndef CAROUSEL_PERFT_CHANGES_INLINE_H
#define CAROUSEL_PERFT_CHANGES_INLINE_H

#include "perft/lanes_inline.h"

/* A slider can have at most six squares behind a square it sees, and no line counts more from both its ends
 * together; so four lines make 24, pawn steps 2, and the bias 2. */
enum { CHANGE_PLANES = 5, CHANGE_BIAS = 2 };

/* Values are kept with CHANGE_BIAS added on squares the side does not occupy, as captures make them negative. */
typedef struct Changes {
    Bitboard planes[CHANGE_PLANES];
} Changes;

/* The pawn steps and captures that depend on a square. */
typedef struct PawnChanges {
    Bitboard one_step;   /* squares whose state decides about one pawn step */
    Bitboard two_steps;  /* about two; disjoint from one_step */
    Bitboard west, east; /* squares that are attacked in either direction */
} PawnChanges;

/* Sum and carry of three bits in every place. */
#define CHANGES_SUM(a, b, c) ((a) ^ (b) ^ (c))
#define CHANGES_CARRY(a, b, c) (((a) & (b)) | ((c) & ((a) ^ (b))))

/* In the directions of one vector, how many squares lie behind every square until the first that cannot be entered, an
 * own piece excluded and an enemy piece included: a number below 7, in three bits, counted only on the squares of
 * `seen`; squares of `own` count 1 where they are seen. */
LANES_INLINE void changes_run(const bool up, const LaneVector *seen, Bitboard own, Bitboard empty, LaneVector bits[3])
{
    const LaneVector shift = LANE_SHIFTS;
    const LaneVector targets = up ? LANE_TARGETS_UP : LANE_TARGETS_DOWN;
    const LaneVector free = targets & empty;
    LaneVector run = targets & ~own; /* squares with at least so many squares behind them, once they have been stepped back */
    bits[0] = bits[1] = bits[2] = (LaneVector){0};
    for (int length = 1; length <= 6; length++) {
        run = up ? run >> shift : run << shift;
        bits[0] ^= run;
        if (length % 2 == 0)
            bits[1] ^= run;
        if (length == 4)
            bits[2] = run;
        run &= free;
    }
    const LaneVector counted = *seen & ~own;
    bits[0] = (bits[0] & counted) | (*seen & own);
    bits[1] &= counted;
    bits[2] &= counted;
}

/* `seen` are the attacks of the side's sliders, `own` its pieces, `empty` the empty squares. */
LANES_INLINE void changes_make(Changes *changes, const Lanes *seen, const PawnChanges *pawns, Bitboard own, Bitboard empty)
{
    LaneVector up[3], down[3];
    changes_run(true, &seen->up, own, empty, up);
    changes_run(false, &seen->down, own, empty, down);

    /* Both directions of a line together stay below 8. */
    const LaneVector carry0 = up[0] & down[0];
    const LaneVector line0 = up[0] ^ down[0];
    const LaneVector line1 = CHANGES_SUM(up[1], down[1], carry0);
    const LaneVector line2 = up[2] ^ down[2] ^ CHANGES_CARRY(up[1], down[1], carry0);

    /* Four lines of three bits: two and two, then the pairs. */
    const Bitboard a0 = line0[0] ^ line0[1], a0c = line0[0] & line0[1];
    const Bitboard a1 = CHANGES_SUM(line1[0], line1[1], a0c), a1c = CHANGES_CARRY(line1[0], line1[1], a0c);
    const Bitboard a2 = CHANGES_SUM(line2[0], line2[1], a1c), a3 = CHANGES_CARRY(line2[0], line2[1], a1c);
    const Bitboard b0 = line0[2] ^ line0[3], b0c = line0[2] & line0[3];
    const Bitboard b1 = CHANGES_SUM(line1[2], line1[3], b0c), b1c = CHANGES_CARRY(line1[2], line1[3], b0c);
    const Bitboard b2 = CHANGES_SUM(line2[2], line2[3], b1c), b3 = CHANGES_CARRY(line2[2], line2[3], b1c);
    const Bitboard s0 = a0 ^ b0, s0c = a0 & b0;
    const Bitboard s1 = CHANGES_SUM(a1, b1, s0c), s1c = CHANGES_CARRY(a1, b1, s0c);
    const Bitboard s2 = CHANGES_SUM(a2, b2, s1c), s2c = CHANGES_CARRY(a2, b2, s1c);
    const Bitboard s3 = CHANGES_SUM(a3, b3, s2c), s4 = CHANGES_CARRY(a3, b3, s2c);

    /* Pawns. Off the own squares a capture counts -1, and -1 plus a bias of 1 is the opposite bit. */
    const Bitboard west = ~pawns->west ^ own;
    const Bitboard east = ~pawns->east ^ own;
    const Bitboard one_step = pawns->one_step & ~own;
    const Bitboard two_steps = pawns->two_steps & ~own;
    const Bitboard c0 = CHANGES_SUM(s0, one_step, west), c0c = CHANGES_CARRY(s0, one_step, west);
    const Bitboard d0c = c0 & east;
    const Bitboard c1 = CHANGES_SUM(s1, two_steps, c0c), c1c = CHANGES_CARRY(s1, two_steps, c0c);
    const Bitboard d1c = c1 & d0c;
    const Bitboard c2c = CHANGES_CARRY(s2, c1c, d1c);
    changes->planes[0] = c0 ^ east;
    changes->planes[1] = c1 ^ d0c;
    changes->planes[2] = CHANGES_SUM(s2, c1c, d1c);
    changes->planes[3] = s3 ^ c2c;
    changes->planes[4] = s4 ^ (s3 & c2c);
}

/* The sum of the stored numbers over a set of squares. */
LANES_INLINE int changes_sum(const Changes *changes, Bitboard squares)
{
    return bits_count(changes->planes[0] & squares) + 2 * bits_count(changes->planes[1] & squares) +
           4 * bits_count(changes->planes[2] & squares) + 8 * bits_count(changes->planes[3] & squares) +
           16 * bits_count(changes->planes[4] & squares);
}

/* The stored number of one square. */
LANES_INLINE int changes_at(const Changes *changes, Square square)
{
    return (int)((changes->planes[0] >> square & 1) + 2 * (changes->planes[1] >> square & 1) + 4 * (changes->planes[2] >> square & 1) +
                 8 * (changes->planes[3] >> square & 1) + 16 * (changes->planes[4] >> square & 1));
}

#endif
