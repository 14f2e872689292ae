/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/see.h"

const int see_value[PIECE_TYPE_COUNT + 1] = {100, 320, 335, 510, 950, 0, 0};

bool see_at_least(const Position *position, Move move, int threshold)
{
    const Board *board = &position->board;
    const Square from = move_from(move);
    const Square to = move_to(move);
    const MoveKind kind = move_kind(move);
    if (kind == MOVE_CASTLING)
        return threshold <= 0;

    /* The move itself: is it enough even if the piece is lost, or too little even if it is not? */
    PieceType victim = piece_type(position_piece_on(position, from));
    int balance = -threshold;
    Bitboard occupied = (board_occupied(board) ^ square_bit(from)) | square_bit(to);
    if (kind == MOVE_EN_PASSANT) {
        balance += see_value[PAWN];
        occupied ^= square_bit((Square)(to ^ 8));
    } else {
        balance += see_value[piece_type(position_piece_on(position, to))];
    }
    if (kind == MOVE_PROMOTION) {
        victim = move_promoted(move);
        balance += see_value[victim] - see_value[PAWN];
    }
    if (balance < 0)
        return false;
    balance -= see_value[victim];
    if (balance >= 0)
        return true;

    const Bitboard diagonal = board->by_type[BISHOP] | board->by_type[QUEEN];
    const Bitboard straight = board->by_type[ROOK] | board->by_type[QUEEN];
    Bitboard attackers = board_attackers(board, to, occupied) & occupied;
    Color side = color_opposite(position_side_to_move(position));

    /* Each turn the side that is behind captures with its least piece; who is behind with nothing left to
     * capture has lost the exchange. `balance` is from the view of the side that captured last, less than
     * zero as long as it would lose by a recapture. */
    for (Bitboard own; (own = attackers & board->by_color[side]) != 0;) {
        PieceType type = PAWN;
        while ((own & board->by_type[type]) == 0)
            type = (PieceType)(type + 1);
        occupied ^= square_bit((Square)bits_lowest(own & board->by_type[type]));
        if (type == PAWN || type == BISHOP || type == QUEEN)
            attackers |= attacks_bishop(to, occupied) & diagonal;
        if (type == ROOK || type == QUEEN)
            attackers |= attacks_rook(to, occupied) & straight;
        attackers &= occupied;
        side = color_opposite(side);
        balance = -balance - 1 - see_value[type];
        if (balance >= 0) {
            /* A king cannot capture what is still protected: then it was the other side that ran out. */
            if (type == KING && (attackers & board->by_color[side]) != 0)
                side = color_opposite(side);
            break;
        }
    }
    return side != position_side_to_move(position);
}
