#include "rules/illegal.h"

#include "chess/movegen.h"

#include <string.h>

/* The answer for a move that is not legal: `where` is what the reason points at. */
static bool refuse(Illegal *verdict, IllegalReason reason, Square where)
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

static Illegal nothing_known(void)
{
    return (Illegal){.reason = ILLEGAL_UNREADABLE, .move = MOVE_NONE, .stands_as = MOVE_NONE, .from = NO_SQUARE,
                     .to = NO_SQUARE, .piece = NO_PIECE_TYPE, .promotion = NO_PIECE_TYPE, .where = NO_SQUARE};
}

/* Of the squares strictly between two and the last one, those the king passes: for walking in order. */
static Square step_towards(Square square, Square target)
{
    return (Square)(square + (target > square ? 1 : target < square ? -1 : 0));
}

/* Castling of the side to move, to the right (h side) or left (a side) of its king. */
static bool judge_castling(const Position *position, bool to_right, Illegal *verdict)
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
        return refuse(verdict, ILLEGAL_CASTLING_LOST, NO_SQUARE);
    const Square rook = (Square)bits_lowest(rooks);
    verdict->to = rook;
    if (position->checkers != 0)
        return refuse(verdict, ILLEGAL_CASTLING_OUT_OF_CHECK, (Square)bits_lowest(position->checkers));

    const Square king_target = castling_king_target(king, rook);
    const Square rook_target = castling_rook_target(king, rook);
    const Bitboard ends = square_bit(king_target) | square_bit(rook_target);
    const Bitboard way = attacks_between(king, king_target) | attacks_between(rook, rook_target) | ends;
    const Bitboard in_the_way = way & board_occupied(board) & ~square_bit(king) & ~square_bit(rook);
    if (in_the_way != 0)
        return refuse(verdict, ILLEGAL_CASTLING_BLOCKED, (Square)(to_right ? bits_lowest(in_the_way) : bits_highest(in_the_way)));

    const Bitboard enemies = board->by_color[color_opposite(us)];
    const Bitboard without_king = board_occupied(board) & ~square_bit(king);
    for (Square square = king; square != king_target;) {
        square = step_towards(square, king_target);
        if (board_attackers(board, square, without_king) & enemies)
            return refuse(verdict, square == king_target ? ILLEGAL_CASTLING_INTO_CHECK : ILLEGAL_CASTLING_THROUGH_CHECK, square);
    }
    /* In Chess960 the rook may have been what shielded the king's new square. */
    const Bitboard after = (without_king & ~square_bit(rook)) | ends;
    if (board_attackers(board, king_target, after) & enemies)
        return refuse(verdict, ILLEGAL_CASTLING_INTO_CHECK, king_target);
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
        return refuse(verdict, ILLEGAL_CANNOT_GO, NO_SQUARE);
    const Bitboard blockers = attacks_between(from, to) & board_occupied(&position->board);
    if (type != KNIGHT && blockers != 0)
        return refuse(verdict, ILLEGAL_PATH_BLOCKED, (Square)(to > from ? bits_lowest(blockers) : bits_highest(blockers)));
    if (position->board.by_color[position_side_to_move(position)] & target)
        return refuse(verdict, ILLEGAL_OWN_PIECE, to);
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
            return refuse(verdict, ILLEGAL_OWN_PIECE, to);
        if (position->mailbox[to] != NO_PIECE)
            return true;
        const bool pawn_passed = rank_relative(us, to) == 5 && position->mailbox[to ^ 8] == piece_make(color_opposite(us), PAWN);
        if (!pawn_passed)
            return refuse(verdict, ILLEGAL_NOTHING_TO_CAPTURE, to);
        *kind = MOVE_EN_PASSANT;
        return true; /* whether it is in time is asked once the king's safety is known */
    }
    const bool two_steps = to == from + 2 * step && rank_relative(us, from) == 1;
    if (to != from + step && !two_steps)
        return refuse(verdict, ILLEGAL_CANNOT_GO, NO_SQUARE);
    if (position->mailbox[from + step] != NO_PIECE)
        return refuse(verdict, ILLEGAL_PATH_BLOCKED, (Square)(from + step));
    if (position->mailbox[to] != NO_PIECE)
        return refuse(verdict, ILLEGAL_PATH_BLOCKED, to);
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
        return refuse(verdict, ILLEGAL_KING_INTO_CHECK, (Square)bits_lowest(attackers));
    if (attackers & position->checkers)
        return refuse(verdict, ILLEGAL_KING_LEFT_IN_CHECK, (Square)bits_lowest(attackers & position->checkers));
    return refuse(verdict, ILLEGAL_KING_EXPOSED, (Square)bits_lowest(attackers));
}

/* The last question: the choice of a piece. */
static bool judge_promotion(const Position *position, Square from, Square to, unsigned kind, Illegal *verdict)
{
    const PieceType chosen = verdict->promotion;
    const bool promotes = verdict->piece == PAWN && rank_relative(position_side_to_move(position), to) == 7;

    if (!promotes)
        return chosen == NO_PIECE_TYPE ? accept(verdict, move_make(from, to, kind)) : refuse(verdict, ILLEGAL_PROMOTION_NONE, to);
    if (chosen == NO_PIECE_TYPE) {
        verdict->stands_as = move_make_promotion(from, to, QUEEN);
        return refuse(verdict, ILLEGAL_PROMOTION_MISSING, to);
    }
    if (chosen == PAWN || chosen == KING)
        return refuse(verdict, ILLEGAL_PROMOTION_WRONG, to);
    return accept(verdict, move_make_promotion(from, to, chosen));
}

/* Judges a move of the piece on verdict->from, whose promotion is filled in. */
static bool judge(const Position *position, Square from, Square to, Illegal *verdict)
{
    const Color us = position_side_to_move(position);
    verdict->from = from;
    verdict->to = to;
    if (position->mailbox[from] == NO_PIECE)
        return refuse(verdict, ILLEGAL_EMPTY_SQUARE, from);
    verdict->piece = piece_type(position->mailbox[from]);
    if (piece_color(position->mailbox[from]) != us)
        return refuse(verdict, ILLEGAL_NOT_YOURS, from);

    bool to_right = false;
    if (verdict->piece == KING && verdict->promotion == NO_PIECE_TYPE && means_castling(position, from, to, &to_right))
        return judge_castling(position, to_right, verdict);

    unsigned kind = MOVE_NORMAL;
    const bool way = verdict->piece == PAWN ? judge_pawn_way(position, from, to, &kind, verdict)
                                            : judge_piece_way(position, from, to, verdict->piece, verdict);
    if (!way || !judge_king_safety(position, from, to, kind, verdict))
        return false;
    if (kind == MOVE_EN_PASSANT && position->board.en_passant != to)
        return refuse(verdict, ILLEGAL_EN_PASSANT_LATE, (Square)(to ^ 8));
    return judge_promotion(position, from, to, kind, verdict);
}

/* Once there is no legal move, that is the reason whatever was tried. */
static bool concluded(const Position *position, bool legal, Illegal *verdict)
{
    if (!legal && !illegal_is_typing_mistake(verdict->reason) && !movegen_any(&position->board))
        return refuse(verdict, ILLEGAL_GAME_OVER, NO_SQUARE);
    return legal;
}

bool illegal_judge(const Position *position, Square from, Square to, PieceType promotion, Illegal *verdict)
{
    *verdict = nothing_known();
    verdict->promotion = promotion;
    return concluded(position, judge(position, from, to, verdict), verdict);
}

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

    Illegal best = nothing_known();
    best.reason = ILLEGAL_CANNOT_GO;
    best.piece = type;
    best.to = shape->to;
    best.promotion = shape->promotion;
    int legal = 0;
    bool only = !bits_several(candidates);
    for (bool first = true; candidates != 0; first = false) {
        Illegal tried = nothing_known();
        tried.promotion = shape->promotion;
        if (judge(position, (Square)bits_pop(&candidates), shape->to, &tried))
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
        return refuse(verdict, ILLEGAL_AMBIGUOUS, NO_SQUARE);
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
        return refuse(verdict, ILLEGAL_NULL_MOVE, NO_SQUARE);
    const int castling = castling_text(text, length);
    if (castling != 0)
        return judge_castling(position, castling == 1, verdict);

    MoveShape shape;
    if (!read_shape(text, length, &shape))
        return refuse(verdict, ILLEGAL_UNREADABLE, NO_SQUARE);
    verdict->promotion = shape.promotion;
    if (shape.piece == NO_PIECE_TYPE && shape.from_file >= 0 && shape.from_rank >= 0)
        return judge(position, square_make(shape.from_file, shape.from_rank), shape.to, verdict);
    return judge_by_piece(position, &shape, verdict);
}

bool illegal_read(const Position *position, const char *text, Illegal *verdict)
{
    *verdict = nothing_known();
    const bool legal = read_and_judge(position, text, strcspn(text, " \t\r\n\v\f"), verdict);
    return concluded(position, legal, verdict);
}

bool illegal_is_typing_mistake(IllegalReason reason)
{
    return reason == ILLEGAL_UNREADABLE || reason == ILLEGAL_AMBIGUOUS;
}
