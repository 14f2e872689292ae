/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * History updates: how what happened at a node changes the histories of its moves.
 */
#ifndef CAROUSEL_ENGINE_HISTORY_UPDATE_H
#define CAROUSEL_ENGINE_HISTORY_UPDATE_H

#include "engine/worker.h"

typedef struct TriedMoves {
    int quiet_count;
    int noisy_count;
    Move quiets[64];
    Move noisies[32];
} TriedMoves;

static inline void tried_moves_clear(TriedMoves *tried)
{
    tried->quiet_count = 0;
    tried->noisy_count = 0;
}

/* Those that find no room came too late to get a malus. */
static inline void tried_moves_add(TriedMoves *tried, Move move, bool noisy)
{
    if (noisy && tried->noisy_count < (int)(sizeof tried->noisies / sizeof *tried->noisies))
        tried->noisies[tried->noisy_count++] = move;
    else if (!noisy && tried->quiet_count < (int)(sizeof tried->quiets / sizeof *tried->quiets))
        tried->quiets[tried->quiet_count++] = move;
}

/* How much a result at `depth` counts for a move, or against it. */
int history_bonus(int depth);
int history_malus(int depth);

/* A bonus for the best move, a malus for those tried before it. */
void history_update_best_move(Worker *worker, Frame *frame, Move best, int depth, const TriedMoves *tried);

/* `piece` going to `to` at `frame`, as an answer to the moves before. */
void history_update_continuations(Frame *frame, Piece piece, Square to, int bonus);

/* The move that led to `frame`, now evaluated: a quiet move that has changed the evaluation for or against its
 * side is remembered by that alone. */
void history_update_last_move(Worker *worker, Frame *frame);

#endif
