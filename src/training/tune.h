/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Texel tuning (https://www.chessprogramming.org/Texel%27s_Tuning_Method): fits the evaluation's parameters
 * to games, by gradient descent on the squared error of the expected score.
 */
#ifndef CAROUSEL_TRAINING_TUNE_H
#define CAROUSEL_TRAINING_TUNE_H

#include "training/samples.h"

#include <stdio.h>

typedef struct TuneOptions {
    int epochs;
    int threads;
    double rate_cp;       /* Adam's step at the start, centipawns; falls by a cosine to a hundredth */
    double result_weight; /* of the game's result in the target, the rest is the search's score */
    double pull;          /* towards the values tuning began with: keeps the rarely used where they are */
    double scale_cp;      /* centipawns to the logistic function's unit; 0: fitted to the results first */
} TuneOptions;

TuneOptions tune_default_options(void);

/* Fits the parameters, starting from the engine's own, and writes evaluate_parameters.c to `out`. The result
 * does not depend on the number of threads. The loss goes to stderr, step by step if that is a terminal. False with the reason. */
bool tune_run(const TuneOptions *options, const Samples *samples, FILE *out, Error *error);

#endif
