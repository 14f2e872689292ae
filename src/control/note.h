/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Notes: what is still to be told to the session, in order. A queue of events with their own copies of all they carry.
 * Not thread-safe; the controller keeps one for itself and one, under its lock, for other threads.
 */
#ifndef CAROUSEL_CONTROL_NOTE_H
#define CAROUSEL_CONTROL_NOTE_H

#include "control/seat.h"
#include "simul/core.h"

typedef struct Note {
    struct Note *next;
    SimulEvent event;        /* its text and setup point into this note */
    const Seat *seat;        /* it comes from this seat, and counts only while that sits at the board; NULL: from elsewhere */
    int64_t now_ns;          /* system_now_ns() time */
    SimulBoardSetup setup;
    char text[];
} Note;

typedef struct NoteQueue {
    Note *first, *last;
} NoteQueue;

/* A copy of the event; NULL if memory ran out. */
Note *note_create(const SimulEvent *event, const Seat *seat, int64_t now_ns);
void note_destroy(Note *note);

void notes_append(NoteQueue *queue, Note *note);
void notes_prepend(NoteQueue *queue, Note *note);

/* The oldest, now the caller's; NULL if there is none. */
Note *notes_take(NoteQueue *queue);

/* Moves all of `from` behind those of `to`. */
void notes_move(NoteQueue *to, NoteQueue *from);

/* Is a move of this seat's among them? */
bool notes_have_reply(const NoteQueue *queue, const Seat *seat);

/* Takes this seat's moves out and forgets them. */
void notes_drop_replies(NoteQueue *queue, const Seat *seat);

void notes_clear(NoteQueue *queue);

#endif
