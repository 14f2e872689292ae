/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What every node of the tree does, whether main search or quiescence: leave in time, make moves, evaluate,
 * read the table, hand up its line. The small parts are inlined.
 */
#ifndef CAROUSEL_ENGINE_NODE_H
#define CAROUSEL_ENGINE_NODE_H

#include "engine/endgame.h"
#include "engine/worker.h"

#include <string.h>

/* What a node of the main search knows. Apart from its Frame, as the search for what else is good beside one
 * move goes over the same frame again. */
typedef struct Node {
    int alpha; /* rises as moves beat it */
    int beta;
    int depth; /* in plies */
    bool root;
    bool pv;        /* an exact score is wanted */
    bool cut;       /* a score of beta or more is expected */
    bool found;     /* in the table */
    bool improving; /* better off than two moves ago */
    bool table_move_noisy;
    TableHit hit;
    Move excluded;     /* MOVE_NONE if all moves count */
    int raw;           /* the evaluation before corrections; SCORE_NONE in check */
    int evaluation;    /* corrected, or what the table knows better; SCORE_NONE in check */
    int correction_cp; /* 0 in check */
} Node;

/* Sets the frames up for a search from `worker->search->root`. */
void node_prepare(Worker *worker);

/* True if the search is to be left. The first worker always finishes its first iteration, so that there is a
 * move and a score: only the limit on nodes, which is exact, comes before that. */
bool node_must_leave(Worker *worker);

static inline int node_min(int a, int b)
{
    return a < b ? a : b;
}

static inline int node_max(int a, int b)
{
    return a > b ? a : b;
}

/* More than king and pawns, for the side to move: zugzwang is rare then. */
static inline bool node_has_pieces(const Position *position)
{
    const Board *board = &position->board;
    return (board->by_color[board->side_to_move] & ~board->by_type[PAWN] & ~board->by_type[KING]) != 0;
}

static inline void node_note_move(Worker *worker, Frame *frame, Move move)
{
    frame->move = move;
    frame->history_score = 0;
    if (move == MOVE_NULL) {
        frame->piece = HISTORY_NO_PIECE;
        frame->to = 0;
    } else {
        frame->piece = position_piece_on(&frame->position, move_from(move));
        frame->to = move_to(move);
    }
    frame->continuation = &worker->histories.continuation[frame->piece][frame->to];
    frame->continuation_correction = &worker->histories.continuation_correction[frame->piece][frame->to];
}

/* The position after `move` becomes that of the next frame. */
static inline void node_make_move(Worker *worker, Frame *frame, Move move)
{
    Frame *next = frame + 1;
    table_prefetch(&worker->search->table, position_key_after(&frame->position, move));
    node_note_move(worker, frame, move);
    next->position = frame->position;
    position_make_move(&next->position, move, accumulators_new_ply(&worker->accumulators, next->ply));
    next->plies_from_null = frame->plies_from_null + 1;
    worker->keys[KEYS_BEFORE_ROOT + next->ply] = next->position.key;
    atomic_store_explicit(&worker->nodes, worker_nodes(worker) + 1, memory_order_relaxed);
#ifndef NDEBUG
    assert((worker_nodes(worker) & 63) != 0 || position_check(&next->position));
#endif
}

static inline void node_make_null(Worker *worker, Frame *frame)
{
    Frame *next = frame + 1;
    node_note_move(worker, frame, MOVE_NULL);
    next->position = frame->position;
    position_make_null(&next->position);
    accumulators_new_ply(&worker->accumulators, next->ply)->count = 0;
    table_prefetch(&worker->search->table, next->position.key);
    next->plies_from_null = 0;
    worker->keys[KEYS_BEFORE_ROOT + next->ply] = next->position.key;
    atomic_store_explicit(&worker->nodes, worker_nodes(worker) + 1, memory_order_relaxed);
}

static inline void node_store(Worker *worker, const Frame *frame, const TableHit *entry)
{
    table_store(&worker->search->table, frame->position.key, frame->ply, entry);
}

/* The evaluation itself, or what a weakened player takes it for; the table keeps this, as corrections change. */
static inline int node_evaluation(Worker *worker, const Frame *frame)
{
    const Network *network = worker->search->network;
    const int score = static_evaluation(network, &worker->accumulators, frame->ply, &frame->position, &worker->cache);
    assert((worker_nodes(worker) & 63) != 0 || score == static_evaluation_afresh(network, &frame->position));
    if (worker->search->strength.misjudge_cp != 0)
        return score_clamp(score + strength_misjudgement(&worker->search->strength, worker->search->options.seed, frame->position.key),
                           -EVALUATION_LIMIT, EVALUATION_LIMIT);
    return score;
}

static inline int node_correction(const Worker *worker, const Frame *frame)
{
    return history_correction(&worker->histories, &frame->position, (const PieceToHistory *)(frame - 2)->continuation_correction,
                              (frame - 1)->piece, (frame - 1)->to);
}

/* Corrected by what the search has learnt, and drawn towards zero as the fifty moves run out. A known win stays as it
 * is: its small differences show the way to mate, and fading would outweigh them. */
static inline int node_corrected(const Frame *frame, int raw, int correction_cp)
{
    if (raw >= ENDGAME_KNOWN_MIN || raw <= -ENDGAME_KNOWN_MIN)
        return raw;
    const int faded = raw * (200 - node_min(frame->position.halfmove_clock, 100)) / 200;
    return score_clamp(faded + correction_cp, -EVALUATION_LIMIT, EVALUATION_LIMIT);
}

static inline void node_take_pv(Frame *frame, Move move)
{
    const Frame *child = frame + 1;
    frame->pv[0] = move;
    memcpy(frame->pv + 1, child->pv, (size_t)child->pv_length * sizeof *child->pv);
    frame->pv_length = child->pv_length + 1;
}

/* The table knows nothing of the fifty moves: near them its scores are not taken for granted. */
static inline bool node_is_far_from_fifty(const Frame *frame)
{
    return frame->position.halfmove_clock < 90;
}

/* True if a bound in the table settles a window whose lower end is `beta - 1`. */
static inline bool node_settled_by(const TableHit *hit, int beta)
{
    return hit->score != SCORE_NONE && (hit->bound & (hit->score >= beta ? TABLE_LOWER : TABLE_UPPER)) != 0;
}

#endif
