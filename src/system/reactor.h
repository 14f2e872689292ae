/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Reactor: the loop of a thread that serves many pipes and deadlines with one wait.
 *
 * A Watch is a descriptor and whom to call when it is ready, a Timer a moment and whom to call when it has come.
 * Both are embedded in their owners, who may add, change and remove any of them at any time, from inside the calls
 * too. In every turn descriptors are served before timers: what arrived in time is seen before time is up. One thread.
 */
#ifndef CAROUSEL_SYSTEM_REACTOR_H
#define CAROUSEL_SYSTEM_REACTOR_H

#include "system/wait.h"

typedef struct Reactor Reactor;

typedef struct Watch {
    void (*ready)(void *context, int what); /* `what`: CHANNEL_ bits */
    void *context;
    int descriptor, want; /* the reactor's own, as is `place` */
    size_t place;         /* 0: not watched */
} Watch;

typedef struct Timer {
    void (*due)(void *context);
    void *context;
    int64_t deadline_ns; /* read it, set it through reactor_set_timer() */
    size_t place;        /* the reactor's own; 0: not running */
} Timer;

/* NULL if memory ran out. */
Reactor *reactor_create(void);

/* Watches and timers that are left are forgotten. NULL is fine. */
void reactor_destroy(Reactor *reactor);

/* Starts to watch `descriptor` for `want` (CHANNEL_READ, CHANNEL_WRITE, 0: nothing just now). `watch->place` must be 0.
 * False if memory ran out. */
bool reactor_watch(Reactor *reactor, Watch *watch, int descriptor, int want);

/* Changes what is wanted. Only while watched. While nothing is wanted not even the loss of the descriptor is reported. */
void reactor_want(Reactor *reactor, Watch *watch, int want);

/* Harmless if it is not watched. Do it before closing the descriptor. */
void reactor_unwatch(Reactor *reactor, Watch *watch);

/* Starts or moves a timer. False, and a running timer stops, if memory ran out. */
bool reactor_set_timer(Reactor *reactor, Timer *timer, int64_t deadline_ns);

/* Harmless if it is not running. */
void reactor_stop_timer(Reactor *reactor, Timer *timer);

/* One turn: waits until something is ready, a timer is due or `deadline_ns` has come, and serves it. A timer is stopped
 * before it is called. False only if the system's wait fails. */
bool reactor_turn(Reactor *reactor, int64_t deadline_ns);

#endif
