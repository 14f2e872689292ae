/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/root_moves.h"

#include <string.h>

void root_moves_init(Worker *worker, const MoveList *given)
{
    worker->root_move_count = given->count;
    for (int i = 0; i < given->count; i++) {
        RootMove *root_move = &worker->root_moves[i];
        root_move->move = given->moves[i];
        root_move->score = root_move->previous_score = -SCORE_INFINITE;
        root_move->average_score = SCORE_NONE;
        root_move->bound = BOUND_EXACT;
        root_move->selective_depth = 0;
        root_move->nodes = 0;
        root_move->pv[0] = given->moves[i];
        root_move->pv_length = 1;
    }
}

static RootMove *find_root_move(Worker *worker, Move move)
{
    int i = 0;
    while (worker->root_moves[i].move != move)
        i++;
    return &worker->root_moves[i];
}

void root_moves_note(Worker *worker, const Frame *frame, Move move, int score, int alpha, int beta, bool first, uint64_t nodes)
{
    RootMove *root_move = find_root_move(worker, move);
    root_move->nodes += nodes;
    root_move->average_score = root_move->average_score == SCORE_NONE ? score : (2 * score + root_move->average_score) / 3;
    if (!first && score <= alpha) {
        root_move->score = -SCORE_INFINITE; /* sorted after the others, in the order it had */
        return;
    }
    root_move->score = score;
    root_move->bound = score >= beta ? BOUND_LOWER : score <= alpha ? BOUND_UPPER : BOUND_EXACT;
    root_move->selective_depth = worker->selective_depth;
    if (score <= alpha)
        return; /* the old line is better than none */
    const Frame *child = frame + 1;
    root_move->pv[0] = move;
    memcpy(root_move->pv + 1, child->pv, (size_t)child->pv_length * sizeof *child->pv);
    root_move->pv_length = child->pv_length + 1;
}

void root_moves_sort(Worker *worker, int begin, int end)
{
    RootMove *moves = worker->root_moves;
    for (int i = begin + 1; i < end; i++) {
        int at = i;
        while (at > begin && moves[at - 1].score < moves[i].score)
            at--;
        if (at == i)
            continue;
        const RootMove moved = moves[i];
        memmove(&moves[at + 1], &moves[at], (size_t)(i - at) * sizeof *moves);
        moves[at] = moved;
    }
}
