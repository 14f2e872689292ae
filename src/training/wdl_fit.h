/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What scores are worth in results: fits the two constants of src/engine/wdl.c to positions whose score and
 * result are both known.
 */
#ifndef CAROUSEL_TRAINING_WDL_FIT_H
#define CAROUSEL_TRAINING_WDL_FIT_H

#include "training/packed.h"

#include <stdint.h>

enum { WDL_SCORE_MOST = 32000, WDL_SCORES = 2 * WDL_SCORE_MOST + 1 };

/* How often each score met each result: all that the fit needs to know. All zero is empty. 1 MB: not for the stack. */
typedef struct WdlCounts {
    uint64_t positions;
    uint64_t decided[WDL_SCORES]; /* by the winner's score + WDL_SCORE_MOST */
    uint64_t drawn[WDL_SCORES];   /* by White's */
} WdlCounts;

/* Adds a position. */
void wdl_count(WdlCounts *counts, int white_score_cp, PackedResult result);

typedef struct WdlFit {
    double even_cp;  /* the score that wins half of the games */
    double slope_cp; /* centipawns to the logistic function's unit */
    double loss;     /* mean negative logarithm of the chance that was given to what happened */
} WdlFit;

/* The constants under which the results are most likely. False if there are none: nothing won, nothing drawn,
 * scores that tell all results apart, or results that do not go with the scores. */
bool wdl_fit(const WdlCounts *counts, WdlFit *fit);

#endif
