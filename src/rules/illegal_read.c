/* SPDX-License-Identifier: GPL-3.0-only */
/* The move a text means, judged. */
#include "rules/illegal_judge.h"

#include <string.h>

/* A move's text taken apart. */
typedef struct MoveShape {
    PieceType piece;     /* SAN's letter; NO_PIECE_TYPE in a text of two squares */
    int from_file, from_rank; /* -1: not said */
    Square to;
    PieceType promotion;
} MoveShape;

static PieceType piece_letter(char letter)
{
    static const char letters[] = "PNBRQK";
    const char *at = letter == '\0' ? NULL : strchr(letters, letter);
    return at == NULL ? NO_PIECE_TYPE : (PieceType)(at - letters);
}

static bool is_file(char letter)
{
    return letter >= 'a' && letter <= 'h';
}

static bool is_rank(char letter)
{
    return letter >= '1' && letter <= '8';
}

/* What may follow a move's squares: "=Q", "Q", "q", or "e.p.", then check marks and comments. */
static bool read_ending(const char *at, const char *end, PieceType *promotion)
{
    *promotion = NO_PIECE_TYPE;
    const bool equals = at < end && *at == '=';
    if (equals)
        at++;
    if (at < end) {
        const char letter = *at >= 'a' && *at <= 'z' ? (char)(*at - 'a' + 'A') : *at;
        *promotion = piece_letter(letter);
        if (*promotion != NO_PIECE_TYPE)
            at++;
    }
    if (equals && *promotion == NO_PIECE_TYPE)
        return false;
    if (end - at >= 4 && memcmp(at, "e.p.", 4) == 0)
        at += 4;
    while (at < end && strchr("+#!?", *at) != NULL)
        at++;
    return at == end;
}

/* Piece letter, whence, x or -, square, ending. Any of the first three may be missing. */
static bool read_shape(const char *text, size_t length, MoveShape *shape)
{
    const char *at = text;
    const char *const end = text + length;
    *shape = (MoveShape){.piece = NO_PIECE_TYPE, .from_file = -1, .from_rank = -1, .to = NO_SQUARE, .promotion = NO_PIECE_TYPE};

    if (at < end && piece_letter(*at) != NO_PIECE_TYPE)
        shape->piece = piece_letter(*at++);
    /* Squares and parts of squares; the last whole one is where the move goes. */
    int files = -1, ranks = -1;
    while (at < end) {
        if (is_file(*at) && at + 1 < end && is_rank(at[1])) {
            if (shape->to != NO_SQUARE) {
                if (files >= 0 || ranks >= 0)
                    return false;
                files = square_file(shape->to);
                ranks = square_rank(shape->to);
            }
            shape->to = square_make(*at - 'a', at[1] - '1');
            at += 2;
            if (files >= 0 && ranks >= 0)
                break;
        } else if (is_file(*at) && shape->to == NO_SQUARE && files < 0) {
            files = *at++ - 'a';
        } else if (is_rank(*at) && shape->to == NO_SQUARE && ranks < 0) {
            ranks = *at++ - '1';
        } else if ((*at == 'x' || *at == '-' || *at == ':') && at > text) {
            at++;
        } else {
            break;
        }
    }
    shape->from_file = files;
    shape->from_rank = ranks;
    return shape->to != NO_SQUARE && read_ending(at, end, &shape->promotion);
}

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

/* Judges a move that SAN names by its piece: by the piece of that kind that comes nearest to making it. */
static bool judge_by_piece(const Position *position, const MoveShape *shape, Illegal *verdict)
{
    const Color us = position_side_to_move(position);
    const PieceType type = shape->piece == NO_PIECE_TYPE ? PAWN : shape->piece;
    Bitboard candidates = board_pieces(&position->board, us, type);
    if (shape->from_file >= 0)
        candidates &= FILE_A << shape->from_file;
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
    bool only = !bits_several(candidates);
    for (bool first = true; candidates != 0; first = false) {
        Illegal tried = illegal_nothing();
        tried.promotion = shape->promotion;
        if (illegal_judge_squares(position, (Square)bits_pop(&candidates), shape->to, &tried))
            legal++;
        if (first || nearness(tried.reason) > nearness(best.reason))
            best = tried;
    }
    /* Of several that all cannot go there none is the one meant. */
    if (best.reason == ILLEGAL_CANNOT_GO && !only)
        best.from = NO_SQUARE;
    *verdict = best;
    if (legal > 1) {
        verdict->move = MOVE_NONE;
        verdict->from = NO_SQUARE;
        return illegal_refuse(verdict, ILLEGAL_AMBIGUOUS, NO_SQUARE);
    }
    return legal == 1;
}

/* O-O, O-O-O and their spellings with zeros: 1 and 2; 0 if it is neither. */
static int castling_text(const char *text, size_t length)
{
    static const char *const spellings[] = {"O-O", "0-0", "o-o", "O-O-O", "0-0-0", "o-o-o"};
    while (length > 0 && strchr("+#!?", text[length - 1]) != NULL)
        length--;
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (strlen(spellings[i]) == length && memcmp(spellings[i], text, length) == 0)
            return i < 3 ? 1 : 2;
    return 0;
}

static bool is_null_move(const char *text, size_t length)
{
    static const char *const spellings[] = {"0000", "(none)", "--", "null", "pass"};
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (strlen(spellings[i]) == length && memcmp(spellings[i], text, length) == 0)
            return true;
    return false;
}

static bool read_and_judge(const Position *position, const char *text, size_t length, Illegal *verdict)
{
    if (is_null_move(text, length))
        return illegal_refuse(verdict, ILLEGAL_NULL_MOVE, NO_SQUARE);
    const int castling = castling_text(text, length);
    if (castling != 0)
        return illegal_judge_castling(position, castling == 1, verdict);

    MoveShape shape;
    if (!read_shape(text, length, &shape))
        return illegal_refuse(verdict, ILLEGAL_UNREADABLE, NO_SQUARE);
    verdict->promotion = shape.promotion;
    if (shape.piece == NO_PIECE_TYPE && shape.from_file >= 0 && shape.from_rank >= 0)
        return illegal_judge_squares(position, square_make(shape.from_file, shape.from_rank), shape.to, verdict);
    return judge_by_piece(position, &shape, verdict);
}

bool illegal_read(const Position *position, const char *text, Illegal *verdict)
{
    *verdict = illegal_nothing();
    const bool legal = read_and_judge(position, text, strcspn(text, " \t\r\n\v\f"), verdict);
    return illegal_conclude(position, legal, verdict);
}
