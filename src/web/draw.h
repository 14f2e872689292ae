/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The exhibition as pages show it, drawn from a copy of it: JSON for scripts, HTML for browsers without, PGN to take away.
 * Where people play (W15) nothing of A's scores is in any of it. Pure but for memory: a text that failed says so itself.
 */
#ifndef CAROUSEL_WEB_DRAW_H
#define CAROUSEL_WEB_DRAW_H

#include "web/hall_copy.h"

/* Where A stands, what is waited for and until when. `now` and `due` are ms of the exhibition's time. */
void draw_hall_json(PageText *text, const HallCopy *copy);

/* A board with all its moves; drawn once and kept until it changes. NULL if memory ran out. */
Blob *draw_board_json(HallCopy *copy, int board);

/* What a seat may do: an opponent's board, or 0 for A's. */
void draw_seat_json(PageText *text, HallCopy *copy, int board);

/* The watching page's content without a script: the hall, all boards, the cross-table. */
void draw_hall_html(PageText *text, const HallCopy *copy);

/* All games begun so far; each is drawn once and kept until it changes. */
void draw_games_pgn(PageText *text, HallCopy *copy);

#endif
