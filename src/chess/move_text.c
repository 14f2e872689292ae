/* SPDX-License-Identifier: GPL-3.0-only */
#include "chess/move_text.h"

#include "base/text.h"

#include <string.h>

static const char piece_letters[] = "PNBRQK";

static char *write_square(char *out, Square square)
{
    *out++ = (char)('a' + square_file(square));
    *out++ = (char)('1' + square_rank(square));
    return out;
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
        *out++ = text_lower(piece_letters[move_promoted(move)]);
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

/* The squares a pawn named by SAN may come from. */
static Bitboard pawn_origins(const Board *board, const MoveShape *shape)
{
    const Color us = (Color)board->side_to_move;
    const Bitboard pawns = board_pieces(board, us, PAWN);
    const bool captures = shape->from_file >= 0 ? shape->from_file != square_file(shape->to) : shape->captures;
    if (captures)
        return attacks_pawn(color_opposite(us), shape->to) & pawns;
    const Bitboard step = attacks_pawn_steps(color_opposite(us), square_bit(shape->to));
    const Bitboard free_step = step & ~board_occupied(board);
    return (step | attacks_pawn_steps(color_opposite(us), free_step)) & pawns;
}

/* The move of a shape that names the square left; MOVE_NONE if it cannot be put together. */
static Move move_from_squares(const Position *position, const MoveShape *shape)
{
    const Board *board = &position->board;
    const Square from = square_make(shape->from_file, shape->from_rank);
    if (shape->piece != NO_PIECE_TYPE && shape->piece != piece_type(position->mailbox[from]))
        return MOVE_NONE;
    if (shape->promotion == NO_PIECE_TYPE && board_king(board, (Color)board->side_to_move) == from)
        return king_move(board, from, shape->to);
    return assemble(board, from, shape->to, shape->promotion);
}

/* The one legal move of the pieces that a shape may mean. */
static MoveTextError find_move(const Position *position, const MoveShape *shape, Move *move)
{
    const Board *board = &position->board;
    const PieceType type = shape->piece == NO_PIECE_TYPE ? PAWN : shape->piece;
    Bitboard from = type == PAWN ? pawn_origins(board, shape) : origins(board, type, shape->to);
    if (shape->from_file >= 0)
        from &= FILE_A << shape->from_file;
    if (shape->from_rank >= 0)
        from &= RANK_1 << 8 * shape->from_rank;

    LegalMasks masks;
    movegen_masks(board, &masks);
    Move found = MOVE_NONE;
    while (from != 0) {
        const Move candidate = assemble(board, (Square)bits_pop(&from), shape->to, shape->promotion);
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

/* One reading of a move that a piece makes. */
static MoveTextError piece_move(const Position *position, const MoveShape *shape, Move *move)
{
    if (move_shape_names_origin(shape))
        return judge(&position->board, move_from_squares(position, shape), move);
    /* In ordinary chess the king's letter means a step; `e1g1` and `e1h1` alone castle. */
    if (shape->piece == KING && position->chess960 && shape->promotion == NO_PIECE_TYPE) {
        const Square king = board_king(&position->board, position_side_to_move(position));
        const bool fits = (shape->from_file < 0 || shape->from_file == square_file(king)) &&
                          (shape->from_rank < 0 || shape->from_rank == square_rank(king));
        return fits ? judge(&position->board, king_move(&position->board, king, shape->to), move) : MOVE_TEXT_ILLEGAL;
    }
    return find_move(position, shape, move);
}

MoveShape move_shape_settle(const Position *position, const MoveShape *shape)
{
    MoveShape written = *shape;
    if (!shape->maybe_bishop)
        return written;
    written.maybe_bishop = false;
    const MoveShape other = move_shape_other(shape);
    Move move;
    if (shape->piece == BISHOP) /* `B2b3`: the bishop's unless it has no such move */
        return piece_move(position, &written, &move) == MOVE_TEXT_ILLEGAL && piece_move(position, &other, &move) == MOVE_TEXT_OK ? other
                                                                                                                                 : written;
    /* `bc4`: the pawn's if there is one that could ever go there; nobody writes a pawn's step as `bb5`, but it is read. */
    if (square_file(shape->to) == 1)
        return piece_move(position, &written, &move) == MOVE_TEXT_OK ? written : other;
    const Bitboard pawns = board_pieces(&position->board, position_side_to_move(position), PAWN);
    return square_file(shape->to) <= 2 && (pawns & FILE_A << 1) != 0 ? written : other;
}

MoveTextError move_from_shape(const Position *position, const MoveShape *shape, Move *move)
{
    switch (shape->kind) {
    case MOVE_SHAPE_UNREADABLE: return MOVE_TEXT_UNREADABLE;
    case MOVE_SHAPE_NULL: return MOVE_TEXT_NULL;
    case MOVE_SHAPE_DROP: return MOVE_TEXT_ILLEGAL;
    case MOVE_SHAPE_CASTLING: return judge(&position->board, castling_move(&position->board, shape->to_h_side), move);
    case MOVE_SHAPE_PIECE: break;
    }
    const MoveShape settled = move_shape_settle(position, shape);
    return piece_move(position, &settled, move);
}

MoveTextError move_from_text(const Position *position, const char *text, Move *move)
{
    const MoveShape shape = move_shape_read(text, move_text_length(text));
    return move_from_shape(position, &shape, move);
}

const char *move_text_error_name(MoveTextError error)
{
    static const char *const names[] = {"ok", "unreadable", "illegal", "ambiguous", "null"};
    return names[error];
}
