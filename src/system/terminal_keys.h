/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * A terminal whose keys are read one by one, and which is given back as it was, whatever happens: at the end, at a
 * signal that ends the program, and while it is suspended (Ctrl-Z). One terminal a program; one thread, but for the
 * signal handlers.
 */
#ifndef CAROUSEL_SYSTEM_TERMINAL_KEYS_H
#define CAROUSEL_SYSTEM_TERMINAL_KEYS_H

#include <stdbool.h>

/* Takes the terminal: `keys` (-1: none) gives its bytes at once and unechoed, Ctrl-C and Ctrl-Z still being signals; `screen` is sent
 * `enter` now and after every suspension, `leave` before one and at the end. Both texts must outlive it. False, with nothing
 * changed, if it cannot be had. */
bool terminal_take(int keys, int screen, const char *enter, const char *leave);

/* Gives it back. Harmless if it was not taken. Safe in a signal handler. */
void terminal_give_back(void);

/* True once after each suspension: everything must be drawn anew. */
bool terminal_was_suspended(void);

/* False while the program goes on in the terminal's background: nothing should be drawn. Takes the terminal again when it has
 * come back to the foreground. */
bool terminal_in_hand(void);

#endif
