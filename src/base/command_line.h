/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * A command line, as a shell would read it, into words. Pure; any thread.
 */
#ifndef CAROUSEL_BASE_COMMAND_LINE_H
#define CAROUSEL_BASE_COMMAND_LINE_H

#include "base/error.h"

/* The words of `line`: blanks separate, '…' takes all literally, "…" and \ quote as in a shell; no
 * variables, no patterns. An array to free with command_free(), NULL with the reason if a quote is left open, there is no word
 * or memory ran out. */
char **command_split(const char *line, Error *error);
void command_free(char **words);

#endif
