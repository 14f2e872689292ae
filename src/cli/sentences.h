/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What the exhibition announces and what the desk answers, as sentences for people who look at the table. Pure.
 */
#ifndef CAROUSEL_CLI_SENTENCES_H
#define CAROUSEL_CLI_SENTENCES_H

#include "simul/announcement.h"

/* One sentence, `name` being the opponent's at that board; false if it is nothing for the log (moves, arrivals …). */
bool sentence_of_announcement(const SimulAnnouncement *announcement, const char *name, char *text, size_t size);

/* A line of the desk without its protocol's words. */
const char *sentence_of_answer(const char *line, char *text, size_t size);

/* What can be typed at the table, a line each; NULL after the last. */
const char *sentence_of_help(int index);

#endif
