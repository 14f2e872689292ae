/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Chance, all of it from one number: splitmix64.
 */
#ifndef CAROUSEL_TESTS_CHANCE_H
#define CAROUSEL_TESTS_CHANCE_H

#include <stdbool.h>
#include <stdint.h>

static uint64_t chance_state;

static uint64_t chance_next(void)
{
    uint64_t z = chance_state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static int chance_below(int most)
{
    return (int)(chance_next() % (uint64_t)most);
}

static bool chance_of(int per_thousand)
{
    return chance_below(1000) < per_thousand;
}

static int64_t chance_ns(int64_t least_ms, int64_t most_ms)
{
    return least_ms * INT64_C(1000000) + (int64_t)(chance_next() % (uint64_t)((most_ms - least_ms) * INT64_C(1000000) + 1));
}

#endif
