/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Pool: a few threads that think for all built-in opponents of an exhibition, so that memory does not grow with their
 * number. A job's answer depends only on its game, nodes, strength and seed: never on what the thread did before, on
 * how many threads there are, or on time.
 *
 * All functions belong to the reactor's thread. A job's `done` is called there, never from inside a function of the pool.
 */
#ifndef CAROUSEL_SEATS_POOL_H
#define CAROUSEL_SEATS_POOL_H

#include "base/error.h"
#include "chess/game.h"
#include "system/reactor.h"

typedef struct Pool Pool;

typedef struct PoolTask {
    const Game *game; /* copied; the side to move is thought for */
    uint64_t nodes;
    int elo;       /* 0: full strength at so many nodes */
    uint64_t seed; /* of the game */
} PoolTask;

typedef struct PoolAnswer {
    Move move; /* MOVE_NONE if there is no legal one */
    int score; /* the engine's own scale */
    int depth;
} PoolAnswer;

typedef struct PoolJob PoolJob;

/* NULL with the reason if memory or threads cannot be had. */
Pool *pool_create(Reactor *reactor, int threads, Error *error);

/* Every job must be answered or dropped by now. NULL is fine. */
void pool_destroy(Pool *pool);

/* Queues a job behind those of its kind; an urgent one goes before all that are not. `done` is called once, unless the
 * job is dropped; the job is gone then. NULL if memory ran out. */
PoolJob *pool_submit(Pool *pool, const PoolTask *task, bool urgent, void (*done)(void *context, const PoolAnswer *answer), void *context);

/* Somebody waits for it now. */
void pool_make_urgent(Pool *pool, PoolJob *job);

/* Its answer is not wanted: no `done` any more. */
void pool_drop(Pool *pool, PoolJob *job);

/* Calls `done` for every job that is finished by now. */
void pool_drain(Pool *pool);

#endif
