/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Static exchange evaluation: what a series of captures on one square is worth, each side free to stop.
 * Pins are not looked at. Any thread.
 */
#ifndef CAROUSEL_ENGINE_SEE_H
#define CAROUSEL_ENGINE_SEE_H

#include "chess/position.h"

/* Centipawns by PieceType, NO_PIECE_TYPE included. The king counts nothing: it is never captured. */
extern const int see_value[PIECE_TYPE_COUNT + 1];

/* True if `move`, legal, wins at least `threshold` centipawns. */
bool see_at_least(const Position *position, Move move, int threshold);

#endif
