/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014): the one generator of the
 * project, the same on every machine. Any thread; the state is the caller's.
 */
#ifndef CAROUSEL_BASE_SPLITMIX64_H
#define CAROUSEL_BASE_SPLITMIX64_H

#include <stdint.h>

#define SPLITMIX64_STEP ((uint64_t)0x9e3779b97f4a7c15u)

/* Spreads every bit of `z` over the whole number; one to one. */
static inline uint64_t splitmix64_mix(uint64_t z)
{
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* The next number; any state will do as a seed. */
static inline uint64_t splitmix64_next(uint64_t *state)
{
    return splitmix64_mix(*state += SPLITMIX64_STEP);
}

#endif
