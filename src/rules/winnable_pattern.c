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
 * them the rest can be covered. `flights` are those that the winner's king leaves. */
static bool checker_mates(const PatternTables *tables, const Mover *checker, Square king, Bitboard flights)
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
    case QUEEN:
        return flights_covered(tables, 0, owner, 0);
    default:
        break;
    }
    /* Bishop or rook through (or on) a neighbour square: it sees that square, the one behind the king, and,
     * as a rook standing next to the king, the two beside itself. */
    from = attacks_king(king) & checker->reach &
           (checker->type == BISHOP ? attacks_bishop(king, 0) : attacks_rook(king, 0));
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

static bool mate_possible_on(const PatternTables *tables, const Mobility *mobility, Color winner, Square king)
{
    if (tables->attackers[king] == 0)
        return false;
    const Mover *own_king = &mobility->movers[mobility->king[winner]];
    const Bitboard region = mobility->movers[mobility->king[color_opposite(winner)]].reach;
    const Bitboard flights = attacks_king(king) & region;
    const Bitboard near = attacks_king(king) | square_bit(king);
    Bitboard tried[17];
    int count = 0;
    tried[count++] = flights; /* the winner's king is far away */
    Bitboard stands = own_king->reach & ~near;
    while (stands != 0) {
        const Bitboard left = flights & ~attacks_king((Square)bits_pop(&stands));
        bool known = false;
        for (int i = 0; i < count && !known; i++)
            known = tried[i] == left;
        if (!known && count < 17)
            tried[count++] = left;
    }
    for (int i = 0; i < mobility->count; i++) {
        const Mover *checker = &mobility->movers[i];
        if (checker->color != winner || checker->type == KING || !(checker->attacks & square_bit(king)))
            continue;
        for (int k = 0; k < count; k++)
            if (checker_mates(tables, checker, king, tried[k]))
                return true;
    }
    return false;
}

bool mobility_excludes_mate(const Mobility *mobility, Color winner)
{
    PatternTables tables;
    pattern_tables(&tables, mobility, winner);
    Bitboard kings = mobility->movers[mobility->king[color_opposite(winner)]].reach;
    while (kings != 0)
        if (mate_possible_on(&tables, mobility, winner, (Square)bits_pop(&kings)))
            return false;
    return true;
}
