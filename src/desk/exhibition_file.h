/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The exhibition file: an exhibition written down, a line a thing, in the words of the `simul` commands.
 *
 *     # a comment
 *     event "Club evening"           settings as behind `simul new`, one or more a line; also `key = value`, `key=value`
 *     boards 8 movetime 500
 *     exhibitor builtin hash 64      as `simul exhibitor`
 *     seat 1-6 builtin elo 1200      as `simul seat`
 *     opponent engine stockfish      the next board that is still free
 */
#ifndef CAROUSEL_DESK_EXHIBITION_FILE_H
#define CAROUSEL_DESK_EXHIBITION_FILE_H

#include "desk/plan.h"

/* Adds what the file says to the plan. False with a sentence that names file, line and key; the plan may then hold
 * what stood above that line. */
bool exhibition_file_read(Plan *plan, const char *path, char message[SIMUL_MESSAGE_SIZE]);

/* One line of such a file, or of the commands of the same words. */
bool exhibition_file_line(Plan *plan, Text line, char message[SIMUL_MESSAGE_SIZE]);

#endif
