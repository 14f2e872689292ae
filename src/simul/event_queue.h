/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Events on their way to the core, in order. What somebody says is copied once, into a block that holds all its strings,
 * and handed on from queue to queue: whoever has taken an event owns it, until he appends it elsewhere or destroys it.
 * Pure; a queue is one thread's, or is guarded by whoever keeps it.
 */
#ifndef CAROUSEL_SIMUL_EVENT_QUEUE_H
#define CAROUSEL_SIMUL_EVENT_QUEUE_H

#include "simul/event.h"

typedef struct QueuedEvent {
    struct QueuedEvent *next;
    SimulEvent event;   /* its text and setup point into this block */
    const void *source; /* who said it, to tell one speaker's events from another's; never looked into. NULL: nobody */
    SimulBoardSetup setup;
    char strings[];
} QueuedEvent;

/* Zero: empty. */
typedef struct EventQueue {
    QueuedEvent *first, *last;
} EventQueue;

/* A copy of the event; NULL if memory ran out. */
QueuedEvent *queued_event_create(const SimulEvent *event, const void *source);

/* NULL is fine. */
void queued_event_destroy(QueuedEvent *queued);

/* These take the event over. */
void event_queue_append(EventQueue *queue, QueuedEvent *queued);
void event_queue_prepend(EventQueue *queue, QueuedEvent *queued);
void event_queue_insert_after(EventQueue *queue, QueuedEvent *before, QueuedEvent *queued);

/* The oldest, now the caller's; NULL if there is none. */
QueuedEvent *event_queue_take(EventQueue *queue);

/* Moves all of `from` to the end of `to`. */
void event_queue_join(EventQueue *to, EventQueue *from);

/* Moves what `source` has said to the end of `to`, in its order. */
void event_queue_move_source(EventQueue *to, EventQueue *from, const void *source);

/* Has `source` said something of this kind? */
bool event_queue_has(const EventQueue *queue, const void *source, SimulEventKind kind);

/* Destroys what `source` has said of this kind; SIMUL_EVENT_COUNT: all it has said. */
void event_queue_drop(EventQueue *queue, const void *source, SimulEventKind kind);

void event_queue_clear(EventQueue *queue);

#endif
