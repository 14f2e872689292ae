/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The threads of an engine: they sleep until a search begins, take part in it, and the first one gives the answer.
 */
#include "engine/engine_state.h"

#include "engine/root.h"
#include "system/clock.h"
#include "system/memory.h"

#include <stdlib.h>

enum { SEARCH_STACK_BYTES = 8 << 20 };

/* The answer may not come before stop or ponderhit, even if there is nothing left to search. */
static void wait_for_permission(Engine *engine)
{
    Search *search = &engine->search;
    mutex_lock(&engine->mutex);
    while (!search_is_stopped(search) && (search->limits.infinite || atomic_load_explicit(&search->pondering, memory_order_relaxed)))
        condition_wait(&engine->changed, &engine->mutex);
    mutex_unlock(&engine->mutex);
}

bool engine_prefers(int depth, const RootMove *move, int best_depth, const RootMove *best)
{
    if (score_is_win(move->score) || score_is_win(best->score))
        return move->score > best->score;
    return depth > best_depth || (depth == best_depth && move->score > best->score && move->bound == BOUND_EXACT);
}

/* The worker whose result counts. */
static Worker *best_worker(const Search *search)
{
    Worker *best = search->workers[0];
    if (search->options.multipv > 1 || search->limits.depth > 0)
        return best;
    for (int i = 1; i < search->worker_count; i++) {
        Worker *worker = search->workers[i];
        if (engine_prefers(worker->completed_depth, &worker->root_moves[0], best->completed_depth, &best->root_moves[0]))
            best = worker;
    }
    return best;
}

/* No legal move: mate or stalemate is all there is to report. */
static void report_end_of_game(const Search *search)
{
    if (search->listener.info == NULL)
        return;
    SearchInfo info = {.multipv = 1,
                       .score = position_in_check(&search->root) ? -SCORE_MATE : SCORE_DRAW,
                       .bound = BOUND_EXACT,
                       .time_ns = system_now_ns() - search->begin_ns};
    info.wdl[position_in_check(&search->root) ? 2 : 1] = 1000;
    search->listener.info(search->listener.context, &info);
}

static void run_search(Engine *engine)
{
    Search *search = &engine->search;
    Worker *first = search->workers[0];
    const bool playable = search->root_moves.count > 0;
    if (playable)
        root_search(first);
    else
        report_end_of_game(search);
    wait_for_permission(engine);
    search_stop(search);

    mutex_lock(&engine->mutex);
    while (engine->helpers_running > 0)
        condition_wait(&engine->changed, &engine->mutex);
    mutex_unlock(&engine->mutex);

    SearchResult result = {.best = MOVE_NONE, .ponder = MOVE_NONE, .time_ns = system_now_ns() - search->begin_ns};
    if (playable) {
        Worker *best = best_worker(search);
        /* What was told last need not be what is played: another worker's move, a change of mind in the iteration
         * that was broken off, a bound, or nothing at all. */
        if (best != first || first->aborted || first->completed_depth == 0)
            root_report_final(best);
        root_result(best, &result);
    }
    mutex_lock(&engine->mutex);
    engine->state = ANSWERING;
    engine->result = result;
    mutex_unlock(&engine->mutex);
    if (search->listener.done != NULL)
        search->listener.done(search->listener.context, &result);
    mutex_lock(&engine->mutex);
    engine->state = IDLE;
    condition_broadcast(&engine->changed);
    mutex_unlock(&engine->mutex);
}

static void *thread_main(void *argument)
{
    EngineThread *thread = argument;
    Engine *engine = thread->engine;
    while (true) {
        mutex_lock(&engine->mutex);
        while (!engine->quit && thread->searches == engine->searches)
            condition_wait(&engine->changed, &engine->mutex);
        const bool quit = engine->quit;
        thread->searches = engine->searches;
        mutex_unlock(&engine->mutex);
        if (quit)
            return NULL;
        if (thread->worker->index == 0) {
            run_search(engine);
            continue;
        }
        if (engine->search.root_moves.count > 0)
            root_search(thread->worker);
        mutex_lock(&engine->mutex);
        engine->helpers_running--;
        condition_broadcast(&engine->changed);
        mutex_unlock(&engine->mutex);
    }
}

void engine_end_threads(Engine *engine)
{
    mutex_lock(&engine->mutex);
    engine->quit = true;
    condition_broadcast(&engine->changed);
    mutex_unlock(&engine->mutex);
    for (int i = 0; i < engine->search.worker_count; i++) {
        thread_join(&engine->threads[i].thread);
        memory_free_large(engine->threads[i].worker, sizeof(Worker));
    }
    free(engine->threads);
    free(engine->search.workers);
    engine->threads = NULL;
    engine->search.workers = NULL;
    engine->search.worker_count = 0;
    engine->quit = false;
}

bool engine_start_threads(Engine *engine, int count)
{
    engine->threads = calloc((size_t)count, sizeof *engine->threads);
    engine->search.workers = calloc((size_t)count, sizeof(Worker *));
    if (engine->threads == NULL || engine->search.workers == NULL) {
        free(engine->threads);
        free(engine->search.workers);
        engine->threads = NULL;
        engine->search.workers = NULL;
        return false;
    }
    for (int i = 0; i < count; i++) {
        EngineThread *thread = &engine->threads[i];
        Worker *worker = memory_allocate_large(sizeof *worker);
        if (worker == NULL) {
            engine_end_threads(engine);
            return false;
        }
        worker->search = &engine->search;
        worker->index = i;
        accumulators_set_network(&worker->accumulators, engine->search.network);
        *thread = (EngineThread){.engine = engine, .worker = worker, .searches = engine->searches};
        engine->search.workers[i] = worker;
        engine->search.worker_count = i + 1;
        if (!thread_start(&thread->thread, thread_main, thread, SEARCH_STACK_BYTES)) {
            engine_end_threads(engine);
            return false;
        }
    }
    return true;
}
