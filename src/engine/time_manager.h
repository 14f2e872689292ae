/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * How long to think: from the clock to a soft limit, at which no new iteration is begun, and a hard
 * limit, at which the search is broken off. Pure arithmetic on ns; the clock is read elsewhere.
 */
#ifndef CAROUSEL_ENGINE_TIME_MANAGER_H
#define CAROUSEL_ENGINE_TIME_MANAGER_H

#include "engine/engine_types.h"

typedef struct TimePlan {
    bool limited;    /* false: no clock, think until another limit */
    bool fixed;      /* the time is given (movetime): the soft limit does not move */
    int64_t soft_ns; /* since the clock was started */
    int64_t hard_ns;
} TimePlan;

/* What the search knows after an iteration. */
typedef struct TimeSigns {
    int stable_iterations;  /* how many iterations the best move has stood */
    int score_drop_cp;      /* how far the score has fallen since earlier iterations; negative: risen */
    int best_node_permille; /* share of nodes spent on the best move */
} TimeSigns;

TimePlan time_plan(const SearchLimits *limits, Color side, int overhead_ms);

/* The soft limit, moved by what the search shows. Never above the hard limit. */
int64_t time_soft_ns(const TimePlan *plan, const TimeSigns *signs);

#endif
