/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Training positions in memory, as sparse rows: which evaluation parameters each position uses, how often,
 * and what the game said. Owned by whoever loads them; read-only afterwards, so any thread may read.
 */
#ifndef CAROUSEL_TRAINING_SAMPLES_H
#define CAROUSEL_TRAINING_SAMPLES_H

#include "base/error.h"
#include "engine/evaluate.h"

#include <stddef.h>
#include <stdint.h>

typedef struct SampleTerm {
    uint16_t parameter;
    int16_t count; /* White less Black */
} SampleTerm;

typedef struct Sample {
    size_t first_term;
    uint16_t term_count;
    int16_t score_cp;        /* of the search, White's view */
    float middlegame_weight; /* how much of a middlegame centipawn reaches the evaluation */
    float endgame_weight;    /* likewise an endgame centipawn, scaling included */
    float result;            /* 0, 0.5, 1 for White */
} Sample;

typedef struct Samples {
    Sample *rows;
    size_t count;
    size_t training_count; /* the first so many train, the rest (whole games) validate */
    SampleTerm *terms;
    size_t term_count;
    size_t decided;  /* positions of decided games with a clear score … */
    size_t agreeing; /* … and how many of those scores name the winner */
} Samples;

/* Loads chunk files, at most `limit` positions (0: all). Every hundredth game is kept for validation.
 * False with the reason: a file is unreadable or damaged, or memory ran out. */
bool samples_load(Samples *samples, char *const *paths, int path_count, size_t limit, Error *error);

void samples_destroy(Samples *samples);

/* The share of clear scores that agree with the game's result, 0…1. Data with its results mixed up shows here. */
double samples_agreement(const Samples *samples);

#endif
