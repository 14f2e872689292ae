/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The kinds of players there are, as one table: the only face of this room. What sits at a board is described by words,
 * quoted as in a shell, the kind's own word first:
 *
 *     engine [protocol auto|uci|xboard] [dir DIRECTORY] [env NAME=VALUE]… [init LINE]… [remote] COMMAND ARGUMENT…
 *            and anywhere among these words option.NAME=VALUE, dir=DIRECTORY, env=NAME=VALUE, init=LINE, protocol=…
 *     builtin [elo E] [nodes N] [hash MB] [threads K] [fresh]
 *     manual
 *     browser [KEY]
 *
 * A new kind is one file that keeps the contract of control/seat.h and one row in kinds.c.
 */
#ifndef CAROUSEL_SEATS_KINDS_H
#define CAROUSEL_SEATS_KINDS_H

#include "base/text.h"
#include "control/seat.h"

enum {
    SEAT_KINDS_SIZE = 128,
    SEAT_KEY_DIGITS = 32 /* of the key that a `browser`'s words hold */
};

/* Opens the seats of an exhibition, for the controller. */
extern const SeatSource seat_kinds;

/* Reads a description without opening anything. False with one sentence saying what is wrong and what was expected. */
bool seat_kinds_traits(const char *spec, SeatTraits *traits, Error *error);

/* Is this the word of a kind? */
bool seat_kinds_know(Text word);

/* Does it look like the key of a seat's page: hexadecimal digits, small ones? */
bool seat_kinds_key(Text text);

/* "engine COMMAND, builtin, manual or browser", for messages. */
void seat_kinds_list(char list[SEAT_KINDS_SIZE]);

#endif
