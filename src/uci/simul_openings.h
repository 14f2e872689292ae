/*
 * Openings for an exhibition's boards, from an EPD file (a position a line) or a PGN file (a game each).
 */
#ifndef CAROUSEL_UCI_SIMUL_OPENINGS_H
#define CAROUSEL_UCI_SIMUL_OPENINGS_H

#include "uci/simul_plan.h"

/* Reads settings.openings_path and gives every board that names no position of its own one: in the file's order, over
 * and over; or drawn by lot; or the first for all (plan->deal). A line that is no position, and a game that is already
 * over, is refused with its place. */
bool simul_openings_deal(SimulPlan *plan, char message[SIMUL_MESSAGE_SIZE]);

#endif
