/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/node.h"

#include "system/clock.h"

enum { POLL_INTERVAL = 512 };

uint64_t search_total_nodes(const Search *search)
{
    uint64_t nodes = 0;
    for (int i = 0; i < search->worker_count; i++)
        nodes += worker_nodes(search->workers[i]);
    return nodes;
}

uint64_t search_total_table_hits(const Search *search)
{
    uint64_t hits = search->table_hits;
    for (int i = 0; i < search->worker_count; i++)
        hits += atomic_load_explicit(&search->workers[i]->table_hits, memory_order_relaxed);
    return hits;
}

static bool time_is_up(const Search *search)
{
    if (atomic_load_explicit(&search->pondering, memory_order_relaxed))
        return false;
    if (atomic_load_explicit(&search->stop_at_ponderhit, memory_order_relaxed))
        return true;
    return search->plan.limited && system_now_ns() - atomic_load_explicit(&search->clock_ns, memory_order_relaxed) >= search->plan.hard_ns;
}

bool node_must_leave(Worker *worker)
{
    Search *search = worker->search;
    if (worker->aborted)
        return true;
    if (worker_nodes(worker) >= worker->node_limit) {
        /* While pondering the answer waits for its permission, which a stopped search would seem to have. */
        if (!atomic_load_explicit(&search->pondering, memory_order_relaxed))
            search_stop(search);
        return worker->aborted = true;
    }
    if (worker->index != 0)
        return worker->aborted = search_is_stopped(search);
    if (worker->completed_depth == 0)
        return false;
    if (search_is_stopped(search))
        return worker->aborted = true;
    if (--worker->polls_left > 0)
        return false;
    worker->polls_left = POLL_INTERVAL;
    const uint64_t limit = search->limits.nodes;
    if (time_is_up(search) || (limit != 0 && search->worker_count > 1 && search_total_nodes(search) >= limit)) {
        search_stop(search);
        return worker->aborted = true;
    }
    return false;
}

void node_prepare(Worker *worker)
{
    const Search *search = worker->search;
    const int frame_count = FRAMES_BEFORE_ROOT + MAX_PLY + FRAMES_AFTER_LAST;
    for (int i = 0; i < frame_count; i++) {
        Frame *frame = &worker->frames[i];
        frame->ply = i - FRAMES_BEFORE_ROOT;
        frame->move = MOVE_NONE;
        frame->piece = HISTORY_NO_PIECE;
        frame->to = 0;
        frame->excluded = MOVE_NONE;
        frame->killer = MOVE_NONE;
        frame->static_evaluation = SCORE_NONE;
        frame->in_check = false;
        frame->history_score = 0;
        frame->cutoff_count = 0;
        frame->pv_length = 0;
        frame->continuation = &worker->histories.continuation[HISTORY_NO_PIECE][0];
        frame->continuation_correction = &worker->histories.continuation_correction[HISTORY_NO_PIECE][0];
    }
    Frame *root = &worker->frames[FRAMES_BEFORE_ROOT];
    root->position = search->root;
    root->plies_from_null = node_min(search->root.halfmove_clock, search->key_count);
    accumulators_new_root(&worker->accumulators);
    memcpy(worker->keys + KEYS_BEFORE_ROOT - search->key_count, search->keys, (size_t)search->key_count * sizeof *search->keys);
    worker->keys[KEYS_BEFORE_ROOT] = search->root.key;
}
