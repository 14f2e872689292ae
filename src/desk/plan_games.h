/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The games of a plan after the first ones: openings of their own, and colours.
 */
#ifndef CAROUSEL_DESK_PLAN_GAMES_H
#define CAROUSEL_DESK_PLAN_GAMES_H

#include "desk/plan.h"

/* Takes back what an earlier plan_finish() has dealt out. */
void plan_drop_games(Plan *plan);
void plan_undeal(Plan *plan);

/* Makes room for them: `repeat` asks for two unless `games` is given. Boards with a position of their own have it in every game. */
bool plan_make_games(Plan *plan, char message[SIMUL_MESSAGE_SIZE]);

/* The games from which openings are dealt are this far apart: in pairs both have the same. */
int plan_games_step(const Plan *plan);

/* Gives the second game of every pair what the first one has. False if memory ran out. */
bool plan_pair_openings(Plan *plan, char message[SIMUL_MESSAGE_SIZE]);

#endif
