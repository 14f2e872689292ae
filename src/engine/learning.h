/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What a search thread learns about moves at a node: how its histories change.
 */
#ifndef CAROUSEL_ENGINE_LEARNING_H
#define CAROUSEL_ENGINE_LEARNING_H

#include "engine/worker.h"

typedef struct TriedMoves {
    int quiet_count;
    int noisy_count;
    Move quiets[64];
    Move noisies[32];
} TriedMoves;

static inline void learning_none_tried(TriedMoves *tried)
{
    tried->quiet_count = 0;
    tried->noisy_count = 0;
}

/* Those that find no room come too late to be blamed. */
static inline void learning_note_tried(TriedMoves *tried, Move move, bool noisy)
{
    if (noisy && tried->noisy_count < (int)(sizeof tried->noisies / sizeof *tried->noisies))
        tried->noisies[tried->noisy_count++] = move;
    else if (!noisy && tried->quiet_count < (int)(sizeof tried->quiets / sizeof *tried->quiets))
        tried->quiets[tried->quiet_count++] = move;
}

/* How much a result at `depth` counts for a move, or against it. */
int learning_bonus(int depth);
int learning_malus(int depth);

/* The best move is praised, those tried before it are blamed. */
void learning_best_move(Worker *worker, Frame *frame, Move best, int depth, const TriedMoves *tried);

/* `piece` going to `to` at `frame`, as an answer to the moves before. */
void learning_continuations(Frame *frame, Piece piece, Square to, int bonus);

/* The move that led to `frame`, now evaluated: a quiet move that has changed the evaluation for or against its
 * side is remembered by that alone. */
void learning_last_move(Worker *worker, Frame *frame);

#endif
