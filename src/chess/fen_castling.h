/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Which rook a letter of a FEN's castling field means: reading and writing have to agree. For fen.c and fen_write.c alone.
 */
#ifndef CAROUSEL_CHESS_FEN_CASTLING_H
#define CAROUSEL_CHESS_FEN_CASTLING_H

#include "chess/board.h"

/* The squares of a king's rank on one side of it: towards the h file or the a file. */
static inline Bitboard fen_rank_beside(Square king, bool towards_h)
{
    const Bitboard rank = RANK_1 << (king & 56);
    const Bitboard below = rank & (square_bit(king) - 1);
    return towards_h ? rank & ~below & ~square_bit(king) : below;
}

/* The rook that one letter of the castling field means; empty if there is none. */
static inline Bitboard fen_castling_rook(const Board *board, Color color, char upper)
{
    const Square king = board_king(board, color);
    const Bitboard first_rank = color == WHITE ? RANK_1 : RANK_8;
    if ((square_bit(king) & first_rank) == 0)
        return 0;
    const Bitboard rooks = board_pieces(board, color, ROOK) & first_rank;
    const Bitboard right = rooks & fen_rank_beside(king, true);
    const Bitboard left = rooks & fen_rank_beside(king, false);
    if (upper == 'K')
        return right == 0 ? 0 : square_bit((Square)bits_highest(right));
    if (upper == 'Q')
        return left == 0 ? 0 : square_bit((Square)bits_lowest(left));
    return rooks & (FILE_A << (upper - 'A'));
}

#endif
