/* SPDX-License-Identifier: GPL-3.0-only */
/* Timers in a heap, and the turn; waiting for descriptors is the poller's. */
#include "system/reactor.h"

#include "system/clock.h"
#include "system/poller.h"

#include <assert.h>
#include <stdlib.h>

struct Reactor {
    Poller *poller;
    Timer **timers; /* a binary heap, the earliest at 1; slot 0 stays empty, so that place 0 means "nowhere" */
    size_t timer_count;
    size_t timer_capacity;
};

Reactor *reactor_create(void)
{
    Reactor *reactor = calloc(1, sizeof *reactor);
    if (reactor == NULL)
        return NULL;
    reactor->poller = poller_create();
    if (reactor->poller != NULL)
        return reactor;
    free(reactor);
    return NULL;
}

void reactor_destroy(Reactor *reactor)
{
    if (reactor == NULL)
        return;
    poller_destroy(reactor->poller);
    free(reactor->timers);
    free(reactor);
}

bool reactor_watch(Reactor *reactor, Watch *watch, int descriptor, int want)
{
    assert(watch->place == 0 && descriptor >= 0);
    watch->descriptor = descriptor;
    watch->want = want;
    if (poller_add(reactor->poller, watch))
        return true;
    watch->place = 0;
    return false;
}

void reactor_want(Reactor *reactor, Watch *watch, int want)
{
    assert(watch->place != 0);
    poller_change(reactor->poller, watch, want);
}

void reactor_unwatch(Reactor *reactor, Watch *watch)
{
    if (watch->place != 0)
        poller_remove(reactor->poller, watch);
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
    if (!poller_wait(reactor->poller, deadline_ns))
        return false;
    poller_serve(reactor->poller);
    serve_timers(reactor);
    return true;
}
