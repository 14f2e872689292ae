/* SPDX-License-Identifier: GPL-3.0-only */
#include "training/packed.h"

#include <string.h>

enum { BLACK_BIT = 8 };

void packed_from_position(const Position *position, PackedPosition *packed)
{
    memset(packed, 0, sizeof *packed);
    packed->occupied = board_occupied(&position->board);
    int count = 0;
    for (Bitboard squares = packed->occupied; squares != 0; count++) {
        const Square square = (Square)bits_pop(&squares);
        unsigned code = position_piece_on(position, square);
        if (position->board.castling & square_bit(square))
            code = PACKED_CASTLING_ROOK | (code & BLACK_BIT);
        packed->pieces[count / 2] |= (uint8_t)(code << (count % 2 * 4));
    }
    packed->side_and_passant = (uint8_t)(position->board.en_passant | (position_side_to_move(position) == BLACK ? 0x80 : 0));
    packed->halfmove_clock = (uint8_t)(position->halfmove_clock < 255 ? position->halfmove_clock : 255);
    packed->ply = (uint16_t)((position->fullmove_number - 1) * 2 + (position_side_to_move(position) == BLACK));
}

/* The pieces; false if there are more than 32 or a code stands for none. */
static bool unpack_pieces(const PackedPosition *packed, Board *board)
{
    if (bits_count(packed->occupied) > 32)
        return false;
    int count = 0;
    for (Bitboard squares = packed->occupied; squares != 0; count++) {
        const Bitboard bit = square_bit((Square)bits_pop(&squares));
        const unsigned code = packed->pieces[count / 2] >> (count % 2 * 4) & 15u;
        unsigned type = code & 7u;
        if (type == PACKED_CASTLING_ROOK) {
            board->castling |= bit;
            type = ROOK;
        }
        if (type > KING)
            return false;
        board->by_type[type] |= bit;
        board->by_color[code & BLACK_BIT ? BLACK : WHITE] |= bit;
    }
    return true;
}

/* The castling rooks stand on their first rank beside their king, at most one on a side. */
static bool castling_plausible(const Board *board, Color color)
{
    const Bitboard rooks = board->castling & board->by_color[color];
    const Square king = board_king(board, color);
    const Bitboard first_rank = color == WHITE ? RANK_1 : RANK_8;
    const Bitboard below = square_bit(king) - 1;

    return rooks == 0 || (((rooks | square_bit(king)) & ~first_rank) == 0 && !bits_several(rooks & below) && !bits_several(rooks & ~below));
}

/* Sets the en passant square if a legal capture exists there. */
static bool unpack_en_passant(Board *board, Square square)
{
    const Color them = color_opposite((Color)board->side_to_move);
    board->en_passant = NO_SQUARE;
    if (square == NO_SQUARE)
        return true;
    if (square > NO_SQUARE || rank_relative(them, square) != 2 || (board_occupied(board) & square_bit(square)) ||
        !(board_pieces(board, them, PAWN) & square_bit((Square)(square ^ 8))) || board_en_passant_capturers(board, square) == 0)
        return false;
    board->en_passant = square;
    return true;
}

bool packed_to_position(const PackedPosition *packed, Position *position)
{
    memset(position, 0, sizeof *position);
    Board *board = &position->board;

    if (packed->result > PACKED_WHITE_WINS || !unpack_pieces(packed, board))
        return false;
    if (bits_count(board_pieces(board, WHITE, KING)) != 1 || bits_count(board_pieces(board, BLACK, KING)) != 1 ||
        (board->by_type[PAWN] & (RANK_1 | RANK_8)) != 0)
        return false;
    board->side_to_move = packed->side_and_passant & 0x80 ? BLACK : WHITE;
    if (!castling_plausible(board, WHITE) || !castling_plausible(board, BLACK) ||
        board_checkers(board, color_opposite((Color)board->side_to_move)) != 0 ||
        !unpack_en_passant(board, packed->side_and_passant & 0x7f))
        return false;
    position->halfmove_clock = packed->halfmove_clock;
    position->fullmove_number = (uint16_t)(packed->ply / 2 + 1);
    position_refresh(position);
    return true;
}
