/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/cuckoo.h"

#include "chess/attacks.h"
#include "chess/zobrist.h"

enum { CUCKOO_SIZE = 8192 }; /* 3668 moves are to be placed */

static uint64_t differences[CUCKOO_SIZE];
static Move moves[CUCKOO_SIZE];

static unsigned first_slot(uint64_t difference)
{
    return (unsigned)(difference & (CUCKOO_SIZE - 1));
}

static unsigned second_slot(uint64_t difference)
{
    return (unsigned)(difference >> 16 & (CUCKOO_SIZE - 1));
}

/* Puts the entry into one of its two slots; whoever is thrown out moves on to his other one. */
static void insert(uint64_t difference, Move move)
{
    unsigned slot = first_slot(difference);
    while (true) {
        const uint64_t evicted_difference = differences[slot];
        const Move evicted_move = moves[slot];
        differences[slot] = difference;
        moves[slot] = move;
        if (evicted_move == MOVE_NONE)
            return;
        difference = evicted_difference;
        move = evicted_move;
        slot = slot == first_slot(difference) ? second_slot(difference) : first_slot(difference);
    }
}

void cuckoo_init(void)
{
    for (int color = WHITE; color <= BLACK; color++)
        for (int type = KNIGHT; type <= KING; type++)
            for (int from = 0; from < SQUARE_COUNT; from++)
                for (int to = from + 1; to < SQUARE_COUNT; to++) {
                    if ((attacks_piece((PieceType)type, (Square)from, 0) & square_bit((Square)to)) == 0)
                        continue;
                    const Piece piece = piece_make((Color)color, (PieceType)type);
                    insert(zobrist_piece[piece][from] ^ zobrist_piece[piece][to] ^ zobrist_black_to_move,
                           move_make((Square)from, (Square)to, MOVE_NORMAL));
                }
}

Move cuckoo_find(uint64_t difference)
{
    unsigned slot = first_slot(difference);
    if (differences[slot] != difference)
        slot = second_slot(difference);
    return differences[slot] == difference ? moves[slot] : MOVE_NONE;
}
