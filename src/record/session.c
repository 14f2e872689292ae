/* SPDX-License-Identifier: GPL-3.0-only */
#include "record/session_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The queue ---- */

static bool enqueue(SimulSession *session, const SimulEvent *event)
{
    QueuedEvent *queued = queued_event_create(event, NULL);
    if (queued != NULL)
        event_queue_append(&session->queue, queued);
    return queued != NULL;
}

/* Puts an event at the head of the queue, or after the one that is there first. */
static bool enqueue_early(SimulSession *session, const SimulEvent *event, bool after_first)
{
    QueuedEvent *queued = queued_event_create(event, NULL);
    if (queued == NULL)
        return false;
    if (after_first && session->queue.first != NULL)
        event_queue_insert_after(&session->queue, session->queue.first, queued);
    else
        event_queue_prepend(&session->queue, queued);
    return true;
}

/* ---- Failures ---- */

static SimulAction *own_action(SimulSession *session, SimulActionKind kind)
{
    if (session->own_next == session->own_count)
        session->own_next = session->own_count = 0;
    if (session->own_count == OWN_ACTIONS)
        session->own_count--;
    SimulAction *action = &session->own[session->own_count++];
    memset(action, 0, sizeof *action);
    action->kind = kind;
    return action;
}

static void say(SimulSession *session, SimulAnnouncementKind kind, const char *text)
{
    SimulAction *action = own_action(session, SIMUL_DO_ANNOUNCE);
    action->announcement.kind = kind;
    action->announcement.text = text;
}

static bool running(const SimulSession *session, bool *paused)
{
    SimulStatus status;
    simul_core_status(session->core, &status);
    *paused = status.paused;
    return status.phase == SIMUL_RUNNING;
}

/* Something could not be written: nothing goes on until it is. */
static void block(SimulSession *session)
{
    bool paused;
    session->blocked = true;
    session->blocked_ns = session->queue.first != NULL ? session->queue.first->event.time_ns : session->time_ns;
    say(session, SIMUL_SAYS_ERROR, session->failure);
    if (running(session, &paused) && !paused)
        say(session, SIMUL_SAYS_PAUSED, NULL);
}

/* The operator says that it should work now. Makes good what failed; what waited is handled as if everything had
 * been paused in between. */
static bool unblock(SimulSession *session, const SimulEvent *resume)
{
    if (!journal_file_repair(session, session->failure) || !sheet_file_repair(session, session->failure)) {
        say(session, SIMUL_SAYS_ERROR, session->failure);
        return true;
    }
    bool paused;
    session->blocked = false;
    if (!running(session, &paused))
        return true;
    if (!paused) {
        /* The event that could not be written, if that was it, happened before the pause. */
        const bool after_first = session->next_action == session->action_count;
        const SimulEvent pause = {.kind = SIMUL_EVENT_PAUSE, .time_ns = session->blocked_ns, .seat = SIMUL_OPERATOR, .if_possible = true};
        if (!enqueue_early(session, &pause, after_first))
            return false;
        session->swallow_paused = true;
    }
    SimulEvent quiet = *resume;
    quiet.if_possible = true;
    return enqueue(session, &quiet);
}

/* Aborted while nothing can be written: seats are closed, the journal stays as it was when it could be written last. */
static bool give_up(SimulSession *session, const SimulEvent *stop)
{
    SimulEvent abort = *stop;
    abort.kind = SIMUL_EVENT_ABORT; /* the visit's end may be among what is lost */
    abort.games_stand = true;
    SimulStatus status;
    simul_core_status(session->core, &status);
    session->given_up = session->muted = true;
    session->blocked = false;
    event_queue_clear(&session->queue);
    return (status.phase != SIMUL_RUNNING && status.phase != SIMUL_OPENING) || enqueue(session, &abort);
}

/* ---- Events in, actions out ---- */

bool session_take(SimulSession *session, QueuedEvent *queued)
{
    SimulEvent *event = &queued->event;
    if (event->time_ns < session->time_ns)
        event->time_ns = session->time_ns;
    session->time_ns = event->time_ns;
    bool ok = true;
    if (event->kind == SIMUL_EVENT_REOPEN && session->given_up) {
        say(session, SIMUL_SAYS_ERROR, "the exhibition's records are behind: resume it from its journal");
        own_action(session, SIMUL_DO_END)->remain = true;
    } else if (session->blocked && event->kind == SIMUL_EVENT_RESUME) {
        ok = unblock(session, event);
    } else if (session->blocked && (event->kind == SIMUL_EVENT_ABORT || event->kind == SIMUL_EVENT_STOP)) {
        ok = give_up(session, event);
    } else {
        if (event->kind == SIMUL_EVENT_REOPEN) {
            event->has_pgn_base = true;
            event->pgn_base = session->sheets.base;
        }
        event_queue_append(&session->queue, queued);
        return true;
    }
    queued_event_destroy(queued);
    return ok;
}

bool session_event(SimulSession *session, const SimulEvent *event)
{
    QueuedEvent *queued = queued_event_create(event, NULL);
    return queued != NULL && session_take(session, queued);
}

/* Does what is the session's own to do. True if the action is for the caller. */
static bool for_caller(SimulSession *session, const SimulAction *action, bool *ok)
{
    *ok = true;
    if (session->given_up)
        return action->kind != SIMUL_DO_SYNC && action->kind != SIMUL_DO_SHEET &&
               !(session->muted && action->kind == SIMUL_DO_ANNOUNCE);
    switch (action->kind) {
    case SIMUL_DO_SYNC:
        *ok = journal_file_sync(session, session->failure);
        return false;
    case SIMUL_DO_SHEET:
        *ok = sheet_file_write(session, action, session->failure);
        return false;
    case SIMUL_DO_END:
        *ok = journal_file_sync(session, session->failure) && sheet_file_sync(session, session->failure);
        return true;
    case SIMUL_DO_ANNOUNCE:
        if (action->announcement.kind == SIMUL_SAYS_PAUSED && session->swallow_paused) {
            session->swallow_paused = false;
            return false;
        }
        return true;
    default:
        return true;
    }
}

/* The next action of the event in hand. False if there is none, or the session is blocked. */
static bool next_of_event(SimulSession *session, const SimulAction **action)
{
    while (session->next_action < session->action_count) {
        const SimulAction *next = &session->actions[session->next_action];
        bool ok;
        const bool given = for_caller(session, next, &ok);
        if (!ok) {
            block(session);
            return false;
        }
        session->next_action++;
        if (given) {
            *action = next;
            return true;
        }
    }
    return false;
}

/* Takes the first event of the queue in hand. False if it could not be written. */
static bool take_event(SimulSession *session)
{
    const SimulEvent *event = &session->queue.first->event;
    if (!session->given_up && ((event->kind == SIMUL_EVENT_REOPEN && !sheet_file_reopen(session, session->failure)) ||
                               !journal_file_write(session, event, session->failure))) {
        block(session);
        return false;
    }
    session->actions = simul_core_handle(session->core, event, &session->action_count);
    session->next_action = 0;
    session->muted = false;
    if (session->actions == NULL)
        session->action_count = 0;
    queued_event_destroy(event_queue_take(&session->queue));
    return session->actions != NULL;
}

bool session_next(SimulSession *session, const SimulAction **action)
{
    for (;;) {
        if (session->own_next < session->own_count) {
            *action = &session->own[session->own_next++];
            return true;
        }
        if (session->blocked)
            return false;
        if (next_of_event(session, action))
            return true;
        if (session->blocked)
            continue;
        if (session->queue.first == NULL || (!take_event(session) && !session->blocked))
            return false;
    }
}

const SimulCore *session_core(const SimulSession *session)
{
    return session->core;
}

int64_t session_time_ns(const SimulSession *session)
{
    return session->time_ns;
}

bool session_given_up(const SimulSession *session)
{
    return session->given_up;
}

bool session_blocked(const SimulSession *session)
{
    return session->blocked;
}

void session_destroy(SimulSession *session)
{
    if (session == NULL)
        return;
    char ignored[SIMUL_FILE_ERROR_SIZE];
    event_queue_clear(&session->queue);
    if (session->journal.file != NULL) {
        journal_file_sync(session, ignored);
        session->files.close(session->files.context, session->journal.file, ignored);
    }
    if (session->sheets.file != NULL)
        session->files.close(session->files.context, session->sheets.file, ignored);
    journal_text_destroy(&session->journal.unsynced);
    journal_text_destroy(&session->journal.line);
    pgn_writer_destroy(&session->sheets.writer);
    simul_core_destroy(session->core);
    free(session);
}
