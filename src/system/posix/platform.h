/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The few things in which one POSIX system has more to offer than another. posix/platform.c does with what POSIX
 * says; a system with something better has a twin of that file in a folder of its own (linux/platform.c).
 */
#ifndef CAROUSEL_SYSTEM_POSIX_PLATFORM_H
#define CAROUSEL_SYSTEM_POSIX_PLATFORM_H

#include <poll.h>
#include <stdint.h>
#include <sys/types.h>

/* A pipe whose ends children do not inherit. As pipe(): 0, or -1 with errno. */
int platform_pipe(int ends[2]);

/* As poll(), for at most `left_ns` nanoseconds (negative: without end), rounded up to what the clock of it knows. */
int platform_poll(struct pollfd *channels, nfds_t count, int64_t left_ns);

/* As fdatasync(), down to the disk itself: 0, or -1 with errno. In posix/file_sync.c. */
int platform_sync(int descriptor);

/* See thread.h. */
void platform_lower_thread_priority(int niceness);
int platform_processor_count(void);

/* In a child between fork() and exec: it is to die with the thread that started it, or at once if that is gone. */
void platform_die_with(pid_t parent);

/* In a child between fork() and exec: all descriptors above 2 are closed by exec, also those somebody forgot. */
void platform_close_on_exec(void);

/* From now on descendants that lose their parents become our children, where there is such a thing. */
void platform_adopt_orphans(void);

/* The numbers of our children, alive or dead, `most` of them at most; how many. 0 where orphans are not adopted. May be called
 * in a signal's handler. */
size_t platform_children(pid_t *ids, size_t most);

/* A descriptor that polls readable when the child has ended, -1 if there is no such thing. */
int platform_watch_end(pid_t child);

#endif
