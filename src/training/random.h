/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Reproducible random numbers for self-play and shuffling: SplitMix64 (Steele, Lea, Flood 2014). A value a user.
 */
#ifndef CAROUSEL_TRAINING_RANDOM_H
#define CAROUSEL_TRAINING_RANDOM_H

#include "base/splitmix64.h"

#include <stdint.h>

typedef struct Random {
    uint64_t state;
} Random;

static inline uint64_t random_next(Random *random)
{
    return splitmix64_next(&random->state);
}

/* Even enough for any `bound` far below 2^64; from 0 to bound - 1. */
static inline uint64_t random_below(Random *random, uint64_t bound)
{
    return random_next(random) % bound;
}

/* The generator of number `index` in the family of `seed`. */
static inline Random random_of(uint64_t seed, uint64_t index)
{
    Random random = {seed};
    random.state = random_next(&random) ^ (index * 0xd1342543de82ef95u);
    random_next(&random);
    return random;
}

#endif
