/* SPDX-License-Identifier: GPL-3.0-only */
#include "record/session_state.h"

#include <stdarg.h>
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

/* ---- What the session has to say itself ---- */

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

/* Its text is kept until it has been given. */
__attribute__((format(printf, 3, 4))) static void say(SimulSession *session, SimulAnnouncementKind kind, const char *format, ...)
{
    SimulAction *action = own_action(session, SIMUL_DO_ANNOUNCE);
    char *text = session->own_texts[action - session->own];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, OWN_TEXT_SIZE, format, arguments);
    va_end(arguments);
    action->announcement.kind = kind;
    action->announcement.text = text;
}

static bool moved(const RecordFile *record)
{
    return strcmp(record->name, record->path) != 0;
}

/* Where everything is, once the exhibition has ended or stopped, if that is not where it was to be. */
static void say_files(SimulSession *session)
{
    if (session->sheets.unfinished[0] == '\0' && !session->missing && !moved(&session->sheets.at) && !moved(&session->journal.at))
        return;
    SimulAction *action = own_action(session, SIMUL_DO_ANNOUNCE);
    action->announcement.kind = SIMUL_SAYS_FILES;
    action->announcement.pgn = session->sheets.at.file != NULL ? session->sheets.at.path : "";
    action->announcement.journal = session->journal.at.file != NULL ? session->journal.at.path : "";
    action->announcement.unfinished_pgn = session->sheets.unfinished;
    action->announcement.incomplete = session->missing;
}

/* ---- Files that are taken away ---- */

/* False if what is left could not be kept. */
static bool say_kept(SimulSession *session, RecordKeeping keeping, const RecordFile *record)
{
    if (keeping == RECORD_MADE_ANEW)
        say(session, SIMUL_SAYS_INCIDENT, "'%s' was removed: it has been made anew with all that was recorded", record->path);
    else if (keeping == RECORD_ELSEWHERE)
        say(session, SIMUL_SAYS_INCIDENT, "'%s' was replaced by another file, which is left as it is: the record goes on in '%s'",
            record->name, record->path);
    return keeping != RECORD_FAILED;
}

static bool keep_journal(SimulSession *session)
{
    return say_kept(session, journal_file_keep(&session->journal, session->failure), &session->journal.at);
}

static bool keep_sheets(SimulSession *session)
{
    return say_kept(session, sheet_files_keep(&session->sheets, session->failure), &session->sheets.at);
}

static bool sync_journal(SimulSession *session)
{
    return journal_file_sync(&session->journal, session->failure) && keep_journal(session);
}

/* ---- Failures ---- */

/* Not while it still has to be reopened: a process that was killed left it running, but nobody plays. */
static bool running(const SimulSession *session, bool *paused)
{
    SimulStatus status;
    simul_core_status(session->core, &status);
    *paused = status.paused;
    const bool to_be_reopened = session->queue.first != NULL && session->queue.first->event.kind == SIMUL_EVENT_REOPEN;
    return status.phase == SIMUL_RUNNING && !to_be_reopened;
}

/* The journal stays as it was when it could be written last. */
static void lose_journal(SimulSession *session)
{
    say(session, SIMUL_SAYS_ERROR, "not saved: what happened last (%s)", session->failure);
    session->given_up = session->missing = true;
}

/* Something could not be written: nothing goes on until it is, or, at the end, without it. */
static void block(SimulSession *session)
{
    if (session->ending) {
        lose_journal(session);
        return;
    }
    bool paused;
    const bool in_play = running(session, &paused);
    session->blocked = true;
    session->blocked_ns = session->queue.first != NULL ? session->queue.first->event.time_ns : session->time_ns;
    simul_core_hold(session->core, session->failure);
    say(session, SIMUL_SAYS_ERROR, "%s", session->failure);
    if (in_play && !paused)
        say(session, SIMUL_SAYS_PAUSED, "%s", "");
}

static void release(SimulSession *session)
{
    session->blocked = false;
    simul_core_hold(session->core, NULL);
}

static bool repair_journal(SimulSession *session)
{
    return keep_journal(session) && journal_file_repair(&session->journal, session->failure);
}

/* What waited is handled as if everything had been paused when it was blocked. False if memory ran out. */
static bool pause_before_what_waits(SimulSession *session)
{
    bool paused;
    if (!running(session, &paused) || paused)
        return true;
    /* The event that could not be written, if that was it, happened before the pause. */
    const bool after_first = session->next_action == session->action_count;
    const SimulEvent pause = {.kind = SIMUL_EVENT_PAUSE, .time_ns = session->blocked_ns, .seat = SIMUL_OPERATOR, .if_possible = true};
    session->swallow_paused = true;
    return enqueue_early(session, &pause, after_first);
}

/* The operator says that it should work now. Makes good what failed. */
static bool unblock(SimulSession *session, const SimulEvent *resume)
{
    bool paused;
    if (!repair_journal(session)) {
        say(session, SIMUL_SAYS_ERROR, "%s", session->failure);
        return true;
    }
    release(session);
    if (!running(session, &paused))
        return true;
    SimulEvent quiet = *resume;
    quiet.if_possible = true;
    return pause_before_what_waits(session) && enqueue(session, &quiet);
}

/* Stopped or aborted while something cannot be written: it ends, with as much written as can be. */
static bool give_up(SimulSession *session, const SimulEvent *stop)
{
    SimulEvent abort = *stop;
    abort.kind = SIMUL_EVENT_ABORT; /* the visit's end may be among what is lost */
    abort.games_stand = true;
    const bool whole = repair_journal(session);
    release(session);
    session->ending = true;
    if (!whole) {
        lose_journal(session);
        session->muted = true;
        event_queue_clear(&session->queue);
    } else if (!pause_before_what_waits(session)) {
        return false;
    }
    SimulStatus status;
    simul_core_status(session->core, &status);
    if (status.phase == SIMUL_RUNNING || status.phase == SIMUL_OPENING || session->queue.first != NULL)
        return enqueue(session, &abort);
    if (session->next_action == session->action_count && session->held_back == NULL) /* it had not begun, or gone on */
        own_action(session, SIMUL_DO_END)->remain = status.phase == SIMUL_STOPPED;
    return true;
}

/* ---- Events in, actions out ---- */

bool session_take(SimulSession *session, QueuedEvent *queued)
{
    SimulEvent *event = &queued->event;
    if (event->time_ns < session->time_ns)
        event->time_ns = session->time_ns;
    session->time_ns = event->time_ns;
    bool ok = true;
    if (event->kind == SIMUL_EVENT_REOPEN && session->missing) {
        say(session, SIMUL_SAYS_ERROR, "the exhibition's records lag behind: resume it from its journal");
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

/* A score sheet, or at the end all that stands. What fails while it is ending is said, no more. */
static bool write_sheets(SimulSession *session, const SimulAction *action)
{
    const bool ok = keep_sheets(session) &&
                    (action->kind == SIMUL_DO_SHEET ? sheet_files_take(&session->sheets, session->core, action, session->failure)
                                                    : sheet_files_stop(&session->sheets, session->failure));
    if (ok || !session->ending)
        return ok;
    session->missing = true;
    if (action->kind == SIMUL_DO_SHEET)
        say(session, SIMUL_SAYS_ERROR, "not saved: the score sheet of board %d (%s)", action->board, session->failure);
    else
        say(session, SIMUL_SAYS_ERROR, "not saved: score sheets (%s)", session->failure);
    return true;
}

/* Does what is the session's own to do. True if the action is for the caller. */
static bool for_caller(SimulSession *session, const SimulAction *action, bool *ok)
{
    *ok = true;
    switch (action->kind) {
    case SIMUL_DO_SYNC: *ok = session->given_up || sync_journal(session); return false;
    case SIMUL_DO_SHEET: *ok = session->given_up || write_sheets(session, action); return false;
    case SIMUL_DO_END:
        *ok = session->given_up || (sync_journal(session) && write_sheets(session, action));
        if (*ok)
            say_files(session);
        return true;
    case SIMUL_DO_ANNOUNCE:
        if (action->announcement.kind == SIMUL_SAYS_PAUSED && session->swallow_paused) {
            session->swallow_paused = false;
            return false;
        }
        return !session->muted;
    default: return true;
    }
}

/* The next action of the event in hand. False if there is none, the session is blocked, or has something to say first. */
static bool next_of_event(SimulSession *session, const SimulAction **action)
{
    while (session->held_back == NULL && session->next_action < session->action_count) {
        const SimulAction *next = &session->actions[session->next_action];
        bool ok;
        const bool given = for_caller(session, next, &ok);
        if (!ok) {
            block(session);
            return false;
        }
        session->next_action++;
        if (given)
            session->held_back = next;
        if (session->own_next < session->own_count)
            return false;
    }
    *action = session->held_back;
    session->held_back = NULL;
    return *action != NULL;
}

/* Takes the first event of the queue in hand. False if it could not be written. */
static bool take_event(SimulSession *session)
{
    const SimulEvent *event = &session->queue.first->event;
    /* What came before the pause may have ended what it was to stop: then it said nothing. */
    if (session->pause_in_hand)
        session->swallow_paused = session->pause_in_hand = false;
    if (event->kind == SIMUL_EVENT_ABORT)
        session->ending = true;
    if (!session->given_up && (!keep_journal(session) || !journal_file_write(&session->journal, event, session->failure))) {
        block(session);
        return false;
    }
    if (event->kind == SIMUL_EVENT_REOPEN) {
        sheet_files_go_on(&session->sheets);
        session->ending = false;
    }
    session->pause_in_hand = session->swallow_paused && event->kind == SIMUL_EVENT_PAUSE && event->if_possible;
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
        if (session->own_next < session->own_count)
            continue;
        if (session->queue.first == NULL || (!take_event(session) && session->own_next == session->own_count))
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
    return session->missing;
}

bool session_blocked(const SimulSession *session)
{
    return session->blocked;
}

/* A new exhibition in which nothing has happened yet. */
static bool nothing_happened(const SimulSession *session)
{
    if (!session->fresh)
        return false;
    SimulStatus status;
    simul_core_status(session->core, &status);
    return status.visits == 0 && status.round == 0;
}

void session_leave(SimulSession *session)
{
    if (session != NULL)
        session->discard = nothing_happened(session);
    session_destroy(session);
}

void session_destroy(SimulSession *session)
{
    if (session == NULL)
        return;
    event_queue_clear(&session->queue);
    journal_file_close(&session->journal, session->discard);
    sheet_files_close(&session->sheets, session->discard);
    simul_core_destroy(session->core);
    free(session);
}
