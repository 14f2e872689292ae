/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Score sheets: a game of the exhibition as PGN.
 *
 * Seven tags (Round: the board's game number), Board, SetUp/FEN and Variant where needed, ECO and Opening where known,
 * TimeControl, Termination; A's moves with score, depth and time, the opponent's with the time of the reply; what
 * exactly ended the game in the last comment. Pure; one thread a writer. openings_init() must have been called.
 */
#ifndef CAROUSEL_RECORD_SCORE_SHEET_H
#define CAROUSEL_RECORD_SCORE_SHEET_H

#include "chess/pgn_writer.h"
#include "simul/core.h"

/* Adds the game to what `writer` holds. A game in play gets the result `*`. `exhibitor` is A's name ("": none is known).
 * `journal` (NULL: none) is named in a tag: where the game can go on from. */
void score_sheet_write(PgnWriter *writer, const SimulSettings *settings, const char *exhibitor, const SimulBoardView *view,
                       const char *journal);

/* The same with the core's settings and A's name as it knows them. */
void score_sheet_write_core(PgnWriter *writer, const SimulCore *core, const SimulBoardView *view, const char *journal);

#endif
