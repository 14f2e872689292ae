/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/root_mate.h"

#include "engine/node.h"
#include "engine/root_moves.h"
#include "system/clock.h"

#include <string.h>

enum { NODES_BETWEEN_LOOKS = 1024 };

typedef struct Turn {
    Worker *worker;
    int64_t until_ns; /* 0: to the end */
} Turn;

void root_mate_begin(RootMate *mate, const Worker *worker)
{
    const Search *search = worker->search;
    const int moves = search->limits.mate;
    *mate = (RootMate){NULL, 0};
    if (worker->index == 0 && moves > 0 && moves <= MATE_SEARCH_MOVES_MAX)
        mate->search = mate_search_create(&search->root, &search->root_moves, search->keys, search->key_count, moves);
}

void root_mate_end(RootMate *mate)
{
    mate_search_destroy(mate->search);
    mate->search = NULL;
}

/* Every limit of the search holds for the exact one too: its nodes count, and the clock is looked at. */
static uint64_t allow(void *context, uint64_t spent)
{
    const Turn *turn = context;
    Worker *worker = turn->worker;
    atomic_store_explicit(&worker->nodes, worker_nodes(worker) + spent, memory_order_relaxed);
    worker->polls_left = 1;
    if (node_must_leave(worker) || (turn->until_ns != 0 && system_now_ns() >= turn->until_ns))
        return 0;
    const uint64_t left = worker->node_limit - worker_nodes(worker);
    return left < NODES_BETWEEN_LOOKS ? left : NODES_BETWEEN_LOOKS;
}

/* The mate becomes the first root move. */
static void take_mate(RootMate *mate, Worker *worker, Turn *turn)
{
    Move line[2 * MATE_SEARCH_MOVES_MAX];
    int length;
    const int moves = mate_search_line(mate->search, allow, turn, line, &length);
    for (int i = 0; i < worker->root_move_count; i++) {
        RootMove *root_move = &worker->root_moves[i];
        if (root_move->move != line[0])
            continue;
        root_move->score = root_move->previous_score = SCORE_MATE - (2 * moves - 1);
        root_move->bound = BOUND_EXACT;
        root_move->selective_depth = length - 1;
        root_move->pv_length = length;
        memcpy(root_move->pv, line, (size_t)length * sizeof *line);
    }
    root_moves_sort(worker, 0, worker->root_move_count);
}

MateAnswer root_mate_turn(RootMate *mate, Worker *worker, bool to_the_end)
{
    if (mate->search == NULL)
        return MATE_OPEN;
    const Search *search = worker->search;
    const int64_t begun_ns = system_now_ns();
    const int64_t ordinary_ns = begun_ns - search->begin_ns - mate->used_ns;
    if (!to_the_end && ordinary_ns <= mate->used_ns)
        return MATE_OPEN;
    Turn turn = {worker, to_the_end ? 0 : begun_ns + ordinary_ns - mate->used_ns};
    const MateAnswer answer = mate_search_run(mate->search, allow, &turn);
    mate->used_ns += system_now_ns() - begun_ns;
    if (answer == MATE_NONE && search->listener.no_mate != NULL)
        search->listener.no_mate(search->listener.context, search->limits.mate);
    if (answer == MATE_FOUND) {
        turn.until_ns = 0;
        take_mate(mate, worker, &turn);
    }
    return answer;
}
