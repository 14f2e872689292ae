/*
 * The seats there are, as the exhibition's controller takes them: engines, built-in players, people.
 */
#ifndef CAROUSEL_SEATS_MAKER_H
#define CAROUSEL_SEATS_MAKER_H

#include "simul/seat.h"

extern const SeatMaker seats_maker;

#endif
