/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Finding the position where another generator goes wrong: compare the divisions, follow the first move whose
 * counts differ, and so on, until a position's own moves differ.
 */
#ifndef CAROUSEL_PERFT_COMPARE_H
#define CAROUSEL_PERFT_COMPARE_H

#include "perft/peer.h"
#include "perft/perft.h"

typedef enum CompareVerdict {
    COMPARE_SAME,
    COMPARE_MOVES,  /* the peer has too few or too many moves in `position` */
    COMPARE_COUNTS, /* the same moves, but a count that the moves below do not explain */
    COMPARE_FAILED  /* the peer or the count failed: `message` */
} CompareVerdict;

typedef struct Comparison {
    CompareVerdict verdict;
    uint64_t ours, theirs; /* the whole counts, of the root */
    Position position;     /* where they differ */
    int depth;             /* left there */
    int path_length;
    char path[PERFT_MAX_DEPTH][UCI_MOVE_SIZE]; /* from the root to it */
    int missing_count;
    char missing[MAX_MOVES][UCI_MOVE_SIZE]; /* our moves that the peer lacks */
    int extra_count;
    char extra[MAX_MOVES][UCI_MOVE_SIZE]; /* the peer's moves that we lack; nothing says which of us is right */
    char message[PEER_MESSAGE_SIZE];
} Comparison;

/* Compares with an open peer down to `depth` (1…PERFT_MAX_DEPTH). Each of the peer's counts may take `timeout_ns`. */
void compare_run(Peer *peer, const Position *position, int depth, int64_t timeout_ns, const PerftOptions *options, Comparison *comparison);

#endif
