/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Units of time (ns inside, ms at the edges) and the least, the greatest and the nearest of numbers. Pure; any thread.
 */
#ifndef CAROUSEL_BASE_UNITS_H
#define CAROUSEL_BASE_UNITS_H

#include <stdint.h>

#define NS_PER_MS INT64_C(1000000)
#define NS_PER_S INT64_C(1000000000)

static inline int int_min(int a, int b)
{
    return a < b ? a : b;
}

static inline int int_max(int a, int b)
{
    return a > b ? a : b;
}

/* The number nearest to `value` from `least` to `most`. */
static inline int int_clamp(int value, int least, int most)
{
    return value < least ? least : value > most ? most : value;
}

static inline int64_t int64_min(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t int64_max(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static inline int64_t int64_clamp(int64_t value, int64_t least, int64_t most)
{
    return value < least ? least : value > most ? most : value;
}

#endif
