/* SPDX-License-Identifier: GPL-3.0-only */
#include "rules/touch.h"

/* The pieces touched so far, each once, in order. */
typedef struct Touched {
    Square squares[SQUARE_COUNT];
    int count;
    Bitboard set;
} Touched;

static bool is_own(const Position *position, Square square)
{
    return (position->board.by_color[position_side_to_move(position)] & square_bit(square)) != 0;
}

static void add_touch(const Position *position, Touched *touched, Square square)
{
    if (position->mailbox[square] == NO_PIECE || (touched->set & square_bit(square)))
        return;
    touched->set |= square_bit(square);
    touched->squares[touched->count++] = square;
}

/* Own pieces first, each colour in its order (4.3.3, order unknown). */
static void put_own_first(const Position *position, Touched *touched)
{
    const Touched as_given = *touched;
    touched->count = 0;
    for (int own = 1; own >= 0; own--)
        for (int i = 0; i < as_given.count; i++)
            if (is_own(position, as_given.squares[i]) == (own == 1))
                touched->squares[touched->count++] = as_given.squares[i];
}

/* The own rooks touched before the own king: no castling with them on this move (4.4.2). */
static Bitboard rooks_before_king(const Position *position, const Touched *touched)
{
    const Color us = position_side_to_move(position);
    Bitboard rooks = 0;
    for (int i = 0; i < touched->count; i++) {
        const Piece piece = position->mailbox[touched->squares[i]];
        if (piece == piece_make(us, KING))
            return rooks;
        if (piece == piece_make(us, ROOK))
            rooks |= square_bit(touched->squares[i]);
    }
    return 0;
}

/* The square whose piece a move captures; NO_SQUARE if it captures none. */
static Square captured_square(const Position *position, Move move)
{
    if (!position_is_capture(position, move))
        return NO_SQUARE;
    return move_kind(move) == MOVE_EN_PASSANT ? (Square)(move_to(move) ^ 8) : move_to(move);
}

/* Castling by which the king stays where it is, as Chess960 knows it: made by moving the rook alone, so it is the rook's move
 * (Guidelines II, rook-move-only castling). */
static bool castles_by_rook_alone(Move move)
{
    return move_kind(move) == MOVE_CASTLING && castling_king_target(move_from(move), move_to(move)) == move_from(move);
}

/* Is it a move of the piece on `square`? */
static bool moves_piece(Move move, Square square)
{
    return move_from(move) == square || (castles_by_rook_alone(move) && move_to(move) == square);
}

/* The moves of `from` into `to` that move the piece on `from_square` and capture on `victim`; NO_SQUARE: any. */
static int choose(const Position *position, const MoveList *from, Square from_square, Square victim, MoveList *to)
{
    to->count = 0;
    for (int i = 0; i < from->count; i++) {
        const Move move = from->moves[i];
        if (from_square != NO_SQUARE && !moves_piece(move, from_square))
            continue;
        if (victim != NO_SQUARE && captured_square(position, move) != victim)
            continue;
        to->moves[to->count++] = move;
    }
    return to->count;
}

static void remove_castling(MoveList *list, Bitboard rooks)
{
    int kept = 0;
    for (int i = 0; i < list->count; i++)
        if (move_kind(list->moves[i]) != MOVE_CASTLING || castles_by_rook_alone(list->moves[i]) ||
            !(rooks & square_bit(move_to(list->moves[i]))))
            list->moves[kept++] = list->moves[i];
    list->count = kept;
}

static bool find_castling(const MoveList *list, Square rook, Move *castling)
{
    for (int i = 0; i < list->count; i++)
        if (move_kind(list->moves[i]) == MOVE_CASTLING && move_to(list->moves[i]) == rook) {
            *castling = list->moves[i];
            return true;
        }
    return false;
}

static void bind(TouchObligation *obligation, TouchRule rule, Square piece)
{
    obligation->bound = true;
    obligation->rule = rule;
    obligation->piece = piece;
}

static void bind_to_one(TouchObligation *obligation, TouchRule rule, Square piece, Move move)
{
    bind(obligation, rule, piece);
    obligation->moves.count = 1;
    obligation->moves.moves[0] = move;
}

static void set_free(TouchObligation *obligation, TouchRule rule, const MoveList *all)
{
    obligation->bound = false;
    obligation->rule = rule;
    obligation->piece = NO_SQUARE;
    obligation->moves = *all;
}

/* The first touched piece from `first` on that can be moved or captured: it binds. */
static bool bind_to_first(const Position *position, const Touched *touched, int first, bool both, const MoveList *all,
                          TouchObligation *obligation)
{
    for (int i = first; i < touched->count; i++) {
        const Square square = touched->squares[i];
        const bool own = is_own(position, square);
        if (choose(position, all, own ? square : NO_SQUARE, own ? NO_SQUARE : square, &obligation->moves) > 0) {
            bind(obligation, both ? TOUCH_BOTH_FIRST : own ? TOUCH_OWN : TOUCH_OPPONENT, square);
            return true;
        }
    }
    return false;
}

/* King and then a rook, and before the king nothing that could be moved or captured: the castling 4.4.1 and
 * 4.4.3 speak of. Answers the king's place in the list, -1 if it was not meant. */
static int castling_meant(const Position *position, const Touched *touched, const MoveList *all)
{
    const Color us = position_side_to_move(position);
    MoveList unused;
    for (int i = 0; i + 1 < touched->count; i++) {
        const Square square = touched->squares[i];
        if (position->mailbox[square] == piece_make(us, KING))
            return position->mailbox[touched->squares[i + 1]] == piece_make(us, ROOK) ? i : -1;
        const bool own = is_own(position, square);
        if (choose(position, all, own ? square : NO_SQUARE, own ? NO_SQUARE : square, &unused) > 0)
            return -1;
    }
    return -1;
}

/* `all`: the legal moves, castling that 4.4.2 forbids left out. */
static void oblige(const Position *position, const Touched *touched, const MoveList *all, TouchObligation *obligation)
{
    Square first_own = NO_SQUARE, first_opponent = NO_SQUARE;
    for (int i = touched->count - 1; i >= 0; i--)
        *(is_own(position, touched->squares[i]) ? &first_own : &first_opponent) = touched->squares[i];
    const bool both = first_own != NO_SQUARE && first_opponent != NO_SQUARE;
    int first = 0;

    const int king_at = castling_meant(position, touched, all);
    if (king_at >= 0) {
        const Square king = touched->squares[king_at];
        Move castling = MOVE_NONE;
        if (find_castling(all, touched->squares[king_at + 1], &castling)) {
            bind_to_one(obligation, TOUCH_CASTLE, king, castling);
            return;
        }
        if (choose(position, all, king, NO_SQUARE, &obligation->moves) > 0) {
            bind(obligation, TOUCH_KING_INSTEAD, king);
            return;
        }
        /* Free of king and rook; what was touched after them may still bind. */
        first = king_at + 2;
        if (!bind_to_first(position, touched, first, both, all, obligation))
            set_free(obligation, TOUCH_CASTLE_FREE, all);
        return;
    }
    if (both && choose(position, all, first_own, first_opponent, &obligation->moves) > 0) {
        bind(obligation, TOUCH_BOTH, first_own);
        return;
    }
    if (!bind_to_first(position, touched, first, both, all, obligation))
        set_free(obligation, TOUCH_FREE, all);
}

/* What the touches alone bind to. */
static void oblige_by_touch(const Position *position, const Touched *as_given, bool order_known, bool adjusted, TouchObligation *obligation)
{
    Touched touched = *as_given;
    MoveList all;
    movegen_legal(&position->board, &all);
    if (touched.count == 0) {
        set_free(obligation, adjusted ? TOUCH_ADJUSTED : TOUCH_NOTHING, &all);
        return;
    }
    if (!order_known)
        put_own_first(position, &touched);
    const Bitboard rooks = rooks_before_king(position, &touched);
    MoveList allowed = all;
    remove_castling(&allowed, rooks);
    if (allowed.count == 0) /* only Chess960 knows a position where castling is the only move */
        allowed = all;
    oblige(position, &touched, &allowed, obligation);
    if (rooks != 0 && obligation->rule == TOUCH_OWN) {
        const Square king = board_king(&position->board, position_side_to_move(position));
        if ((rooks | square_bit(king)) & square_bit(obligation->piece))
            obligation->rule = TOUCH_ROOK_THEN_KING;
    }
}

/* The own king let go on `to`, where it cannot step: castling, if that is where castling takes it (4.7.2). */
static bool release_king(const Position *position, Square king, Square to, TouchObligation *obligation)
{
    const Color us = position_side_to_move(position);
    /* A square next to it is a step; but for the castling rook's own, where in Chess960 the king may end. */
    const bool step = (attacks_king(king) & square_bit(to)) && !(position->board.castling & square_bit(to));
    if (rank_relative(us, king) != 0 || rank_relative(us, to) != 0 || step || (square_file(to) != 6 && square_file(to) != 2))
        return false;
    if (obligation->bound && obligation->piece != king)
        return false; /* another piece had to move: the king goes back */

    MoveList all;
    movegen_legal(&position->board, &all);
    const MoveList allowed = obligation->moves;
    for (int i = 0; i < allowed.count; i++) {
        const Move move = allowed.moves[i];
        if (move_kind(move) == MOVE_CASTLING && castling_king_target(king, move_to(move)) == to) {
            bind_to_one(obligation, TOUCH_KING_RELEASED, king, move);
            return true;
        }
    }
    if (choose(position, &allowed, king, NO_SQUARE, &obligation->moves) > 0)
        bind(obligation, TOUCH_KING_RELEASED_INSTEAD, king);
    else
        set_free(obligation, TOUCH_KING_RELEASED_FREE, &all);
    return true;
}

/* The piece from `event->square` let go on `event->to`. True if that decides. */
static bool release(const Position *position, const HandEvent *event, TouchObligation *obligation)
{
    if (!is_own(position, event->square))
        return false;
    MoveList placed;
    placed.count = 0;
    for (int i = 0; i < obligation->moves.count; i++) {
        const Move move = obligation->moves.moves[i];
        const bool castles = castles_by_rook_alone(move) && move_to(move) == event->square &&
                             castling_rook_target(move_from(move), move_to(move)) == event->to;
        if (castles || (move_from(move) == event->square && move_to(move) == event->to && move_kind(move) != MOVE_CASTLING))
            placed.moves[placed.count++] = move;
    }
    if (placed.count > 0) {
        obligation->moves = placed;
        bind(obligation, TOUCH_RELEASED, event->square);
        return true;
    }
    return piece_type(position->mailbox[event->square]) == KING && release_king(position, event->square, event->to, obligation);
}

/* A new piece touches its square: which promotions are left? True if that decides. */
static bool promote(const HandEvent *event, TouchObligation *obligation)
{
    MoveList left;
    left.count = 0;
    for (int i = 0; i < obligation->moves.count; i++) {
        const Move move = obligation->moves.moves[i];
        if (move_kind(move) == MOVE_PROMOTION && move_to(move) == event->to && move_promoted(move) == event->piece)
            left.moves[left.count++] = move;
    }
    if (left.count == 0)
        return false;
    obligation->moves = left;
    bind(obligation, TOUCH_PROMOTION_CHOSEN, move_from(left.moves[0]));
    return true;
}

/* A new piece stands on its square already: the pawn removed says whose promotion it is (M5: either order of the hands). */
static void remove_pawn(const HandEvent *event, TouchObligation *obligation)
{
    MoveList left;
    left.count = 0;
    for (int i = 0; i < obligation->moves.count; i++)
        if (move_from(obligation->moves.moves[i]) == event->square)
            left.moves[left.count++] = obligation->moves.moves[i];
    if (left.count == 0)
        return;
    obligation->moves = left;
    obligation->piece = event->square;
}

/* Like pieces are named and not which of them: any that can be moved, unless something binds already. True if that decides. */
static bool name_piece(const HandEvent *event, TouchObligation *obligation)
{
    MoveList left;
    left.count = 0;
    for (int i = 0; !obligation->bound && i < obligation->moves.count; i++)
        if (square_bit(move_from(obligation->moves.moves[i])) & event->among)
            left.moves[left.count++] = obligation->moves.moves[i];
    if (left.count == 0)
        return false;
    obligation->moves = left;
    bind(obligation, TOUCH_NAMED, NO_SQUARE);
    return true;
}

void touch_hand(const Position *position, const HandEvent *events, size_t count, TouchObligation *obligation)
{
    Touched touched = {.count = 0, .set = 0};
    bool adjusted = false; /* announced: later touches bind to nothing, letting go of a piece elsewhere still does */
    bool decided = false, order_known = true;

    for (size_t i = 0; i < count; i++)
        order_known = order_known && events[i].kind != HAND_ORDER_UNKNOWN;
    oblige_by_touch(position, &touched, order_known, adjusted, obligation);
    for (size_t i = 0; i < count; i++) {
        const HandEvent *event = &events[i];
        switch (event->kind) {
        case HAND_ORDER_UNKNOWN: continue;
        case HAND_PROMOTE: decided = promote(event, obligation) || decided; continue;
        case HAND_NAMED: decided = decided || name_piece(event, obligation); continue;
        case HAND_ADJUST: adjusted = true; break;
        case HAND_TOUCH:
        case HAND_MEANT:
        case HAND_RELEASE:
            if (!adjusted || event->kind != HAND_TOUCH)
                add_touch(position, &touched, event->square);
            break;
        }
        if (decided) { /* what has been let go cannot be taken back: later touches change nothing else */
            if (obligation->rule == TOUCH_PROMOTION_CHOSEN && event->kind != HAND_ADJUST && !adjusted)
                remove_pawn(event, obligation);
            continue;
        }
        oblige_by_touch(position, &touched, order_known, adjusted, obligation);
        if (event->kind == HAND_RELEASE)
            decided = release(position, event, obligation);
    }
}

void touch_squares(const Position *position, const Square *squares, size_t count, bool order_known, TouchObligation *obligation)
{
    Touched touched = {.count = 0, .set = 0};
    for (size_t i = 0; i < count; i++)
        add_touch(position, &touched, squares[i]);
    oblige_by_touch(position, &touched, order_known, false, obligation);
}

bool touch_means_to_move(const Position *position, const HandEvent *events, size_t count)
{
    TouchObligation obligation;
    touch_hand(position, events, count, &obligation);
    return obligation.rule != TOUCH_NOTHING && obligation.rule != TOUCH_ADJUSTED;
}

bool touch_allows(const TouchObligation *obligation, Move move)
{
    for (int i = 0; i < obligation->moves.count; i++)
        if (obligation->moves.moves[i] == move)
            return true;
    return false;
}
