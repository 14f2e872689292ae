/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Upcoming repetitions: can the side to move, by one reversible move, bring back an earlier position?
 *
 * Marcel van Kervinck's method: a hash table holds the key difference of every reversible move of a
 * piece on an empty board; if the difference of two positions' keys is among them and nothing stands
 * between, the move exists. Filled once by cuckoo_init(), constant afterwards.
 */
#ifndef CAROUSEL_ENGINE_CUCKOO_H
#define CAROUSEL_ENGINE_CUCKOO_H

#include "chess/types.h"

void cuckoo_init(void);

/* The move whose key difference is `difference`, MOVE_NONE if there is none. Its direction is not known. */
Move cuckoo_find(uint64_t difference);

#endif
