/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Static evaluation as the search sees it: what is known of the endgame first, then the engine's network, or the
 * hand-written terms where there is none. Centipawns from the side to move's view. Not while in check.
 */
#ifndef CAROUSEL_ENGINE_STATIC_EVALUATION_H
#define CAROUSEL_ENGINE_STATIC_EVALUATION_H

#include "engine/accumulator.h"
#include "engine/evaluate.h"

/* `position` stands at `ply` of the line that `accumulators`, of the same network, follow; `network` may be NULL. */
int static_evaluation(const Network *network, Accumulators *accumulators, int ply, const Position *position, EvaluateCache *cache);

/* The same from nothing. */
int static_evaluation_afresh(const Network *network, const Position *position);

#endif
