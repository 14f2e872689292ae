/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Outcome: how the position on the board ends a game by itself, with nobody asking for it.
 *
 * Checkmate, stalemate, dead position, fifth occurrence, seventy-five moves (Articles 5.1.1, 5.2.1,
 * 5.2.2, 9.6.1, 9.6.2), in this order of precedence: mate by the move that completes the seventy-five
 * is mate. What a player may claim is in claims.h; who wins when a player is at fault, in verdict.h.
 * Pure: no allocation, any thread.
 */
#ifndef CAROUSEL_RULES_OUTCOME_H
#define CAROUSEL_RULES_OUTCOME_H

#include "chess/game.h"

typedef enum Outcome {
    OUTCOME_NONE, /* play goes on */
    OUTCOME_CHECKMATE,
    OUTCOME_STALEMATE,
    OUTCOME_DEAD,
    OUTCOME_FIVEFOLD,
    OUTCOME_SEVENTY_FIVE,
    OUTCOME_COUNT
} Outcome;

/* How to find out whether a position is dead beyond bare material: true only if neither side can mate.
 * It is asked once a call, last of the costly questions. `context` is the asker's. */
typedef struct OutcomeDeadTest {
    bool (*is_dead)(void *context, const Position *position);
    void *context;
} OutcomeDeadTest;

/* The outcome of the game's current position. `dead` NULL: bare material alone makes a dead position. */
Outcome outcome_of_game(const Game *game, const OutcomeDeadTest *dead);

/* The part of outcome_of_game() that needs no game: mate, stalemate, dead by material, seventy-five. */
Outcome outcome_of_position(const Position *position);

/* True if the material alone rules out mate by either side: bare kings, one minor piece in all,
 * or any number of bishops all on squares of one colour. Never true where a mate is possible. */
bool outcome_dead_by_material(const Board *board);

/* "none", "checkmate", "stalemate", "dead position", "fivefold repetition", "75 moves". */
const char *outcome_name(Outcome outcome);

#endif
