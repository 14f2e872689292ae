#include "engine/engine.h"

#include "chess/chess.h"
#include "engine/kpk.h"
#include "engine/root.h"
#include "engine/search.h"
#include "engine/strength.h"
#include "system/clock.h"
#include "system/memory.h"
#include "system/thread.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/*
 * One thread a worker lives as long as the engine and sleeps between searches. The first worker's thread runs
 * the search: it waits for the others, and for stop or ponderhit where no answer may come before, and answers.
 */
typedef enum State { IDLE, SEARCHING, ANSWERING } State;

typedef struct Seat {
    struct Engine *engine;
    Thread thread;
    Worker *worker;
    uint64_t searches; /* how many this thread has taken part in */
} Seat;

struct Engine {
    Search search;
    Seat *seats;         /* search.worker_count of them */
    pthread_mutex_t mutex; /* guards what follows */
    Condition changed;
    State state;
    uint64_t searches;   /* begun so far */
    int helpers_running;
    bool quit;
    SearchResult result; /* of the last search */
};

enum { SEARCH_STACK_BYTES = 8 << 20, HELPERS_STOP_MS = 15 };

static pthread_once_t tables_once = PTHREAD_ONCE_INIT;

static void make_tables(void)
{
    chess_init();
    kpk_init();
    search_init();
}

EngineOptions engine_default_options(void)
{
    return (EngineOptions){.hash_mb = 16, .threads = 1, .multipv = 1, .move_overhead_ms = 10, .skill = 20};
}

bool engine_score_is_mate(int score, int *moves)
{
    if (score_is_win(score))
        *moves = (SCORE_MATE - score + 1) / 2;
    else if (score_is_loss(score))
        *moves = -(SCORE_MATE + score) / 2;
    else
        return false;
    return true;
}

int engine_evaluate(const Position *position)
{
    pthread_once(&tables_once, make_tables);
    return evaluate(position, NULL);
}

/* The answer may not come before stop or ponderhit, even if there is nothing left to search. */
static void wait_for_permission(Engine *engine)
{
    Search *search = &engine->search;
    pthread_mutex_lock(&engine->mutex);
    while (!search_is_stopped(search) &&
           (search->limits.infinite || atomic_load_explicit(&search->pondering, memory_order_relaxed)))
        condition_wait(&engine->changed, &engine->mutex);
    pthread_mutex_unlock(&engine->mutex);
}

/* The worker whose result counts: the one that got deepest, or as deep with a better score. */
static Worker *best_worker(const Search *search)
{
    Worker *best = search->workers[0];
    if (search->options.multipv > 1 || search->limits.depth > 0)
        return best;
    for (int i = 1; i < search->worker_count; i++) {
        Worker *worker = search->workers[i];
        const int score = worker->root_moves[0].score;
        const int best_score = best->root_moves[0].score;
        if ((worker->completed_depth > best->completed_depth && score >= best_score) ||
            (worker->completed_depth == best->completed_depth && score > best_score &&
             worker->root_moves[0].bound == BOUND_EXACT))
            best = worker;
    }
    return best;
}

/* No legal move: mate or stalemate is all there is to report. */
static void report_end_of_game(const Search *search)
{
    if (search->listener.info == NULL)
        return;
    SearchInfo info = {.multipv = 1, .score = position_in_check(&search->root) ? -SCORE_MATE : SCORE_DRAW,
                       .bound = BOUND_EXACT, .time_ns = system_now_ns() - search->begin_ns};
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

    pthread_mutex_lock(&engine->mutex);
    while (engine->helpers_running > 0)
        condition_wait(&engine->changed, &engine->mutex);
    pthread_mutex_unlock(&engine->mutex);

    SearchResult result = {.best = MOVE_NONE, .ponder = MOVE_NONE, .time_ns = system_now_ns() - search->begin_ns};
    if (playable) {
        Worker *best = best_worker(search);
        /* What was told last need not be what is played: another worker's move, a change of mind in the iteration
         * that was broken off, a bound, or nothing at all. */
        if (best != first || first->aborted || first->completed_depth == 0)
            root_report_final(best);
        root_result(best, &result);
    }
    pthread_mutex_lock(&engine->mutex);
    engine->state = ANSWERING;
    engine->result = result;
    pthread_mutex_unlock(&engine->mutex);
    if (search->listener.done != NULL)
        search->listener.done(search->listener.context, &result);
    pthread_mutex_lock(&engine->mutex);
    engine->state = IDLE;
    condition_broadcast(&engine->changed);
    pthread_mutex_unlock(&engine->mutex);
}

static void *thread_main(void *argument)
{
    Seat *seat = argument;
    Engine *engine = seat->engine;
    while (true) {
        pthread_mutex_lock(&engine->mutex);
        while (!engine->quit && seat->searches == engine->searches)
            condition_wait(&engine->changed, &engine->mutex);
        const bool quit = engine->quit;
        seat->searches = engine->searches;
        pthread_mutex_unlock(&engine->mutex);
        if (quit)
            return NULL;
        if (seat->worker->index == 0) {
            run_search(engine);
            continue;
        }
        if (engine->search.root_moves.count > 0)
            root_search(seat->worker);
        pthread_mutex_lock(&engine->mutex);
        engine->helpers_running--;
        condition_broadcast(&engine->changed);
        pthread_mutex_unlock(&engine->mutex);
    }
}

/* Ends all threads and frees the workers. */
static void dismiss_workers(Engine *engine)
{
    pthread_mutex_lock(&engine->mutex);
    engine->quit = true;
    condition_broadcast(&engine->changed);
    pthread_mutex_unlock(&engine->mutex);
    for (int i = 0; i < engine->search.worker_count; i++) {
        thread_join(&engine->seats[i].thread);
        memory_free_large(engine->seats[i].worker, sizeof(Worker));
    }
    free(engine->seats);
    free(engine->search.workers);
    engine->seats = NULL;
    engine->search.workers = NULL;
    engine->search.worker_count = 0;
    engine->quit = false;
}

/* False if memory or threads cannot be had; there are no workers then. */
static bool hire_workers(Engine *engine, int count)
{
    engine->seats = calloc((size_t)count, sizeof *engine->seats);
    engine->search.workers = calloc((size_t)count, sizeof(Worker *));
    if (engine->seats == NULL || engine->search.workers == NULL) {
        free(engine->seats);
        free(engine->search.workers);
        engine->seats = NULL;
        engine->search.workers = NULL;
        return false;
    }
    for (int i = 0; i < count; i++) {
        Seat *seat = &engine->seats[i];
        Worker *worker = memory_allocate_large(sizeof *worker);
        if (worker == NULL) {
            dismiss_workers(engine);
            return false;
        }
        worker->search = &engine->search;
        worker->index = i;
        *seat = (Seat){.engine = engine, .worker = worker, .searches = engine->searches};
        engine->search.workers[i] = worker;
        engine->search.worker_count = i + 1;
        if (!thread_start(&seat->thread, thread_main, seat, SEARCH_STACK_BYTES)) {
            dismiss_workers(engine);
            return false;
        }
    }
    return true;
}

static EngineOptions sane_options(const EngineOptions *given)
{
    EngineOptions options = *given;
    options.hash_mb = score_clamp(options.hash_mb, ENGINE_HASH_MB_MIN, ENGINE_HASH_MB_MAX);
    options.threads = score_clamp(options.threads, 1, ENGINE_THREADS_MAX);
    options.multipv = score_clamp(options.multipv, 1, MAX_MOVES);
    return options;
}

Engine *engine_create(const EngineOptions *given)
{
    pthread_once(&tables_once, make_tables);
    const EngineOptions options = sane_options(given);
    Engine *engine = calloc(1, sizeof *engine);
    if (engine == NULL)
        return NULL;
    pthread_mutex_init(&engine->mutex, NULL);
    if (!condition_init(&engine->changed)) {
        pthread_mutex_destroy(&engine->mutex);
        free(engine);
        return NULL;
    }
    if (!table_resize(&engine->search.table, options.hash_mb) || !hire_workers(engine, options.threads)) {
        engine_destroy(engine);
        return NULL;
    }
    engine->search.options = options;
    return engine;
}

void engine_destroy(Engine *engine)
{
    if (engine == NULL)
        return;
    engine_stop(engine);
    engine_wait(engine);
    dismiss_workers(engine);
    table_destroy(&engine->search.table);
    condition_destroy(&engine->changed);
    pthread_mutex_destroy(&engine->mutex);
    free(engine);
}

bool engine_set_options(Engine *engine, const EngineOptions *given)
{
    const EngineOptions options = sane_options(given);
    Search *search = &engine->search;
    Table table = {0};
    engine_wait(engine);
    const bool new_table = options.hash_mb != search->options.hash_mb;
    if (new_table && !table_resize(&table, options.hash_mb))
        return false;
    if (options.threads != search->worker_count) {
        const int before = search->worker_count;
        dismiss_workers(engine);
        if (!hire_workers(engine, options.threads)) {
            table_destroy(&table);
            hire_workers(engine, before); /* there was room for them; should it be gone, engine_go() refuses */
            return false;
        }
    }
    if (new_table) {
        table_destroy(&search->table);
        search->table = table;
    }
    search->options = options;
    return true;
}

void engine_new_game(Engine *engine)
{
    engine_wait(engine);
    table_clear(&engine->search.table);
    for (int i = 0; i < engine->search.worker_count; i++)
        history_clear(&engine->search.workers[i]->histories);
}

void engine_age(Engine *engine)
{
    table_age(&engine->search.table);
}

/* The game's last keys, as many as a repetition can reach back to. */
static void take_keys(Search *search, const Game *game)
{
    const size_t available = game->move_count;
    size_t wanted = game->current.halfmove_clock;
    wanted = wanted < available ? wanted : available;
    wanted = wanted < KEYS_BEFORE_ROOT ? wanted : KEYS_BEFORE_ROOT;
    search->key_count = (int)wanted;
    memcpy(search->keys, game->keys + (available - wanted), wanted * sizeof *search->keys);
}

static void take_root_moves(Search *search, const SearchLimits *limits)
{
    MoveList legal;
    movegen_legal(&search->root.board, &legal);
    search->root_moves.count = 0;
    for (int i = 0; i < legal.count; i++) {
        bool wanted = limits->search_moves == NULL || limits->search_move_count == 0;
        for (int j = 0; j < limits->search_move_count && !wanted; j++)
            wanted = limits->search_moves[j] == legal.moves[i];
        if (wanted)
            search->root_moves.moves[search->root_moves.count++] = legal.moves[i];
    }
    search->moves_left_out = search->root_moves.count < legal.count;
}

bool engine_go(Engine *engine, const Game *game, const SearchLimits *limits, const SearchListener *listener)
{
    pthread_mutex_lock(&engine->mutex);
    if (engine->state == SEARCHING || engine->search.worker_count == 0) {
        pthread_mutex_unlock(&engine->mutex);
        return false;
    }
    while (engine->state == ANSWERING)
        condition_wait(&engine->changed, &engine->mutex);

    Search *search = &engine->search;
    search->limits = *limits;
    search->limits.search_moves = NULL;
    search->listener = listener != NULL ? *listener : (SearchListener){0};
    search->root = game->current;
    search->begin_ns = limits->start_ns != 0 ? limits->start_ns : system_now_ns();
    /* The answer waits for the helpers, which a crowded machine may not let run at once. */
    const int helpers_ms = search->worker_count > 1 && limits->movetime_ms < 0 ? HELPERS_STOP_MS : 0;
    search->plan =
        time_plan(limits, position_side_to_move(&search->root), search->options.move_overhead_ms + helpers_ms);
    atomic_store_explicit(&search->clock_ns, search->begin_ns, memory_order_relaxed);
    atomic_store_explicit(&search->stop, false, memory_order_relaxed);
    atomic_store_explicit(&search->pondering, limits->ponder, memory_order_relaxed);
    atomic_store_explicit(&search->stop_at_ponderhit, false, memory_order_relaxed);
    take_keys(search, game);
    take_root_moves(search, limits);
    search->strength = strength_of_options(&search->options);
    if (search->strength.nodes != 0 && (limits->nodes == 0 || limits->nodes > search->strength.nodes))
        search->limits.nodes = search->strength.nodes;
    for (int i = 0; i < search->worker_count; i++) {
        Worker *worker = search->workers[i];
        atomic_store_explicit(&worker->nodes, 0, memory_order_relaxed);
        worker->node_limit =
            search->worker_count == 1 && search->limits.nodes != 0 ? search->limits.nodes : UINT64_MAX;
    }
    if (!search->options.manual_aging)
        table_age(&search->table);

    engine->state = SEARCHING;
    engine->helpers_running = search->worker_count - 1;
    engine->searches++;
    condition_broadcast(&engine->changed);
    pthread_mutex_unlock(&engine->mutex);
    return true;
}

void engine_stop(Engine *engine)
{
    pthread_mutex_lock(&engine->mutex);
    search_stop(&engine->search);
    condition_broadcast(&engine->changed);
    pthread_mutex_unlock(&engine->mutex);
}

void engine_ponderhit(Engine *engine)
{
    pthread_mutex_lock(&engine->mutex);
    atomic_store_explicit(&engine->search.clock_ns, system_now_ns(), memory_order_relaxed);
    atomic_store_explicit(&engine->search.pondering, false, memory_order_relaxed);
    condition_broadcast(&engine->changed);
    pthread_mutex_unlock(&engine->mutex);
}

void engine_wait(Engine *engine)
{
    pthread_mutex_lock(&engine->mutex);
    while (engine->state != IDLE)
        condition_wait(&engine->changed, &engine->mutex);
    pthread_mutex_unlock(&engine->mutex);
}

SearchResult engine_search(Engine *engine, const Game *game, const SearchLimits *limits, const SearchListener *listener)
{
    if (!engine_go(engine, game, limits, listener))
        return (SearchResult){.best = MOVE_NONE, .ponder = MOVE_NONE};
    engine_wait(engine);
    pthread_mutex_lock(&engine->mutex);
    const SearchResult result = engine->result;
    pthread_mutex_unlock(&engine->mutex);
    return result;
}
