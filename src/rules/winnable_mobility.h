/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Mobility for the winnability analysis: where can each piece ever stand, whatever both sides play?
 *
 * The answer errs on one side only: a square missing from `reach` is one the piece can never stand on;
 * a square in it may still be out of reach. Fixed point of rules that each legal move obeys, after the
 * idea of semi-static analysis (Ambrona, "A practical algorithm for chess unwinnability", FUN 2022).
 * Works on the caller's struct; any thread.
 */
#ifndef CAROUSEL_RULES_WINNABLE_MOBILITY_H
#define CAROUSEL_RULES_WINNABLE_MOBILITY_H

#include "chess/board.h"

enum {
    MOBILITY_PIECES_MAX = 64,                     /* pieces on the board; FEN allows 16 a side, odd positions may hold more */
    MOBILITY_MOVERS_MAX = 3 * MOBILITY_PIECES_MAX /* each pawn may become a queen (or less) or a knight */
};

/* A piece on the board, or what a pawn on the board may become. */
typedef struct Mover {
    Bitboard reach;   /* squares it may ever stand on, its own included */
    Bitboard attacks; /* squares it may ever attack, from anywhere in `reach` */
    uint8_t type;     /* PieceType; a promoted queen stands for rook and bishop too */
    uint8_t color;
    uint8_t from;  /* square of the piece, or of the pawn it was */
    uint8_t owner; /* index of the mover whose body it is: itself, or the pawn */
} Mover;

typedef struct Mobility {
    Mover movers[MOBILITY_MOVERS_MAX];
    int count;
    int king[COLOR_COUNT];             /* index of the kings' movers */
    Bitboard clear[COLOR_COUNT];       /* squares that may at some time hold no piece of this colour */
    Bitboard reach[COLOR_COUNT];       /* union over the movers, without the king */
    Bitboard captures[COLOR_COUNT];    /* squares this colour may ever capture on */
    Bitboard king_danger[COLOR_COUNT]; /* squares this colour's king can never enter, as a fixed enemy guards them */
    Bitboard king_last[COLOR_COUNT];   /* squares it may stand on when the game is over: its reach and those a step away */
    bool king_only[COLOR_COUNT];       /* nothing of this colour but the king can ever move */
} Mobility;

/* Saturates the rules for `board`. False if there are too many pieces to do so (more than 32 pawns). */
bool mobility_saturate(Mobility *mobility, const Board *board);

/* True if `winner` can never mate, as on no square the other king may ever stand on can a mate be put
 * together from what the movers reach. A mate by the very next move is looked for on `board`, the one
 * that was saturated. */
bool mobility_excludes_mate(const Mobility *mobility, const Board *board, Color winner);

#endif
