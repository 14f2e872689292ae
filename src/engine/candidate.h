/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * A move about to be searched: what is known of it beforehand, whether it can be left out, and by how much
 * less deep it is looked at first. Depths are in plies, reductions in 1/1024 ply (UNITs).
 */
#ifndef CAROUSEL_ENGINE_CANDIDATE_H
#define CAROUSEL_ENGINE_CANDIDATE_H

#include "engine/node.h"

typedef struct Candidate {
    Move move;
    Piece piece;
    bool noisy;
    bool gives_check;
    int number;    /* from 1, in the order they are tried */
    int reduction; /* in UNITs, by depth and number alone */
    int history;
} Candidate;

/* Fills the constant table of reductions. Safe to call again; not from two threads at once. */
void candidate_init_reductions(void);

/* `move`, the `number`th tried at the frame. */
Candidate candidate_describe(Worker *worker, Frame *frame, const Node *node, Move move, int number);

/* True if the move can be left out at this depth: too late in the order, with too bad a history, too far below alpha,
 * or losing too much by exchange. The first three say the same of all quiet moves after it, and the picker is told. */
bool candidate_is_hopeless(const Candidate *candidate, const Frame *frame, const Node *node, MovePicker *picker);

/* By how many plies the first look at a late move is less deep; negative if deeper. */
int candidate_reduction(const Candidate *candidate, const Frame *frame, const Node *node);

#endif
