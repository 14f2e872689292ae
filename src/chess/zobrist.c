/* SPDX-License-Identifier: GPL-3.0-only */
#include "chess/zobrist.h"

#include "base/splitmix64.h"

uint64_t zobrist_piece[PIECE_COUNT][SQUARE_COUNT];
uint64_t zobrist_castling[SQUARE_COUNT];
uint64_t zobrist_en_passant[8];
uint64_t zobrist_black_to_move;

void zobrist_init(void)
{
    uint64_t state = 0x4361726f7573656cu;
    for (int color = WHITE; color <= BLACK; color++)
        for (int type = PAWN; type <= KING; type++)
            for (int square = 0; square < SQUARE_COUNT; square++)
                zobrist_piece[piece_make((Color)color, (PieceType)type)][square] = splitmix64_next(&state);
    for (int square = 0; square < SQUARE_COUNT; square++)
        zobrist_castling[square] = splitmix64_next(&state);
    for (int file = 0; file < 8; file++)
        zobrist_en_passant[file] = splitmix64_next(&state);
    zobrist_black_to_move = splitmix64_next(&state);
}
