/* SPDX-License-Identifier: GPL-3.0-only */
#include "perft/two_plies.h"

#include "perft/leaf.h"
#include "perft/situation_inline.h"

MOVEGEN_INLINE int exact(const Board *board, const Color us, PieceType type, Square from, Square to, PieceType becomes)
{
    return us == WHITE ? leaf_exact_white(board, type, from, to, becomes) : leaf_exact_black(board, type, from, to, becomes);
}

MOVEGEN_INLINE uint64_t plain(const Board *board, const Color us)
{
    return us == WHITE ? leaf_plain_white(board) : leaf_plain_black(board);
}

/* What we attack when a piece has moved `from` and `occupied` is what stands then: the moved piece itself aside. */
MOVEGEN_INLINE Bitboard guard_again(const Situation *s, const Color us, Square from, Bitboard occupied)
{
    const Board *board = s->board;
    const Bitboard rest = ~square_bit(from);
    Bitboard attacks = attacks_pawns(us, board_pieces(board, us, PAWN) & rest);
    if (board_king(board, us) != from)
        attacks |= attacks_king(board_king(board, us));
    for (Bitboard knights = board_pieces(board, us, KNIGHT) & rest; knights != 0;)
        attacks |= attacks_knight((Square)bits_pop(&knights));
    for (Bitboard sliders = core_diagonal_sliders(board, us) & rest; sliders != 0;)
        attacks |= attacks_bishop((Square)bits_pop(&sliders), occupied);
    for (Bitboard sliders = core_straight_sliders(board, us) & rest; sliders != 0;)
        attacks |= attacks_rook((Square)bits_pop(&sliders), occupied);
    return attacks;
}

/* The moves of one of their pieces, not the king, that is not pinned. */
MOVEGEN_INLINE int mobility(const Situation *s, const Color us, Square square, Bitboard occupied, Bitboard own)
{
    const Color them = color_opposite(us);
    const Bitboard bit = square_bit(square);
    if (bit & s->pawns) {
        const Bitboard step = attacks_pawn_steps(them, bit) & ~occupied;
        const Bitboard second = attacks_pawn_steps(them, step & (them == WHITE ? RANK_3 : RANK_6)) & ~occupied;
        return bits_count(step | second | (attacks_pawn(them, square) & own));
    }
    Bitboard reach = bit & s->knights ? attacks_knight(square) : 0;
    if (bit & s->diagonal)
        reach |= attacks_bishop(square, occupied);
    if (bit & s->straight)
        reach |= attacks_rook(square, occupied);
    return bits_count(reach & ~s->enemy);
}

/* Where a piece moves along a line on which a slider of theirs sees it, the changes of the square left and of the
 * square entered meet. From a slider that it approaches, leaving gains nothing; moving away from one, the squares
 * behind the target are not gained after all, and a piece of theirs that is taken becomes defended. */
static __attribute__((noinline)) int meeting(const Situation *s, Square from, Square to)
{
    const bool straight = square_file(from) == square_file(to) || square_rank(from) == square_rank(to);
    const Bitboard sliders = straight ? s->straight : s->diagonal;
    const Bitboard target = square_bit(to);
    const Bitboard reach = attacks_line(from, to) & (straight ? attacks_rook(from, s->occupied) : attacks_bishop(from, s->occupied));
    const Bitboard above = reach & ~(2 * square_bit(from) - 1); /* on a line, one side has the higher numbers */
    const Bitboard ahead = to > from ? above : reach & ~above;
    const Bitboard behind = reach & ~ahead;
    int change = 0;
    if (behind & sliders) {
        const Bitboard beyond = ahead & (to > from ? ~(2 * target - 1) : target - 1);
        change += target & s->enemy ? 1 : -bits_count(beyond & ~s->enemy);
    }
    if (ahead & sliders & ~target)
        change -= bits_count(behind & ~s->enemy);
    return change;
}

/* What one piece of ours leaves behind when it moves. */
typedef struct Leaving {
    Bitboard guarded; /* squares of the vicinity our other pieces guard */
    Bitboard lines;   /* lines through the square along which their sliders see it */
    int gain;         /* replies gained */
    int king_replies; /* to a move that leaves the vicinity alone */
    bool again;       /* lines into the vicinity open: guarding must be found anew */
} Leaving;

/* The replies to one move that needs a look of its own. */
MOVEGEN_INLINE int replies_to(const Situation *s, const Color us, const PieceType type, Square from, Square to, const Leaving *left)
{
    const Color them = color_opposite(us);
    const Bitboard target = square_bit(to);
    const Bitboard lifted = s->occupied ^ square_bit(from);
    const Bitboard occupied = lifted | target;
    const Bitboard attacks = type == PAWN ? attacks_pawn(us, to) : attacks_piece(type, to, occupied);
    if (attacks & square_bit(s->king))
        return exact(s->board, us, type, from, to, type);

    const bool capture = (target & s->enemy) != 0;
    const bool again = left->again || (!capture && (target & s->lines) != 0);
    const Bitboard danger = attacks | (again ? guard_again(s, us, from, occupied) : left->guarded);
    const Bitboard steps = s->around_king & (~s->enemy | target) & ~danger;
    int count = s->replies + left->gain + bits_count(steps);
    if (s->castling != 0)
        count += castling_count(them, s->castling & ~target, occupied, danger);
    if (target & left->lines)
        count += meeting(s, from, to);
    if (capture)
        return count + changes_at(&s->changes, to) + bits_count(attacks_knight(to) & s->knights) -
               mobility(s, us, to, lifted, s->own ^ square_bit(from));
    return count - (changes_at(&s->changes, to) - CHANGE_BIAS);
}

/* The replies to all quiet moves of one piece that leave their king alone. */
MOVEGEN_INLINE int replies_together(const Situation *s, Bitboard targets, const Leaving *left)
{
    return bits_count(targets) * (s->replies + left->king_replies + left->gain + CHANGE_BIAS) - changes_sum(&s->changes, targets);
}

/* The squares on the lines along which a slider of theirs sees the piece. */
static __attribute__((noinline)) Bitboard seen_lines(const Situation *s, Square from)
{
    const Bitboard bit = square_bit(from);
    const Bitboard diagonals = (s->seen_diagonal | s->seen_antidiagonal) & bit ? attacks_bishop(from, 0) : 0;
    Bitboard lines = 0;
    if (s->seen_file & bit)
        lines |= FILE_A << square_file(from);
    if (s->seen_rank & bit)
        lines |= RANK_1 << (from & 56);
    return lines | diagonals;
}

/* The squares from which a piece of this type would guard one of `squares`. */
MOVEGEN_INLINE Bitboard guards_of(const PieceType type, Bitboard squares, Bitboard occupied)
{
    Bitboard from = 0;
    while (squares != 0)
        from |= attacks_piece(type, (Square)bits_pop(&squares), occupied);
    return from;
}

/* The replies to all moves to `targets` of one piece, not a pawn. */
MOVEGEN_INLINE int piece_replies(const Situation *s, const Color us, const PieceType type, Square from, Bitboard attacks, Bitboard targets,
                                 const Reach *reach)
{
    const Color them = color_opposite(us);
    const Bitboard bit = square_bit(from);
    const bool diagonal = type == BISHOP || type == QUEEN;
    const bool straight = type == ROOK || type == QUEEN;
    Bitboard made = s->exact_to;
    if (diagonal)
        made |= s->pins_diagonal;
    if (straight)
        made |= s->pins_straight;
    if (straight || type == KING) /* steps between the two squares ahead of an unmoved pawn */
        made |= attacks_pawn_steps(them, bit & s->pawn_front) | backward(them, bit & s->pawn_second);
    if (bit & s->exact_from)
        made = ~(Bitboard)0;

    int count = 0;
    for (Bitboard each = targets & made; each != 0;)
        count += exact(s->board, us, type, from, (Square)bits_pop(&each), type);
    targets &= ~made;
    if (targets == 0)
        return count;

    const Bitboard alone = attacks & s->guarded_once; /* squares that nobody else guards */
    const Bitboard bared = alone & s->wanted;
    Leaving left = {
        .guarded = s->guarded & ~alone,
        .lines = (diagonal || straight) && (bit & s->seen) != 0 ? seen_lines(s, from) : 0,
        .gain = changes_at(&s->changes, from) - CHANGE_BIAS,
        .king_replies = s->king_replies,
        .again = (s->lines & bit) != 0,
    };
    Bitboard singly = targets;
    if (!left.again && (s->castling_path & bit) == 0) {
        Bitboard guarding = (type == KNIGHT ? reach->knight
                             : type == KING ? reach->king
                                            : 0) |
                            (diagonal ? reach->diagonal : 0) | (straight ? reach->straight : 0);
        if (bared != 0) {
            left.king_replies = bits_count(s->around_king & ~s->enemy & ~left.guarded) +
                                castling_count(them, s->castling, s->occupied, left.guarded);
            guarding |= guards_of(type, bared, s->occupied ^ bit);
        }
        singly &= s->enemy | guarding | s->lines | s->castling_path | left.lines;
        count += replies_together(s, targets ^ singly, &left);
    }
    while (singly != 0)
        count += replies_to(s, us, type, from, (Square)bits_pop(&singly), &left);
    return count;
}

/* The replies to one set of pawn moves, each by itself; those to `made` are made. `seen` are the pawns that a slider of
 * theirs sees along the line they move on. */
MOVEGEN_INLINE int pawns_singly(const Situation *s, const Color us, Bitboard targets, int step, Bitboard made, Bitboard seen)
{
    int count = 0;
    while (targets != 0) {
        const Square to = (Square)bits_pop(&targets);
        const Square from = (Square)(to - step);
        if (square_bit(to) & made) {
            count += exact(s->board, us, PAWN, from, to, PAWN);
            continue;
        }
        const Leaving left = {
            .guarded = s->guarded & ~(attacks_pawn(us, from) & s->guarded_once),
            .lines = square_bit(from) & seen ? ~(Bitboard)0 : 0,
            .gain = changes_at(&s->changes, from) - CHANGE_BIAS,
            .again = (square_bit(from) & s->lines) != 0,
        };
        count += replies_to(s, us, PAWN, from, to, &left);
    }
    return count;
}

MOVEGEN_INLINE int promotion_replies(const Situation *s, const Color us, Bitboard targets, int step)
{
    int count = 0;
    while (targets != 0) {
        const Square to = (Square)bits_pop(&targets);
        for (int type = KNIGHT; type <= QUEEN; type++)
            count += exact(s->board, us, PAWN, (Square)(to - step), to, (PieceType)type);
    }
    return count;
}

/* The replies to all our pawn moves but en passant. */
MOVEGEN_INLINE int pawn_replies(const Situation *s, const Color us, const LegalMasks *masks, const Reach *reach)
{
    const Color them = color_opposite(us);
    const Board *board = s->board;
    const Bitboard last_rank = us == WHITE ? RANK_8 : RANK_1;
    const int step = us == WHITE ? STEP_WHITE : STEP_BLACK;
    PawnTargets targets = core_pawn_targets(board, us, masks);
    int count = 0;

    if ((targets.one_step | targets.west | targets.east) & last_rank) {
        count += promotion_replies(s, us, targets.one_step & last_rank, step);
        count += promotion_replies(s, us, targets.west & last_rank, step - 1);
        count += promotion_replies(s, us, targets.east & last_rank, step + 1);
        targets.one_step &= ~last_rank;
        targets.west &= ~last_rank;
        targets.east &= ~last_rank;
    }

    /* Pawns whose leaving bares or unblocks squares near their king, or meets with where they go. */
    const Bitboard again = s->lines | s->castling_path | attacks_pawns(them, s->guarded_once & s->wanted) | s->seen_file;
    const Bitboard their_pawns = board_pieces(board, them, PAWN);
    const Bitboard neighbours = ((their_pawns & ~FILE_A) >> 1) | ((their_pawns & ~FILE_H) << 1);
    const Bitboard one_made = s->exact_to | attacks_pawn_steps(us, s->exact_from) |
                              (s->pawn_front & attacks_pawn_steps(us, s->pawn_second));
    const Bitboard two_made = s->exact_to | neighbours | attacks_pawn_steps(us, attacks_pawn_steps(us, s->exact_from));

    const Bitboard alone = reach->pawn | s->lines | s->castling_path;
    const Bitboard one = targets.one_step & ~(one_made | alone | attacks_pawn_steps(us, again));
    const Bitboard two = targets.two_steps & ~(two_made | alone | attacks_pawn_steps(us, attacks_pawn_steps(us, again)));
    count += (bits_count(one) + bits_count(two)) * (s->replies + s->king_replies);
    count += changes_sum(&s->changes, backward(us, one)) - changes_sum(&s->changes, one);
    count += changes_sum(&s->changes, backward(us, backward(us, two))) - changes_sum(&s->changes, two);

    const Bitboard seen_west = us == WHITE ? s->seen_antidiagonal : s->seen_diagonal;
    const Bitboard seen_east = us == WHITE ? s->seen_diagonal : s->seen_antidiagonal;
    count += pawns_singly(s, us, targets.one_step & ~one, step, one_made, s->seen_file);
    count += pawns_singly(s, us, targets.two_steps & ~two, 2 * step, two_made, s->seen_file);
    count += pawns_singly(s, us, targets.west, step - 1, s->exact_to | core_pawn_west(us, s->exact_from), seen_west);
    count += pawns_singly(s, us, targets.east, step + 1, s->exact_to | core_pawn_east(us, s->exact_from), seen_east);
    return count;
}

/* The replies to our castling and en passant moves. */
MOVEGEN_INLINE uint64_t special_replies(const Situation *s, const Color us, const LegalMasks *masks)
{
    const Board *board = s->board;
    Move moves[4];
    Move *end = moves;
    for (Bitboard rooks = board->castling & s->own; rooks != 0;) {
        const Square rook = (Square)bits_pop(&rooks);
        if (core_castling_possible(board, us, masks, rook))
            *end++ = move_make(board_king(board, us), rook, MOVE_CASTLING);
    }
    if (board->en_passant != NO_SQUARE)
        for (Bitboard pawns = board_en_passant_capturers(board, board->en_passant); pawns != 0;)
            *end++ = move_make((Square)bits_pop(&pawns), board->en_passant, MOVE_EN_PASSANT);
    return end == moves ? 0 : leaf_make_all(board, moves, end);
}

/* The replies to all moves of our pieces of one type, entries `first` to `end` of the list. */
MOVEGEN_INLINE uint64_t type_replies(const Situation *s, const Color us, const PieceType type, const Attacker *first, const Attacker *end,
                                     Bitboard pinned, const Reach *reach)
{
    const Square king = board_king(s->board, us);
    int count = 0;
    for (const Attacker *piece = first; piece < end; piece++) {
        const Bitboard ray = pinned & square_bit(piece->square) ? attacks_line(king, piece->square) : ~(Bitboard)0;
        count += piece_replies(s, us, type, piece->square, piece->attacks, piece->attacks & ~s->own & ray, reach);
    }
    return (uint64_t)count;
}

MOVEGEN_INLINE uint64_t two_plies(const Board *board, const Color us)
{
    const Color them = color_opposite(us);
    const Square king = board_king(board, us);
    Situation s = {
        .board = board,
        .own = board->by_color[us],
        .enemy = board->by_color[them],
        .occupied = board_occupied(board),
        .king = board_king(board, them),
    };
    LegalMasks masks = {.evasions = ~(Bitboard)0};
    masks.danger = find_replies(&s, us);
    if ((masks.danger & square_bit(king)) != 0 || !find_vicinity(&s, us))
        return plain(board, us);
    core_sort_sliders(king, attacks_bishop(king, s.enemy) & core_diagonal_sliders(board, them), s.own, &masks.checkers,
                      &masks.pin_diagonal);
    core_sort_sliders(king, attacks_rook(king, s.enemy) & core_straight_sliders(board, them), s.own, &masks.checkers, &masks.pin_straight);
    const Bitboard pinned = masks.pin_straight | masks.pin_diagonal;

    Attackers attackers;
    gather(&s, us, &attackers);
    find_king_replies(&s, us);
    const Reach reach = find_reach(&s, us);

    uint64_t count = (uint64_t)pawn_replies(&s, us, &masks, &reach) + special_replies(&s, us, &masks);
    const Attacker *const list = attackers.list;
    count += type_replies(&s, us, KNIGHT, list, list + attackers.knights, pinned, &reach);
    count += type_replies(&s, us, BISHOP, list + attackers.knights, list + attackers.bishops, pinned, &reach);
    count += type_replies(&s, us, ROOK, list + attackers.bishops, list + attackers.rooks, pinned, &reach);
    count += type_replies(&s, us, QUEEN, list + attackers.rooks, list + attackers.queens, pinned, &reach);
    const Bitboard steps = attacks_king(king);
    count += (uint64_t)piece_replies(&s, us, KING, king, steps, steps & ~s.own & ~masks.danger, &reach);
    assert(count == plain(board, us));
    return count;
}

uint64_t two_plies_white(const Board *board)
{
    return two_plies(board, WHITE);
}

uint64_t two_plies_black(const Board *board)
{
    return two_plies(board, BLACK);
}
