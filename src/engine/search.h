/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The tree search: principal variation search with quiescence at its end.
 *
 * Alpha-beta proves a score by looking only at moves that can still matter. What makes it strong is a good order of the
 * moves, and knowing what need not be looked at, or not so deeply: each step of search() that does so says why it may,
 * and is named as in tests/strength.md, where the games played with and without it are logged. "not clear" there means
 * that those games could not tell it from nothing.
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
