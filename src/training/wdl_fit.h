/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What scores are worth in results: fits the two constants of src/engine/wdl.c to positions whose score and
 * result are both known.
 */
#ifndef CAROUSEL_TRAINING_WDL_FIT_H
#define CAROUSEL_TRAINING_WDL_FIT_H

#include "training/samples.h"

typedef struct WdlFit {
    double even_cp;  /* the score that wins half of the games */
    double slope_cp; /* centipawns to the logistic function's unit */
    double loss;     /* mean negative logarithm of the chance that was given to what happened */
} WdlFit;

/* The constants under which the results are most likely. False if there are none: nothing won, nothing drawn,
 * scores that tell all results apart, or results that do not go with the scores. */
bool wdl_fit(const Samples *samples, WdlFit *fit);

#endif
