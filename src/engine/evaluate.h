/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Static evaluation: tapered sums of the parameters in evaluate_parameters.h. Integers only, the same on
 * every machine.
 */
#ifndef CAROUSEL_ENGINE_EVALUATE_H
#define CAROUSEL_ENGINE_EVALUATE_H

#include "chess/position.h"
#include "engine/evaluate_parameters.h"

enum { EVALUATION_LIMIT = 20000 }; /* evaluations lie within ± this */

/* What pawns alone decide, kept by pawn key. */
typedef struct PawnEntry {
    uint64_t key;
    Tapered score; /* White's view */
    Bitboard passed;
    Bitboard attacks[COLOR_COUNT];
    Bitboard attack_spans[COLOR_COUNT]; /* squares a pawn attacks now or could, advancing */
} PawnEntry;

enum { PAWN_CACHE_SIZE = 4096 }; /* a power of two */

/* Belongs to one thread. All zero is a valid, empty cache. */
typedef struct EvaluateCache {
    PawnEntry pawns[PAWN_CACHE_SIZE];
} EvaluateCache;

/* For tuning: how often each parameter counts, White less Black, and what scales the sum. */
typedef struct EvaluateTrace {
    int16_t count[EVALUATE_PARAMETER_COUNT];
    int phase;         /* 0 endgame … EVALUATE_PHASE_MAX middlegame */
    int endgame_scale; /* of ENDGAME_SCALE_FULL */
} EvaluateTrace;

enum { EVALUATE_PHASE_MAX = 24 };

/* Centipawns from the side to move's view. Not while in check. `cache` may be NULL. */
int evaluate(const Position *position, EvaluateCache *cache);

/* The same, and says how it came about. Slow. */
int evaluate_with_trace(const Position *position, EvaluateTrace *trace);

#endif
