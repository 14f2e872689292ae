/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What the session's files share: session.c (events in, actions out, failures) and session_open.c (making, resuming).
 * Private.
 */
#ifndef CAROUSEL_RECORD_SESSION_STATE_H
#define CAROUSEL_RECORD_SESSION_STATE_H

#include "record/journal_file.h"
#include "record/session.h"
#include "record/sheet_files.h"
#include "simul/event_queue.h"

enum { OWN_ACTIONS = 8, OWN_TEXT_SIZE = 2 * SIMUL_PATH_SIZE };

struct SimulSession {
    SimulCore *core;
    SimulFiles files;
    JournalFile journal;
    SheetFiles sheets;
    bool fresh;   /* new, not resumed */
    bool discard; /* its files are to be taken away with it */
    int64_t time_ns;

    EventQueue queue;           /* the events that are not in the journal yet */
    const SimulAction *actions; /* of the event in hand: [next_action … action_count) are still to come */
    size_t action_count, next_action;

    bool blocked;
    bool ending;                  /* it was aborted: what cannot be written now is done without */
    bool given_up;                /* that was the journal: nothing more is written */
    bool muted;                   /* … and what the event in hand has to say was never written: its seats are served, no more */
    bool missing;                 /* something was not saved */
    const SimulAction *held_back; /* the session's own announcements come first */
    bool swallow_paused;          /* the next `paused` has been announced already */
    bool pause_in_hand;           /* the event in hand is the pause of that announcement: after it none is swallowed */
    int64_t blocked_ns;
    char failure[SIMUL_FILE_ERROR_SIZE];
    int own_next, own_count;
    SimulAction own[OWN_ACTIONS]; /* the session's own announcements, to be given first */
    char own_texts[OWN_ACTIONS][OWN_TEXT_SIZE];
};

#endif
