/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The seats there are, as the exhibition's controller takes them: engines, built-in players, people.
 */
#ifndef CAROUSEL_SEATS_MAKER_H
#define CAROUSEL_SEATS_MAKER_H

#include "control/seat.h"

extern const SeatMaker seats_maker;

#endif
