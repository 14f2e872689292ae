/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The exhibition file: an exhibition written down, a thing a line, in the words of the `simul` commands.
 *
 *     # a comment
 *     event "Club evening"           settings as after `simul new`, one or more a line; also `key = value`, `key=value`
 *     boards 8 movetime 500
 *     exhibitor builtin hash 64      as `simul exhibitor`
 *     seat 1-6 builtin elo 1200      as `simul seat`
 *     opponent engine stockfish      the next board that is still free
 */
#ifndef CAROUSEL_DESK_EXHIBITION_FILE_H
#define CAROUSEL_DESK_EXHIBITION_FILE_H

#include "desk/plan.h"
#include "desk/view.h"

/* Adds what the file says to the plan. Paths in it are relative to the file. False if there is any mistake: each, of the whole
 * file, is one sentence given to `mistakes` that names file, line and key; the plan then holds the other lines. */
bool exhibition_file_read(Plan *plan, const char *path, const ViewLines *mistakes);

/* The directory of a path, with the mark after it ('/'); "" if it names none. False if it is too long. */
bool exhibition_file_directory(const char *path, char directory[SIMUL_PATH_SIZE]);

/* One line of such a file, or of the commands of the same words. */
bool exhibition_file_line(Plan *plan, Text line, char message[SIMUL_MESSAGE_SIZE]);

#endif
