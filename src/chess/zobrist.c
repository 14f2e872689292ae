#include "chess/zobrist.h"

uint64_t zobrist_piece[PIECE_COUNT][SQUARE_COUNT];
uint64_t zobrist_castling[SQUARE_COUNT];
uint64_t zobrist_en_passant[8];
uint64_t zobrist_black_to_move;

/* SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

void zobrist_init(void)
{
    uint64_t state = 0x4361726f7573656cu;
    for (int color = WHITE; color <= BLACK; color++)
        for (int type = PAWN; type <= KING; type++)
            for (int square = 0; square < SQUARE_COUNT; square++)
                zobrist_piece[piece_make((Color)color, (PieceType)type)][square] = next_random(&state);
    for (int square = 0; square < SQUARE_COUNT; square++)
        zobrist_castling[square] = next_random(&state);
    for (int file = 0; file < 8; file++)
        zobrist_en_passant[file] = next_random(&state);
    zobrist_black_to_move = next_random(&state);
}
