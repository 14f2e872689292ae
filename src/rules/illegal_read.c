/* SPDX-License-Identifier: GPL-3.0-only */
/* The move a text means, judged. */
#include "rules/illegal_judge.h"

#include "chess/move_shape.h"

/* How near a move came to being legal, to choose which of several like pieces was meant. */
static int nearness(IllegalReason reason)
{
    switch (reason) {
    case ILLEGAL_NOT: return 6;
    case ILLEGAL_PROMOTION_MISSING:
    case ILLEGAL_PROMOTION_WRONG:
    case ILLEGAL_PROMOTION_NONE: return 5;
    case ILLEGAL_KING_LEFT_IN_CHECK:
    case ILLEGAL_KING_EXPOSED:
    case ILLEGAL_KING_INTO_CHECK:
    case ILLEGAL_EN_PASSANT_LATE: return 4;
    case ILLEGAL_OWN_PIECE: return 3;
    case ILLEGAL_PATH_BLOCKED:
    case ILLEGAL_NOTHING_TO_CAPTURE: return 2;
    default: return 1;
    }
}

static Bitboard files_beside(int file)
{
    return (file > 0 ? FILE_A << (file - 1) : 0) | (file < 7 ? FILE_A << (file + 1) : 0);
}

/* Judges a move that SAN names by its piece: by the piece of that kind that comes nearest to making it. */
static bool judge_by_piece(const Position *position, const MoveShape *shape, Illegal *verdict)
{
    const Color us = position_side_to_move(position);
    const PieceType type = shape->piece == NO_PIECE_TYPE ? PAWN : shape->piece;
    Bitboard candidates = board_pieces(&position->board, us, type);
    if (shape->from_file >= 0)
        candidates &= FILE_A << shape->from_file;
    else if (type == PAWN && shape->captures)
        candidates &= files_beside(square_file(shape->to));
    else if (type == PAWN)
        candidates &= FILE_A << square_file(shape->to);
    if (shape->from_rank >= 0)
        candidates &= RANK_1 << 8 * shape->from_rank;

    Illegal best = illegal_nothing();
    best.reason = ILLEGAL_CANNOT_GO;
    best.piece = type;
    best.to = shape->to;
    best.promotion = shape->promotion;
    int legal = 0;
    Bitboard nearest = 0;
    for (bool first = true; candidates != 0; first = false) {
        const Square from = (Square)bits_pop(&candidates);
        Illegal tried = illegal_nothing();
        tried.promotion = shape->promotion;
        /* In ordinary chess the king's letter means a step; two squares alone castle. */
        if (illegal_judge_squares(position, from, shape->to, position->chess960, &tried))
            legal++;
        if (first || nearness(tried.reason) > nearness(best.reason)) {
            best = tried;
            nearest = 0;
        }
        if (nearness(tried.reason) == nearness(best.reason))
            nearest |= square_bit(from);
    }
    /* Of several that come equally near none is the one meant. */
    if (bits_several(nearest))
        best.among = nearest;
    if (best.reason == ILLEGAL_CANNOT_GO && best.among != 0)
        best.from = NO_SQUARE;
    *verdict = best;
    if (legal > 1) {
        verdict->move = MOVE_NONE;
        verdict->from = NO_SQUARE;
        return illegal_refuse(verdict, ILLEGAL_AMBIGUOUS, NO_SQUARE);
    }
    return legal == 1;
}

static bool judge_piece_move(const Position *position, const MoveShape *shape, Illegal *verdict)
{
    verdict->promotion = shape->promotion;
    if (!move_shape_names_origin(shape))
        return judge_by_piece(position, shape, verdict);
    const Square from = square_make(shape->from_file, shape->from_rank);
    const Piece standing = position->mailbox[from];
    if (shape->piece == NO_PIECE_TYPE || (standing != NO_PIECE && piece_type(standing) == shape->piece))
        return illegal_judge_squares(position, from, shape->to, true, verdict);
    /* `Bg1f3`, and no bishop stands there. */
    verdict->piece = shape->piece;
    verdict->to = shape->to;
    return illegal_refuse(verdict, ILLEGAL_CANNOT_GO, NO_SQUARE);
}

static bool judge_shape(const Position *position, const MoveShape *shape, Illegal *verdict)
{
    switch (shape->kind) {
    case MOVE_SHAPE_UNREADABLE: return illegal_refuse(verdict, ILLEGAL_UNREADABLE, NO_SQUARE);
    case MOVE_SHAPE_NULL: return illegal_refuse(verdict, ILLEGAL_NULL_MOVE, NO_SQUARE);
    case MOVE_SHAPE_DROP: return illegal_refuse(verdict, ILLEGAL_DROP, NO_SQUARE);
    case MOVE_SHAPE_CASTLING: return illegal_judge_castling(position, shape->to_h_side, verdict);
    case MOVE_SHAPE_PIECE: break;
    }
    const MoveShape settled = move_shape_settle(position, shape);
    return judge_piece_move(position, &settled, verdict);
}

bool illegal_read(const Position *position, const char *text, Illegal *verdict)
{
    *verdict = illegal_nothing();
    const MoveShape shape = move_shape_read(text, move_text_length(text));
    const bool legal = judge_shape(position, &shape, verdict);
    return illegal_conclude(position, legal, verdict);
}
