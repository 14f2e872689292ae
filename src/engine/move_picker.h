/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The move picker hands out a position's legal moves, likely best first, generating them in stages so
 * that a cutoff by an early move saves the rest: table move, winning captures, killer, quiet moves,
 * losing captures. Lives on the stack of one search node; allocates nothing.
 */
#ifndef CAROUSEL_ENGINE_MOVE_PICKER_H
#define CAROUSEL_ENGINE_MOVE_PICKER_H

#include "chess/movegen.h"
#include "engine/history.h"

enum { CONTINUATION_PLIES = 4 }; /* tables by the moves 1, 2, 4 and 6 plies ago */

typedef struct MovePicker {
    const Position *position;
    const LegalMasks *masks;
    Histories *histories;
    PieceToHistory *const *continuations; /* CONTINUATION_PLIES of them */
    Move table_move;
    Move killer;
    int threshold; /* captures that win less by exchange are bad */
    int stage;
    bool skip_quiets; /* set at any time: hand out no further quiet moves */
    int next;
    int end;
    int bad_count; /* losing captures, kept at the front of the arrays */
    Move moves[MAX_MOVES];
    int scores[MAX_MOVES];
} MovePicker;

/* Every legal move. `table_move` and `killer`, if any, need not be legal. */
void picker_init(MovePicker *picker, const Position *position, const LegalMasks *masks, Histories *histories,
                 PieceToHistory *const *continuations, Move table_move, Move killer);

/* For quiescence: noisy moves only, or all moves in check. */
void picker_init_quiescence(MovePicker *picker, const Position *position, const LegalMasks *masks, Histories *histories,
                            PieceToHistory *const *continuations, Move table_move);

/* For ProbCut: noisy moves that win at least `threshold` by exchange. */
void picker_init_probcut(MovePicker *picker, const Position *position, const LegalMasks *masks, Histories *histories, Move table_move,
                         int threshold);

/* MOVE_NONE when there are no more. */
Move picker_next(MovePicker *picker);

/* True once moves come that lose material by exchange. */
bool picker_gives_bad_captures(const MovePicker *picker);

#endif
