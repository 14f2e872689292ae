/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The part of the evaluation that pawns alone decide: structure, and which of them are passed. Pure.
 */
#ifndef CAROUSEL_ENGINE_EVALUATE_PAWNS_H
#define CAROUSEL_ENGINE_EVALUATE_PAWNS_H

#include "engine/evaluate.h"

/* Fills the whole entry for the position's pawns. `trace` may be NULL. */
void evaluate_pawns(const Position *position, PawnEntry *entry, EvaluateTrace *trace);

#endif
