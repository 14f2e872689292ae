/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What a terminal is: whether there is one, and how large it is now. Any thread.
 */
#ifndef CAROUSEL_SYSTEM_TERMINAL_H
#define CAROUSEL_SYSTEM_TERMINAL_H

#include <stdbool.h>

bool terminal_is(int descriptor);

/* We may read from it: it is no terminal, or we are not in its background. */
bool terminal_foreground(int descriptor);

/* In characters; false, with 80 by 24, if it cannot be told. */
bool terminal_size(int descriptor, int *columns, int *rows);

/* A terminal that understands how to be drawn upon: not a dumb one (TERM). */
bool terminal_draws(int descriptor);

/* Colours are wanted: a terminal that is not dumb, and NO_COLOR is not set (https://no-color.org). */
bool terminal_colors(int descriptor);

#endif
