/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Openings for an exhibition's boards, from an EPD file (a position a line) or a PGN file (a game each).
 */
#ifndef CAROUSEL_DESK_OPENINGS_FILE_H
#define CAROUSEL_DESK_OPENINGS_FILE_H

#include "desk/plan.h"

/* Reads settings.openings_path and gives every board that names no position of its own one: in the file's order, over
 * and over; or drawn by lot; or the first for all (plan->deal). A line that is no position, and a game that is already
 * over, is refused with its place; lines that begin with `#`, `;` or `%` are comments. What had to be corrected in a position is
 * said in plan->openings_note. */
bool openings_deal(Plan *plan, char message[SIMUL_MESSAGE_SIZE]);

/* Gives every board that names no position one of the 960 start positions, drawn by settings.seed: its own, or all the same
 * (deal same). False if memory ran out. */
bool openings_deal_chess960(Plan *plan, char message[SIMUL_MESSAGE_SIZE]);

enum { CHESS960_POSITIONS = 960, CHESS960_FEN_SIZE = 64 };

/* The start position of a number, 0 … 959, as usually counted (https://www.chessprogramming.org/Reinhard_Scharnagl): 518 is the
 * ordinary one. */
void chess960_fen(int number, char fen[CHESS960_FEN_SIZE]);

#endif
