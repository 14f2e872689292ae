/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Mate patterns for the winnability analysis: given where each piece may ever stand (Mobility), can a mate
 * be put together on any square of the king?
 *
 * A mate on square s needs a checker, and each square around s that the king might otherwise enter must
 * be attacked by the winner or occupied by the loser's own piece. The test below demands only a part of
 * that (pieces may do in it what they cannot do at the same time), so failing it on all squares is proof.
 */
#include "rules/winnable_mobility.h"

#include "chess/attacks.h"
#include "chess/movegen.h"

typedef struct PatternTables {
    uint64_t attackers[SQUARE_COUNT]; /* winner's pieces (by owner) that may ever attack the square, king apart */
    uint64_t blockers[SQUARE_COUNT];  /* loser's pieces (by owner) that may ever stand there, king apart */
} PatternTables;

static void pattern_tables(PatternTables *tables, const Mobility *mobility, Color winner)
{
    for (int square = 0; square < SQUARE_COUNT; square++)
        tables->attackers[square] = tables->blockers[square] = 0;
    for (int i = 0; i < mobility->count; i++) {
        const Mover *mover = &mobility->movers[i];
        if (mover->type == KING)
            continue;
        const bool attacker = mover->color == winner;
        uint64_t *table = attacker ? tables->attackers : tables->blockers;
        Bitboard squares = attacker ? mover->attacks : mover->reach;
        while (squares != 0)
            table[bits_pop(&squares)] |= (uint64_t)1 << mover->owner;
    }
}

/* True if every square of `squares` gets a blocker of its own (an assignment, by trying). */
static bool can_block_all(const PatternTables *tables, Bitboard squares, uint64_t used)
{
    if (squares == 0)
        return true;
    const int square = bits_pop(&squares);
    uint64_t candidates = tables->blockers[square] & ~used;
    while (candidates != 0) {
        const uint64_t candidate = candidates & (~candidates + 1);
        candidates &= candidates - 1;
        if (can_block_all(tables, squares, used | candidate))
            return true;
    }
    return false;
}

/* True if the flight squares that are left can each be attacked by another piece or blocked.
 * `occupied` are squares on which the checker itself stands: nobody blocks those. */
static bool flights_covered(const PatternTables *tables, Bitboard flights, uint64_t checker, Bitboard occupied)
{
    Bitboard to_block = 0;
    while (flights != 0) {
        const int square = bits_pop(&flights);
        if (tables->attackers[square] & ~checker)
            continue;
        if (occupied & square_bit((Square)square))
            return false;
        to_block |= square_bit((Square)square);
    }
    return can_block_all(tables, to_block, 0);
}

/* Flights left when `checker` gives check on `king` in one of its ways, tried in turn; true if in one of
 * them the rest can be covered. `flights` are those that the winner's king leaves; `via` are the squares
 * next to `king` through which the check may come. */
static bool checker_mates(const PatternTables *tables, const Mover *checker, Square king, Bitboard flights, Bitboard via)
{
    const uint64_t owner = (uint64_t)1 << checker->owner;
    const Color loser = color_opposite((Color)checker->color);
    Bitboard from;
    switch (checker->type) {
    case PAWN:
        from = attacks_pawn(loser, king) & checker->reach;
        while (from != 0)
            if (flights_covered(tables, flights, owner, square_bit((Square)bits_pop(&from))))
                return true;
        return false;
    case KNIGHT:
        from = attacks_knight(king) & checker->reach;
        while (from != 0)
            if (flights_covered(tables, flights & ~attacks_knight((Square)bits_pop(&from)), owner, 0))
                return true;
        return false;
    case QUEEN: return (attacks_king(king) & checker->reach & via) != 0;
    default: break;
    }
    /* Bishop or rook through (or on) a neighbour square: it sees that square, the one behind the king, and,
     * as a rook standing next to the king, the two beside itself. */
    from = attacks_king(king) & checker->reach & via & (checker->type == BISHOP ? attacks_bishop(king, 0) : attacks_rook(king, 0));
    while (from != 0) {
        const Square near = (Square)bits_pop(&from);
        Bitboard seen = attacks_line(king, near);
        if (checker->type == ROOK)
            seen |= attacks_rook(near, 0);
        if (flights_covered(tables, flights & ~seen, owner, 0))
            return true;
    }
    return false;
}

/* What the winner's king leaves of the flights; if it got there by uncovering the check, the square next
 * to the mated king through which that check comes, else 0. */
typedef struct KingStand {
    Bitboard flights;
    Bitboard uncovered;
} KingStand;

enum { KING_STANDS_MAX = 17 * 9 };

static int add_stand(KingStand *stands, int count, Bitboard flights, Bitboard uncovered)
{
    for (int i = 0; i < count; i++)
        if (stands[i].flights == flights && stands[i].uncovered == uncovered)
            return count;
    assert(count < KING_STANDS_MAX);
    stands[count] = (KingStand){flights, uncovered};
    return count + 1;
}

/* All the ways in which the winner's king can help in a mate on `square`. If the loser has only king moves,
 * its king came from a flight, which the winner's king did not guard then: so that if the winner's king
 * guards all flights in the end, it has moved last and uncovered the check. */
static int king_stands(const Mobility *mobility, Color winner, Square square, Bitboard flights, KingStand *stands)
{
    const Color loser = color_opposite(winner);
    const Bitboard came_from = attacks_king(square) & mobility->movers[mobility->king[loser]].reach;
    const Bitboard reach = mobility->movers[mobility->king[winner]].reach;
    const Bitboard apart = ~(attacks_king(square) | square_bit(square));
    const Bitboard lines = attacks_queen(square, 0) & reach & apart;
    const bool tempo = mobility->king_only[loser];
    int count = 0;
    if (!tempo || came_from != 0)
        count = add_stand(stands, count, flights, 0); /* far away */
    Bitboard last = mobility->king_last[winner] & apart;
    while (last != 0) {
        const Square to = (Square)bits_pop(&last);
        const Bitboard left = flights & ~attacks_king(to);
        if ((reach & square_bit(to)) && (!tempo || (came_from & ~attacks_king(to)) != 0))
            count = add_stand(stands, count, left, 0);
        Bitboard origins = attacks_king(to) & lines;
        while (origins != 0) {
            const Square from = (Square)bits_pop(&origins);
            if (!tempo || (came_from & ~attacks_king(from)) != 0)
                count = add_stand(stands, count, left, attacks_king(square) & (attacks_between(square, from) | square_bit(from)));
        }
    }
    return count;
}

static bool mate_possible_on(const PatternTables *tables, const Mobility *mobility, Color winner, Square king)
{
    if (tables->attackers[king] == 0)
        return false;
    const Bitboard flights = attacks_king(king) & mobility->king_last[winner ^ 1];
    KingStand stands[KING_STANDS_MAX];
    const int count = king_stands(mobility, winner, king, flights, stands);
    for (int i = 0; i < mobility->count; i++) {
        const Mover *checker = &mobility->movers[i];
        if (checker->color != winner || checker->type == KING || !(checker->attacks & square_bit(king)))
            continue;
        const bool slides = checker->type != PAWN && checker->type != KNIGHT;
        for (int k = 0; k < count; k++)
            if ((slides || stands[k].uncovered == 0) &&
                checker_mates(tables, checker, king, stands[k].flights, stands[k].uncovered != 0 ? stands[k].uncovered : ~(Bitboard)0))
                return true;
    }
    return false;
}

static bool mates_at_once(const Board *board)
{
    MoveList list;
    movegen_legal(board, &list);
    for (int i = 0; i < list.count; i++) {
        Board child = *board;
        board_make_move(&child, list.moves[i]);
        if (board_checkers(&child, (Color)child.side_to_move) != 0 && !movegen_any(&child))
            return true;
    }
    return false;
}

bool mobility_excludes_mate(const Mobility *mobility, const Board *board, Color winner)
{
    PatternTables tables;
    pattern_tables(&tables, mobility, winner);
    Bitboard kings = mobility->movers[mobility->king[color_opposite(winner)]].reach;
    while (kings != 0)
        if (mate_possible_on(&tables, mobility, winner, (Square)bits_pop(&kings)))
            return false;
    return board->side_to_move != winner || !mates_at_once(board);
}
