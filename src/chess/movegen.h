/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The legal move generator: every function gives strictly legal moves, never pseudo-legal ones.
 *
 * Legality comes from masks computed once a position (LegalMasks): the squares that answer a check,
 * the rays along which pinned pieces may move, the squares the enemy attacks. movegen_core.h holds
 * the parts, inlined with constant colour, that perft shares; this is the interface for all others.
 * Nothing allocates; every function may be called from any thread.
 */
#ifndef CAROUSEL_CHESS_MOVEGEN_H
#define CAROUSEL_CHESS_MOVEGEN_H

#include "chess/board.h"

/* 218 is the most in a game; a composed position has at most fifteen queens, of 27 moves each, and a king. */
enum { MAX_MOVES = 512 };

typedef struct MoveList {
    int count;
    Move moves[MAX_MOVES];
} MoveList;

/* For the side to move. */
typedef struct LegalMasks {
    Bitboard checkers;     /* enemy pieces giving check */
    Bitboard evasions;     /* where a piece other than the king may go: everywhere, or onto/in front of the one checker, or nowhere */
    Bitboard pin_straight; /* rays from the king to pinning rooks and queens, the pinner included */
    Bitboard pin_diagonal; /* rays from the king to pinning bishops and queens, the pinner included */
    Bitboard danger;       /* squares attacked by the enemy, seen through our king */
} LegalMasks;

void movegen_masks(const Board *board, LegalMasks *masks);

/* All legal moves. */
void movegen_legal(const Board *board, MoveList *list);

/* The same in two halves that together are all legal moves, each appended to the list.
 * Noisy: captures, en passant and every promotion. Quiet: the rest, castling included. */
void movegen_noisy(const Board *board, const LegalMasks *masks, MoveList *list);
void movegen_quiet(const Board *board, const LegalMasks *masks, MoveList *list);

/* Number of legal moves, without making a list. */
int movegen_count(const Board *board);

/* True if there is a legal move: false means checkmate or stalemate. */
bool movegen_any(const Board *board);

/* True if `move`, any 16 bits, is legal here. Needs no list; for moves from a table or from outside. */
bool movegen_is_legal(const Board *board, const LegalMasks *masks, Move move);

#endif
