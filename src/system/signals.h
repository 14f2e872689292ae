/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Signals as something to wait for: after signals_open() the requests to end (SIGINT, SIGTERM, SIGHUP) make a
 * descriptor readable instead of ending the program, and writing to a pipe without reader is an ordinary error.
 * One caller in the program; the descriptor may be waited for by any one thread.
 */
#ifndef CAROUSEL_SYSTEM_SIGNALS_H
#define CAROUSEL_SYSTEM_SIGNALS_H

/* The descriptor to wait for, or -1. Calling it again gives the same one. A third request of one kind
 * ends the program at once, in case nobody reads the first two. */
int signals_open(void);

/* The next signal's number, or 0 if none has come. */
int signals_take(void);

#endif
