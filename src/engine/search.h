/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The tree search: principal variation search with quiescence at its end.
 */
#ifndef CAROUSEL_ENGINE_SEARCH_H
#define CAROUSEL_ENGINE_SEARCH_H

#include "engine/worker.h"

/* Fills the constant tables. Safe to call again; not from two threads at once. */
void search_init(void);

/* Searches the root with the moves from `worker->line` on, to `depth`, between alpha and beta. Fills in the
 * root moves. The score means nothing if `worker->aborted` is set. */
int search_root(Worker *worker, int alpha, int beta, int depth);

#endif
