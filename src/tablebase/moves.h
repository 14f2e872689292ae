/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What tables say of every move of a position, held against what they say of the position itself. Any thread.
 */
#ifndef CAROUSEL_TABLEBASE_MOVES_H
#define CAROUSEL_TABLEBASE_MOVES_H

#include "chess/movegen.h"
#include "tablebase/tablebase.h"

/* Worth and distance for the side that makes the move, counted from before it: 1 for a capture or pawn move that wins, or for mate. */
typedef struct TablebaseMove {
    Move move;
    Wdl wdl;
    int dtz;
} TablebaseMove;

typedef struct TablebaseMoves {
    Wdl wdl; /* of the position, and its distance */
    int dtz;
    int count;
    TablebaseMove moves[MAX_MOVES]; /* in the generator's order */
} TablebaseMoves;

/* False if anything is not known, or if tables contradict each other: a position is worth what its best move is, and no move is
 * nearer to zeroing, or further from it for the loser, than the position by more than the ply that tables may be off. */
bool tablebase_moves(Tablebase *tablebase, const Board *board, TablebaseMoves *result);

/* What a position is worth under the fifty-move rule with its halfmove clock. */
typedef enum TablebaseVerdict { TABLEBASE_LOST = -1, TABLEBASE_DRAWN, TABLEBASE_WON, TABLEBASE_UNCLEAR } TablebaseVerdict;

/* Unclear where one ply decides, as a distance may be one less than it is. */
TablebaseVerdict tablebase_verdict(Wdl wdl, int dtz, int halfmove_clock);

#endif
