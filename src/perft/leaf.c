/* SPDX-License-Identifier: GPL-3.0-only */
#include "perft/leaf.h"

#include "chess/movegen_core.h"

int leaf_count_white(const Board *board)
{
    LegalMasks masks;
    core_masks(board, WHITE, &masks);
    return core_count(board, WHITE, &masks);
}

int leaf_count_black(const Board *board)
{
    LegalMasks masks;
    core_masks(board, BLACK, &masks);
    return core_count(board, BLACK, &masks);
}

/* Plays an ordinary move of a known piece type; en passant squares are set wherever a pawn might capture. */
MOVEGEN_INLINE void make_known(Board *child, const Board *board, const Color us, const PieceType type, Square from, Square to,
                               const PieceType becomes)
{
    const Bitboard target = square_bit(to);
    *child = *board;
    for (int t = PAWN; t <= QUEEN; t++)
        child->by_type[t] &= ~target;
    child->by_color[us ^ 1] &= ~target;
    child->by_color[us] ^= square_bit(from) | target;
    child->by_type[type] ^= square_bit(from);
    child->by_type[becomes] |= target;
    child->castling &= ~target & (type == KING ? board->by_color[us ^ 1] : ~square_bit(from));
    child->side_to_move = (uint8_t)(us ^ 1);
    child->en_passant = NO_SQUARE;
    if (type == PAWN && (from ^ to) == 16)
        child->en_passant = (uint8_t)((from + to) / 2);
}

int leaf_exact_white(const Board *board, PieceType type, Square from, Square to, PieceType becomes)
{
    Board child;
    make_known(&child, board, WHITE, type, from, to, becomes);
    return leaf_count_black(&child);
}

int leaf_exact_black(const Board *board, PieceType type, Square from, Square to, PieceType becomes)
{
    Board child;
    make_known(&child, board, BLACK, type, from, to, becomes);
    return leaf_count_white(&child);
}

uint64_t leaf_make_all(const Board *board, const Move *moves, const Move *end)
{
    uint64_t count = 0;
    for (; moves < end; moves++) {
        Board child = *board;
        board_make_move(&child, *moves);
        count += (uint64_t)(child.side_to_move == WHITE ? leaf_count_white(&child) : leaf_count_black(&child));
    }
    return count;
}

uint64_t leaf_plain_white(const Board *board)
{
    LegalMasks masks;
    Move moves[MAX_MOVES];
    core_masks(board, WHITE, &masks);
    return leaf_make_all(board, moves, core_generate(board, WHITE, &masks, CLASS_ALL, moves));
}

uint64_t leaf_plain_black(const Board *board)
{
    LegalMasks masks;
    Move moves[MAX_MOVES];
    core_masks(board, BLACK, &masks);
    return leaf_make_all(board, moves, core_generate(board, BLACK, &masks, CLASS_ALL, moves));
}
