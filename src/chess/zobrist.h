/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Zobrist keys (https://www.chessprogramming.org/Zobrist_Hashing): one random number a feature,
 * drawn from a fixed seed, the same in every build. Filled by zobrist_init(), constant afterwards.
 */
#ifndef CAROUSEL_CHESS_ZOBRIST_H
#define CAROUSEL_CHESS_ZOBRIST_H

#include "chess/types.h"

extern uint64_t zobrist_piece[PIECE_COUNT][SQUARE_COUNT];
extern uint64_t zobrist_castling[SQUARE_COUNT]; /* by the square of the castling rook */
extern uint64_t zobrist_en_passant[8];          /* by file */
extern uint64_t zobrist_black_to_move;

/* Safe to call again; not from two threads at once. */
void zobrist_init(void);

#endif
