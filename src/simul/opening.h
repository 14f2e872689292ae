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

typedef enum OpeningResult {
    OPENING_PLAYED,
    OPENING_WRONG,        /* the position or a move, or the game would be over */
    OPENING_OUT_OF_MEMORY /* nobody's mistake */
} OpeningResult;

/* Makes `*game`, which was none before: from `fen` (NULL or "": the usual start) the `moves` (NULL or "": none) as people write
 * them, UCI or SAN, with or without numbers. Else there is no game, and a sentence says what is wrong. */
OpeningResult opening_play(const char *fen, const char *moves, Game *game, char error[OPENING_ERROR_SIZE]);

/* The moves of such a game as UCI texts with blanks between, to be freed. NULL with a sentence. */
char *opening_read(const char *fen, const char *moves, char error[OPENING_ERROR_SIZE]);

/* The shortest line of this name ("Sicilian Defense") or ECO code ("B20"), in any case; NULL if there is none. */
const Opening *opening_called(const char *name);

#endif
