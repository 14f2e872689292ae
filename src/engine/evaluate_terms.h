/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What the files of the evaluation share: taking a parameter into a sum, and a little geometry.
 *
 * One function a subject, each giving a Tapered sum from the view of the colour it is asked about. They
 * are written once for both uses: with `trace` NULL, known at compile time, the counting vanishes.
 */
#ifndef CAROUSEL_ENGINE_EVALUATE_TERMS_H
#define CAROUSEL_ENGINE_EVALUATE_TERMS_H

#include "engine/evaluate.h"

#include <stddef.h>

#define EVALUATE_INLINE static inline __attribute__((always_inline))

/* `count` times a parameter, noted in the trace with its sign for White. */
EVALUATE_INLINE Tapered evaluate_use(EvaluateTrace *trace, Color color, const Tapered *parameter, int count)
{
    if (trace != NULL) {
        int16_t *counter = &trace->count[parameter - (const Tapered *)&evaluate_parameters];
        *counter = (int16_t)(*counter + (color == WHITE ? count : -count));
    }
    return *parameter * count;
}

/* Where `trace` and `us` are at hand: `count` times the parameter called `member`. */
#define USE(member, count) evaluate_use(trace, us, &evaluate_parameters.member, (count))

/* Place in a piece-square table: rank by rank from the colour's own side, files a–d. */
static inline int folded_square(Color color, Square square)
{
    const Square relative = square_relative(color, square);
    const int file = square_file(relative);
    return square_rank(relative) * 4 + (file < 4 ? file : 7 - file);
}

static inline Bitboard fill_up(Bitboard b)
{
    b |= b << 8;
    b |= b << 16;
    return b | b << 32;
}

static inline Bitboard fill_down(Bitboard b)
{
    b |= b >> 8;
    b |= b >> 16;
    return b | b >> 32;
}

/* The squares in front of `b`, seen from `color`, to the end of their files. */
static inline Bitboard front_span(Color color, Bitboard b)
{
    return color == WHITE ? fill_up(b << 8) : fill_down(b >> 8);
}

static inline Bitboard adjacent_files(Bitboard b)
{
    return (b & ~FILE_H) << 1 | (b & ~FILE_A) >> 1;
}

static inline Bitboard file_of(Square square)
{
    return FILE_A << square_file(square);
}

#endif
