/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/static_evaluation.h"

#include "base/units.h"
#include "engine/endgame.h"

/* Only exact knowledge scores a known win, and what cannot be won scores next to nothing. All else a network has
 * learnt by itself. */
static int within_knowledge(const Board *board, int score)
{
    const Color us = (Color)board->side_to_move;
    const int scale = endgame_scale_hopeless(board, score >= 0 ? us : color_opposite(us));
    const int bounded = int_clamp(score, 1 - ENDGAME_KNOWN_MIN, ENDGAME_KNOWN_MIN - 1);
    return scale == ENDGAME_SCALE_FULL ? bounded : bounded * scale / ENDGAME_SCALE_FULL;
}

static bool is_known(const Position *position, int *score)
{
    if (!endgame_score(position, score))
        return false;
    if (position_side_to_move(position) == BLACK)
        *score = -*score;
    return true;
}

int static_evaluation(const Network *network, Accumulators *accumulators, int ply, const Position *position, EvaluateCache *cache)
{
    int known;
    if (network == NULL)
        return evaluate(position, cache);
    if (is_known(position, &known))
        return known;
    return within_knowledge(&position->board, accumulators_evaluate(accumulators, ply, position));
}

int static_evaluation_afresh(const Network *network, const Position *position)
{
    int known;
    if (network == NULL)
        return evaluate(position, NULL);
    if (is_known(position, &known))
        return known;
    return within_knowledge(&position->board, network_evaluate(network, position));
}
