/* SPDX-License-Identifier: GPL-3.0-only */
/* Waiting is poll(): a Channel has its layout and its bits. */
#include "system/wait.h"

#include "system/clock.h"
#include "system/descriptor.h"
#include "system/posix/platform.h"

#include <errno.h>
#include <unistd.h>

_Static_assert(sizeof(Channel) == sizeof(struct pollfd) && offsetof(Channel, descriptor) == offsetof(struct pollfd, fd) &&
                   offsetof(Channel, want) == offsetof(struct pollfd, events) &&
                   offsetof(Channel, ready) == offsetof(struct pollfd, revents),
               "a channel is what poll() takes");
_Static_assert(CHANNEL_READ == POLLIN && CHANNEL_WRITE == POLLOUT && CHANNEL_LOST == (POLLHUP | POLLERR | POLLNVAL),
               "the bits are poll()'s");

int system_wait(Channel *channels, size_t count, int64_t deadline_ns)
{
    for (;;) {
        int64_t left_ns = -1;
        if (deadline_ns != WAIT_FOREVER) {
            left_ns = deadline_ns - system_now_ns();
            if (left_ns < 0)
                left_ns = 0;
        }
        int ready = platform_poll((struct pollfd *)(void *)channels, (nfds_t)count, left_ns);
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
        descriptor_close(&ends[0]);
        descriptor_close(&ends[1]);
        return false;
    }
    wake->reader = ends[0];
    wake->writer = ends[1];
    return true;
}

void wake_destroy(WakePipe *wake)
{
    descriptor_close(&wake->reader);
    descriptor_close(&wake->writer);
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
