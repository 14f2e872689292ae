/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * A session: the core with its journal and its score sheets, so that nothing is announced that is not written.
 *
 *     session_event(event); while (session_next(&action)) do it
 *
 * Every event is in the journal before its actions come out; DO_SYNC and DO_SHEET are done in here. If writing or
 * syncing fails, the session is blocked: the event (and all that follow) waits, session_next() gives one announcement
 * of the error and one `paused`, and nothing else until session_event(RESUME) has made good what failed. What waited
 * is then handled in order, as if paused at the moment of the failure. While it is blocked the core says so in its
 * status. ABORT never waits: what cannot be written then is done without, and said ("not saved: …"); so is STOP while
 * blocked. After that only the journal's file can be resumed, not this session.
 *
 * A file that is taken away while the exhibition runs is kept (record_file.h), and that is said as an incident.
 *
 * Files are reached only through SimulFiles, so that tests can make every write and sync fail.
 * One thread at a time (the controller's).
 */
#ifndef CAROUSEL_RECORD_SESSION_H
#define CAROUSEL_RECORD_SESSION_H

#include "record/files.h"
#include "simul/core.h"
#include "simul/event_queue.h"

typedef struct SimulSession SimulSession;

/* A new exhibition. Makes the journal (which must not exist yet) with its first record, unless journal_path is "";
 * an existing PGN file is appended to. NULL with a sentence in `error`. `identity` distinguishes this exhibition from
 * all others (any number nobody else draws). `memory` may be NULL; it outlives the session. */
SimulSession *session_create(const SimulSettings *settings, const SimulBoardSetup *boards, int count, uint64_t identity,
                             const SimulFiles *files, WinnableMemory *memory, char error[SIMUL_ERROR_SIZE]);

/* A saved exhibition from its journal: locks, reads, checks, replays it, cuts a torn end off, appends score sheets that
 * are missing. `notice` says what was cut off, or is "". Give it SIMUL_EVENT_REOPEN to go on, with stamps from
 * session_time_ns() on. NULL with the reason in `error`; then no file has been touched. */
SimulSession *session_resume(const char *journal_path, const SimulFiles *files, WinnableMemory *memory, char notice[SIMUL_ERROR_SIZE],
                             char error[SIMUL_ERROR_SIZE]);

/* The end of it, for good: a new exhibition in which nothing has happened yet leaves no files behind. NULL is fine. */
void session_leave(SimulSession *session);

/* Closes the files as they are. NULL is fine. */
void session_destroy(SimulSession *session);

/* Takes an event over, whatever comes of it; stamps never run backwards (an earlier one counts as the last). False if
 * memory ran out: the session must not be used any more but to destroy it. */
bool session_take(SimulSession *session, QueuedEvent *queued);

/* The same with a copy. */
bool session_event(SimulSession *session, const SimulEvent *event);

/* The next action to be done; false if there is none. Valid until the next call. */
bool session_next(SimulSession *session, const SimulAction **action);

const SimulCore *session_core(const SimulSession *session);

/* The last event's stamp. */
int64_t session_time_ns(const SimulSession *session);

/* True once it has ended with something not saved: REOPEN is refused. */
bool session_given_up(const SimulSession *session);

/* True while a failed write or sync holds everything up. */
bool session_blocked(const SimulSession *session);

#endif
