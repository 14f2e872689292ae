/* SPDX-License-Identifier: GPL-3.0-only */
#include "rules/illegal_judge.h"

#include "chess/movegen.h"

bool illegal_refuse(Illegal *verdict, IllegalReason reason, Square where)
{
    verdict->reason = reason;
    verdict->where = where;
    return false;
}

static bool accept(Illegal *verdict, Move move)
{
    verdict->reason = ILLEGAL_NOT;
    verdict->move = move;
    return true;
}

Illegal illegal_nothing(void)
{
    return (Illegal){.reason = ILLEGAL_UNREADABLE,
                     .move = MOVE_NONE,
                     .stands_as = MOVE_NONE,
                     .from = NO_SQUARE,
                     .to = NO_SQUARE,
                     .piece = NO_PIECE_TYPE,
                     .promotion = NO_PIECE_TYPE,
                     .where = NO_SQUARE};
}

/* Of the squares strictly between two and the last one, those the king passes: for walking in order. */
static Square step_towards(Square square, Square target)
{
    return (Square)(square + (target > square ? 1 : target < square ? -1 : 0));
}

bool illegal_judge_castling(const Position *position, bool to_right, Illegal *verdict)
{
    const Board *board = &position->board;
    const Color us = position_side_to_move(position);
    const Square king = board_king(board, us);
    const Bitboard right_of_king = ~(square_bit(king) | (square_bit(king) - 1));
    const Bitboard rooks = board->castling & board->by_color[us] & (to_right ? right_of_king : ~right_of_king);

    verdict->from = king;
    verdict->to = (Square)((king & 56) | (to_right ? 6 : 2));
    verdict->piece = KING;
    if (rooks == 0)
        return illegal_refuse(verdict, ILLEGAL_CASTLING_LOST, NO_SQUARE);
    const Square rook = (Square)bits_lowest(rooks);
    verdict->to = rook;
    if (position->checkers != 0)
        return illegal_refuse(verdict, ILLEGAL_CASTLING_OUT_OF_CHECK, (Square)bits_lowest(position->checkers));

    const Square king_target = castling_king_target(king, rook);
    const Square rook_target = castling_rook_target(king, rook);
    const Bitboard ends = square_bit(king_target) | square_bit(rook_target);
    const Bitboard way = attacks_between(king, king_target) | attacks_between(rook, rook_target) | ends;
    const Bitboard in_the_way = way & board_occupied(board) & ~square_bit(king) & ~square_bit(rook);
    if (in_the_way != 0)
        return illegal_refuse(verdict, ILLEGAL_CASTLING_BLOCKED, (Square)(to_right ? bits_lowest(in_the_way) : bits_highest(in_the_way)));

    const Bitboard enemies = board->by_color[color_opposite(us)];
    const Bitboard without_king = board_occupied(board) & ~square_bit(king);
    for (Square square = king; square != king_target;) {
        square = step_towards(square, king_target);
        if (board_attackers(board, square, without_king) & enemies)
            return illegal_refuse(verdict, square == king_target ? ILLEGAL_CASTLING_INTO_CHECK : ILLEGAL_CASTLING_THROUGH_CHECK, square);
    }
    /* In Chess960 the rook may have been what shielded the king's new square. */
    const Bitboard after = (without_king & ~square_bit(rook)) | ends;
    if (board_attackers(board, king_target, after) & enemies)
        return illegal_refuse(verdict, ILLEGAL_CASTLING_INTO_CHECK, king_target);
    return accept(verdict, move_make(king, rook, MOVE_CASTLING));
}

/* A king's move to a square it cannot step to: does it mean castling, and to which side? */
static bool means_castling(const Position *position, Square from, Square to, bool *to_right)
{
    const Color us = position_side_to_move(position);
    if (rank_relative(us, from) != 0 || rank_relative(us, to) != 0 || from == to)
        return false;
    *to_right = to > from;
    const bool onto_rook = position->mailbox[to] == piece_make(us, ROOK);
    if (onto_rook)
        return (position->board.castling & square_bit(to)) != 0 || !(attacks_king(from) & square_bit(to));
    if (attacks_king(from) & square_bit(to))
        return false;
    const bool on_target = square_file(to) == (*to_right ? 6 : 2);
    return on_target && (position->chess960 || square_file(from) == 4);
}

/* Can a piece other than a pawn go there, kings' safety aside? */
static bool judge_piece_way(const Position *position, Square from, Square to, PieceType type, Illegal *verdict)
{
    const Bitboard target = square_bit(to);
    if (!(attacks_piece(type, from, 0) & target))
        return illegal_refuse(verdict, ILLEGAL_CANNOT_GO, NO_SQUARE);
    const Bitboard blockers = attacks_between(from, to) & board_occupied(&position->board);
    if (type != KNIGHT && blockers != 0)
        return illegal_refuse(verdict, ILLEGAL_PATH_BLOCKED, (Square)(to > from ? bits_lowest(blockers) : bits_highest(blockers)));
    if (position->board.by_color[position_side_to_move(position)] & target)
        return illegal_refuse(verdict, ILLEGAL_OWN_PIECE, to);
    return true;
}

/* The same for a pawn; `*kind` becomes MOVE_EN_PASSANT for such a capture. */
static bool judge_pawn_way(const Position *position, Square from, Square to, unsigned *kind, Illegal *verdict)
{
    const Board *board = &position->board;
    const Color us = position_side_to_move(position);
    const int step = us == WHITE ? 8 : -8;

    if (attacks_pawn(us, from) & square_bit(to)) {
        if (board->by_color[us] & square_bit(to))
            return illegal_refuse(verdict, ILLEGAL_OWN_PIECE, to);
        if (position->mailbox[to] != NO_PIECE)
            return true;
        const bool pawn_passed = rank_relative(us, to) == 5 && position->mailbox[to ^ 8] == piece_make(color_opposite(us), PAWN);
        if (!pawn_passed)
            return illegal_refuse(verdict, ILLEGAL_NOTHING_TO_CAPTURE, to);
        *kind = MOVE_EN_PASSANT;
        return true; /* whether it is in time is asked once the king's safety is known */
    }
    const bool two_steps = to == from + 2 * step && rank_relative(us, from) == 1;
    if (to != from + step && !two_steps)
        return illegal_refuse(verdict, ILLEGAL_CANNOT_GO, NO_SQUARE);
    if (position->mailbox[from + step] != NO_PIECE)
        return illegal_refuse(verdict, ILLEGAL_PATH_BLOCKED, (Square)(from + step));
    if (position->mailbox[to] != NO_PIECE)
        return illegal_refuse(verdict, ILLEGAL_PATH_BLOCKED, to);
    return true;
}

/* Would the mover's king be attacked after a move that the piece itself can make? */
static bool judge_king_safety(const Position *position, Square from, Square to, unsigned kind, Illegal *verdict)
{
    const Board *board = &position->board;
    const Color us = position_side_to_move(position);
    const bool king_moves = verdict->piece == KING;
    const Bitboard victim = square_bit(kind == MOVE_EN_PASSANT ? (Square)(to ^ 8) : to);
    const Bitboard occupied = (board_occupied(board) & ~square_bit(from) & ~victim) | square_bit(to);
    const Square king = king_moves ? to : board_king(board, us);
    const Bitboard attackers = board_attackers(board, king, occupied) & board->by_color[color_opposite(us)] & ~victim;

    if (attackers == 0)
        return true;
    if (king_moves)
        return illegal_refuse(verdict, ILLEGAL_KING_INTO_CHECK, (Square)bits_lowest(attackers));
    if (attackers & position->checkers)
        return illegal_refuse(verdict, ILLEGAL_KING_LEFT_IN_CHECK, (Square)bits_lowest(attackers & position->checkers));
    return illegal_refuse(verdict, ILLEGAL_KING_EXPOSED, (Square)bits_lowest(attackers));
}

/* The last question: the choice of a piece. */
static bool judge_promotion(const Position *position, Square from, Square to, unsigned kind, Illegal *verdict)
{
    const PieceType chosen = verdict->promotion;
    const bool promotes = verdict->piece == PAWN && rank_relative(position_side_to_move(position), to) == 7;

    if (!promotes)
        return chosen == NO_PIECE_TYPE ? accept(verdict, move_make(from, to, kind)) : illegal_refuse(verdict, ILLEGAL_PROMOTION_NONE, to);
    if (chosen == NO_PIECE_TYPE) {
        verdict->stands_as = move_make_promotion(from, to, QUEEN);
        return illegal_refuse(verdict, ILLEGAL_PROMOTION_MISSING, to);
    }
    if (chosen == PAWN || chosen == KING)
        return illegal_refuse(verdict, ILLEGAL_PROMOTION_WRONG, to);
    return accept(verdict, move_make_promotion(from, to, chosen));
}

bool illegal_judge_squares(const Position *position, Square from, Square to, bool may_castle, Illegal *verdict)
{
    const Color us = position_side_to_move(position);
    verdict->from = from;
    verdict->to = to;
    if (position->mailbox[from] == NO_PIECE)
        return illegal_refuse(verdict, ILLEGAL_EMPTY_SQUARE, from);
    verdict->piece = piece_type(position->mailbox[from]);
    if (piece_color(position->mailbox[from]) != us)
        return illegal_refuse(verdict, ILLEGAL_NOT_YOURS, from);

    bool to_right = false;
    if (may_castle && verdict->piece == KING && verdict->promotion == NO_PIECE_TYPE && means_castling(position, from, to, &to_right))
        return illegal_judge_castling(position, to_right, verdict);

    unsigned kind = MOVE_NORMAL;
    const bool way = verdict->piece == PAWN ? judge_pawn_way(position, from, to, &kind, verdict)
                                            : judge_piece_way(position, from, to, verdict->piece, verdict);
    if (!way || !judge_king_safety(position, from, to, kind, verdict))
        return false;
    if (kind == MOVE_EN_PASSANT && position->board.en_passant != to)
        return illegal_refuse(verdict, ILLEGAL_EN_PASSANT_LATE, (Square)(to ^ 8));
    return judge_promotion(position, from, to, kind, verdict);
}

bool illegal_conclude(const Position *position, bool legal, Illegal *verdict)
{
    if (!legal && !illegal_is_typing_mistake(verdict->reason) && !movegen_any(&position->board))
        return illegal_refuse(verdict, ILLEGAL_GAME_OVER, NO_SQUARE);
    return legal;
}

bool illegal_judge(const Position *position, Square from, Square to, PieceType promotion, Illegal *verdict)
{
    *verdict = illegal_nothing();
    verdict->promotion = promotion;
    return illegal_conclude(position, illegal_judge_squares(position, from, to, true, verdict), verdict);
}

bool illegal_is_typing_mistake(IllegalReason reason)
{
    return reason == ILLEGAL_UNREADABLE || reason == ILLEGAL_AMBIGUOUS;
}
