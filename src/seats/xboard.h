/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The parts of the XBoard dialect: xboard_start.c gets to know the engine, xboard_board.c keeps its board in step,
 * xboard_dialect.c asks and listens.
 */
#ifndef CAROUSEL_SEATS_XBOARD_H
#define CAROUSEL_SEATS_XBOARD_H

#include "seats/engine_seat.h"

/* Takes `feature NAME=VALUE NAME="VALUE WITH BLANKS" …`, from after the word on. */
void xboard_features(EngineSeat *seat, char *at);

/* xboard_init()'s part here. */
void xboard_start_init(EngineSeat *seat);

/* The awaited `pong` has come. */
void xboard_pong(EngineSeat *seat);

/* Its move, while it is tried out. */
void xboard_probe_answered(EngineSeat *seat, int64_t time_ns);

/* It does not speak XBoard after all. */
void xboard_leave(EngineSeat *seat);

/* Sets its board up from the start; it is in force mode afterwards. */
void xboard_set_up_board(EngineSeat *seat, const Position *start);

/* Makes its board stand as `game` does. It is not thinking now. */
void xboard_synchronise(EngineSeat *seat, const Game *game);

/* Has it play the side to move of `position`, which stands on its board, `movetime_ms` long (-1: until told to answer). */
void xboard_go(EngineSeat *seat, const Position *position, int64_t movetime_ms);

#endif
