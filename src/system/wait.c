/* SPDX-License-Identifier: GPL-3.0-only */
#define _GNU_SOURCE
#include "system/wait.h"

#include "base/units.h"
#include "system/clock.h"
#include "system/descriptor.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

/* Waits once, for at most `left_ns` nanoseconds (negative: without end). */
static int wait_once(Channel *channels, size_t count, int64_t left_ns)
{
#if defined(__linux__) || defined(__FreeBSD__)
    struct timespec left = {.tv_sec = (time_t)(left_ns / NS_PER_S), .tv_nsec = (long)(left_ns % NS_PER_S)};
    return ppoll(channels, (nfds_t)count, left_ns < 0 ? NULL : &left, NULL);
#else
    int64_t left_ms = left_ns / NS_PER_MS + (left_ns % NS_PER_MS != 0);
    int timeout = left_ns < 0 ? -1 : left_ms > INT_MAX ? INT_MAX : (int)left_ms;
    return poll(channels, (nfds_t)count, timeout);
#endif
}

int system_wait(Channel *channels, size_t count, int64_t deadline_ns)
{
    for (;;) {
        int64_t left_ns = -1;
        if (deadline_ns != WAIT_FOREVER) {
            left_ns = deadline_ns - system_now_ns();
            if (left_ns < 0)
                left_ns = 0;
        }
        int ready = wait_once(channels, count, left_ns);
        if (ready > 0 || (ready == 0 && system_now_ns() >= deadline_ns))
            return ready;
        if (ready < 0 && errno != EINTR && errno != EAGAIN)
            return -1;
    }
}

void system_sleep_until(int64_t deadline_ns)
{
    system_wait(NULL, 0, deadline_ns);
}

bool wake_init(WakePipe *wake, Error *error)
{
    int ends[2];
    if (!descriptor_pipe(ends, error))
        return false;
    if (!descriptor_set_nonblocking(ends[0], error) || !descriptor_set_nonblocking(ends[1], error)) {
        close(ends[0]);
        close(ends[1]);
        return false;
    }
    wake->reader = ends[0];
    wake->writer = ends[1];
    return true;
}

void wake_destroy(WakePipe *wake)
{
    if (wake->reader >= 0)
        close(wake->reader);
    if (wake->writer >= 0)
        close(wake->writer);
    wake->reader = wake->writer = -1;
}

void wake_signal(const WakePipe *wake)
{
    int before = errno;
    ssize_t written = write(wake->writer, "", 1);
    (void)written; /* a full pipe wakes as well */
    errno = before;
}

void wake_drain(const WakePipe *wake)
{
    char taken[64];
    while (read(wake->reader, taken, sizeof taken) > 0)
        ;
}
