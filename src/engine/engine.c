/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/engine_state.h"

#include "chess/chess.h"
#include "engine/kpk.h"
#include "engine/root_tables.h"
#include "engine/strength.h"
#include "system/clock.h"
#include "tablebase/tablebase.h"

#include <stdlib.h>
#include <string.h>

enum { HELPERS_STOP_MS = 15 };

static Once tables_once = ONCE_INIT;

static void make_tables(void)
{
    chess_init();
    kpk_init();
    search_init();
}

EngineOptions engine_default_options(void)
{
    return (EngineOptions){.hash_mb = 16,
                           .threads = 1,
                           .multipv = 1,
                           .move_overhead_ms = 10,
                           .skill = 20,
                           .tablebase_depth = 1,
                           .tablebase_men = TABLEBASE_MEN};
}

bool engine_score_is_mate(int score, int *moves)
{
    if (score >= SCORE_MATE_BOUND && score <= SCORE_MATE)
        *moves = (SCORE_MATE - score + 1) / 2;
    else if (score <= -SCORE_MATE_BOUND)
        *moves = -(SCORE_MATE + score) / 2;
    else
        return false;
    return true;
}

/* The network to evaluate with under these options; NULL if there is none at all. */
static const Network *network_of(const EngineOptions *options)
{
    return options->network != NULL ? options->network : network_embedded;
}

int engine_evaluate(const Engine *engine, const Position *position)
{
    once_run(&tables_once, make_tables);
    return static_evaluation_afresh(engine != NULL ? engine->search.network : network_embedded, position);
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
    once_run(&tables_once, make_tables);
    const EngineOptions options = sane_options(given);
    Engine *engine = calloc(1, sizeof *engine);
    if (engine == NULL)
        return NULL;
    mutex_init(&engine->mutex);
    if (!condition_init(&engine->changed)) {
        mutex_destroy(&engine->mutex);
        free(engine);
        return NULL;
    }
    network_share(options.network);
    tablebase_share(options.tablebase);
    engine->search.options = options;
    engine->search.network = network_of(&options);
    if (!table_resize(&engine->search.table, options.hash_mb) || !engine_start_threads(engine, options.threads)) {
        engine_destroy(engine);
        return NULL;
    }
    return engine;
}

void engine_destroy(Engine *engine)
{
    if (engine == NULL)
        return;
    engine_stop(engine);
    engine_wait(engine);
    engine_end_threads(engine);
    table_destroy(&engine->search.table);
    network_release(engine->search.options.network);
    tablebase_release(engine->search.options.tablebase);
    condition_destroy(&engine->changed);
    mutex_destroy(&engine->mutex);
    free(engine);
}

/* The engine evaluates by the network of its options from now on, and what it has learnt from another is worth nothing. */
static void take_network(Engine *engine)
{
    Search *search = &engine->search;
    search->network = network_of(&search->options);
    for (int i = 0; i < search->worker_count; i++)
        accumulators_set_network(&search->workers[i]->accumulators, search->network);
    engine_new_game(engine);
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
        engine_end_threads(engine);
        if (!engine_start_threads(engine, options.threads)) {
            table_destroy(&table);
            engine_start_threads(engine, before); /* there was room for them; should it be gone, engine_go() refuses */
            return false;
        }
    }
    if (new_table) {
        table_destroy(&search->table);
        search->table = table;
    }
    const bool new_network = options.network != search->options.network;
    network_share(options.network);
    network_release(search->options.network);
    const bool new_tables = options.tablebase != search->options.tablebase || options.tablebase_men != search->options.tablebase_men ||
                            options.tablebase_forever != search->options.tablebase_forever;
    tablebase_share(options.tablebase);
    tablebase_release(search->options.tablebase);
    search->options = options;
    if (new_network)
        take_network(engine);
    else if (new_tables)
        engine_new_game(engine); /* scores that came from other tables */
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
    mutex_lock(&engine->mutex);
    if (engine->state == SEARCHING || engine->search.worker_count == 0) {
        mutex_unlock(&engine->mutex);
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
    const int helpers_ms = search->worker_count > 1 ? HELPERS_STOP_MS : 0;
    search->plan = time_plan(limits, position_side_to_move(&search->root), search->options.move_overhead_ms + helpers_ms);
    atomic_store_explicit(&search->clock_ns, search->begin_ns, memory_order_relaxed);
    atomic_store_explicit(&search->stop, false, memory_order_relaxed);
    atomic_store_explicit(&search->pondering, limits->ponder, memory_order_relaxed);
    atomic_store_explicit(&search->stop_at_ponderhit, false, memory_order_relaxed);
    take_keys(search, game);
    take_root_moves(search, limits);
    root_tables_take(search);
    search->strength = strength_of_options(&search->options);
    if (search->strength.nodes != 0 && (limits->nodes == 0 || limits->nodes > search->strength.nodes))
        search->limits.nodes = search->strength.nodes;
    for (int i = 0; i < search->worker_count; i++) {
        Worker *worker = search->workers[i];
        atomic_store_explicit(&worker->nodes, 0, memory_order_relaxed);
        atomic_store_explicit(&worker->table_hits, 0, memory_order_relaxed);
        worker->node_limit = search->worker_count == 1 && search->limits.nodes != 0 ? search->limits.nodes : UINT64_MAX;
    }
    if (!search->options.manual_aging)
        table_age(&search->table);

    engine->state = SEARCHING;
    engine->helpers_running = search->worker_count - 1;
    engine->searches++;
    condition_broadcast(&engine->changed);
    mutex_unlock(&engine->mutex);
    return true;
}

void engine_stop(Engine *engine)
{
    mutex_lock(&engine->mutex);
    search_stop(&engine->search);
    condition_broadcast(&engine->changed);
    mutex_unlock(&engine->mutex);
}

void engine_ponderhit(Engine *engine)
{
    mutex_lock(&engine->mutex);
    atomic_store_explicit(&engine->search.clock_ns, system_now_ns(), memory_order_relaxed);
    atomic_store_explicit(&engine->search.pondering, false, memory_order_relaxed);
    condition_broadcast(&engine->changed);
    mutex_unlock(&engine->mutex);
}

void engine_wait(Engine *engine)
{
    mutex_lock(&engine->mutex);
    while (engine->state != IDLE)
        condition_wait(&engine->changed, &engine->mutex);
    mutex_unlock(&engine->mutex);
}

SearchResult engine_search(Engine *engine, const Game *game, const SearchLimits *limits, const SearchListener *listener)
{
    if (!engine_go(engine, game, limits, listener))
        return (SearchResult){.best = MOVE_NONE, .ponder = MOVE_NONE};
    engine_wait(engine);
    mutex_lock(&engine->mutex);
    const SearchResult result = engine->result;
    mutex_unlock(&engine->mutex);
    return result;
}
