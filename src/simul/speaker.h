/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Who speaks, where an order does not say it: offers and their answers have the same words for both sides. Decided by
 * how the exhibition stands, so that whatever takes orders (a terminal, a GUI, a page) need not know. Pure.
 */
#ifndef CAROUSEL_SIMUL_SPEAKER_H
#define CAROUSEL_SIMUL_SPEAKER_H

#include "simul/core.h"

/* What has to be known of the board an order is about. */
typedef struct SpeakerSight {
    bool person_at_board, person_is_exhibitor;
    bool offer_by_opponent;
    bool exhibitor_thinks_here;
} SpeakerSight;

SpeakerSight speaker_sight(const SimulCore *core, int board);

/* The seat that gives an OFFER, ACCEPT or DECLINE at `board`, or TOUCHes and CLAIMs there: an answer is by the side that was offered something,
 * an offer, a claim or a hand is that of the person who sits there, the opponent first unless A is to move. A program speaks for itself. */
int speaker_choose(const SpeakerSight *sight, SimulEventKind kind, int board);

/* Not NULL: why this seat does not speak through the operator (a constant phrase): a program speaks for itself. Resigning for
 * it is the operator's right. */
const char *speaker_problem(const SpeakerSight *sight, SimulEventKind kind, int seat);

#endif
