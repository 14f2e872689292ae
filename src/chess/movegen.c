/* SPDX-License-Identifier: GPL-3.0-only */
#include "chess/movegen.h"

#include "chess/movegen_core.h"

void movegen_masks(const Board *board, LegalMasks *masks)
{
    if (board->side_to_move == WHITE)
        core_masks(board, WHITE, masks);
    else
        core_masks(board, BLACK, masks);
}

/* Appends the moves of one class, specialised by side. */
MOVEGEN_INLINE void append(const Board *board, const LegalMasks *masks, const MoveClass class, MoveList *list)
{
    Move *const end = list->moves + list->count;
    list->count = (int)((board->side_to_move == WHITE ? core_generate(board, WHITE, masks, class, end)
                                                      : core_generate(board, BLACK, masks, class, end)) -
                        list->moves);
    assert(list->count <= MAX_MOVES);
}

void movegen_legal(const Board *board, MoveList *list)
{
    LegalMasks masks;
    movegen_masks(board, &masks);
    list->count = 0;
    append(board, &masks, CLASS_ALL, list);
}

void movegen_noisy(const Board *board, const LegalMasks *masks, MoveList *list)
{
    append(board, masks, CLASS_NOISY, list);
}

void movegen_quiet(const Board *board, const LegalMasks *masks, MoveList *list)
{
    append(board, masks, CLASS_QUIET, list);
}

int movegen_count(const Board *board)
{
    LegalMasks masks;
    movegen_masks(board, &masks);
    return board->side_to_move == WHITE ? core_count(board, WHITE, &masks) : core_count(board, BLACK, &masks);
}

bool movegen_any(const Board *board)
{
    const Color us = (Color)board->side_to_move;
    const Square king = board_king(board, us);
    Bitboard steps = attacks_king(king) & ~board->by_color[us];
    const Bitboard occupied = board_occupied(board) ^ square_bit(king);

    /* Most positions are settled by one safe king step. */
    while (steps != 0) {
        const Square to = (Square)bits_pop(&steps);
        if ((board_attackers(board, to, occupied) & board->by_color[us ^ 1]) == 0)
            return true;
    }
    return movegen_count(board) != 0;
}

static bool is_legal_castling(const Board *board, const LegalMasks *masks, Square king, Square rook)
{
    const Color us = (Color)board->side_to_move;
    return king == board_king(board, us) && (board->castling & board->by_color[us] & square_bit(rook)) != 0 &&
           core_castling_possible(board, us, masks, rook);
}

/* Where a pawn on `from` may go, en passant aside. */
static Bitboard pawn_targets(const Board *board, Square from)
{
    const Color us = (Color)board->side_to_move;
    const Bitboard empty = ~board_occupied(board);
    const Bitboard step = attacks_pawn_steps(us, square_bit(from)) & empty;
    const Bitboard second = attacks_pawn_steps(us, step & (us == WHITE ? RANK_3 : RANK_6)) & empty;
    return step | second | (attacks_pawn(us, from) & board->by_color[us ^ 1]);
}

bool movegen_is_legal(const Board *board, const LegalMasks *masks, Move move)
{
    const Color us = (Color)board->side_to_move;
    const Square from = move_from(move);
    const Square to = move_to(move);
    const unsigned kind = move >> 12;

    if (kind > MOVE_CASTLING && kind < MOVE_PROMOTION)
        return false;
    if (kind > MOVE_PROMOTION + QUEEN - KNIGHT || (board->by_color[us] & square_bit(from)) == 0)
        return false;
    if (kind == MOVE_CASTLING)
        return is_legal_castling(board, masks, from, to);
    if (kind == MOVE_EN_PASSANT)
        return board->en_passant == to && (board_en_passant_capturers(board, to) & square_bit(from)) != 0;
    if (board->by_color[us] & square_bit(to))
        return false;

    const PieceType type = piece_type(board_piece_on(board, from));
    const bool promotes = type == PAWN && (square_bit(to) & (RANK_1 | RANK_8)) != 0;
    if (promotes != (kind >= MOVE_PROMOTION))
        return false;
    if (type == KING)
        return (attacks_king(from) & ~masks->danger & square_bit(to)) != 0;

    const Bitboard reach = type == PAWN ? pawn_targets(board, from) : attacks_piece(type, from, board_occupied(board));
    if ((reach & masks->evasions & square_bit(to)) == 0)
        return false;
    /* A pinned piece stays on the line through its king. */
    return ((masks->pin_straight | masks->pin_diagonal) & square_bit(from)) == 0 ||
           (attacks_line(board_king(board, us), from) & square_bit(to)) != 0;
}
