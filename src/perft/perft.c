/* SPDX-License-Identifier: GPL-3.0-only */
#include "perft/perft.h"

#include "chess/move_text.h"
#include "perft/count.h"
#include "system/clock.h"
#include "system/thread.h"

#include <stdlib.h>
#include <string.h>

/* The tree is cut some plies below the root into jobs, which the threads take from a common counter: many more
 * jobs than threads, so that nobody waits long for the last one. */
typedef struct Job {
    Board board;
    int root_move; /* index into PerftResult.moves */
} Job;

typedef struct JobList {
    Job *jobs;
    size_t count;
} JobList;

enum { JOBS_WANTED = 1000, JOB_LEAST_DEPTH = 3 };
enum { PROGRESS_INTERVAL_NS = 200 * 1000 * 1000 };

/* One count, shared by its threads. */
typedef struct Run {
    JobList list;
    int depth; /* of every job */
    const PerftOptions *options;
    PerftTable *table;
    uint64_t *nodes; /* of each job */
    atomic_size_t next;
    Mutex mutex;        /* guards what follows */
    Condition finished; /* signalled when a worker ends */
    size_t jobs_done;
    uint64_t nodes_done;
    int workers;
    bool stopped;
    bool overflow;
} Run;

const char *perft_error_text(PerftError error)
{
    switch (error) {
    case PERFT_OK: return "no error";
    case PERFT_STOPPED: return "the count was stopped";
    case PERFT_OVERFLOW: return "the count does not fit 64 bits (it is above 18446744073709551615)";
    case PERFT_NO_MEMORY: return "not enough memory";
    case PERFT_NO_THREAD: return "the system gave no thread";
    }
    return "unknown error";
}

/* Replaces every job by its children. False if memory ran out. */
static bool expand(JobList *list)
{
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++)
        count += (size_t)movegen_count(&list->jobs[i].board);
    Job *children = malloc((count + 1) * sizeof(*children));
    if (children == NULL)
        return false;

    count = 0;
    for (size_t i = 0; i < list->count; i++) {
        MoveList moves;
        movegen_legal(&list->jobs[i].board, &moves);
        for (int m = 0; m < moves.count; m++) {
            children[count] = list->jobs[i];
            board_make_move(&children[count].board, moves.moves[m]);
            count++;
        }
    }
    free(list->jobs);
    list->jobs = children;
    list->count = count;
    return true;
}

/* One job a root move, in the order of result->moves. */
static bool make_root_jobs(JobList *list, const Board *board, const PerftResult *result)
{
    list->jobs = malloc(((size_t)result->count + 1) * sizeof(*list->jobs));
    if (list->jobs == NULL)
        return false;
    list->count = (size_t)result->count;
    for (int i = 0; i < result->count; i++) {
        list->jobs[i] = (Job){.board = *board, .root_move = i};
        board_make_move(&list->jobs[i].board, result->moves[i].move);
    }
    return true;
}

static void work(Run *run)
{
    Counter counter = {.table = run->table, .stop = run->options->stop};
    for (;;) {
        const size_t index = atomic_fetch_add(&run->next, 1);
        if (index >= run->list.count || counter.stopped || counter.overflow)
            break;
        const uint64_t nodes = count_moves(&counter, &run->list.jobs[index].board, run->depth);
        run->nodes[index] = nodes;
        mutex_lock(&run->mutex);
        run->jobs_done++;
        run->nodes_done += nodes;
        mutex_unlock(&run->mutex);
    }
    mutex_lock(&run->mutex);
    run->stopped = run->stopped || counter.stopped;
    run->overflow = run->overflow || counter.overflow;
    if (run->stopped || run->overflow)
        atomic_store(&run->next, run->list.count); /* nobody needs to go on */
    run->workers--;
    condition_signal(&run->finished);
    mutex_unlock(&run->mutex);
}

static void *work_thread(void *run)
{
    work(run);
    return NULL;
}

/* Reports progress until the last worker has ended. */
static void watch(Run *run, int64_t start_ns)
{
    mutex_lock(&run->mutex);
    while (run->workers > 0) {
        const bool timed_out = !condition_wait_until(&run->finished, &run->mutex, system_now_ns() + PROGRESS_INTERVAL_NS);
        if (!timed_out || run->options->progress == NULL || run->list.count == 0)
            continue;
        const PerftProgress progress = {
            .done = (double)run->jobs_done / (double)run->list.count,
            .nodes = run->nodes_done,
            .elapsed_ns = system_now_ns() - start_ns,
        };
        mutex_unlock(&run->mutex);
        run->options->progress(run->options->context, &progress);
        mutex_lock(&run->mutex);
    }
    mutex_unlock(&run->mutex);
}

/* Runs the jobs on the wanted number of threads; on the caller's alone if one is enough and nobody watches. */
static PerftError run_jobs(Run *run, int64_t start_ns)
{
    const int threads = run->options->threads > 1 ? run->options->threads : 1;
    if (threads == 1 && run->options->progress == NULL) {
        run->workers = 1;
        work(run);
        return PERFT_OK;
    }

    Thread *workers = calloc((size_t)threads, sizeof(*workers));
    if (workers == NULL)
        return PERFT_NO_MEMORY;
    int started = 0;
    for (; started < threads; started++) {
        mutex_lock(&run->mutex);
        run->workers++;
        mutex_unlock(&run->mutex);
        if (!thread_start(&workers[started], work_thread, run, 0)) {
            mutex_lock(&run->mutex);
            run->workers--;
            mutex_unlock(&run->mutex);
            break;
        }
    }
    if (started > 0)
        watch(run, start_ns);
    for (int i = 0; i < started; i++)
        thread_join(&workers[i]);
    free(workers);
    return started > 0 ? PERFT_OK : PERFT_NO_THREAD;
}

/* Sums the jobs by root move. False if the sum does not fit. */
static bool gather(const Run *run, PerftResult *result)
{
    for (size_t i = 0; i < run->list.count; i++) {
        uint64_t *nodes = &result->moves[run->list.jobs[i].root_move].nodes;
        if (__builtin_add_overflow(*nodes, run->nodes[i], nodes) || __builtin_add_overflow(result->nodes, run->nodes[i], &result->nodes))
            return false;
    }
    return true;
}

static PerftError run_counted(Run *run, PerftResult *result, int64_t start_ns)
{
    run->nodes = calloc(run->list.count + 1, sizeof(*run->nodes));
    if (run->nodes == NULL)
        return PERFT_NO_MEMORY;
    const PerftError error = run_jobs(run, start_ns);
    if (error != PERFT_OK)
        return error;
    if (run->stopped)
        return PERFT_STOPPED;
    return run->overflow || !gather(run, result) ? PERFT_OVERFLOW : PERFT_OK;
}

static PerftError run_table(const Board *board, int depth, const PerftOptions *options, PerftResult *result, int64_t start_ns)
{
    Run run = {.depth = depth - 1, .options = options};
    if (!condition_init(&run.finished))
        return PERFT_NO_MEMORY;
    mutex_init(&run.mutex);
    PerftError error = PERFT_NO_MEMORY;
    if (options->hash_mb == 0 || (run.table = perft_table_create((size_t)options->hash_mb)) != NULL) {
        bool ok = make_root_jobs(&run.list, board, result);
        while (ok && run.list.count != 0 && run.list.count < JOBS_WANTED && run.depth > JOB_LEAST_DEPTH) {
            ok = expand(&run.list);
            run.depth--;
        }
        if (ok)
            error = run_counted(&run, result, start_ns);
    }
    free(run.nodes);
    free(run.list.jobs);
    perft_table_destroy(run.table);
    condition_destroy(&run.finished);
    mutex_destroy(&run.mutex);
    return error;
}

typedef struct NamedMove {
    char text[UCI_MOVE_SIZE];
    Move move;
} NamedMove;

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const NamedMove *)a)->text, ((const NamedMove *)b)->text);
}

/* The root moves, sorted by name. */
static void list_root_moves(const Position *position, PerftResult *result)
{
    MoveList list;
    NamedMove named[MAX_MOVES];
    movegen_legal(&position->board, &list);
    for (int i = 0; i < list.count; i++) {
        named[i].move = list.moves[i];
        move_to_uci(position, list.moves[i], named[i].text);
    }
    qsort(named, (size_t)list.count, sizeof(named[0]), compare_names);
    result->count = list.count;
    for (int i = 0; i < list.count; i++)
        result->moves[i] = (PerftDivision){.move = named[i].move, .nodes = 0};
}

bool perft_run(const Position *position, int depth, const PerftOptions *options, PerftResult *result)
{
    static const PerftOptions plain = {.threads = 1};
    assert(depth >= 0 && depth <= PERFT_MAX_DEPTH_HASH);
    const int64_t start_ns = system_now_ns();
    result->error = PERFT_OK;
    result->nodes = 0;
    result->count = 0;
    if (depth == 0) {
        result->nodes = 1;
    } else {
        list_root_moves(position, result);
        result->error = run_table(&position->board, depth, options != NULL ? options : &plain, result, start_ns);
    }
    result->elapsed_ns = system_now_ns() - start_ns;
    return result->error == PERFT_OK;
}
