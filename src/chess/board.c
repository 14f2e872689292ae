/* SPDX-License-Identifier: GPL-3.0-only */
#include "chess/board.h"

Piece board_piece_on(const Board *board, Square square)
{
    const Bitboard bit = square_bit(square);
    if (!(board_occupied(board) & bit))
        return NO_PIECE;
    const Color color = board->by_color[BLACK] & bit ? BLACK : WHITE;
    PieceType type = PAWN;
    while (!(board->by_type[type] & bit))
        type++;
    return piece_make(color, type);
}

Bitboard board_en_passant_capturers(const Board *board, Square square)
{
    const Color us = (Color)board->side_to_move;
    const Color them = color_opposite(us);
    const Square king = board_king(board, us);
    const Bitboard victim = square_bit((Square)(square ^ 8));
    Bitboard capturers = 0;

    for (Bitboard pawns = attacks_pawn(them, square) & board_pieces(board, us, PAWN); pawns != 0;) {
        const Bitboard pawn = pawns & (~pawns + 1);
        pawns ^= pawn;
        const Bitboard occupied = (board_occupied(board) ^ pawn ^ victim) | square_bit(square);
        if ((board_attackers(board, king, occupied) & board->by_color[them] & ~victim) == 0)
            capturers |= pawn;
    }
    return capturers;
}

static void toggle(Board *board, Color color, PieceType type, Bitboard squares)
{
    board->by_type[type] ^= squares;
    board->by_color[color] ^= squares;
}

/* Sets the en passant square if the enemy, now to move, has a legal capture there. */
static void set_en_passant(Board *board, Square square)
{
    if (board_en_passant_capturers(board, square) != 0)
        board->en_passant = square;
}

void board_make_move(Board *board, Move move)
{
    const Color us = (Color)board->side_to_move;
    const Color them = color_opposite(us);
    const Square from = move_from(move);
    const Square to = move_to(move);
    const PieceType type = piece_type(board_piece_on(board, from));

    board->en_passant = NO_SQUARE;
    board->side_to_move = (uint8_t)them;
    if (move_kind(move) == MOVE_CASTLING) {
        const Bitboard king_squares = square_bit(from) ^ square_bit(castling_king_target(from, to));
        const Bitboard rook_squares = square_bit(to) ^ square_bit(castling_rook_target(from, to));
        board->castling &= ~board->by_color[us];
        toggle(board, us, KING, king_squares);
        toggle(board, us, ROOK, rook_squares);
        return;
    }

    if (type == KING)
        board->castling &= ~board->by_color[us];
    board->castling &= ~(square_bit(from) | square_bit(to));
    if (board->by_color[them] & square_bit(to))
        toggle(board, them, piece_type(board_piece_on(board, to)), square_bit(to));
    else if (move_kind(move) == MOVE_EN_PASSANT)
        toggle(board, them, PAWN, square_bit((Square)(to ^ 8)));

    toggle(board, us, type, square_bit(from));
    toggle(board, us, move_kind(move) == MOVE_PROMOTION ? move_promoted(move) : type, square_bit(to));
    if (type == PAWN && (from ^ to) == 16)
        set_en_passant(board, (Square)((from + to) / 2));
}
