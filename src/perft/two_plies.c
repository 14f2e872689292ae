#include "perft/two_plies.h"

#include "chess/movegen_core.h"
#include "perft/changes.h"
#include "perft/lanes.h"

int one_ply_white(const Board *board)
{
    LegalMasks masks;
    core_masks(board, WHITE, &masks);
    return core_count(board, WHITE, &masks);
}

int one_ply_black(const Board *board)
{
    LegalMasks masks;
    core_masks(board, BLACK, &masks);
    return core_count(board, BLACK, &masks);
}

/* Everything about the position that does not depend on our move. "We" move first, "they" reply. */
typedef struct Situation {
    const Board *board;
    Bitboard own, enemy, occupied;

    Square king;                /* theirs, as all that follows */
    Bitboard around_king;       /* squares a step away from it */
    Bitboard vicinity;          /* these, the king's square, and squares it crosses when castling */
    Bitboard castling;          /* rooks that may castle */
    Bitboard castling_path;     /* squares that must be empty for it */
    Bitboard guarded;           /* squares of the vicinity that we attack */
    Bitboard guarded_once;      /* by one piece only */
    Bitboard wanted;            /* squares of the vicinity whose guarding costs a king move or castling */
    Bitboard open;              /* wanted squares that we do not guard yet, and the king */
    Bitboard pawns, knights, straight, diagonal; /* their pieces that are not pinned */
    Bitboard pawn_front, pawn_second;            /* first and second squares ahead of unmoved pawns */
    Changes changes;
    Bitboard seen_file, seen_diagonal, seen_antidiagonal, seen_rank; /* squares their free sliders see along that line */
    Bitboard seen;                                                   /* along any */

    Bitboard exact_from;     /* pieces of ours whose moves must be made */
    Bitboard exact_to;       /* targets that must be made */
    Bitboard pins_straight;  /* squares from which a rook or queen of ours would check or pin */
    Bitboard pins_diagonal;
    Bitboard lines;          /* squares on open lines from our sliders into the vicinity */
    int replies;             /* without those of the king */
    int king_replies;
} Situation;

/* Plays an ordinary move of a known piece type; en passant squares are set wherever a pawn might capture. */
MOVEGEN_INLINE void make_known(Board *child, const Board *board, const Color us, const PieceType type, Square from,
                               Square to, const PieceType becomes)
{
    const Bitboard target = square_bit(to);
    *child = *board;
    for (int t = PAWN; t <= QUEEN; t++)
        child->by_type[t] &= ~target;
    child->by_color[us ^ 1] &= ~target;
    child->by_color[us] ^= square_bit(from) | target;
    child->by_type[type] ^= square_bit(from);
    child->by_type[becomes] |= target;
    child->castling &= ~target & (type == KING ? board->by_color[us ^ 1] : ~square_bit(from));
    child->side_to_move = (uint8_t)(us ^ 1);
    child->en_passant = NO_SQUARE;
    if (type == PAWN && (from ^ to) == 16)
        child->en_passant = (uint8_t)((from + to) / 2);
}

static __attribute__((noinline)) int exact_white(const Board *board, PieceType type, Square from, Square to, PieceType becomes)
{
    Board child;
    make_known(&child, board, WHITE, type, from, to, becomes);
    return one_ply_black(&child);
}

static __attribute__((noinline)) int exact_black(const Board *board, PieceType type, Square from, Square to, PieceType becomes)
{
    Board child;
    make_known(&child, board, BLACK, type, from, to, becomes);
    return one_ply_white(&child);
}

MOVEGEN_INLINE int exact(const Board *board, const Color us, PieceType type, Square from, Square to, PieceType becomes)
{
    return us == WHITE ? exact_white(board, type, from, to, becomes) : exact_black(board, type, from, to, becomes);
}

/* Makes every move of a list and counts. */
static __attribute__((noinline)) uint64_t make_all(const Board *board, const Move *moves, const Move *end)
{
    uint64_t count = 0;
    for (; moves < end; moves++) {
        Board child = *board;
        board_make_move(&child, *moves);
        count += (uint64_t)(child.side_to_move == WHITE ? one_ply_white(&child) : one_ply_black(&child));
    }
    return count;
}

static __attribute__((noinline)) uint64_t plain_white(const Board *board)
{
    LegalMasks masks;
    Move moves[MAX_MOVES];
    core_masks(board, WHITE, &masks);
    return make_all(board, moves, core_generate(board, WHITE, &masks, CLASS_ALL, moves));
}

static __attribute__((noinline)) uint64_t plain_black(const Board *board)
{
    LegalMasks masks;
    Move moves[MAX_MOVES];
    core_masks(board, BLACK, &masks);
    return make_all(board, moves, core_generate(board, BLACK, &masks, CLASS_ALL, moves));
}

MOVEGEN_INLINE uint64_t plain(const Board *board, const Color us)
{
    return us == WHITE ? plain_white(board) : plain_black(board);
}

MOVEGEN_INLINE Bitboard backward(Color color, Bitboard squares)
{
    return attacks_pawn_steps(color_opposite(color), squares);
}

MOVEGEN_INLINE Bitboard knight_dilation(Bitboard squares)
{
    const Bitboard one = ((squares & ~FILE_A) >> 1) | ((squares & ~FILE_H) << 1);
    const Bitboard two = ((squares & ~(FILE_A | FILE_A << 1)) >> 2) | ((squares & ~(FILE_H | FILE_H >> 1)) << 2);
    return one << 16 | one >> 16 | two << 8 | two >> 8;
}

MOVEGEN_INLINE Bitboard king_dilation(Bitboard squares)
{
    const Bitboard row = squares | ((squares & ~FILE_A) >> 1) | ((squares & ~FILE_H) << 1);
    return row | row << 8 | row >> 8;
}

/* Castling of the usual kind: king on e1 or e8, rooks in the corners. */
enum { CORNER_QUEEN = 0, CORNER_KING = 7 };

MOVEGEN_INLINE Bitboard corner_bit(const Color color, int corner)
{
    return square_bit(square_relative(color, (Square)corner));
}

MOVEGEN_INLINE Bitboard first_rank(const Color color, Bitboard squares)
{
    return color == WHITE ? squares : squares << 56;
}

#define PATH_KING ((Bitboard)0x60)       /* f1 g1 */
#define PATH_QUEEN ((Bitboard)0x0e)      /* b1 c1 d1 */
#define PATH_QUEEN_KING ((Bitboard)0x0c) /* c1 d1: where the king goes */

/* How many ways `color`, not in check, may castle. */
MOVEGEN_INLINE int castling_count(const Color color, Bitboard rooks, Bitboard occupied, Bitboard danger)
{
    const int king_side = (rooks & corner_bit(color, CORNER_KING)) != 0 &&
                          ((occupied | danger) & first_rank(color, PATH_KING)) == 0;
    const int queen_side = (rooks & corner_bit(color, CORNER_QUEEN)) != 0 &&
                           (occupied & first_rank(color, PATH_QUEEN)) == 0 &&
                           (danger & first_rank(color, PATH_QUEEN_KING)) == 0;
    return king_side + queen_side;
}

/* Their pieces that our sliders pin, and our moves that could change that or give a discovered check. */
MOVEGEN_INLINE void find_pins(Situation *s, const Color us, LegalMasks *their_pins)
{
    const Board *board = s->board;
    Bitboard sliders = (attacks_bishop(s->king, 0) & core_diagonal_sliders(board, us)) |
                       (attacks_rook(s->king, 0) & core_straight_sliders(board, us));
    their_pins->pin_straight = 0;
    their_pins->pin_diagonal = 0;
    their_pins->evasions = ~(Bitboard)0;
    their_pins->checkers = 0;
    s->exact_from = 0;
    s->exact_to = 0;
    while (sliders != 0) {
        const Square slider = (Square)bits_pop(&sliders);
        const Bitboard between = attacks_between(s->king, slider);
        const Bitboard blockers = between & s->occupied;
        const Bitboard rest = blockers & (blockers - 1);
        if (bits_several(rest))
            continue;
        if (rest == 0 && (blockers & s->enemy) != 0) { /* a pin: no move may touch its line */
            const Bitboard ray = between | square_bit(slider);
            if (square_file(slider) == square_file(s->king) || square_rank(slider) == square_rank(s->king))
                their_pins->pin_straight |= ray;
            else
                their_pins->pin_diagonal |= ray;
            s->exact_from |= ray;
            s->exact_to |= ray;
        } else { /* the blocker of ours would give check, or leave a pin behind, when it goes */
            s->exact_from |= blockers & s->own;
        }
    }
}

/* Their replies apart from the king's, and the pieces that are free to move. */
MOVEGEN_INLINE void count_replies(Situation *s, const Color us, const LegalMasks *their_pins, const Lanes *seen)
{
    const Color them = color_opposite(us);
    const Board *board = s->board;
    const Bitboard wanted = ~s->enemy;
    const Bitboard pins = their_pins->pin_straight | their_pins->pin_diagonal;
    const LaneVector up = seen->up & wanted;
    const LaneVector down = seen->down & wanted;
    int count = 0;

    for (int i = 0; i < LANE_COUNT; i++)
        count += bits_count(up[i]) + bits_count(down[i]);
    for (Bitboard knights = s->knights; knights != 0;)
        count += bits_count(attacks_knight((Square)bits_pop(&knights)) & wanted);
    if (pins & s->enemy & ~s->pawns) {
        for (Bitboard sliders = core_diagonal_sliders(board, them) & their_pins->pin_diagonal; sliders != 0;)
            count += bits_count(attacks_bishop((Square)bits_pop(&sliders), s->occupied) & wanted & their_pins->pin_diagonal);
        for (Bitboard sliders = core_straight_sliders(board, them) & their_pins->pin_straight; sliders != 0;)
            count += bits_count(attacks_rook((Square)bits_pop(&sliders), s->occupied) & wanted & their_pins->pin_straight);
    }
    const PawnTargets targets = core_pawn_targets(board, them, their_pins);
    const Bitboard last_rank = them == WHITE ? RANK_8 : RANK_1;
    count += bits_count(targets.one_step) + bits_count(targets.two_steps) + bits_count(targets.west) + bits_count(targets.east);
    count += 3 * (bits_count(targets.one_step & last_rank) + bits_count(targets.west & last_rank) +
                  bits_count(targets.east & last_rank));
    s->replies = count;
}

/* What their pawns that are free to move lose or gain on each square. */
MOVEGEN_INLINE PawnChanges find_pawn_changes(Situation *s, const Color us)
{
    const Color them = color_opposite(us);
    const Bitboard empty = ~s->occupied;
    const Bitboard unmoved = s->pawns & (them == WHITE ? RANK_2 : RANK_7);
    const Bitboard front = attacks_pawn_steps(them, unmoved);
    const Bitboard second = attacks_pawn_steps(them, front);
    PawnChanges changes;
    changes.two_steps = front & backward(them, empty);
    changes.one_step = (attacks_pawn_steps(them, s->pawns) & ~changes.two_steps) | (second & attacks_pawn_steps(them, empty & front));
    changes.west = core_pawn_west(them, s->pawns);
    changes.east = core_pawn_east(them, s->pawns);
    s->pawn_front = front;
    s->pawn_second = second;

    /* A promotion counts four times: not worth planes of its own. */
    const Bitboard promoting = s->pawns & (them == WHITE ? RANK_7 : RANK_2);
    const Bitboard promotions = promoting | attacks_pawn_steps(them, promoting) | attacks_pawns(them, promoting);
    s->exact_from |= promotions;
    s->exact_to |= promotions;
    return changes;
}

/* A piece of ours with what it attacks. */
typedef struct Attacker {
    Bitboard attacks;
    Square square;
} Attacker;

typedef struct Attackers {
    Attacker list[16];
    int knights, bishops, rooks, queens; /* where each kind ends in the list */
} Attackers;

MOVEGEN_INLINE void guard(Situation *s, Bitboard attacks)
{
    const Bitboard squares = attacks & s->vicinity;
    s->guarded_once ^= squares & (s->guarded_once | ~s->guarded); /* first time: in, second time: out */
    s->guarded |= squares;
}

#define GATHER(TYPE, ATTACKS, END)                                               \
    do {                                                                         \
        for (Bitboard pieces = board_pieces(board, us, TYPE); pieces != 0;) {    \
            const Square from = (Square)bits_pop(&pieces);                       \
            const Bitboard attacks = (ATTACKS);                                  \
            guard(s, attacks);                                                   \
            attackers->list[count++] = (Attacker){.attacks = attacks, .square = from}; \
        }                                                                        \
        attackers->END = count;                                                  \
    } while (0)

/* Our pieces' attacks, and what they guard around their king. */
MOVEGEN_INLINE void gather(Situation *s, const Color us, Attackers *attackers)
{
    const Board *board = s->board;
    const Bitboard pawns = board_pieces(board, us, PAWN);
    int count = 0;
    s->guarded = 0;
    s->guarded_once = 0;
    guard(s, core_pawn_west(us, pawns));
    guard(s, core_pawn_east(us, pawns));
    guard(s, attacks_king(board_king(board, us)));
    GATHER(KNIGHT, attacks_knight(from), knights);
    GATHER(BISHOP, attacks_bishop(from, s->occupied), bishops);
    GATHER(ROOK, attacks_rook(from, s->occupied), rooks);
    GATHER(QUEEN, attacks_queen(from, s->occupied), queens);
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
    const Bitboard reach = attacks_line(from, to) &
                           (straight ? attacks_rook(from, s->occupied) : attacks_bishop(from, s->occupied));
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
    Bitboard guarded;    /* squares of the vicinity our other pieces guard */
    Bitboard lines;      /* lines through the square along which their sliders see it */
    int gain;            /* replies gained */
    int king_replies;    /* to a move that leaves the vicinity alone */
    bool again;          /* lines into the vicinity open: guarding must be found anew */
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

/* Squares from which a piece of ours would guard an open square near their king. */
typedef struct Reach {
    Bitboard pawn, knight, straight, diagonal, king;
} Reach;

MOVEGEN_INLINE Reach find_reach(const Situation *s, const Color us)
{
    Lanes lanes;
    lanes_attacks(&lanes, s->open, s->open, ~s->occupied);
    return (Reach){
        .pawn = attacks_pawns(color_opposite(us), s->open),
        .knight = knight_dilation(s->open),
        .straight = lanes_straight(&lanes),
        .diagonal = lanes_diagonal(&lanes),
        .king = king_dilation(s->open),
    };
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
MOVEGEN_INLINE int piece_replies(const Situation *s, const Color us, const PieceType type, Square from, Bitboard attacks,
                                 Bitboard targets, const Reach *reach)
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
        Bitboard guarding = (type == KNIGHT ? reach->knight : type == KING ? reach->king : 0) |
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
    return end == moves ? 0 : make_all(board, moves, end);
}

/* What belongs to their king: its surroundings, castling, our lines towards it. False if their castling is not of the
 * usual kind. */
MOVEGEN_INLINE bool find_vicinity(Situation *s, const Color us)
{
    const Color them = color_opposite(us);
    s->around_king = attacks_king(s->king);
    s->vicinity = s->around_king | square_bit(s->king);
    s->castling = s->board->castling & s->enemy;
    s->castling_path = 0;
    if (s->castling != 0) {
        const Bitboard king_rook = corner_bit(them, CORNER_KING);
        const Bitboard queen_rook = corner_bit(them, CORNER_QUEEN);
        if ((s->castling & ~(king_rook | queen_rook)) != 0 || s->king != square_relative(them, E1))
            return false;
        if (s->castling & king_rook) {
            s->castling_path |= first_rank(them, PATH_KING);
            s->vicinity |= first_rank(them, PATH_KING);
        }
        if (s->castling & queen_rook) {
            s->castling_path |= first_rank(them, PATH_QUEEN);
            s->vicinity |= first_rank(them, PATH_QUEEN_KING);
        }
    }
    return true;
}

/* After the vicinity and what we guard in it are known. */
MOVEGEN_INLINE void find_king_replies(Situation *s, const Color us)
{
    const Color them = color_opposite(us);
    const Board *board = s->board;
    const Bitboard steps = s->around_king & ~s->enemy;
    s->king_replies = bits_count(steps & ~s->guarded) + castling_count(them, s->castling, s->occupied, s->guarded);
    s->wanted = (s->vicinity & ~s->enemy & ~square_bit(s->king)) | (s->vicinity & ~s->around_king & ~square_bit(s->king));
    s->open = (s->wanted & ~s->guarded) | square_bit(s->king);

    Lanes ours, theirs;
    lanes_attacks(&ours, core_straight_sliders(board, us), core_diagonal_sliders(board, us), ~s->occupied);
    lanes_attacks(&theirs, s->vicinity, s->vicinity, ~s->occupied);
    s->lines = lanes_between(&ours, &theirs);

    const Bitboard straight = attacks_rook(s->king, s->occupied) & s->enemy;
    const Bitboard diagonal = attacks_bishop(s->king, s->occupied) & s->enemy;
    s->pins_straight = attacks_rook(s->king, s->occupied ^ straight);
    s->pins_diagonal = attacks_bishop(s->king, s->occupied ^ diagonal);
}

/* Their replies and how they change. Answers the squares they attack. */
MOVEGEN_INLINE Bitboard find_replies(Situation *s, const Color us)
{
    const Color them = color_opposite(us);
    const Board *board = s->board;
    LegalMasks pins;
    Lanes seen;

    find_pins(s, us, &pins);
    const Bitboard pinned = (pins.pin_straight | pins.pin_diagonal) & s->enemy;
    s->pawns = board_pieces(board, them, PAWN) & ~pinned;
    s->knights = board_pieces(board, them, KNIGHT) & ~pinned;
    s->straight = core_straight_sliders(board, them) & ~pinned;
    s->diagonal = core_diagonal_sliders(board, them) & ~pinned;
    lanes_attacks(&seen, s->straight, s->diagonal, ~s->occupied);
    count_replies(s, us, &pins, &seen);
    const PawnChanges pawn_changes = find_pawn_changes(s, us);
    changes_make(&s->changes, &seen, &pawn_changes, s->enemy, ~s->occupied);

    const LaneVector both = seen.up | seen.down;
    s->seen_file = both[LANE_FILE];
    s->seen_diagonal = both[LANE_DIAGONAL];
    s->seen_antidiagonal = both[LANE_ANTIDIAGONAL];
    s->seen_rank = both[LANE_RANK];
    s->seen = s->seen_file | s->seen_diagonal | s->seen_antidiagonal | s->seen_rank;

    Bitboard attacked = s->seen | attacks_pawns(them, board_pieces(board, them, PAWN)) | attacks_king(s->king);
    for (Bitboard knights = board_pieces(board, them, KNIGHT); knights != 0;)
        attacked |= attacks_knight((Square)bits_pop(&knights));
    if (pinned & (board->by_type[BISHOP] | board->by_type[ROOK] | board->by_type[QUEEN])) {
        for (Bitboard sliders = pinned & core_diagonal_sliders(board, them); sliders != 0;)
            attacked |= attacks_bishop((Square)bits_pop(&sliders), s->occupied);
        for (Bitboard sliders = pinned & core_straight_sliders(board, them); sliders != 0;)
            attacked |= attacks_rook((Square)bits_pop(&sliders), s->occupied);
    }
    return attacked;
}

#define PIECES(TYPE, FIRST, END)                                                                        \
    for (int i = (FIRST); i < (END); i++) {                                                             \
        const Square from = attackers.list[i].square;                                                   \
        const Bitboard attacks = attackers.list[i].attacks;                                             \
        const Bitboard ray = pinned & square_bit(from) ? attacks_line(king, from) : ~(Bitboard)0;       \
        count += (uint64_t)piece_replies(&s, us, TYPE, from, attacks, attacks & ~s.own & ray, &reach);  \
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
    core_sort_sliders(king, attacks_rook(king, s.enemy) & core_straight_sliders(board, them), s.own, &masks.checkers,
                      &masks.pin_straight);
    const Bitboard pinned = masks.pin_straight | masks.pin_diagonal;

    Attackers attackers;
    gather(&s, us, &attackers);
    find_king_replies(&s, us);
    const Reach reach = find_reach(&s, us);

    uint64_t count = (uint64_t)pawn_replies(&s, us, &masks, &reach) + special_replies(&s, us, &masks);
    PIECES(KNIGHT, 0, attackers.knights)
    PIECES(BISHOP, attackers.knights, attackers.bishops)
    PIECES(ROOK, attackers.bishops, attackers.rooks)
    PIECES(QUEEN, attackers.rooks, attackers.queens)
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
