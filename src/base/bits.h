/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Bit operations on 64-bit boards, and the only processor #ifdefs of the chess room.
 *
 * Every operation has a portable twin with the suffix `_portable`, which the tests compare with the
 * fast one. Which twin is used is decided when the program is built.
 */
#ifndef CAROUSEL_BASE_BITS_H
#define CAROUSEL_BASE_BITS_H

#include <assert.h>
#include <stdint.h>

#if defined(__BMI2__) && defined(__x86_64__) && !defined(CAROUSEL_NO_PEXT) && !defined(__znver1__) && !defined(__znver2__)
/* Parallel bit extraction is fast on every processor with BMI2 but AMD's first two Zen generations. */
#define BITS_HAVE_PEXT 1
#else
#define BITS_HAVE_PEXT 0
#endif

typedef uint64_t Bitboard;

/* Number of set bits, by the parallel sums of Hacker's Delight 5-1. */
static inline int bits_count_portable(Bitboard b)
{
    b = b - ((b >> 1) & 0x5555555555555555u);
    b = (b & 0x3333333333333333u) + ((b >> 2) & 0x3333333333333333u);
    b = (b + (b >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)((b * 0x0101010101010101u) >> 56);
}

/* Number of set bits. */
static inline int bits_count(Bitboard b)
{
#if defined(__POPCNT__) || defined(__aarch64__)
    return __builtin_popcountll(b);
#else
    return bits_count_portable(b);
#endif
}

/* Index of the lowest set bit, 0..63. `b` must not be empty. */
static inline int bits_lowest(Bitboard b)
{
    assert(b != 0);
    return __builtin_ctzll(b);
}

/* Index of the highest set bit, 0..63. `b` must not be empty. */
static inline int bits_highest(Bitboard b)
{
    assert(b != 0);
    return 63 - __builtin_clzll(b);
}

/* Takes the lowest set bit out of `*b` and returns its index. `*b` must not be empty. */
static inline int bits_pop(Bitboard *b)
{
    const int square = bits_lowest(*b);
    *b &= *b - 1;
    return square;
}

/* True if two or more bits are set. */
static inline int bits_several(Bitboard b)
{
    return (b & (b - 1)) != 0;
}

/* The bits of `b` selected by `mask`, packed towards bit 0 (the PEXT instruction's definition). */
static inline uint64_t bits_extract_portable(uint64_t b, uint64_t mask)
{
    uint64_t packed = 0;
    for (uint64_t bit = 1; mask != 0; bit <<= 1) {
        if (b & mask & (~mask + 1))
            packed |= bit;
        mask &= mask - 1;
    }
    return packed;
}

#if BITS_HAVE_PEXT
static inline uint64_t bits_extract(uint64_t b, uint64_t mask)
{
    /* (The compiler's own name of _pext_u64(): <immintrin.h> would cost every file a third of a second to read.) */
    return __builtin_ia32_pext_di(b, mask);
}
#endif

/* Asks for the cache line at `address` ahead of its use. */
static inline void bits_prefetch(const void *address)
{
    __builtin_prefetch(address);
}

#endif
