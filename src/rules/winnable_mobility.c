/* SPDX-License-Identifier: GPL-3.0-only */
#include "rules/winnable_mobility.h"

#include "chess/attacks.h"

/*
 * Why the fixed point is right. Take any legal game from the board and look at its first move that the
 * rules below do not allow. Up to it every piece stood only on squares of its `reach`, and a piece whose
 * square is not `clear` has neither moved nor been captured ("fixed"). Each rule demands only what that
 * move needed to be legal:
 *   - nobody lands on a square held by a fixed piece of its own colour;
 *   - a sliding move is a series of single steps, each over an empty square;
 *   - a pawn moves straight ahead onto an empty square, captures only where an enemy piece may stand;
 *     en passant captures where the victim passed, which its single steps contain;
 *   - a king does not enter a square that a fixed enemy piece attacks;
 *   - a king does not go, but with the game's last move, where the enemy, who has only king moves, has none.
 * So there is no such first move but a last one.
 */

static Bitboard straight_steps(Bitboard b)
{
    return b << 8 | b >> 8 | (b & ~FILE_H) << 1 | (b & ~FILE_A) >> 1;
}

static Bitboard diagonal_steps(Bitboard b)
{
    return (b & ~FILE_H) << 9 | (b & ~FILE_A) << 7 | (b & ~FILE_H) >> 7 | (b & ~FILE_A) >> 9;
}

static Bitboard knight_steps(Bitboard b)
{
    const Bitboard right1 = (b & ~FILE_H) << 1;
    const Bitboard left1 = (b & ~FILE_A) >> 1;
    const Bitboard right2 = (right1 & ~FILE_H) << 1;
    const Bitboard left2 = (left1 & ~FILE_A) >> 1;
    return (right1 | left1) << 16 | (right1 | left1) >> 16 | (right2 | left2) << 8 | (right2 | left2) >> 8;
}

/* Squares next to `from` that one of its unobstructed single steps reaches; for all but pawns. */
static Bitboard single_steps(PieceType type, Bitboard from)
{
    switch (type) {
    case KNIGHT: return knight_steps(from);
    case BISHOP: return diagonal_steps(from);
    case ROOK: return straight_steps(from);
    default: return straight_steps(from) | diagonal_steps(from);
    }
}

/* All a colour's squares from which nothing ever leaves: its fixed pieces. */
static Bitboard fixed_pieces(const Mobility *mobility, Color color)
{
    return ~mobility->clear[color];
}

/* Squares attacked for ever by fixed pieces of `color`. A fixed slider's neighbours along its lines are
 * its own fixed pieces (else it could move or capture), so a single step is all it attacks for certain. */
static Bitboard fixed_attacks(const Mobility *mobility, const Board *board, Color color)
{
    const Bitboard fixed = fixed_pieces(mobility, color);
    Bitboard attacks = attacks_pawns(color, fixed & board->by_type[PAWN]);
    for (PieceType type = KNIGHT; type <= KING; type++) {
        const Bitboard pieces = fixed & board->by_type[type];
        if (pieces != 0)
            attacks |= single_steps(type, pieces);
    }
    return attacks;
}

/* The squares in front of a pawn that an enemy pawn on the same file bars for good. As long as both stay on
 * the file and the enemy pawn lives, they cannot pass each other; it can be captured only on the squares
 * between them and its own. */
static Bitboard barred_by_opposition(const Mobility *mobility, const Board *board, const Mover *pawn)
{
    const Color color = (Color)pawn->color;
    const Bitboard file = FILE_A << square_file(pawn->from);
    if (pawn->reach & ~file)
        return 0;
    const Bitboard own = square_bit(pawn->from);
    const Bitboard ahead = file & (color == WHITE ? ~((own << 1) - 1) : own - 1);
    Bitboard opponents = ahead & board_pieces(board, color_opposite(color), PAWN);
    Bitboard barred = 0;
    for (int i = 0; i < mobility->count && opponents != 0; i++) {
        const Mover *other = &mobility->movers[i];
        const Bitboard bit = square_bit(other->from);
        if (!(opponents & bit) || other->type != PAWN || other->owner != i)
            continue;
        opponents &= ~bit;
        const Bitboard between = ahead & (color == WHITE ? bit | (bit - 1) : ~(bit - 1));
        if (!(other->reach & ~file) && !(mobility->captures[color] & between))
            barred |= bit;
    }
    return barred;
}

static void grow_pawn(Mobility *mobility, const Board *board, Mover *pawn)
{
    const Color color = (Color)pawn->color;
    const Color enemy = color_opposite(color);
    const Bitboard barred = barred_by_opposition(mobility, board, pawn);
    const Bitboard own_file = FILE_A << square_file(pawn->from);
    const Bitboard pushable = mobility->clear[WHITE] & mobility->clear[BLACK] & ~(barred & own_file);
    const Bitboard takeable = mobility->clear[color] & mobility->reach[enemy];
    Bitboard grown = pawn->reach;
    for (Bitboard last = 0; last != grown;) {
        last = grown;
        const Bitboard taken = attacks_pawns(color, grown) & takeable;
        mobility->captures[color] |= taken;
        grown |= (attacks_pawn_steps(color, grown) & pushable) | taken;
    }
    pawn->reach = grown;
}

/* Squares where the king of `color` would end the game: wherever the enemy king, the only piece the enemy
 * can move, stands in its region, no step is left to it. A king may get there only with the last move. */
static Bitboard stalemating_squares(const Mobility *mobility, Color color)
{
    const Color enemy = color_opposite(color);
    const Bitboard region = mobility->movers[mobility->king[enemy]].reach;
    Bitboard squares = 0;
    for (int square = 0; square < SQUARE_COUNT; square++) {
        const Bitboard guarded = attacks_king((Square)square) | square_bit((Square)square);
        Bitboard stands = region & ~guarded;
        bool leaves_step = false;
        while (stands != 0 && !leaves_step)
            leaves_step = (attacks_king((Square)bits_pop(&stands)) & mobility->king_last[enemy] & ~guarded) != 0;
        if (!leaves_step)
            squares |= square_bit((Square)square);
    }
    return squares;
}

static void grow_king(Mobility *mobility, Mover *king)
{
    const Color color = (Color)king->color;
    const Bitboard enterable = mobility->clear[color] & ~mobility->king_danger[color];
    const Bitboard ending = mobility->king_only[color ^ 1] ? stalemating_squares(mobility, color) : 0;
    Bitboard grown = king->reach;
    for (Bitboard last = 0; last != grown;) {
        last = grown;
        grown |= single_steps(KING, grown) & enterable & ~ending;
    }
    king->reach = grown;
    mobility->captures[color] |= grown;
    mobility->king_last[color] = grown | (single_steps(KING, grown) & enterable);
    /* A last move leaves its square too, so that what stood behind the king is not stuck. */
    if (mobility->king_last[color] != square_bit(king->from))
        mobility->clear[color] |= square_bit(king->from);
}

static void grow_piece(Mobility *mobility, Mover *mover)
{
    const Color color = (Color)mover->color;
    const PieceType type = (PieceType)mover->type;
    const Bitboard enterable = mobility->clear[color];
    Bitboard grown = mover->reach;
    for (Bitboard last = 0; last != grown;) {
        last = grown;
        grown |= single_steps(type, grown) & enterable;
    }
    mover->reach = grown;
    mobility->captures[color] |= grown;
}

/* Lets the pawn's promoted selves start from where it may promote. */
static bool grow_promotions(Mobility *mobility, int pawn)
{
    const Mover body = mobility->movers[pawn];
    const Bitboard squares = body.reach & (RANK_1 | RANK_8);
    if (squares == 0)
        return true;
    int found = 0;
    for (int i = pawn + 1; i < mobility->count; i++)
        if (mobility->movers[i].owner == pawn && mobility->movers[i].type != PAWN) {
            mobility->movers[i].reach |= squares;
            found++;
        }
    if (found > 0)
        return true;
    if (mobility->count + 2 > MOBILITY_MOVERS_MAX)
        return false;
    for (int i = 0; i < 2; i++) {
        Mover *promoted = &mobility->movers[mobility->count++];
        *promoted = body;
        promoted->type = i == 0 ? QUEEN : KNIGHT;
        promoted->reach = squares;
        promoted->owner = (uint8_t)pawn;
    }
    return true;
}

static void mobility_start(Mobility *mobility, const Board *board)
{
    mobility->count = 0;
    for (Color color = WHITE; color <= BLACK; color++) {
        mobility->clear[color] = ~board->by_color[color];
        mobility->reach[color] = 0;
        mobility->captures[color] = 0;
        mobility->king_only[color] = true;
        mobility->king_last[color] = board_pieces(board, color, KING);
        for (PieceType type = PAWN; type <= KING; type++) {
            Bitboard pieces = board_pieces(board, color, type);
            while (pieces != 0) {
                const Square from = (Square)bits_pop(&pieces);
                if (type == KING)
                    mobility->king[color] = mobility->count;
                mobility->movers[mobility->count] = (Mover){.reach = square_bit(from),
                                                            .type = (uint8_t)type,
                                                            .color = (uint8_t)color,
                                                            .from = from,
                                                            .owner = (uint8_t)mobility->count};
                mobility->count++;
            }
        }
    }
    /* A castling right may let king and rook jump to their squares; that it may not costs nothing. */
    Bitboard rooks = board->castling;
    while (rooks != 0) {
        const Square rook = (Square)bits_pop(&rooks);
        const Color color = board->by_color[WHITE] & square_bit(rook) ? WHITE : BLACK;
        const Square king = board_king(board, color);
        mobility->movers[mobility->king[color]].reach |= square_bit(castling_king_target(king, rook));
        for (int i = 0; i < mobility->count; i++)
            if (mobility->movers[i].from == rook)
                mobility->movers[i].reach |= square_bit(castling_rook_target(king, rook));
    }
    /* The pawn that can be taken en passant now disappears from where no enemy lands. */
    if (board->en_passant != NO_SQUARE) {
        const Color victim = color_opposite((Color)board->side_to_move);
        const Square square = (Square)(victim == WHITE ? board->en_passant + 8 : board->en_passant - 8);
        mobility->clear[victim] |= square_bit(square);
        mobility->reach[victim] |= square_bit(board->en_passant);
    }
}

/* One round over all movers. */
static bool grow_all(Mobility *mobility, const Board *board)
{
    for (Color color = WHITE; color <= BLACK; color++)
        mobility->king_danger[color] = fixed_attacks(mobility, board, color_opposite(color));
    for (int i = 0; i < mobility->count; i++) {
        Mover *mover = &mobility->movers[i];
        if (mover->type == PAWN) {
            grow_pawn(mobility, board, mover);
            if (!grow_promotions(mobility, i))
                return false;
        } else if (mover->type == KING) {
            grow_king(mobility, mover);
        } else {
            grow_piece(mobility, mover);
        }
        const Color color = (Color)mover->color;
        const Color enemy = color_opposite(color);
        if (mover->owner == i && mover->reach != square_bit(mover->from))
            mobility->clear[color] |= square_bit(mover->from);
        if (mover->type != KING) {
            mobility->reach[color] |= mover->reach;
            if (mover->reach != square_bit(mover->from))
                mobility->king_only[color] = false;
        }
        mobility->clear[enemy] |= mover->reach & board->by_color[enemy] & ~board->by_type[KING];
    }
    return true;
}

static void find_attacks(Mover *mover)
{
    if (mover->type == PAWN)
        mover->attacks = attacks_pawns((Color)mover->color, mover->reach);
    else
        mover->attacks = single_steps((PieceType)mover->type, mover->reach);
}

bool mobility_saturate(Mobility *mobility, const Board *board)
{
    if (bits_count(board_occupied(board)) > MOBILITY_PIECES_MAX || bits_count(board->by_type[PAWN]) > 32)
        return false;
    mobility_start(mobility, board);
    for (;;) {
        Bitboard before = 0, after = 0;
        Bitboard clear[COLOR_COUNT] = {mobility->clear[WHITE], mobility->clear[BLACK]};
        const int count = mobility->count;
        int grown = 0;
        Bitboard reach[MOBILITY_MOVERS_MAX];
        for (int i = 0; i < count; i++)
            reach[i] = mobility->movers[i].reach;
        const Bitboard last[COLOR_COUNT] = {mobility->king_last[WHITE], mobility->king_last[BLACK]};
        before = mobility->captures[WHITE] ^ mobility->captures[BLACK];
        if (!grow_all(mobility, board))
            return false;
        after = mobility->captures[WHITE] ^ mobility->captures[BLACK];
        for (int i = 0; i < count; i++)
            grown += reach[i] != mobility->movers[i].reach;
        if (grown == 0 && count == mobility->count && before == after && last[WHITE] == mobility->king_last[WHITE] &&
            last[BLACK] == mobility->king_last[BLACK] && clear[WHITE] == mobility->clear[WHITE] && clear[BLACK] == mobility->clear[BLACK])
            break;
    }
    for (int i = 0; i < mobility->count; i++)
        find_attacks(&mobility->movers[i]);
    return true;
}
