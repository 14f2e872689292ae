/* SPDX-License-Identifier: GPL-3.0-only */
/* The poller of any system: an array for system_wait(). linux/poller.c replaces it where it can. */
#include "system/poller.h"

#include "system/descriptor.h"

#include <stdlib.h>

enum { FIRST_CAPACITY = 64 };

struct Poller {
    Channel *channels; /* dense, from 1: removing moves the last one into the gap */
    Watch **watches;
    size_t count, capacity;
    size_t ready;
    size_t serving; /* the place being served; what lies before it has not been looked at in this turn */
};

Poller *poller_create(void)
{
    return calloc(1, sizeof(Poller));
}

void poller_destroy(Poller *poller)
{
    free(poller->channels);
    free(poller->watches);
    free(poller);
}

static bool poller_grow(Poller *poller)
{
    size_t capacity = poller->capacity == 0 ? FIRST_CAPACITY : poller->capacity * 2;
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

/* system_wait() passes over NO_DESCRIPTOR: that is how a watch that wants nothing stays where it is. */
void poller_change(Poller *poller, Watch *watch, int want)
{
    watch->want = want;
    poller->channels[watch->place] = channel_make(want != 0 ? watch->descriptor : NO_DESCRIPTOR, want);
}

bool poller_add(Poller *poller, Watch *watch)
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
void poller_remove(Poller *poller, Watch *watch)
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

bool poller_wait(Poller *poller, int64_t deadline_ns)
{
    int ready = system_wait(poller->channels != NULL ? poller->channels + 1 : NULL, poller->count, deadline_ns);
    poller->ready = ready > 0 ? (size_t)ready : 0;
    return ready >= 0;
}

void poller_serve(Poller *poller)
{
    for (poller->serving = poller->count; poller->serving > 0 && poller->ready > 0; poller->serving--) {
        Channel *channel = &poller->channels[poller->serving];
        int what = channel->ready;
        channel->ready = 0;
        if (what == 0 || channel->descriptor < 0)
            continue;
        poller->ready--;
        Watch *watch = poller->watches[poller->serving];
        watch->ready(watch->context, what);
    }
    poller->serving = 0;
}
