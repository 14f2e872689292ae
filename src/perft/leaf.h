/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The last ply by itself: the legal moves of a position, or those that follow a move.
 */
#ifndef CAROUSEL_PERFT_LEAF_H
#define CAROUSEL_PERFT_LEAF_H

#include "chess/board.h"

/* The number of legal moves; the side to move must be the one named. */
int leaf_count_white(const Board *board);
int leaf_count_black(const Board *board);

/* The number of replies to an ordinary move (no castling, no en passant) of a piece of `type`, which becomes another by
 * promotion. */
int leaf_exact_white(const Board *board, PieceType type, Square from, Square to, PieceType becomes);
int leaf_exact_black(const Board *board, PieceType type, Square from, Square to, PieceType becomes);

/* The number of replies to the moves of a list, of any kind. */
uint64_t leaf_make_all(const Board *board, const Move *moves, const Move *end);

/* The number of replies to all legal moves, each being made. */
uint64_t leaf_plain_white(const Board *board);
uint64_t leaf_plain_black(const Board *board);

#endif
