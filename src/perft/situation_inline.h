/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What is known about a position before any of our moves is looked at: the enemy's replies and how they change,
 * its king's surroundings and who guards them, pins and open lines. Part of two_plies.c, inlined with constant
 * colour.
 *
 * "We" are the side that moves first, "they" the side that replies.
 */
#ifndef CAROUSEL_PERFT_SITUATION_INLINE_H
#define CAROUSEL_PERFT_SITUATION_INLINE_H

#include "chess/movegen_core.h"
#include "perft/changes_inline.h"
#include "perft/lanes_inline.h"

typedef struct Situation {
    const Board *board;
    Bitboard own, enemy, occupied;

    Square king;                                 /* theirs, as all that follows */
    Bitboard around_king;                        /* squares a step away from it */
    Bitboard vicinity;                           /* these, the king's square, and squares it crosses when castling */
    Bitboard castling;                           /* rooks that may castle */
    Bitboard castling_path;                      /* squares that must be empty for it */
    Bitboard guarded;                            /* squares of the vicinity that we attack */
    Bitboard guarded_once;                       /* by one piece only */
    Bitboard wanted;                             /* squares of the vicinity whose guarding costs a king move or castling */
    Bitboard open;                               /* wanted squares that we do not guard yet, and the king */
    Bitboard pawns, knights, straight, diagonal; /* their pieces that are not pinned */
    Bitboard pawn_front, pawn_second;            /* first and second squares ahead of unmoved pawns */
    Changes changes;
    Bitboard seen_file, seen_diagonal, seen_antidiagonal, seen_rank; /* squares their free sliders see along that line */
    Bitboard seen;                                                   /* along any */

    Bitboard exact_from;    /* pieces of ours whose moves must be made */
    Bitboard exact_to;      /* targets that must be made */
    Bitboard pins_straight; /* squares from which a rook or queen of ours would check or pin */
    Bitboard pins_diagonal;
    Bitboard lines; /* squares on open lines from our sliders into the vicinity */
    int replies;    /* without those of the king */
    int king_replies;
} Situation;

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
    const int king_side = (rooks & corner_bit(color, CORNER_KING)) != 0 && ((occupied | danger) & first_rank(color, PATH_KING)) == 0;
    const int queen_side = (rooks & corner_bit(color, CORNER_QUEEN)) != 0 && (occupied & first_rank(color, PATH_QUEEN)) == 0 &&
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
    count += 3 * (bits_count(targets.one_step & last_rank) + bits_count(targets.west & last_rank) + bits_count(targets.east & last_rank));
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

/* Appends the pieces of one type to the list; answers its new length. */
MOVEGEN_INLINE int gather_type(Situation *s, const Color us, const PieceType type, Attacker *list, int count)
{
    for (Bitboard pieces = board_pieces(s->board, us, type); pieces != 0; count++) {
        const Square from = (Square)bits_pop(&pieces);
        list[count] = (Attacker){.attacks = attacks_piece(type, from, s->occupied), .square = from};
        guard(s, list[count].attacks);
    }
    return count;
}

/* Our pieces' attacks, and what they guard around their king. */
MOVEGEN_INLINE void gather(Situation *s, const Color us, Attackers *attackers)
{
    const Bitboard pawns = board_pieces(s->board, us, PAWN);
    s->guarded = 0;
    s->guarded_once = 0;
    guard(s, core_pawn_west(us, pawns));
    guard(s, core_pawn_east(us, pawns));
    guard(s, attacks_king(board_king(s->board, us)));
    attackers->knights = gather_type(s, us, KNIGHT, attackers->list, 0);
    attackers->bishops = gather_type(s, us, BISHOP, attackers->list, attackers->knights);
    attackers->rooks = gather_type(s, us, ROOK, attackers->list, attackers->bishops);
    attackers->queens = gather_type(s, us, QUEEN, attackers->list, attackers->rooks);
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

#endif
