/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * One wait for everything: pipes, sockets, the end of child processes, and a deadline.
 *
 * A channel is a descriptor and what is wanted of it. system_wait() marks in each what is ready. The
 * wake-up pipe lets other threads and signal handlers end a wait.
 */
#ifndef CAROUSEL_SYSTEM_WAIT_H
#define CAROUSEL_SYSTEM_WAIT_H

#include "base/error.h"

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Channel {
    int descriptor; /* NO_DESCRIPTOR: ignored */
    short want;     /* CHANNEL_READ, CHANNEL_WRITE or both */
    short ready;    /* of these, and CHANNEL_LOST */
} Channel;

enum {
    CHANNEL_READ = 1,  /* something to read, or end of file */
    CHANNEL_WRITE = 4, /* room to write, or nobody left to read it */
    CHANNEL_LOST = 56  /* some of these bits, unasked: the next read or write says what has happened */
};

#define WAIT_FOREVER INT64_MAX

static inline Channel channel_make(int descriptor, int want)
{
    return (Channel){.descriptor = descriptor, .want = (short)want, .ready = 0};
}

/* Something wanted, or the end of it, is there. */
static inline bool channel_ready(const Channel *channel)
{
    return channel->ready != 0;
}

/* Waits until a channel is ready or `deadline_ns` (system_now_ns() time) has come; a deadline in the past looks
 * and returns. The number of ready channels, 0 at the deadline, -1 on a failure of the system. */
int system_wait(Channel *channels, size_t count, int64_t deadline_ns);

/* Sleeps until the moment, signals or not. */
void system_sleep_until(int64_t deadline_ns);

typedef struct WakePipe {
    int reader; /* wait for CHANNEL_READ on it */
    int writer;
} WakePipe;

bool wake_init(WakePipe *wake, Error *error);
void wake_destroy(WakePipe *wake);

/* Ends the wait of whoever waits on `reader`, now or next time. Any thread, signal handlers too; never blocks. */
void wake_signal(const WakePipe *wake);

/* Takes all signals given so far. Never blocks. */
void wake_drain(const WakePipe *wake);

#endif
