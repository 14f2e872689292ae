/* SPDX-License-Identifier: GPL-3.0-only */
#include "chess/move_text.h"

#include <string.h>

static const char piece_letters[] = "PNBRQK";

static bool ends_token(char c)
{
    return c == '\0' || c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

static size_t token_length(const char *text)
{
    size_t length = 0;
    while (!ends_token(text[length]))
        length++;
    return length;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* NO_PIECE_TYPE if it is no piece's letter. */
static PieceType type_from_letter(char letter)
{
    const char *found = letter == '\0' ? NULL : strchr(piece_letters, letter);
    return found == NULL ? NO_PIECE_TYPE : (PieceType)(found - piece_letters);
}

static bool is_file(char c)
{
    return c >= 'a' && c <= 'h';
}

static bool is_rank(char c)
{
    return c >= '1' && c <= '8';
}

static char *write_square(char *out, Square square)
{
    *out++ = (char)('a' + square_file(square));
    *out++ = (char)('1' + square_rank(square));
    return out;
}

/* 1 if the `length` characters are O-O in one of its spellings, 2 if O-O-O, else 0. */
static int castling_text(const char *text, size_t length)
{
    if (length != 3 && length != 5)
        return 0;
    for (size_t i = 0; i < length; i++) {
        const bool fits = i % 2 == 1 ? text[i] == '-' : text[i] == text[0] && (text[i] == 'O' || text[i] == '0' || text[i] == 'o');
        if (!fits)
            return 0;
    }
    return length == 3 ? 1 : 2;
}

/* The castling of the side to move towards the h file or the a file; MOVE_NONE without the right to it. */
static Move castling_move(const Board *board, bool towards_h)
{
    const Color us = (Color)board->side_to_move;
    const Square king = board_king(board, us);
    for (Bitboard rooks = board->castling & board->by_color[us]; rooks != 0;) {
        const Square rook = (Square)bits_pop(&rooks);
        if ((rook > king) == towards_h)
            return move_make(king, rook, MOVE_CASTLING);
    }
    return MOVE_NONE;
}

/* Gives `candidate` if it is legal. */
static MoveTextError judge(const Board *board, Move candidate, Move *move)
{
    LegalMasks masks;
    movegen_masks(board, &masks);
    if (candidate == MOVE_NONE || !movegen_is_legal(board, &masks, candidate))
        return MOVE_TEXT_ILLEGAL;
    *move = candidate;
    return MOVE_TEXT_OK;
}

void move_to_uci(const Position *position, Move move, char text[UCI_MOVE_SIZE])
{
    if (move == MOVE_NONE || move == MOVE_NULL) {
        strcpy(text, move == MOVE_NONE ? "(none)" : "0000");
        return;
    }
    const Square from = move_from(move);
    Square to = move_to(move);
    if (move_kind(move) == MOVE_CASTLING && !position->chess960)
        to = castling_king_target(from, to);
    char *out = write_square(write_square(text, from), to);
    if (move_kind(move) == MOVE_PROMOTION)
        *out++ = lower(piece_letters[move_promoted(move)]);
    *out = '\0';
}

/* The king's move from its square to `to`, castling in both spellings included. */
static Move king_move(const Board *board, Square king, Square to)
{
    const Color us = (Color)board->side_to_move;
    if (board->castling & board->by_color[us] & square_bit(to))
        return move_make(king, to, MOVE_CASTLING);
    const Move castling = castling_move(board, square_file(to) == 6);
    if ((attacks_king(king) & square_bit(to)) == 0 && castling != MOVE_NONE && castling_king_target(king, move_to(castling)) == to)
        return castling;
    return move_make(king, to, MOVE_NORMAL);
}

/* The move between two squares with the promotion wanted (PAWN: none), whatever piece stands there. MOVE_NONE if
 * the promotion does not go with the move. */
static Move assemble(const Board *board, Square from, Square to, PieceType promotion)
{
    const PieceType type = piece_type(board_piece_on(board, from));
    const bool promotes = type == PAWN && (square_bit(to) & (RANK_1 | RANK_8)) != 0;
    if (promotes ? promotion < KNIGHT || promotion > QUEEN : promotion != NO_PIECE_TYPE)
        return MOVE_NONE;
    if (promotes)
        return move_make_promotion(from, to, promotion);
    if (type == PAWN && to == board->en_passant && square_file(from) != square_file(to))
        return move_make(from, to, MOVE_EN_PASSANT);
    return move_make(from, to, MOVE_NORMAL);
}

MoveTextError move_from_uci(const Position *position, const char *text, Move *move)
{
    const Board *board = &position->board;
    const size_t length = token_length(text);
    const int castling = castling_text(text, length);
    if (castling != 0)
        return judge(board, castling_move(board, castling == 1), move);

    char squares[4];
    if (length < 4 || length > 6)
        return MOVE_TEXT_UNREADABLE;
    for (int i = 0; i < 4; i++) {
        squares[i] = lower(text[i]);
        if (i % 2 == 0 ? !is_file(squares[i]) : !is_rank(squares[i]))
            return MOVE_TEXT_UNREADABLE;
    }
    PieceType promotion = NO_PIECE_TYPE;
    if (length > 4) {
        promotion = type_from_letter(upper(text[length - 1]));
        if (promotion == NO_PIECE_TYPE || (length == 6 && text[4] != '='))
            return MOVE_TEXT_UNREADABLE;
    }
    const Square from = square_make(squares[0] - 'a', squares[1] - '1');
    const Square to = square_make(squares[2] - 'a', squares[3] - '1');
    if (promotion == NO_PIECE_TYPE && board_king(board, (Color)board->side_to_move) == from)
        return judge(board, king_move(board, from, to), move);
    return judge(board, assemble(board, from, to, promotion), move);
}

/* The squares from which pieces of `type` of the side to move reach `to`, pins and checks set aside. */
static Bitboard origins(const Board *board, PieceType type, Square to)
{
    const Color us = (Color)board->side_to_move;
    return attacks_piece(type, to, board_occupied(board)) & board_pieces(board, us, type);
}

static char *write_disambiguation(const Board *board, Move move, PieceType type, char *out)
{
    const Square from = move_from(move);
    Bitboard others = origins(board, type, move_to(move)) & ~square_bit(from);
    if (others == 0)
        return out;
    LegalMasks masks;
    movegen_masks(board, &masks);
    bool any = false;
    bool same_file = false;
    bool same_rank = false;
    while (others != 0) {
        const Square other = (Square)bits_pop(&others);
        if (!movegen_is_legal(board, &masks, move_make(other, move_to(move), MOVE_NORMAL)))
            continue;
        any = true;
        same_file |= square_file(other) == square_file(from);
        same_rank |= square_rank(other) == square_rank(from);
    }
    if (any && (!same_file || same_rank))
        *out++ = (char)('a' + square_file(from));
    if (same_file)
        *out++ = (char)('1' + square_rank(from));
    return out;
}

void move_to_san(const Position *position, Move move, char text[SAN_SIZE])
{
    const Board *board = &position->board;
    const Square from = move_from(move);
    const Square to = move_to(move);
    const PieceType type = piece_type(position->mailbox[from]);
    const bool captures = position_is_capture(position, move);
    char *out = text;

    if (move_kind(move) == MOVE_CASTLING) {
        strcpy(out, to > from ? "O-O" : "O-O-O");
        out += strlen(out);
    } else {
        if (type != PAWN) {
            *out++ = piece_letters[type];
            if (type != KING)
                out = write_disambiguation(board, move, type, out);
        } else if (captures) {
            *out++ = (char)('a' + square_file(from));
        }
        if (captures)
            *out++ = 'x';
        out = write_square(out, to);
        if (move_kind(move) == MOVE_PROMOTION) {
            *out++ = '=';
            *out++ = piece_letters[move_promoted(move)];
        }
    }
    if (position_gives_check(position, move)) {
        Board after = *board;
        board_make_move(&after, move);
        *out++ = movegen_any(&after) ? '+' : '#';
    }
    *out = '\0';
}

/* What a SAN move says. */
typedef struct San {
    PieceType type;
    PieceType promotion; /* NO_PIECE_TYPE: none */
    int from_file;       /* -1: not said */
    int from_rank;       /* -1: not said */
    bool captures;
    Square to;
} San;

/* Takes the promotion off the end of a pawn move: `=Q`, `Q`, `q`, `(Q)`. Answers the length of what is before it. */
static size_t take_promotion(const char *text, size_t length, PieceType *promotion)
{
    *promotion = NO_PIECE_TYPE;
    size_t end = length;
    const bool bracketed = end > 3 && text[end - 1] == ')' && text[end - 3] == '(';
    if (bracketed)
        end--;
    if (end < 3)
        return length;
    const PieceType type = type_from_letter(upper(text[end - 1]));
    if (type == NO_PIECE_TYPE)
        return length;
    end--;
    if (bracketed || text[end - 1] == '=' || text[end - 1] == '/')
        end--;
    *promotion = type;
    return end;
}

/* The length without marks of check, mate, quality and en passant. */
static size_t without_marks(const char *text, size_t length)
{
    while (length > 0 && strchr("+#!?", text[length - 1]) != NULL)
        length--;
    if (length > 4 && memcmp(text + length - 4, "e.p.", 4) == 0)
        length -= 4;
    return length;
}

static bool parse_san(const char *text, size_t length, San *san)
{
    *san = (San){.type = PAWN, .promotion = NO_PIECE_TYPE, .from_file = -1, .from_rank = -1};
    const PieceType named = length > 0 ? type_from_letter(text[0]) : NO_PIECE_TYPE;
    if (named != NO_PIECE_TYPE) {
        san->type = named;
        text++;
        length--;
    }
    if (san->type == PAWN)
        length = take_promotion(text, length, &san->promotion);
    if (length < 2 || !is_file(text[length - 2]) || !is_rank(text[length - 1]))
        return false;
    san->to = square_make(text[length - 2] - 'a', text[length - 1] - '1');
    length -= 2;
    if (length > 0 && (text[length - 1] == 'x' || text[length - 1] == ':' || text[length - 1] == '-')) {
        san->captures = text[length - 1] != '-';
        length--;
    }
    if (length > 0 && is_rank(text[length - 1]))
        san->from_rank = text[--length] - '1';
    if (length > 0 && is_file(text[length - 1]))
        san->from_file = text[--length] - 'a';
    return length == 0;
}

/* The squares a SAN pawn move may come from. */
static Bitboard pawn_origins(const Board *board, const San *san)
{
    const Color us = (Color)board->side_to_move;
    const Bitboard pawns = board_pieces(board, us, PAWN);
    const Bitboard to = square_bit(san->to);
    const Bitboard takers = attacks_pawn(color_opposite(us), san->to) & pawns;
    if (san->captures || (san->from_file >= 0 && san->from_file != square_file(san->to)))
        return takers;
    const Bitboard step = attacks_pawn_steps(color_opposite(us), to);
    const Bitboard free_step = step & ~board_occupied(board);
    return (step | attacks_pawn_steps(color_opposite(us), free_step)) & pawns;
}

MoveTextError move_from_san(const Position *position, const char *text, Move *move)
{
    const Board *board = &position->board;
    const size_t length = without_marks(text, token_length(text));
    const int castling = castling_text(text, length);
    if (castling != 0)
        return judge(board, castling_move(board, castling == 1), move);

    San san;
    if (!parse_san(text, length, &san))
        return MOVE_TEXT_UNREADABLE;
    Bitboard from = san.type == PAWN ? pawn_origins(board, &san) : origins(board, san.type, san.to);
    if (san.from_file >= 0)
        from &= FILE_A << san.from_file;
    if (san.from_rank >= 0)
        from &= RANK_1 << 8 * san.from_rank;

    LegalMasks masks;
    movegen_masks(board, &masks);
    Move found = MOVE_NONE;
    while (from != 0) {
        const Move candidate = assemble(board, (Square)bits_pop(&from), san.to, san.promotion);
        if (candidate == MOVE_NONE || !movegen_is_legal(board, &masks, candidate))
            continue;
        if (found != MOVE_NONE)
            return MOVE_TEXT_AMBIGUOUS;
        found = candidate;
    }
    if (found == MOVE_NONE)
        return MOVE_TEXT_ILLEGAL;
    *move = found;
    return MOVE_TEXT_OK;
}

MoveTextError move_from_text(const Position *position, const char *text, Move *move)
{
    const MoveTextError as_san = move_from_san(position, text, move);
    if (as_san == MOVE_TEXT_OK)
        return MOVE_TEXT_OK;
    const MoveTextError as_uci = move_from_uci(position, text, move);
    if (as_uci == MOVE_TEXT_OK || as_san == MOVE_TEXT_UNREADABLE)
        return as_uci;
    return as_san;
}

const char *move_text_error_name(MoveTextError error)
{
    static const char *const names[] = {"ok", "unreadable", "illegal", "ambiguous"};
    return names[error];
}
