/* SPDX-License-Identifier: GPL-3.0-only */
/* The words for illegal moves. */
#include "rules/illegal.h"

#include <stdio.h>

const char *illegal_reason_name(IllegalReason reason)
{
    static const char *const names[ILLEGAL_REASON_COUNT] = {
        [ILLEGAL_NOT] = "legal",
        [ILLEGAL_UNREADABLE] = "unreadable",
        [ILLEGAL_AMBIGUOUS] = "ambiguous",
        [ILLEGAL_EMPTY_SQUARE] = "empty-square",
        [ILLEGAL_NOT_YOURS] = "not-your-piece",
        [ILLEGAL_CANNOT_GO] = "cannot-go-there",
        [ILLEGAL_PATH_BLOCKED] = "path-blocked",
        [ILLEGAL_OWN_PIECE] = "own-piece-there",
        [ILLEGAL_NOTHING_TO_CAPTURE] = "nothing-to-capture",
        [ILLEGAL_EN_PASSANT_LATE] = "en-passant-late",
        [ILLEGAL_KING_LEFT_IN_CHECK] = "king-left-in-check",
        [ILLEGAL_KING_EXPOSED] = "king-exposed",
        [ILLEGAL_KING_INTO_CHECK] = "king-into-check",
        [ILLEGAL_CASTLING_OUT_OF_CHECK] = "castling-out-of-check",
        [ILLEGAL_CASTLING_THROUGH_CHECK] = "castling-through-check",
        [ILLEGAL_CASTLING_INTO_CHECK] = "castling-into-check",
        [ILLEGAL_CASTLING_LOST] = "castling-lost",
        [ILLEGAL_CASTLING_BLOCKED] = "castling-blocked",
        [ILLEGAL_PROMOTION_MISSING] = "promotion-missing",
        [ILLEGAL_PROMOTION_WRONG] = "promotion-wrong",
        [ILLEGAL_PROMOTION_NONE] = "no-promotion",
        [ILLEGAL_NULL_MOVE] = "null-move",
        [ILLEGAL_DROP] = "drop",
        [ILLEGAL_GAME_OVER] = "game-over",
    };
    return names[reason];
}

static const char *type_name(PieceType type)
{
    static const char *const names[] = {"pawn", "knight", "bishop", "rook", "queen", "king", "piece"};
    return names[type];
}

typedef struct SquareName {
    char text[3];
} SquareName;

static SquareName name_of(Square square)
{
    return square == NO_SQUARE ? (SquareName){"??"}
                               : (SquareName){{(char)('a' + square_file(square)), (char)('1' + square_rank(square)), '\0'}};
}

/* Writes a sentence; `n` is its length. */
#define SAY(...) n = snprintf(text, ILLEGAL_SENTENCE_SIZE, __VA_ARGS__)

/* Why castling is not allowed: `us` castles, a piece called `other` is in the way of it. */
static int say_castling(const Illegal *verdict, const char *us, const char *other, char text[ILLEGAL_SENTENCE_SIZE])
{
    const SquareName where = name_of(verdict->where);
    const char *side = verdict->to == NO_SQUARE || verdict->from == NO_SQUARE ? ""
                       : verdict->to > verdict->from                          ? " on the h side"
                                                                              : " on the a side";
    int n = 0;
    switch (verdict->reason) {
    case ILLEGAL_CASTLING_OUT_OF_CHECK: SAY("%s may not castle out of check, given by the %s on %s", us, other, where.text); break;
    case ILLEGAL_CASTLING_THROUGH_CHECK: SAY("%s may not castle through check: %s is attacked", us, where.text); break;
    case ILLEGAL_CASTLING_INTO_CHECK: SAY("%s may not castle into check: %s would be attacked", us, where.text); break;
    case ILLEGAL_CASTLING_BLOCKED: SAY("%s cannot castle: the %s on %s stands in the way", us, other, where.text); break;
    default: SAY("%s has no right to castle%s any more", us, side); break;
    }
    return n;
}

size_t illegal_sentence(const Position *position, const Illegal *verdict, char text[ILLEGAL_SENTENCE_SIZE])
{
    const SquareName from = name_of(verdict->from), to = name_of(verdict->to), where = name_of(verdict->where);
    const char *piece = type_name(verdict->piece);
    const char *other = verdict->where == NO_SQUARE ? "piece" : type_name(piece_type(position->mailbox[verdict->where]));
    const char *us = position_side_to_move(position) == WHITE ? "White" : "Black";
    const char *them = position_side_to_move(position) == WHITE ? "Black" : "White";
    int n = 0;
    switch (verdict->reason) {
    case ILLEGAL_NOT: SAY("the move is legal"); break;
    case ILLEGAL_UNREADABLE: SAY("this names no move"); break;
    case ILLEGAL_AMBIGUOUS: SAY("more than one %s can go to %s", piece, to.text); break;
    case ILLEGAL_EMPTY_SQUARE: SAY("there is no piece on %s", from.text); break;
    case ILLEGAL_NOT_YOURS: SAY("the %s on %s is %s's, and %s has the move", piece, from.text, them, us); break;
    case ILLEGAL_CANNOT_GO:
        if (verdict->from == NO_SQUARE)
            SAY("no %s of %s can go to %s", piece, us, to.text);
        else
            SAY("the %s on %s cannot go to %s", piece, from.text, to.text);
        break;
    case ILLEGAL_PATH_BLOCKED:
        SAY("the %s on %s cannot go to %s: the %s on %s stands in the way", piece, from.text, to.text, other, where.text);
        break;
    case ILLEGAL_OWN_PIECE: SAY("the %s on %s cannot go to %s, where %s's own %s stands", piece, from.text, to.text, us, other); break;
    case ILLEGAL_NOTHING_TO_CAPTURE: SAY("the pawn on %s cannot go to %s: there is nothing to capture", from.text, to.text); break;
    case ILLEGAL_EN_PASSANT_LATE:
        SAY("the pawn on %s cannot be captured en passant: it has not moved two squares just now", where.text);
        break;
    case ILLEGAL_KING_LEFT_IN_CHECK: SAY("%s's king would be left in check by the %s on %s", us, other, where.text); break;
    case ILLEGAL_KING_EXPOSED: SAY("the %s on %s shields its king from the %s on %s", piece, from.text, other, where.text); break;
    case ILLEGAL_KING_INTO_CHECK:
        SAY("the king would move into check on %s, which the %s on %s attacks", to.text, other, where.text);
        break;
    case ILLEGAL_CASTLING_OUT_OF_CHECK:
    case ILLEGAL_CASTLING_THROUGH_CHECK:
    case ILLEGAL_CASTLING_INTO_CHECK:
    case ILLEGAL_CASTLING_LOST:
    case ILLEGAL_CASTLING_BLOCKED: n = say_castling(verdict, us, other, text); break;
    case ILLEGAL_PROMOTION_MISSING: SAY("the pawn promotes on %s, and no piece was chosen", to.text); break;
    case ILLEGAL_PROMOTION_WRONG: SAY("a pawn does not become a %s", type_name(verdict->promotion)); break;
    case ILLEGAL_PROMOTION_NONE: SAY("the %s that goes from %s to %s does not promote", piece, from.text, to.text); break;
    case ILLEGAL_NULL_MOVE: SAY("passing is not a move"); break;
    case ILLEGAL_DROP: SAY("pieces are not dropped in chess"); break;
    case ILLEGAL_GAME_OVER: SAY("the game is over: %s is %s", us, position_in_check(position) ? "checkmated" : "stalemated"); break;
    case ILLEGAL_REASON_COUNT: break;
    }
    return n < 0 ? 0 : (size_t)n < ILLEGAL_SENTENCE_SIZE ? (size_t)n : ILLEGAL_SENTENCE_SIZE - 1;
}

#undef SAY
