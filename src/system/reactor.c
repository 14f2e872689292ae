#include "system/reactor.h"

#include "system/clock.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Slot 0 of every array stays empty, so that place 0 means "nowhere". */
struct Reactor {
    Channel *channels; /* dense: removing moves the last one into the gap */
    Watch **watches;
    size_t watch_count;
    size_t watch_capacity;
    size_t serving; /* the place being served; everything behind it has not been looked at in this turn */
    Timer **timers; /* a binary heap, the earliest at 1 */
    size_t timer_count;
    size_t timer_capacity;
};

Reactor *reactor_create(void)
{
    return calloc(1, sizeof(Reactor));
}

void reactor_destroy(Reactor *reactor)
{
    if (reactor == NULL)
        return;
    free(reactor->channels);
    free(reactor->watches);
    free(reactor->timers);
    free(reactor);
}

static bool watches_grow(Reactor *reactor)
{
    size_t capacity = reactor->watch_capacity == 0 ? 64 : reactor->watch_capacity * 2;
    Channel *channels = realloc(reactor->channels, capacity * sizeof *channels);
    if (channels == NULL)
        return false;
    reactor->channels = channels;
    Watch **watches = realloc(reactor->watches, capacity * sizeof *watches);
    if (watches == NULL)
        return false;
    reactor->watches = watches;
    reactor->watch_capacity = capacity;
    return true;
}

/* poll() passes over negative descriptors: that is how a watch that wants nothing stays where it is. */
static void channel_set(Channel *channel, int descriptor, int want)
{
    channel->fd = want != 0 ? descriptor : -descriptor - 1;
    channel->events = (short)want;
    channel->revents = 0;
}

bool reactor_watch(Reactor *reactor, Watch *watch, int descriptor, int want)
{
    assert(watch->place == 0 && descriptor >= 0);
    if (reactor->watch_count + 1 >= reactor->watch_capacity && !watches_grow(reactor))
        return false;
    watch->place = ++reactor->watch_count;
    channel_set(&reactor->channels[watch->place], descriptor, want);
    reactor->watches[watch->place] = watch;
    return true;
}

void reactor_want(Reactor *reactor, Watch *watch, int want)
{
    assert(watch->place != 0);
    Channel *channel = &reactor->channels[watch->place];
    channel_set(channel, channel->fd >= 0 ? channel->fd : -channel->fd - 1, want);
}

static void watch_move(Reactor *reactor, size_t from, size_t to)
{
    reactor->channels[to] = reactor->channels[from];
    reactor->watches[to] = reactor->watches[from];
    reactor->watches[to]->place = to;
}

/* Serving goes from the last to the first: what moves into a gap from behind has been served already, unless the gap
 * lies before the place being served; then the served one's neighbours close ranks so that none is skipped. */
void reactor_unwatch(Reactor *reactor, Watch *watch)
{
    size_t gap = watch->place;
    if (gap == 0)
        return;
    watch->place = 0;
    if (gap < reactor->serving) {
        size_t last_waiting = reactor->serving - 1;
        if (last_waiting != gap)
            watch_move(reactor, last_waiting, gap);
        reactor->serving = gap = last_waiting;
    }
    if (gap != reactor->watch_count)
        watch_move(reactor, reactor->watch_count, gap);
    reactor->watch_count--;
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

static void serve_watches(Reactor *reactor, size_t ready)
{
    for (reactor->serving = reactor->watch_count; reactor->serving > 0 && ready > 0; reactor->serving--) {
        Channel *channel = &reactor->channels[reactor->serving];
        int what = channel->fd >= 0 ? channel->revents : 0;
        channel->revents = 0;
        if (what == 0)
            continue;
        ready--;
        Watch *watch = reactor->watches[reactor->serving];
        watch->ready(watch->context, what);
    }
    reactor->serving = 0;
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
    Channel *channels = reactor->channels != NULL ? reactor->channels + 1 : NULL;
    int ready = system_wait(channels, reactor->watch_count, deadline_ns);
    if (ready < 0)
        return false;
    if (ready > 0)
        serve_watches(reactor, (size_t)ready);
    serve_timers(reactor);
    return true;
}
