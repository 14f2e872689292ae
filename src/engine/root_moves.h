/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The moves at the root, what the search has found out about each, and their order. They belong to a worker;
 * those before `worker->line` are the lines that MultiPV has already.
 */
#ifndef CAROUSEL_ENGINE_ROOT_MOVES_H
#define CAROUSEL_ENGINE_ROOT_MOVES_H

#include "engine/worker.h"

/* The moves of `given`, of which nothing is known yet. */
void root_moves_init(Worker *worker, const MoveList *given);

/* What the search of `move` between alpha and beta has brought, with `nodes`; `frame` is the root's. The line of a
 * move that has not beaten the `first` one is not known. */
void root_moves_note(Worker *worker, const Frame *frame, Move move, int score, int alpha, int beta, bool first, uint64_t nodes);

/* Puts those from `begin` to before `end` in order, best first. Stable: moves that were not improved keep the order
 * of the iteration before. */
void root_moves_sort(Worker *worker, int begin, int end);

#endif
