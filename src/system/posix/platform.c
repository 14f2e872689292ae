/* SPDX-License-Identifier: GPL-3.0-only */
/* What every POSIX system can do: the BSDs and macOS have no better file of this name. */
#include "system/posix/platform.h"

#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

int platform_pipe(int ends[2])
{
    if (pipe(ends) != 0)
        return -1;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return 0;
}

int platform_poll(struct pollfd *channels, nfds_t count, int64_t left_ns)
{
    const int64_t ns_per_ms = 1000000;
    int64_t left_ms = left_ns / ns_per_ms + (left_ns % ns_per_ms != 0);
    int timeout = left_ns < 0 ? -1 : left_ms > INT_MAX ? INT_MAX : (int)left_ms;
    return poll(channels, count, timeout);
}

/* By POSIX the priority belongs to the process. */
void platform_lower_thread_priority(int niceness)
{
    (void)niceness;
}

int platform_processor_count(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (int)count : 1;
}

/* Cannot be had: the end of its input has to tell the child. */
void platform_die_with(pid_t parent)
{
    (void)parent;
}

/* Our own are so from their birth; this is for what others opened, who seldom come above the first few hundred. */
void platform_close_on_exec(void)
{
    enum { FIRST_FREE = 3, MOST = 4096 };
    for (int descriptor = FIRST_FREE; descriptor < MOST; descriptor++)
        fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

int platform_watch_end(pid_t child)
{
    (void)child;
    return -1;
}

void platform_adopt_orphans(void)
{
}

size_t platform_children(pid_t *ids, size_t most)
{
    (void)ids;
    (void)most;
    return 0;
}
