/*
 * Openings: ECO code and name of a position, however it was reached.
 *
 * The table of lines (openings_table.inc) is turned into a table of keys by openings_init(), which takes a
 * millisecond or two: call it once after chess_init(), before threads use the rest. Afterwards everything
 * here is constant and may be used from any thread. Chess960 starts have no names.
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

/* The name of the last position of the game that has one; NULL if none has. Replays the game's first
 * moves: for one position of a running game openings_find() after each move costs less. */
const Opening *openings_of_game(const Game *game);

/* All lines, in table order. */
const Opening *openings_all(size_t *count);

#endif
