/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Openings: ECO code and name of a position, however it was reached.
 *
 * The lines stand in openings_a.inc … openings_e.inc; openings_init() turns them into a table of keys within
 * a few milliseconds: call it once after chess_init(), before threads use the rest. Afterwards everything
 * here is constant and may be used from any thread; before it, nothing has a name. A name belongs to the
 * position, so that transpositions find it; a Chess960 start other than the usual one never reaches one.
 */
#ifndef CAROUSEL_RULES_OPENINGS_H
#define CAROUSEL_RULES_OPENINGS_H

#include "chess/game.h"

typedef struct Opening {
    char eco[4];      /* "A00" … "E99" */
    const char *name; /* "Sicilian Defence, Najdorf Variation" */
    const char *line; /* its usual moves, SAN: "e4 c5 Nf3 d6 …" */
} Opening;

/* Safe to call again; not from two threads at once. */
void openings_init(void);

/* The name of exactly this position; NULL if it has none. */
const Opening *openings_find(const Position *position);

/* The name of the last position of the game that has one; NULL if none has. Looks through the game's keys
 * from the end: some nanoseconds a ply. */
const Opening *openings_of_game(const Game *game);

/* All lines, in table order. */
const Opening *openings_all(size_t *count);

#endif
