/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * `go mate N` at the root: the exact search takes turns with the ordinary one, on the first worker's thread. A turn is as
 * long as the ordinary search has had so far, so that nothing it finds takes more than twice as long.
 */
#ifndef CAROUSEL_ENGINE_ROOT_MATE_H
#define CAROUSEL_ENGINE_ROOT_MATE_H

#include "engine/mate_search.h"
#include "engine/worker.h"

typedef struct RootMate {
    MateSearch *search; /* NULL: no mate asked for, or none that can be decided */
    int64_t used_ns;
} RootMate;

/* For the worker that watches the clock. */
void root_mate_begin(RootMate *mate, const Worker *worker);
void root_mate_end(RootMate *mate);

/* Takes a turn; `to_the_end`: until it is decided, or the search is to be left. MATE_NONE has been told to the listener; a mate that was
 * found is the first root move, its line and score with it. */
MateAnswer root_mate_turn(RootMate *mate, Worker *worker, bool to_the_end);

#endif
