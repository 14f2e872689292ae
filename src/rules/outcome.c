/* SPDX-License-Identifier: GPL-3.0-only */
#include "rules/outcome.h"

#include "chess/movegen.h"

#include <stddef.h>

enum {
    PLIES_FOR_FIVEFOLD = 16, /* four returns to a position take at least so many */
    PLIES_FOR_SEVENTY_FIVE = 150
};

bool outcome_dead_by_material(const Board *board)
{
    if (board->by_type[PAWN] | board->by_type[ROOK] | board->by_type[QUEEN])
        return false;
    const Bitboard bishops = board->by_type[BISHOP];
    const Bitboard knights = board->by_type[KNIGHT];
    if (knights == 0)
        return (bishops & DARK_SQUARES) == 0 || (bishops & ~DARK_SQUARES) == 0;
    return bishops == 0 && !bits_several(knights);
}

/* Mate or stalemate, if the side to move has no legal move. */
static Outcome no_move_outcome(const Position *position)
{
    if (movegen_any(&position->board))
        return OUTCOME_NONE;
    return position_in_check(position) ? OUTCOME_CHECKMATE : OUTCOME_STALEMATE;
}

Outcome outcome_of_position(const Position *position)
{
    const Outcome outcome = no_move_outcome(position);
    if (outcome != OUTCOME_NONE)
        return outcome;
    if (outcome_dead_by_material(&position->board))
        return OUTCOME_DEAD;
    return position->halfmove_clock >= PLIES_FOR_SEVENTY_FIVE ? OUTCOME_SEVENTY_FIVE : OUTCOME_NONE;
}

Outcome outcome_of_game(const Game *game, const OutcomeDeadTest *dead)
{
    const Position *position = &game->current;
    const Outcome outcome = no_move_outcome(position);
    if (outcome != OUTCOME_NONE)
        return outcome;
    if (outcome_dead_by_material(&position->board) || (dead != NULL && dead->is_dead(dead->context, position)))
        return OUTCOME_DEAD;
    if (position->halfmove_clock >= PLIES_FOR_FIVEFOLD && game_repetitions(game) >= 5)
        return OUTCOME_FIVEFOLD;
    return position->halfmove_clock >= PLIES_FOR_SEVENTY_FIVE ? OUTCOME_SEVENTY_FIVE : OUTCOME_NONE;
}

const char *outcome_name(Outcome outcome)
{
    static const char *const names[OUTCOME_COUNT] = {
        [OUTCOME_NONE] = "none",          [OUTCOME_CHECKMATE] = "checkmate",          [OUTCOME_STALEMATE] = "stalemate",
        [OUTCOME_DEAD] = "dead position", [OUTCOME_FIVEFOLD] = "fivefold repetition", [OUTCOME_SEVENTY_FIVE] = "75 moves",
    };
    return names[outcome];
}
