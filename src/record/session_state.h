/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What the session's files share: session.c (events in, actions out, failures), session_open.c (making, resuming)
 * and session_records.c (the journal and the score sheets on their files). Private.
 */
#ifndef CAROUSEL_RECORD_SESSION_STATE_H
#define CAROUSEL_RECORD_SESSION_STATE_H

#include "chess/pgn_writer.h"
#include "record/journal.h"
#include "record/session.h"
#include "simul/event_queue.h"

enum { OWN_ACTIONS = 4 };

/* A file whose last good state is known. `unsynced` are the whole lines behind `synced` bytes, so that everything that
 * the disk may not have can be written again. */
typedef struct JournalFile {
    void *file; /* NULL: no journal */
    JournalState state;
    uint64_t synced;
    JournalText unsynced;
    JournalText line;
} JournalFile;

typedef struct SheetFile {
    void *file; /* NULL: no score sheets */
    uint64_t base;   /* bytes that were there before us */
    uint64_t length; /* with ours, whole */
    uint64_t standing; /* of those, at the end, sheets of games that stood when the exhibition was stopped */
    PgnWriter writer;
} SheetFile;

struct SimulSession {
    SimulCore *core;
    SimulFiles files;
    JournalFile journal;
    SheetFile sheets;
    int64_t time_ns;

    EventQueue queue; /* the events that are not in the journal yet */
    const SimulAction *actions; /* of the event in hand: [next_action … action_count) are still to come */
    size_t action_count, next_action;

    bool blocked;
    bool given_up;        /* aborted while blocked: nothing is written any more */
    bool muted;           /* … and what the event in hand has to say was never written: its seats are served, no more */
    bool swallow_paused;  /* the next `paused` has been announced already */
    int64_t blocked_ns;
    char failure[SIMUL_FILE_ERROR_SIZE];
    int own_next, own_count;
    SimulAction own[OWN_ACTIONS]; /* the session's own announcements, to be given first */
};

/* ---- session_records.c ---- */

/* Writes the event's line. False, with nothing changed but a torn end in the file, and the reason. */
bool journal_file_write(SimulSession *session, const SimulEvent *event, char error[SIMUL_FILE_ERROR_SIZE]);
bool journal_file_sync(SimulSession *session, char error[SIMUL_FILE_ERROR_SIZE]);
/* Cuts back to what is surely there and writes the rest again. */
bool journal_file_repair(SimulSession *session, char error[SIMUL_FILE_ERROR_SIZE]);

bool sheet_file_write(SimulSession *session, const SimulAction *action, char error[SIMUL_FILE_ERROR_SIZE]);
/* The exhibition goes on: takes the sheets of unfinished games away again. */
bool sheet_file_reopen(SimulSession *session, char error[SIMUL_FILE_ERROR_SIZE]);
bool sheet_file_repair(SimulSession *session, char error[SIMUL_FILE_ERROR_SIZE]);
bool sheet_file_sync(SimulSession *session, char error[SIMUL_FILE_ERROR_SIZE]);

#endif
