/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Endgames that general rules misjudge: what wins against a bare king and how to go about it, king and pawn
 * against king exactly, the wrong bishop, and what an advantage is worth without the pawns to win.
 * Pure; any thread; kpk_init() first.
 */
#ifndef CAROUSEL_ENGINE_ENDGAME_H
#define CAROUSEL_ENGINE_ENDGAME_H

#include "chess/position.h"

/* A won endgame scores at least ENDGAME_WIN, in centipawns, on top of its material; a pawn that will queen scores
 * less, but no known win below ENDGAME_KNOWN_MIN. */
enum { ENDGAME_WIN = 6000, ENDGAME_KNOWN_MIN = 3000 };

enum { ENDGAME_SCALE_FULL = 64 };

/* True if one of the endgames known here stands on the board; `*score` is then its score in centipawns from
 * White's view. */
bool endgame_score(const Position *position, int *score);

/* True if `color`'s pawns can be stopped from queening for good: rook pawns of one file, none but a bishop (or
 * nothing) beside them that does not control the corner, and the other king at the corner. */
bool endgame_wrong_corner(const Board *board, Color color);

/* The same where `stronger` has hardly anything left to win with: 0 or little; ENDGAME_SCALE_FULL everywhere else. */
int endgame_scale_hopeless(const Board *board, Color stronger);

/* How much of an endgame advantage of `stronger` counts, of ENDGAME_SCALE_FULL: little where the pawns to win
 * are missing. */
int endgame_scale(const Board *board, Color stronger);

#endif
