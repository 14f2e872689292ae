/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * `simul help`: the commands and settings, written from the same tables that read them.
 */
#ifndef CAROUSEL_DESK_HELP_H
#define CAROUSEL_DESK_HELP_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

/* Help on a topic (`new`: all settings), or on the commands. Always true. */
bool help_print(Text topic, void (*line)(void *context, const char *line), void *context);

/* One setting as a line: "late forfeit|pass|warn   a late reply loses …   [forfeit]". Index from 0; false after the last. */
bool help_setting(size_t index, const char *prefix, char *text, size_t size);

#endif
