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

/* Ends all orphans there are, and reaps them. Within a second. */
void orphans_end(void);

#endif
