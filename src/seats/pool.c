/* SPDX-License-Identifier: GPL-3.0-only */
#include "seats/pool.h"

#include "engine/engine.h"
#include "system/thread.h"

#include <stdlib.h>

enum {
    POOL_HASH_MB = 1,
    POOL_NICENESS = 5 /* opponents stand back behind side A */
};

typedef enum JobState { JOB_QUEUED, JOB_RUNNING, JOB_FINISHED } JobState;

struct PoolJob {
    PoolJob *next;
    Game game;
    uint64_t nodes;
    int elo;
    uint64_t seed;
    bool urgent;
    bool dropped;
    JobState state;
    PoolAnswer answer;
    Engine *engine; /* working on it, while RUNNING */
    void (*done)(void *context, const PoolAnswer *answer);
    void *context;
};

typedef struct JobList {
    PoolJob *first, *last;
} JobList;

typedef struct Worker {
    Pool *pool;
    Engine *engine;
    Thread thread;
} Worker;

/* `mutex` guards the lists, and of the jobs in them all that changes. */
struct Pool {
    Reactor *reactor;
    Watch watch;
    WakePipe wake; /* a worker has finished something */
    Mutex mutex;
    Condition work;
    bool ending;
    JobList urgent, usual, finished;
    int thread_count;
    Worker workers[];
};

static void list_append(JobList *list, PoolJob *job)
{
    job->next = NULL;
    if (list->last != NULL)
        list->last->next = job;
    else
        list->first = job;
    list->last = job;
}

static PoolJob *list_take(JobList *list)
{
    PoolJob *job = list->first;
    if (job != NULL) {
        list->first = job->next;
        if (list->first == NULL)
            list->last = NULL;
    }
    return job;
}

static void list_remove(JobList *list, PoolJob *job)
{
    PoolJob *before = NULL, *at = list->first;
    for (; at != NULL && at != job; at = at->next)
        before = at;
    if (at == NULL)
        return;
    if (before != NULL)
        before->next = job->next;
    else
        list->first = job->next;
    if (list->last == job)
        list->last = before;
}

static void job_free(PoolJob *job)
{
    game_destroy(&job->game);
    free(job);
}

/* The answer, from nothing but the job: a fresh table, one thread, a fixed number of nodes. */
static PoolAnswer job_think(Engine *engine, const PoolJob *job)
{
    EngineOptions options = engine_default_options();
    options.hash_mb = POOL_HASH_MB;
    options.threads = 1;
    options.elo = job->elo;
    options.seed = job->seed;
    engine_set_options(engine, &options);
    engine_new_game(engine);
    SearchLimits limits = {.nodes = job->nodes};
    SearchListener silent = {0};
    SearchResult result = engine_search(engine, &job->game, &limits, &silent);
    return (PoolAnswer){.move = result.best, .score = result.score, .depth = result.depth};
}

static void *worker_run(void *argument)
{
    Worker *worker = argument;
    Pool *pool = worker->pool;
    thread_lower_priority(POOL_NICENESS);
    mutex_lock(&pool->mutex);
    while (!pool->ending) {
        PoolJob *job = list_take(&pool->urgent);
        if (job == NULL)
            job = list_take(&pool->usual);
        if (job == NULL) {
            condition_wait(&pool->work, &pool->mutex);
            continue;
        }
        job->state = JOB_RUNNING;
        job->engine = worker->engine;
        mutex_unlock(&pool->mutex);
        PoolAnswer answer = job_think(worker->engine, job);
        mutex_lock(&pool->mutex);
        job->engine = NULL;
        job->state = JOB_FINISHED;
        job->answer = answer;
        list_append(&pool->finished, job);
        wake_signal(&pool->wake);
    }
    mutex_unlock(&pool->mutex);
    return NULL;
}

void pool_drain(Pool *pool)
{
    wake_drain(&pool->wake);
    for (;;) {
        mutex_lock(&pool->mutex);
        PoolJob *job = list_take(&pool->finished);
        mutex_unlock(&pool->mutex);
        if (job == NULL)
            break;
        void (*done)(void *context, const PoolAnswer *answer) = job->dropped ? NULL : job->done;
        void *context = job->context;
        PoolAnswer answer = job->answer;
        job_free(job);
        if (done != NULL)
            done(context, &answer);
    }
}

static void finished_ready(void *context, int what)
{
    (void)what;
    pool_drain(context);
}

Pool *pool_create(Reactor *reactor, int threads, Error *error)
{
    Pool *pool = calloc(1, sizeof *pool + (size_t)threads * sizeof pool->workers[0]);
    if (pool == NULL) {
        error_set(error, 0, "no memory for the built-in opponents");
        return NULL;
    }
    if (!wake_init(&pool->wake, error)) {
        free(pool);
        return NULL;
    }
    pool->reactor = reactor;
    pool->watch = (Watch){.ready = finished_ready, .context = pool};
    mutex_init(&pool->mutex);
    bool ok = condition_init(&pool->work) && reactor_watch(reactor, &pool->watch, pool->wake.reader, CHANNEL_READ);
    EngineOptions options = engine_default_options();
    options.hash_mb = POOL_HASH_MB;
    for (int i = 0; ok && i < threads; i++) {
        Worker *worker = &pool->workers[pool->thread_count++];
        worker->pool = pool;
        worker->engine = engine_create(&options);
        ok = worker->engine != NULL && thread_start(&worker->thread, worker_run, worker, 0);
    }
    if (!ok) {
        error_set(error, 0, "no memory or threads for the built-in opponents");
        pool_destroy(pool);
        return NULL;
    }
    return pool;
}

void pool_destroy(Pool *pool)
{
    if (pool == NULL)
        return;
    mutex_lock(&pool->mutex);
    pool->ending = true;
    condition_broadcast(&pool->work);
    mutex_unlock(&pool->mutex);
    for (int i = 0; i < pool->thread_count; i++) {
        thread_join(&pool->workers[i].thread);
        engine_destroy(pool->workers[i].engine);
    }
    pool_drain(pool); /* dropped ones that were still running */
    reactor_unwatch(pool->reactor, &pool->watch);
    wake_destroy(&pool->wake);
    condition_destroy(&pool->work);
    mutex_destroy(&pool->mutex);
    free(pool);
}

PoolJob *pool_submit(Pool *pool, const PoolTask *task, bool urgent, void (*done)(void *context, const PoolAnswer *answer), void *context)
{
    PoolJob *job = calloc(1, sizeof *job);
    if (job == NULL || !game_copy(&job->game, task->game)) {
        free(job);
        return NULL;
    }
    job->nodes = task->nodes;
    job->elo = task->elo;
    job->seed = task->seed;
    job->urgent = urgent;
    job->done = done;
    job->context = context;
    mutex_lock(&pool->mutex);
    list_append(urgent ? &pool->urgent : &pool->usual, job);
    condition_signal(&pool->work);
    mutex_unlock(&pool->mutex);
    return job;
}

void pool_make_urgent(Pool *pool, PoolJob *job)
{
    mutex_lock(&pool->mutex);
    if (job->state == JOB_QUEUED && !job->urgent) {
        list_remove(&pool->usual, job);
        list_append(&pool->urgent, job);
    }
    job->urgent = true;
    mutex_unlock(&pool->mutex);
}

void pool_drop(Pool *pool, PoolJob *job)
{
    mutex_lock(&pool->mutex);
    JobState state = job->state;
    job->dropped = true;
    if (state == JOB_QUEUED)
        list_remove(job->urgent ? &pool->urgent : &pool->usual, job);
    else if (state == JOB_RUNNING)
        engine_stop(job->engine);
    mutex_unlock(&pool->mutex);
    if (state == JOB_QUEUED)
        job_free(job);
}
