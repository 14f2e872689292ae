/* SPDX-License-Identifier: GPL-3.0-only */
/* The twin of poller.c for Linux: the kernel keeps the set (epoll), so that a turn costs what is ready, not what is
 * watched. */
#include "system/poller.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

_Static_assert((int)EPOLLIN == (int)CHANNEL_READ && (int)EPOLLOUT == (int)CHANNEL_WRITE &&
                   ((int)(EPOLLHUP | EPOLLERR) & ~(int)CHANNEL_LOST) == 0,
               "the kernel's bits are a channel's");

enum { BATCH = 64 }; /* descriptors dealt with at a time */

struct Poller {
    int epoll;
    struct epoll_event events[BATCH];
    int event_count, served; /* of the batch being served */
};

Poller *poller_create(void)
{
    Poller *poller = calloc(1, sizeof *poller);
    if (poller == NULL)
        return NULL;
    poller->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (poller->epoll >= 0)
        return poller;
    free(poller);
    return NULL;
}

void poller_destroy(Poller *poller)
{
    close(poller->epoll);
    free(poller);
}

/* What is wanted in the kernel's words. */
static bool poller_control(Poller *poller, int operation, Watch *watch, int want)
{
    struct epoll_event event = {.events = (uint32_t)want, .data = {.ptr = watch}};
    return epoll_ctl(poller->epoll, operation, watch->descriptor, &event) == 0;
}

bool poller_add(Poller *poller, Watch *watch)
{
    watch->place = 1;
    return watch->want == 0 || poller_control(poller, EPOLL_CTL_ADD, watch, watch->want);
}

/* Who wants nothing is taken out: the kernel would report a loss unasked, again and again. */
void poller_change(Poller *poller, Watch *watch, int want)
{
    int before = watch->want;
    watch->want = want;
    if (want != before)
        poller_control(poller, want == 0 ? EPOLL_CTL_DEL : before == 0 ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, watch, want);
}

void poller_remove(Poller *poller, Watch *watch)
{
    if (watch->want != 0)
        poller_control(poller, EPOLL_CTL_DEL, watch, 0);
    watch->place = 0;
    for (int i = poller->served; i < poller->event_count; i++)
        if (poller->events[i].data.ptr == watch)
            poller->events[i].data.ptr = NULL;
}

bool poller_wait(Poller *poller, int64_t deadline_ns)
{
    Channel channel = channel_make(poller->epoll, CHANNEL_READ);
    int ready = system_wait(&channel, 1, deadline_ns);
    poller->event_count = poller->served = 0;
    if (ready <= 0)
        return ready == 0;
    do
        poller->event_count = epoll_wait(poller->epoll, poller->events, BATCH, 0);
    while (poller->event_count < 0 && errno == EINTR);
    return poller->event_count >= 0;
}

void poller_serve(Poller *poller)
{
    while (poller->served < poller->event_count) {
        const struct epoll_event *event = &poller->events[poller->served++];
        Watch *watch = event->data.ptr;
        if (watch != NULL && watch->want != 0)
            watch->ready(watch->context, (int)event->events);
    }
}
