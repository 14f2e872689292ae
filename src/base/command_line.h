/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * A command line, as a shell would read it, into words. Pure; any thread.
 */
#ifndef CAROUSEL_BASE_COMMAND_LINE_H
#define CAROUSEL_BASE_COMMAND_LINE_H

#include "base/error.h"
#include "base/text.h"

#include <stddef.h>

/* The words of `line`, quoted as base/text.h says of `shell`. An array to free with command_free(), NULL with the reason if a
 * quote is left open, there is no word or memory ran out. */
char **command_split(const char *line, ShellKind shell, Error *error);
void command_free(char **words);

/* Writes `word` so that command_split() gives it back as one word, and so does a shell of that kind (but for %NAME% in cmd.exe, which
 * nothing protects). Returns the length it has; if that is not less than
 * `size`, `to` holds a part. */
size_t command_quote(const char *word, ShellKind shell, char *to, size_t size);

#endif
