/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Requests to end as something to wait for: after signals_open() Ctrl-C, SIGTERM and their like make a descriptor
 * readable instead of ending the program. A signal that ends it all the same (a third request, SIGQUIT, a crash) gives the terminal
 * back and leaves no child process behind. One caller in the program; the descriptor may be waited for by any one
 * thread.
 */
#ifndef CAROUSEL_SYSTEM_SIGNALS_H
#define CAROUSEL_SYSTEM_SIGNALS_H

/* What shells add to 128 for the exit status of a program that ends by it. */
enum {
    REQUEST_NONE = 0,
    REQUEST_HANGUP = 1,    /* the terminal is gone */
    REQUEST_INTERRUPT = 2, /* Ctrl-C */
    REQUEST_TERMINATE = 15 /* somebody wants the program to end */
};

/* The descriptor to wait for, or NO_DESCRIPTOR. Calling it again gives the same one. A third request ends the
 * program at once, in case nobody reads the first two. */
int signals_open(void);

/* The next request (REQUEST_…), REQUEST_NONE if none has come. */
int signals_take(void);

#endif
