/* SPDX-License-Identifier: GPL-3.0-only */
#define _GNU_SOURCE
#include "system/reactor.h"

#include "system/clock.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/epoll.h>

_Static_assert(EPOLLIN == POLLIN && EPOLLOUT == POLLOUT && EPOLLHUP == POLLHUP && EPOLLERR == POLLERR, "the kernel's bits are poll()'s");
#endif

enum { BATCH = 64 }; /* descriptors dealt with at a time */

/*
 * The poller: which of many descriptors are ready. On Linux the kernel keeps the set (epoll), so that a turn costs what
 * is ready, not what is watched; elsewhere the set is an array for poll().
 */
#ifdef __linux__

typedef struct Poller {
    int epoll;
    struct epoll_event events[BATCH];
    int event_count, served; /* of the batch being served */
} Poller;

static bool poller_init(Poller *poller)
{
    poller->epoll = epoll_create1(EPOLL_CLOEXEC);
    return poller->epoll >= 0;
}

static void poller_destroy(Poller *poller)
{
    close(poller->epoll);
}

/* What is wanted in the kernel's words; its bits are poll()'s. */
static bool poller_control(Poller *poller, int operation, Watch *watch, int want)
{
    struct epoll_event event = {.events = (uint32_t)want, .data = {.ptr = watch}};
    return epoll_ctl(poller->epoll, operation, watch->descriptor, &event) == 0;
}

static bool poller_add(Poller *poller, Watch *watch)
{
    watch->place = 1;
    return watch->want == 0 || poller_control(poller, EPOLL_CTL_ADD, watch, watch->want);
}

/* Who wants nothing is taken out: the kernel would report a loss unasked, again and again. */
static void poller_change(Poller *poller, Watch *watch, int want)
{
    int before = watch->want;
    watch->want = want;
    if (want != before)
        poller_control(poller, want == 0 ? EPOLL_CTL_DEL : before == 0 ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, watch, want);
}

static void poller_remove(Poller *poller, Watch *watch)
{
    if (watch->want != 0)
        poller_control(poller, EPOLL_CTL_DEL, watch, 0);
    watch->place = 0;
    for (int i = poller->served; i < poller->event_count; i++)
        if (poller->events[i].data.ptr == watch)
            poller->events[i].data.ptr = NULL;
}

static bool poller_wait(Poller *poller, int64_t deadline_ns)
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

static void poller_serve(Poller *poller)
{
    while (poller->served < poller->event_count) {
        const struct epoll_event *event = &poller->events[poller->served++];
        Watch *watch = event->data.ptr;
        if (watch != NULL && watch->want != 0)
            watch->ready(watch->context, (int)event->events);
    }
}

#else

typedef struct Poller {
    Channel *channels; /* dense, from 1: removing moves the last one into the gap */
    Watch **watches;
    size_t count, capacity;
    size_t ready;
    size_t serving; /* the place being served; what lies before it has not been looked at in this turn */
} Poller;

static bool poller_init(Poller *poller)
{
    (void)poller;
    return true;
}

static void poller_destroy(Poller *poller)
{
    free(poller->channels);
    free(poller->watches);
}

static bool poller_grow(Poller *poller)
{
    size_t capacity = poller->capacity == 0 ? BATCH : poller->capacity * 2;
    Channel *channels = realloc(poller->channels, capacity * sizeof *channels);
    if (channels == NULL)
        return false;
    poller->channels = channels;
    Watch **watches = realloc(poller->watches, capacity * sizeof *watches);
    if (watches == NULL)
        return false;
    poller->watches = watches;
    poller->capacity = capacity;
    return true;
}

/* poll() passes over negative descriptors: that is how a watch that wants nothing stays where it is. */
static void poller_change(Poller *poller, Watch *watch, int want)
{
    watch->want = want;
    poller->channels[watch->place] = channel_make(want != 0 ? watch->descriptor : -1, want);
}

static bool poller_add(Poller *poller, Watch *watch)
{
    if (poller->count + 1 >= poller->capacity && !poller_grow(poller))
        return false;
    watch->place = ++poller->count;
    poller->watches[watch->place] = watch;
    poller_change(poller, watch, watch->want);
    return true;
}

static void watch_move(Poller *poller, size_t from, size_t to)
{
    poller->channels[to] = poller->channels[from];
    poller->watches[to] = poller->watches[from];
    poller->watches[to]->place = to;
}

/* Serving goes from the last to the first: what moves into a gap from behind has been served already, unless the gap
 * lies before the place being served; then the last that waits takes the gap, so that none is skipped. */
static void poller_remove(Poller *poller, Watch *watch)
{
    size_t gap = watch->place;
    watch->place = 0;
    if (gap < poller->serving) {
        size_t last_waiting = poller->serving - 1;
        if (last_waiting != gap)
            watch_move(poller, last_waiting, gap);
        poller->serving = gap = last_waiting;
    }
    if (gap != poller->count)
        watch_move(poller, poller->count, gap);
    poller->count--;
}

static bool poller_wait(Poller *poller, int64_t deadline_ns)
{
    int ready = system_wait(poller->channels != NULL ? poller->channels + 1 : NULL, poller->count, deadline_ns);
    poller->ready = ready > 0 ? (size_t)ready : 0;
    return ready >= 0;
}

static void poller_serve(Poller *poller)
{
    for (poller->serving = poller->count; poller->serving > 0 && poller->ready > 0; poller->serving--) {
        Channel *channel = &poller->channels[poller->serving];
        int what = channel->revents;
        channel->revents = 0;
        if (what == 0 || channel->fd < 0)
            continue;
        poller->ready--;
        Watch *watch = poller->watches[poller->serving];
        watch->ready(watch->context, what);
    }
    poller->serving = 0;
}

#endif

struct Reactor {
    Poller poller;
    Timer **timers; /* a binary heap, the earliest at 1; slot 0 stays empty, so that place 0 means "nowhere" */
    size_t timer_count;
    size_t timer_capacity;
};

Reactor *reactor_create(void)
{
    Reactor *reactor = calloc(1, sizeof *reactor);
    if (reactor != NULL && !poller_init(&reactor->poller)) {
        free(reactor);
        return NULL;
    }
    return reactor;
}

void reactor_destroy(Reactor *reactor)
{
    if (reactor == NULL)
        return;
    poller_destroy(&reactor->poller);
    free(reactor->timers);
    free(reactor);
}

bool reactor_watch(Reactor *reactor, Watch *watch, int descriptor, int want)
{
    assert(watch->place == 0 && descriptor >= 0);
    watch->descriptor = descriptor;
    watch->want = want;
    if (poller_add(&reactor->poller, watch))
        return true;
    watch->place = 0;
    return false;
}

void reactor_want(Reactor *reactor, Watch *watch, int want)
{
    assert(watch->place != 0);
    poller_change(&reactor->poller, watch, want);
}

void reactor_unwatch(Reactor *reactor, Watch *watch)
{
    if (watch->place != 0)
        poller_remove(&reactor->poller, watch);
}

static void timer_put(Reactor *reactor, Timer *timer, size_t place)
{
    reactor->timers[place] = timer;
    timer->place = place;
}

static void timer_rise(Reactor *reactor, Timer *timer, size_t place)
{
    for (; place > 1 && timer->deadline_ns < reactor->timers[place / 2]->deadline_ns; place /= 2)
        timer_put(reactor, reactor->timers[place / 2], place);
    timer_put(reactor, timer, place);
}

static void timer_sink(Reactor *reactor, Timer *timer, size_t place)
{
    for (;;) {
        size_t child = place * 2;
        if (child > reactor->timer_count)
            break;
        if (child < reactor->timer_count && reactor->timers[child + 1]->deadline_ns < reactor->timers[child]->deadline_ns)
            child++;
        if (timer->deadline_ns <= reactor->timers[child]->deadline_ns)
            break;
        timer_put(reactor, reactor->timers[child], place);
        place = child;
    }
    timer_put(reactor, timer, place);
}

void reactor_stop_timer(Reactor *reactor, Timer *timer)
{
    size_t place = timer->place;
    if (place == 0)
        return;
    timer->place = 0;
    Timer *last = reactor->timers[reactor->timer_count--];
    if (last == timer)
        return;
    if (place > 1 && last->deadline_ns < reactor->timers[place / 2]->deadline_ns)
        timer_rise(reactor, last, place);
    else
        timer_sink(reactor, last, place);
}

bool reactor_set_timer(Reactor *reactor, Timer *timer, int64_t deadline_ns)
{
    reactor_stop_timer(reactor, timer);
    if (reactor->timer_count + 1 >= reactor->timer_capacity) {
        size_t capacity = reactor->timer_capacity == 0 ? 64 : reactor->timer_capacity * 2;
        Timer **timers = realloc(reactor->timers, capacity * sizeof *timers);
        if (timers == NULL)
            return false;
        reactor->timers = timers;
        reactor->timer_capacity = capacity;
    }
    timer->deadline_ns = deadline_ns;
    timer_rise(reactor, timer, ++reactor->timer_count);
    return true;
}

/* Only timers that were due when the turn began to serve them: one that sets itself anew does not hold the loop. */
static void serve_timers(Reactor *reactor)
{
    int64_t now_ns = reactor->timer_count > 0 ? system_now_ns() : 0;
    while (reactor->timer_count > 0 && reactor->timers[1]->deadline_ns <= now_ns) {
        Timer *timer = reactor->timers[1];
        reactor_stop_timer(reactor, timer);
        timer->due(timer->context);
    }
}

bool reactor_turn(Reactor *reactor, int64_t deadline_ns)
{
    if (reactor->timer_count > 0 && reactor->timers[1]->deadline_ns < deadline_ns)
        deadline_ns = reactor->timers[1]->deadline_ns;
    if (!poller_wait(&reactor->poller, deadline_ns))
        return false;
    poller_serve(&reactor->poller);
    serve_timers(reactor);
    return true;
}
