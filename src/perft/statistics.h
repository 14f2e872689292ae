/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What the last moves of all sequences are: the columns of published perft tables.
 *
 * A move that takes en passant is a capture too. A check by another piece than the one that moved is
 * discovered; when the moved piece gives check as well it is a double check and not counted as discovered.
 */
#ifndef CAROUSEL_PERFT_STATISTICS_H
#define CAROUSEL_PERFT_STATISTICS_H

#include "chess/board.h"

typedef struct PerftStatistics {
    uint64_t nodes;
    uint64_t captures;
    uint64_t en_passant;
    uint64_t castles;
    uint64_t promotions;
    uint64_t checks;
    uint64_t discovered_checks;
    uint64_t double_checks;
    uint64_t mates;
} PerftStatistics;

/* Counts the sequences of `depth` (at least 1) moves. Adds to *statistics. Slow: every move is made. Any thread. */
void statistics_count(const Board *board, int depth, PerftStatistics *statistics);

#endif
