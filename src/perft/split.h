/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * One count spread over many machines: the different positions some plies below a root, each with the number of
 * ways that lead to it, to be counted anywhere and added up.
 */
#ifndef CAROUSEL_PERFT_SPLIT_H
#define CAROUSEL_PERFT_SPLIT_H

#include "chess/position.h"

#include <stddef.h>

typedef struct SplitJob {
    Board board;
    uint64_t weight; /* sequences of moves that lead here */
} SplitJob;

typedef struct SplitList {
    SplitJob *jobs;
    size_t count;
} SplitList;

/* All different positions `plies` moves after the position. False if memory ran out. Ends with split_destroy(). */
bool split_positions(const Position *position, int plies, SplitList *list);

void split_destroy(SplitList *list);

/* *sum += nodes * weight; false if that does not fit. */
bool split_add(uint64_t *sum, uint64_t nodes, uint64_t weight);

#endif
