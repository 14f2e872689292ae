/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Writing FEN.
 */
#include "chess/fen.h"

#include "chess/fen_castling.h"

#include <stdio.h>

static const char piece_letters[] = "PNBRQK";

static char *write_placement(const Position *position, char *out)
{
    for (int rank = 7; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < 8; file++) {
            const Piece piece = position->mailbox[square_make(file, rank)];
            if (piece == NO_PIECE) {
                empty++;
                continue;
            }
            if (empty > 0)
                *out++ = (char)('0' + empty);
            empty = 0;
            const char letter = piece_letters[piece_type(piece)];
            *out++ = piece_color(piece) == WHITE ? letter : (char)(letter - 'A' + 'a');
        }
        if (empty > 0)
            *out++ = (char)('0' + empty);
        if (rank > 0)
            *out++ = '/';
    }
    return out;
}

static char *write_castling(const Board *board, char *out)
{
    if (board->castling == 0)
        *out++ = '-';
    for (Color color = WHITE; color <= BLACK; color++) {
        const Square king = board_king(board, color);
        for (int side = 0; side < 2; side++) {
            const bool towards_h = side == 0;
            const Bitboard rook = board->castling & board->by_color[color] & fen_rank_beside(king, towards_h);
            if (rook == 0)
                continue;
            char letter = towards_h ? 'K' : 'Q';
            if (fen_castling_rook(board, color, letter) != rook)
                letter = (char)('A' + square_file((Square)bits_lowest(rook)));
            *out++ = color == WHITE ? letter : (char)(letter - 'A' + 'a');
        }
    }
    return out;
}

size_t fen_write(const Position *position, char text[FEN_SIZE])
{
    const Board *board = &position->board;
    char *out = write_placement(position, text);
    *out++ = ' ';
    *out++ = board->side_to_move == WHITE ? 'w' : 'b';
    *out++ = ' ';
    out = write_castling(board, out);
    *out++ = ' ';
    if (board->en_passant == NO_SQUARE) {
        *out++ = '-';
    } else {
        *out++ = (char)('a' + square_file(board->en_passant));
        *out++ = (char)('1' + square_rank(board->en_passant));
    }
    const size_t used = (size_t)(out - text);
    const int length = snprintf(out, FEN_SIZE - used, " %u %u", (unsigned)position->halfmove_clock, (unsigned)position->fullmove_number);
    return used + (size_t)length;
}
