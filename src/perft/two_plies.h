/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Counting the last two plies together, without making most of the moves in between.
 *
 * After a move of ours, the enemy's replies are those of before but for what the move changed: its own sliders
 * that see the square left or the square entered, pawns and castling paths there, the piece taken, and where its
 * king may go. So the replies are counted once, and for each of our moves the difference; for moves that leave
 * the enemy king's surroundings alone, even for all the targets of a piece at once (changes_inline.h).
 *
 * Three ways, from the fastest:
 *   together    quiet moves that change nothing about the enemy king
 *   one by one  captures, and moves that attack or open or close lines to squares around the king
 *   exactly     the move is made and its replies counted as anywhere else: checks, anything that touches a pin,
 *               promotions, castling, en passant, and where two of the changes would meet on one line
 * All of it falls back to making every move when we are in check.
 */
#ifndef CAROUSEL_PERFT_TWO_PLIES_H
#define CAROUSEL_PERFT_TWO_PLIES_H

#include "chess/board.h"

/* The number of sequences of two legal moves. */
uint64_t two_plies_white(const Board *board);
uint64_t two_plies_black(const Board *board);

#endif
