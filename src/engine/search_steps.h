/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The steps of a node of the main search, and the search they call in turn; private to engine/search*.c.
 */
#ifndef CAROUSEL_ENGINE_SEARCH_STEPS_H
#define CAROUSEL_ENGINE_SEARCH_STEPS_H

#include "engine/node.h"
#include "engine/search.h"

/* The score of the frame's position between alpha and beta to `depth`; `cut`: beta or more is expected. Means nothing if
 * `worker->aborted` is set. */
int search_node(Worker *worker, Frame *frame, int alpha, int beta, int depth, bool cut);

/* Steps 4 to 7: reverse futility, null move, internal iterative reduction, ProbCut. True if the node is settled, by
 * `*score`, or the search aborted. */
bool search_settles_before_moves(Worker *worker, Frame *frame, Node *node, int *score);

/* True if the table move has proved good enough at nearly this depth for asking whether it is singular. */
bool search_may_be_singular(const Worker *worker, const Frame *frame, const Node *node);

/* How far to extend the table move. Searched without it at half depth, all others must fail well below its score: then
 * it is the only good move, all depends on it, and it is looked at deeper. If they beat beta as well, several moves cut
 * and the node is cut off by `cutoff` (multi-cut), which else stays as it is. If they come near, the move is not that
 * special and is cut short where a cutoff is expected. All together +35 ± 30; double and triple extensions and
 * multi-cut alone not clear, negative extensions +17 ± 31. */
int search_singular_extension(Worker *worker, Frame *frame, const Node *node, int *cutoff);

#endif
