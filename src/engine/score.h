/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Scores inside the search: centipawns from the side to move's view, mates as a distance in plies; what is won or lost is so by a
 * mate or by endgame tables.
 */
#ifndef CAROUSEL_ENGINE_SCORE_H
#define CAROUSEL_ENGINE_SCORE_H

#include "engine/engine_types.h"

enum {
    SCORE_DRAW = 0,
    SCORE_INFINITE = SCORE_MATE + 1, /* beyond every score */
    SCORE_NONE = SCORE_MATE + 2      /* no score; fits 16 bits */
};

/* Being mated, mating, `ply` plies from the root. */
static inline int score_mated_in(int ply)
{
    return ply - SCORE_MATE;
}

static inline int score_mate_in(int ply)
{
    return SCORE_MATE - ply;
}

static inline bool score_is_win(int score)
{
    return score >= SCORE_TABLE_BOUND && score <= SCORE_MATE;
}

static inline bool score_is_loss(int score)
{
    return score <= -SCORE_TABLE_BOUND;
}

static inline bool score_is_decided(int score)
{
    return score_is_win(score) || score_is_loss(score);
}

static inline int score_clamp(int score, int low, int high)
{
    return score < low ? low : score > high ? high : score;
}

#endif
