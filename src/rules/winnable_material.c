/* SPDX-License-Identifier: GPL-3.0-only */
#include "rules/winnable_material.h"

/*
 * Three cases, each of which stays what it is under every capture:
 *   - only the king: a king gives no check;
 *   - one knight against queens only: the test tries every knight's check with every set of queens around
 *     the king. A queen farther off changes nothing: where it stands in another's way to the knight, it
 *     takes the knight itself;
 *   - bishops of one colour against queens, rooks and bishops of that colour. A bishop checks through (or
 *     on) a square diagonal to the king. That square and the king have two neighbours in common, of the
 *     other colour. A king guarding both of them would touch the checked king; so on one of them the
 *     loser must have a piece of its own, a queen or rook, which no bishop pins: it takes or blocks.
 * A pawn of the other side may become a knight or bishop that blocks, so that it keeps the question open.
 */
WinnableReason material_excludes_mate(const Board *board, Color winner)
{
    const Bitboard own = board->by_color[winner] & ~board->by_type[KING];
    if (own == 0)
        return WINNABLE_REASON_BARE_KING;
    const Bitboard others = board->by_color[winner ^ 1] & ~board->by_type[KING];
    if (others & board->by_type[PAWN])
        return WINNABLE_REASON_NONE;
    if ((own & board->by_type[KNIGHT]) == own)
        return !bits_several(own) && (others & board->by_type[QUEEN]) == others ? WINNABLE_REASON_MATERIAL : WINNABLE_REASON_NONE;
    if ((own & board->by_type[BISHOP]) != own || (others & board->by_type[KNIGHT]))
        return WINNABLE_REASON_NONE;
    const Bitboard bishops = own | (others & board->by_type[BISHOP]);
    return (bishops & DARK_SQUARES) == 0 || (bishops & ~DARK_SQUARES) == 0 ? WINNABLE_REASON_MATERIAL : WINNABLE_REASON_NONE;
}
