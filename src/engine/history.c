/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/history.h"

#include <string.h>

void history_clear(Histories *histories)
{
    memset(histories, 0, sizeof *histories);
}

static unsigned correction_index(uint64_t key)
{
    return (unsigned)(key & (CORRECTION_SIZE - 1));
}

int history_correction(const Histories *h, const Position *position, const PieceToHistory *continuation, Piece last_piece, Square last_to)
{
    const Color side = position_side_to_move(position);
    const int sum = 40 * h->pawn_correction[side][correction_index(position->pawn_key)] +
                    28 * h->minor_correction[side][correction_index(position->minor_key)] +
                    36 * h->non_pawn_correction[side][WHITE][correction_index(position->non_pawn_key[WHITE])] +
                    36 * h->non_pawn_correction[side][BLACK][correction_index(position->non_pawn_key[BLACK])] +
                    30 * (*continuation)[last_piece][last_to];
    return sum / CORRECTION_LIMIT;
}

void history_update_correction(Histories *h, const Position *position, PieceToHistory *continuation, Piece last_piece, Square last_to,
                               int difference, int depth)
{
    const Color side = position_side_to_move(position);
    const int limit = CORRECTION_LIMIT / 4;
    const int wanted = difference * depth / 8;
    const int bonus = wanted > limit ? limit : wanted < -limit ? -limit : wanted;
    history_update(&h->pawn_correction[side][correction_index(position->pawn_key)], bonus, CORRECTION_LIMIT);
    history_update(&h->minor_correction[side][correction_index(position->minor_key)], bonus, CORRECTION_LIMIT);
    for (int color = WHITE; color <= BLACK; color++)
        history_update(&h->non_pawn_correction[side][color][correction_index(position->non_pawn_key[color])], bonus, CORRECTION_LIMIT);
    if (last_piece != HISTORY_NO_PIECE)
        history_update(&(*continuation)[last_piece][last_to], bonus, CORRECTION_LIMIT);
}
