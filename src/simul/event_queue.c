/* SPDX-License-Identifier: GPL-3.0-only */
#include "simul/event_queue.h"

#include <stdlib.h>
#include <string.h>

/* Where an event's borrowed strings are kept. */
enum { STRINGS = 6 };

static void string_places(QueuedEvent *queued, const char **places[STRINGS])
{
    places[0] = &queued->event.text;
    places[1] = &queued->setup.name;
    places[2] = &queued->setup.spec;
    places[3] = &queued->setup.fen;
    places[4] = &queued->setup.moves;
    places[5] = &queued->setup.opening;
}

QueuedEvent *queued_event_create(const SimulEvent *event, const void *source)
{
    QueuedEvent head = {.event = *event, .source = source};
    const char **places[STRINGS];
    if (event->setup != NULL)
        head.setup = *event->setup;
    string_places(&head, places);
    size_t size = 0;
    for (int i = 0; i < STRINGS; i++)
        if (*places[i] != NULL)
            size += strlen(*places[i]) + 1;
    QueuedEvent *queued = malloc(sizeof *queued + size);
    if (queued == NULL)
        return NULL;
    *queued = head;
    char *at = queued->strings;
    string_places(queued, places);
    for (int i = 0; i < STRINGS; i++) {
        if (*places[i] == NULL)
            continue;
        const size_t length = strlen(*places[i]) + 1;
        memcpy(at, *places[i], length);
        *places[i] = at;
        at += length;
    }
    if (event->setup != NULL)
        queued->event.setup = &queued->setup;
    return queued;
}

void queued_event_destroy(QueuedEvent *queued)
{
    free(queued);
}

void event_queue_append(EventQueue *queue, QueuedEvent *queued)
{
    queued->next = NULL;
    if (queue->last != NULL)
        queue->last->next = queued;
    else
        queue->first = queued;
    queue->last = queued;
}

void event_queue_prepend(EventQueue *queue, QueuedEvent *queued)
{
    queued->next = queue->first;
    queue->first = queued;
    if (queue->last == NULL)
        queue->last = queued;
}

void event_queue_insert_after(EventQueue *queue, QueuedEvent *before, QueuedEvent *queued)
{
    queued->next = before->next;
    before->next = queued;
    if (queue->last == before)
        queue->last = queued;
}

QueuedEvent *event_queue_take(EventQueue *queue)
{
    QueuedEvent *queued = queue->first;
    if (queued != NULL) {
        queue->first = queued->next;
        if (queue->first == NULL)
            queue->last = NULL;
    }
    return queued;
}

void event_queue_join(EventQueue *to, EventQueue *from)
{
    if (from->first == NULL)
        return;
    if (to->last != NULL)
        to->last->next = from->first;
    else
        to->first = from->first;
    to->last = from->last;
    *from = (EventQueue){NULL, NULL};
}

void event_queue_move_source(EventQueue *to, EventQueue *from, const void *source)
{
    EventQueue all = *from;
    *from = (EventQueue){NULL, NULL};
    for (QueuedEvent *queued = event_queue_take(&all); queued != NULL; queued = event_queue_take(&all))
        event_queue_append(queued->source == source ? to : from, queued);
}

bool event_queue_has(const EventQueue *queue, const void *source, SimulEventKind kind)
{
    for (const QueuedEvent *queued = queue->first; queued != NULL; queued = queued->next)
        if (queued->source == source && queued->event.kind == kind)
            return true;
    return false;
}

void event_queue_drop(EventQueue *queue, const void *source, SimulEventKind kind)
{
    EventQueue all = *queue;
    *queue = (EventQueue){NULL, NULL};
    for (QueuedEvent *queued = event_queue_take(&all); queued != NULL; queued = event_queue_take(&all)) {
        if (queued->source == source && (kind == SIMUL_EVENT_COUNT || queued->event.kind == kind))
            queued_event_destroy(queued);
        else
            event_queue_append(queue, queued);
    }
}

void event_queue_clear(EventQueue *queue)
{
    for (QueuedEvent *queued = event_queue_take(queue); queued != NULL; queued = event_queue_take(queue))
        queued_event_destroy(queued);
}
