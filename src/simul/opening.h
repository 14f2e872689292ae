/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The game a board begins with: a position and the opening's moves from there. Pure; any thread.
 */
#ifndef CAROUSEL_SIMUL_OPENING_H
#define CAROUSEL_SIMUL_OPENING_H

#include "chess/game.h"
#include "rules/openings.h"

#include <stdbool.h>

enum { OPENING_ERROR_SIZE = 192 };

/* The error that is nobody's mistake. */
#define OPENING_OUT_OF_MEMORY "out of memory"

/* Makes `*game`, which was none before: from `fen` (NULL or "": the usual start) the `moves` (NULL or "": none), UCI text with
 * blanks between. False with a sentence that says what is wrong, the game being over among it; then there is no game. */
bool opening_play(const char *fen, const char *moves, Game *game, char error[OPENING_ERROR_SIZE]);

/* Moves as people write them after `fen` ("" or NULL: the usual start), UCI or SAN, with or without numbers, as UCI texts with
 * blanks between, to be freed. NULL with a sentence. */
char *opening_read(const char *fen, const char *moves, char error[OPENING_ERROR_SIZE]);

/* The shortest line of this name ("Sicilian Defense") or ECO code ("B20"), in any case; NULL if there is none. */
const Opening *opening_called(const char *name);

#endif
