/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Board: the lean state that decides which moves are legal. Eighty bytes, copied rather than undone.
 *
 * Invariants of every board that leaves this room:
 *   - one king a side; the side not to move is not in check; no pawn on the first or last rank
 *   - `castling` holds the squares of the rooks that may still castle, on their side's first rank,
 *     at most one on either side of the king
 *   - `en_passant` is the square behind a pawn that has just moved two squares, and only if some
 *     legal move captures it there; else NO_SQUARE
 * Nothing here allocates, and every function may be called from any thread.
 */
#ifndef CAROUSEL_CHESS_BOARD_H
#define CAROUSEL_CHESS_BOARD_H

#include "chess/attacks.h"
#include "chess/types.h"

typedef struct Board {
    Bitboard by_type[PIECE_TYPE_COUNT];
    Bitboard by_color[COLOR_COUNT];
    Bitboard castling;
    uint8_t en_passant;   /* Square or NO_SQUARE */
    uint8_t side_to_move; /* Color */
    uint8_t padding[6];   /* zero, so that boards compare with memcmp */
} Board;

_Static_assert(sizeof(Board) == 80, "Board is compared and copied as 80 bytes");

static inline Bitboard board_occupied(const Board *board)
{
    return board->by_color[WHITE] | board->by_color[BLACK];
}

static inline Bitboard board_pieces(const Board *board, Color color, PieceType type)
{
    return board->by_color[color] & board->by_type[type];
}

static inline Square board_king(const Board *board, Color color)
{
    return (Square)bits_lowest(board_pieces(board, color, KING));
}

/* The piece on `square`, NO_PIECE if it is empty. Position's mailbox answers this faster. */
Piece board_piece_on(const Board *board, Square square);

/* Pieces of both colours that attack `square` when `occupied` is what stands in the way. */
static inline Bitboard board_attackers(const Board *board, Square square, Bitboard occupied)
{
    const Bitboard diagonal = board->by_type[BISHOP] | board->by_type[QUEEN];
    const Bitboard straight = board->by_type[ROOK] | board->by_type[QUEEN];
    return (attacks_pawn(WHITE, square) & board_pieces(board, BLACK, PAWN)) |
           (attacks_pawn(BLACK, square) & board_pieces(board, WHITE, PAWN)) | (attacks_knight(square) & board->by_type[KNIGHT]) |
           (attacks_king(square) & board->by_type[KING]) | (attacks_bishop(square, occupied) & diagonal) |
           (attacks_rook(square, occupied) & straight);
}

/* The enemy pieces that give check to `color`'s king. */
static inline Bitboard board_checkers(const Board *board, Color color)
{
    return board_attackers(board, board_king(board, color), board_occupied(board)) & board->by_color[color ^ 1];
}

/* The squares of the pawns of the side to move that may legally capture en passant on `square`
 * (the square behind the enemy pawn that moved two squares). */
Bitboard board_en_passant_capturers(const Board *board, Square square);

/* Plays a legal move. Keeps all invariants. */
void board_make_move(Board *board, Move move);

#endif
