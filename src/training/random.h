/*
 * Reproducible random numbers for self-play and shuffling: SplitMix64 (Steele, Lea, Flood 2014). A value a user.
 */
#ifndef CAROUSEL_TRAINING_RANDOM_H
#define CAROUSEL_TRAINING_RANDOM_H

#include <stdint.h>

typedef struct Random {
    uint64_t state;
} Random;

static inline uint64_t random_next(Random *random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
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
