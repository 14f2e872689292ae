/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Perft: the number of move sequences of a given length, the classic test of a move generator.
 *
 * perft_run() counts a position, several threads sharing the work, and gives the count of every root
 * move. It owns nothing afterwards. Any thread may call it; the chess tables must stand (chess_init).
 */
#ifndef CAROUSEL_PERFT_PERFT_H
#define CAROUSEL_PERFT_PERFT_H

#include "chess/movegen.h"
#include "chess/position.h"

#include <stdatomic.h>
#include <stddef.h>

enum {
    PERFT_MAX_DEPTH = 20,      /* without a table more could not end */
    PERFT_MAX_DEPTH_HASH = 60, /* what a table entry can name */
    PERFT_MAX_THREADS = 256
};

typedef enum PerftError {
    PERFT_OK,
    PERFT_STOPPED,   /* the stop flag was raised */
    PERFT_OVERFLOW,  /* the count does not fit 64 bits */
    PERFT_NO_MEMORY, /* for the table or the list of jobs */
    PERFT_NO_THREAD  /* the system gave none */
} PerftError;

/* How far a count has come. */
typedef struct PerftProgress {
    double done;    /* share of the jobs that are counted, 0…1 */
    uint64_t nodes; /* in them */
    int64_t elapsed_ns;
} PerftProgress;

typedef struct PerftOptions {
    int threads;             /* 0 counts as 1 */
    int hash_mb;             /* 0: no table */
    const atomic_bool *stop; /* may be NULL; looked at every few milliseconds */
    /* May be NULL. Called on the caller's thread about five times a second. */
    void (*progress)(void *context, const PerftProgress *progress);
    void *context;
} PerftOptions;

typedef struct PerftDivision {
    Move move;
    uint64_t nodes;
} PerftDivision;

typedef struct PerftResult {
    PerftError error; /* unless PERFT_OK, the counts are void */
    uint64_t nodes;
    int64_t elapsed_ns;
    int count;                      /* of root moves; 0 for depth 0 */
    PerftDivision moves[MAX_MOVES]; /* sorted by their UCI text */
} PerftResult;

/* Counts `depth` (0…PERFT_MAX_DEPTH, with a table PERFT_MAX_DEPTH_HASH) plies. `options` may be NULL: one
 * thread, no table. True if result->error is PERFT_OK. */
bool perft_run(const Position *position, int depth, const PerftOptions *options, PerftResult *result);

/* A sentence for an error. */
const char *perft_error_text(PerftError error);

#endif
