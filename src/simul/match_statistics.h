/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What the results of a match say about strength: Elo, normalized Elo, the likelihood of superiority, and the sequential
 * probability ratio test, as match runners print them.
 *
 * A match is counted in classes of equal results, the worst first: three of single games (lost, drawn, won), or five of
 * pairs of games (0, 1/2, 1, 1 1/2 and 2 points out of 2). All seen from the first player. Pure; any thread. Nothing that
 * decides a game depends on it: floating point may differ in the last digit from machine to machine.
 */
#ifndef CAROUSEL_SIMUL_MATCH_STATISTICS_H
#define CAROUSEL_SIMUL_MATCH_STATISTICS_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MATCH_GAME_CLASSES = 3, MATCH_PAIR_CLASSES = 5 };

typedef struct MatchCounts {
    int classes; /* MATCH_GAME_CLASSES or MATCH_PAIR_CLASSES */
    int64_t of[MATCH_PAIR_CLASSES];
} MatchCounts;

/* With s the mean score and v the variance of one game or pair, n their number. */
typedef struct MatchStrength {
    bool known;              /* false: nothing was played, or all ended alike; then nothing below means anything */
    double elo, elo_error;   /* -400 log10(1/s - 1); error: half the width of the interval of 95 % */
    bool error_known;        /* false: the interval of `elo` reaches a score of 0 or 1 */
    double nelo, nelo_error; /* (s - 1/2) / sqrt(v) · 800/ln 10; for pairs sqrt(2v) */
    double superiority;      /* LOS: the probability that the first player is the stronger one, 0 … 1 */
} MatchStrength;

void match_strength(const MatchCounts *counts, MatchStrength *strength);

typedef enum SprtModel { SPRT_NORMALIZED, SPRT_LOGISTIC } SprtModel;

/* Is the difference `elo0` or `elo1`? In nElo or Elo as `model` says. */
typedef struct Sprt {
    double elo0, elo1, alpha, beta;
    SprtModel model;
} Sprt;

enum { SPRT_ERROR_SIZE = 128 };

/* Reads `elo0 0 elo1 10 [alpha 0.05] [beta 0.05] [model normalized|logistic]`, in any order, also `elo0=0`. False with a
 * sentence. */
bool sprt_parse(const char *text, Sprt *sprt, char error[SPRT_ERROR_SIZE]);

/* True for a word a test may have: `elo0`, also `elo0=0`. */
bool sprt_knows(Text word);

/* The log-likelihood ratio, by maximum likelihood (M. Van den Bergh, "The generalized sequential probability ratio test for
 * multinomial distributions" and "Normalized Elo made practical"); a class nobody has reached counts as 0.001. 0 if nothing
 * has been played. */
double sprt_llr(const Sprt *sprt, const MatchCounts *counts);

/* The bounds at which elo0 (lower) and elo1 (upper) are accepted: ln(beta/(1 - alpha)), ln((1 - beta)/alpha). */
double sprt_lower(const Sprt *sprt);
double sprt_upper(const Sprt *sprt);

#endif
