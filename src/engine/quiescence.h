/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Quiescence: from the last ply of the search on only captures and promotions, or all moves in check, until the
 * position is quiet enough to be evaluated. An evaluation in the middle of an exchange would be off by a piece.
 */
#ifndef CAROUSEL_ENGINE_QUIESCENCE_H
#define CAROUSEL_ENGINE_QUIESCENCE_H

#include "engine/worker.h"

/* The score of `frame`'s position between alpha and beta; means nothing if `worker->aborted` is set. */
int quiescence(Worker *worker, Frame *frame, int alpha, int beta);

#endif
