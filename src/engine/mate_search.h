/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The exact search for a mate in so many moves: no heuristic leaves anything out, every defence is tried, so that both
 * its answers are proofs. It goes through lengths from one move on, and can be broken off and continued: what has been
 * proved or refuted stays in its table.
 *
 * Draws are defences: the fifty moves, material with which nobody can mate, and a position that stood twice in the game
 * before. Repetitions inside the search need no look, as a mate that repeats is no shortest one.
 *
 * A value of its own, for one thread at a time.
 */
#ifndef CAROUSEL_ENGINE_MATE_SEARCH_H
#define CAROUSEL_ENGINE_MATE_SEARCH_H

#include "chess/movegen.h"
#include "chess/position.h"

typedef struct MateSearch MateSearch;

enum { MATE_SEARCH_MOVES_MAX = 63 }; /* the longest mate asked for, in moves */

typedef enum MateAnswer {
    MATE_OPEN, /* broken off: nothing is decided yet */
    MATE_NONE, /* there is no mate within the moves asked for */
    MATE_FOUND /* there is, and none is shorter */
} MateAnswer;

/* Asked before the first node and again when those it allowed have been spent: how many more may be? 0 breaks off. `spent`
 * are the nodes since the last question. */
typedef uint64_t (*MateAllow)(void *context, uint64_t spent);

/* Whether the side to move mates in at most `moves` (1 … MATE_SEARCH_MOVES_MAX), beginning with one of `root_moves`. `keys`
 * are those of the game's positions before the root since the last irreversible move. NULL if memory ran out; the caller owns it. */
MateSearch *mate_search_create(const Position *root, const MoveList *root_moves, const uint64_t *keys, int key_count, int moves);
void mate_search_destroy(MateSearch *search);

MateAnswer mate_search_run(MateSearch *search, MateAllow allow, void *context);

/* After MATE_FOUND: the mate's length in moves and its line, 2 * moves - 1 plies (fewer if it is broken off while the longest
 * defence is looked up). `line` has room for 2 * MATE_SEARCH_MOVES_MAX. */
int mate_search_line(MateSearch *search, MateAllow allow, void *context, Move *line, int *length);

#endif
