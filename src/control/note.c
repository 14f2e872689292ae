/* SPDX-License-Identifier: GPL-3.0-only */
#include "control/note.h"

#include <stdlib.h>
#include <string.h>

/* Where a borrowed string of an event or setup is kept. */
typedef const char **StringPlace;

enum { STRINGS = 6 };

static void string_places(Note *note, StringPlace places[STRINGS])
{
    places[0] = &note->event.text;
    places[1] = &note->setup.name;
    places[2] = &note->setup.spec;
    places[3] = &note->setup.fen;
    places[4] = &note->setup.moves;
    places[5] = &note->setup.opening;
}

Note *note_create(const SimulEvent *event, const Seat *seat, int64_t now_ns)
{
    Note head = {.event = *event, .seat = seat, .now_ns = now_ns};
    if (event->setup != NULL)
        head.setup = *event->setup;
    StringPlace places[STRINGS];
    string_places(&head, places);
    size_t size = 0;
    for (int i = 0; i < STRINGS; i++)
        if (*places[i] != NULL)
            size += strlen(*places[i]) + 1;
    Note *note = malloc(sizeof *note + size);
    if (note == NULL)
        return NULL;
    *note = head;
    char *at = note->text;
    string_places(note, places);
    for (int i = 0; i < STRINGS; i++) {
        if (*places[i] == NULL)
            continue;
        size_t length = strlen(*places[i]) + 1;
        memcpy(at, *places[i], length);
        *places[i] = at;
        at += length;
    }
    if (event->setup != NULL)
        note->event.setup = &note->setup;
    return note;
}

void note_destroy(Note *note)
{
    free(note);
}

void notes_append(NoteQueue *queue, Note *note)
{
    note->next = NULL;
    if (queue->last != NULL)
        queue->last->next = note;
    else
        queue->first = note;
    queue->last = note;
}

void notes_prepend(NoteQueue *queue, Note *note)
{
    note->next = queue->first;
    queue->first = note;
    if (queue->last == NULL)
        queue->last = note;
}

Note *notes_take(NoteQueue *queue)
{
    Note *note = queue->first;
    if (note != NULL) {
        queue->first = note->next;
        if (queue->first == NULL)
            queue->last = NULL;
    }
    return note;
}

void notes_move(NoteQueue *to, NoteQueue *from)
{
    if (from->first == NULL)
        return;
    if (to->last != NULL)
        to->last->next = from->first;
    else
        to->first = from->first;
    to->last = from->last;
    from->first = from->last = NULL;
}

static bool is_reply(const Note *note, const Seat *seat)
{
    return note->seat == seat && note->event.kind == SIMUL_EVENT_REPLY;
}

bool notes_have_reply(const NoteQueue *queue, const Seat *seat)
{
    for (const Note *note = queue->first; note != NULL; note = note->next)
        if (is_reply(note, seat))
            return true;
    return false;
}

void notes_drop_replies(NoteQueue *queue, const Seat *seat)
{
    NoteQueue all = *queue;
    *queue = (NoteQueue){NULL, NULL};
    for (Note *note = notes_take(&all); note != NULL; note = notes_take(&all)) {
        if (is_reply(note, seat))
            note_destroy(note);
        else
            notes_append(queue, note);
    }
}

void notes_clear(NoteQueue *queue)
{
    for (Note *note = notes_take(queue); note != NULL; note = notes_take(queue))
        note_destroy(note);
}
