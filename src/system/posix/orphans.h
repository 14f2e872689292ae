/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Descendants that have lost their parents: what an engine has started and left behind, in whatever group or session. On
 * systems that can tell (Linux) they become children of ours, and are ended with the engine they came from. Any thread.
 */
#ifndef CAROUSEL_SYSTEM_POSIX_ORPHANS_H
#define CAROUSEL_SYSTEM_POSIX_ORPHANS_H

#include <sys/types.h>

/* fork(), with the child noted as one that is no orphan. */
pid_t orphans_fork(void);

/* That child has been reaped. */
void orphans_forget(pid_t child);

/* Ends all orphans there are, and reaps them. Within a second. A child that somebody else in this program has forked is none as
 * long as it stays in our process group, where no engine's descendant ever was. */
void orphans_end(void);

/* Ends all children and descendants there are, for a program that is about to end by a signal: for its handler, calls only what
 * may be called there. Within a second. */
void orphans_end_all(void);

#endif
