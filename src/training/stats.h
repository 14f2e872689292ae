/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What files of positions hold, counted as a stream: how much, how it ended, whether scores and results agree, and
 * what should not be there twice.
 */
#ifndef CAROUSEL_TRAINING_STATS_H
#define CAROUSEL_TRAINING_STATS_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Stats {
    uint64_t positions;
    uint64_t games;
    uint64_t results[3];    /* positions by PackedResult */
    uint64_t decided;       /* positions of games that were won, with a clear score … */
    uint64_t agreeing;      /* … and how many of those scores name the winner */
    uint64_t duplicates;    /* positions that have come before */
    uint64_t shared_seeds;  /* seeds found in more than one file: the same games, unless the settings differ */
    uint64_t a_shared_seed; /* one of them */
} Stats;

/* Counts at most `limit` positions (0: all). False with the reason. */
bool stats_count(Stats *stats, char *const *paths, int path_count, uint64_t limit, Error *error);

/* The share of clear scores that agree with the game's result, 0…1; 1 if there are none. */
double stats_agreement(uint64_t agreeing, uint64_t decided);

#endif
