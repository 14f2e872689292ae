/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The reactor's half that knows the system: which of many watched descriptors are ready. For reactor.c alone; what
 * the operations mean stands in reactor.h. One thread.
 */
#ifndef CAROUSEL_SYSTEM_POLLER_H
#define CAROUSEL_SYSTEM_POLLER_H

#include "system/reactor.h"

typedef struct Poller Poller;

/* NULL if there is no memory or no descriptor to be had. */
Poller *poller_create(void);
void poller_destroy(Poller *poller);

/* Takes `watch` in, with its descriptor and what it wants filled in, and gives it a place. False if memory ran out. */
bool poller_add(Poller *poller, Watch *watch);
void poller_change(Poller *poller, Watch *watch, int want);
void poller_remove(Poller *poller, Watch *watch);

/* Waits until a descriptor is ready or the moment has come. False only if the system's wait fails. */
bool poller_wait(Poller *poller, int64_t deadline_ns);

/* Calls those whom the last wait found ready; they may add, change and remove any. */
void poller_serve(Poller *poller);

#endif
