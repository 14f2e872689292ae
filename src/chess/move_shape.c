/* SPDX-License-Identifier: GPL-3.0-only */
#include "chess/move_shape.h"

#include "base/text.h"

#include <string.h>

static const MoveShape nothing = {
    .kind = MOVE_SHAPE_UNREADABLE, .piece = NO_PIECE_TYPE, .from_file = -1, .from_rank = -1, .to = NO_SQUARE, .promotion = NO_PIECE_TYPE};

/* NO_PIECE_TYPE if it is no piece's letter; either case. */
static PieceType piece_letter(char letter)
{
    static const char letters[] = "pnbrqk";
    const char *at = letter == '\0' ? NULL : strchr(letters, text_lower(letter));
    return at == NULL ? NO_PIECE_TYPE : (PieceType)(at - letters);
}

static bool is_file(char c)
{
    return c >= 'a' && c <= 'h';
}

static bool is_rank(char c)
{
    return c >= '1' && c <= '8';
}

/* `word`, in lower case, begins at `at`, letters there of any case. */
static bool begins(const char *at, const char *end, const char *word)
{
    for (; *word != '\0'; at++, word++)
        if (at == end || text_lower(*at) != *word)
            return false;
    return true;
}

size_t move_text_length(const char *text)
{
    return strcspn(text, " \t\r\n\v\f");
}

static bool is_null_move(const char *text, size_t length)
{
    static const char *const spellings[] = {"0000", "(none)", "--", "z0", "@@@@", "<>", "null", "pass"};
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (strlen(spellings[i]) == length && begins(text, text + length, spellings[i]))
            return true;
    return false;
}

/* After the squares: `=Q`, `Q`, `(Q)`, `/Q`. Answers where the text goes on. */
static const char *read_promotion(const char *at, const char *end, PieceType *promotion)
{
    const bool bracket = at < end && *at == '(';
    const char *const letter = bracket || (at < end && (*at == '=' || *at == '/')) ? at + 1 : at;
    const char *const close = letter + 1;
    const PieceType named = letter < end ? piece_letter(*letter) : NO_PIECE_TYPE;
    if (named == NO_PIECE_TYPE || (bracket && (close == end || *close != ')')))
        return at;
    *promotion = named;
    return bracket ? close + 1 : close;
}

/* What may stand after a move: en passant marked, the signs of check. True if nothing else does. */
static bool is_ending(const char *at, const char *end)
{
    static const char *const en_passant[] = {"e.p.", "e.p", "ep"};
    while (at < end) {
        const char *const start = at;
        if (*at == '+' || *at == '#')
            at++;
        const char *const word = at < end && *at == '/' ? at + 1 : at;
        for (size_t i = 0; at == start && i < sizeof en_passant / sizeof *en_passant; i++)
            if (begins(word, end, en_passant[i]))
                at = word + strlen(en_passant[i]);
        if (at == start)
            return false;
    }
    return true;
}

/* O-O and O-O-O, with letters or zeros, but not mixed. Answers where the text goes on; NULL if it is no castling. */
static const char *read_castling(const char *text, const char *end, MoveShape *shape)
{
    const char sign = text < end ? *text : '\0';
    int signs = 0;
    if (sign != 'O' && sign != '0' && sign != 'o')
        return NULL;
    while (text < end && *text == sign) {
        text++;
        signs++;
        if (text + 1 >= end || *text != '-' || text[1] != sign)
            break;
        text++;
    }
    if (signs != 2 && signs != 3)
        return NULL;
    shape->kind = MOVE_SHAPE_CASTLING;
    shape->to_h_side = signs == 2;
    return text;
}

/* Squares, parts of squares and the signs between them; the last whole square is where the move goes. Answers where
 * the text goes on; NULL if it names none. `any_case`: files may be in capitals. */
static const char *read_squares(const char *at, const char *end, bool any_case, MoveShape *shape)
{
    while (at < end && !move_shape_names_origin(shape)) {
        const char file = any_case ? text_lower(*at) : *at;
        if (is_file(file) && at + 1 < end && is_rank(at[1])) {
            if (shape->to != NO_SQUARE) {
                if (shape->from_file >= 0 || shape->from_rank >= 0)
                    return NULL;
                shape->from_file = square_file(shape->to);
                shape->from_rank = square_rank(shape->to);
            }
            shape->to = square_make(file - 'a', at[1] - '1');
            at += 2;
        } else if (is_file(file) && shape->to == NO_SQUARE && shape->from_file < 0) {
            shape->from_file = file - 'a';
            at++;
        } else if (is_rank(*at) && shape->to == NO_SQUARE && shape->from_rank < 0) {
            shape->from_rank = *at - '1';
            at++;
        } else if (*at == 'x' || *at == ':' || *at == '-') {
            shape->captures |= *at != '-';
            at++;
        } else {
            break;
        }
    }
    return shape->to == NO_SQUARE ? NULL : at;
}

/* All of a move but castling, from its squares on. */
static bool read_piece_move(const char *text, const char *end, PieceType piece, bool any_case, MoveShape *shape)
{
    *shape = nothing;
    shape->kind = MOVE_SHAPE_PIECE;
    shape->piece = piece;
    const char *const at = read_squares(text, end, any_case, shape);
    if (at != NULL && is_ending(read_promotion(at, end, &shape->promotion), end))
        return true;
    *shape = nothing;
    return false;
}

static bool is_drop(const char *at, const char *end)
{
    if (at < end && piece_letter(*at) != NO_PIECE_TYPE)
        at++;
    return end - at >= 3 && at[0] == '@' && is_file(text_lower(at[1])) && is_rank(at[2]) && is_ending(at + 3, end);
}

MoveShape move_shape_read(const char *text, size_t length)
{
    const char *const end = text + length;
    MoveShape shape = nothing;
    if (is_null_move(text, length)) {
        shape.kind = MOVE_SHAPE_NULL;
        return shape;
    }
    if (is_drop(text, end)) {
        shape.kind = MOVE_SHAPE_DROP;
        return shape;
    }
    const char *const after = read_castling(text, end, &shape);
    if (after != NULL)
        return is_ending(after, end) ? shape : nothing;
    if (length == 0)
        return nothing;
    const PieceType piece = piece_letter(text[0]);
    /* A small b is the file's letter, unless nothing but the bishop's will do. */
    if (text[0] == 'b' && read_piece_move(text, end, NO_PIECE_TYPE, false, &shape)) {
        shape.maybe_bishop = shape.from_file == 1 && shape.from_rank < 0;
        return shape;
    }
    const bool is_square = text[0] == 'b' && length > 1 && is_rank(text[1]);
    if (piece != NO_PIECE_TYPE && !is_square && read_piece_move(text + 1, end, piece, false, &shape)) {
        shape.maybe_bishop = text[0] == 'B' && shape.from_rank >= 0 && shape.from_file < 0;
        return shape;
    }
    if (piece == NO_PIECE_TYPE && read_piece_move(text, end, NO_PIECE_TYPE, false, &shape))
        return shape;
    /* Capitals throughout, as `E2E4`: only where both squares are named. */
    return read_piece_move(text, end, NO_PIECE_TYPE, true, &shape) && move_shape_names_origin(&shape) ? shape : nothing;
}

bool move_shape_names_origin(const MoveShape *shape)
{
    return shape->from_file >= 0 && shape->from_rank >= 0 && shape->to != NO_SQUARE;
}

MoveShape move_shape_other(const MoveShape *shape)
{
    MoveShape other = *shape;
    other.maybe_bishop = false;
    other.piece = shape->piece == BISHOP ? NO_PIECE_TYPE : BISHOP;
    other.from_file = shape->piece == BISHOP ? 1 : -1;
    return other;
}
