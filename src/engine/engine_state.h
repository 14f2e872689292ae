/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What the files of the engine share: its state. engine.c is what others ask of it, engine_threads.c the threads that search.
 *
 * One thread a worker lives as long as the engine and sleeps between searches. The first worker's thread runs
 * the search: it waits for the others, and for stop or ponderhit where no answer may come before, and answers.
 */
#ifndef CAROUSEL_ENGINE_ENGINE_STATE_H
#define CAROUSEL_ENGINE_ENGINE_STATE_H

#include "engine/engine.h"
#include "engine/search.h"
#include "system/thread.h"

typedef enum State { IDLE, SEARCHING, ANSWERING } State;

typedef struct EngineThread {
    struct Engine *engine;
    Thread thread;
    Worker *worker;
    uint64_t searches; /* how many this thread has taken part in */
} EngineThread;

struct Engine {
    Search search;
    EngineThread *threads; /* search.worker_count of them */
    Mutex mutex;           /* guards what follows */
    Condition changed;
    State state;
    uint64_t searches; /* begun so far */
    int helpers_running;
    bool quit;
    SearchResult result; /* of the last search */
};

/* True if a thread's `move`, found at `depth`, is to be played rather than another's `best`: the shorter mate, else the
 * deeper result, whichever score is higher, as it has seen what the other has not; of two as deep the higher exact score. */
bool engine_prefers(int depth, const RootMove *move, int best_depth, const RootMove *best);

/* So many threads with a worker each. False if memory or threads cannot be had; there are none then. */
bool engine_start_threads(Engine *engine, int count);

/* Ends all threads and frees the workers. */
void engine_end_threads(Engine *engine);

#endif
