#include "rules/winnable_material.h"

/*
 * Three cases, each of which stays as it is under every capture (the test shows the second and third by going
 * through all placements that matter):
 *   - only the king: a king gives no check;
 *   - one knight against queens only: of the squares around a king a knight's check leaves so many to the
 *     other king that queens must block some, and a queen next to its king reaches the knight;
 *   - bishops of one colour against queens, rooks and bishops of that colour only: the squares of the other
 *     colour around the mated king must be taken by blockers, which stop the check or take the checker.
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
        return !bits_several(own) && (others & board->by_type[QUEEN]) == others ? WINNABLE_REASON_MATERIAL
                                                                                : WINNABLE_REASON_NONE;
    if ((own & board->by_type[BISHOP]) != own || (others & board->by_type[KNIGHT]))
        return WINNABLE_REASON_NONE;
    const Bitboard bishops = own | (others & board->by_type[BISHOP]);
    return (bishops & WINNABLE_DARK_SQUARES) == 0 || (bishops & ~WINNABLE_DARK_SQUARES) == 0 ? WINNABLE_REASON_MATERIAL
                                                                                             : WINNABLE_REASON_NONE;
}
