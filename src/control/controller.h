/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Controller: the thread that runs an exhibition. It turns what seats say and operators want into the session's
 * events and the session's actions into calls of seats, with one wait for everything.
 *
 * Threads: announcements come on the controller's thread, in order, after what they say is in the journal; the
 * callback must return at once and must not call the controller. All functions below may be called from any other
 * thread; controller_destroy() once, after the others have returned. Seats, child processes included, live and die on
 * the controller's thread.
 */
#ifndef CAROUSEL_CONTROL_CONTROLLER_H
#define CAROUSEL_CONTROL_CONTROLLER_H

#include "control/seat.h"
#include "record/files.h"
#include "simul/core.h"
#include "simul/settings.h"

typedef struct Controller Controller;

enum { CONTROLLER_JUDGEMENT_SIZE = 32 };

typedef struct ControllerSetup {
    const SimulSettings *settings; /* of a new exhibition; NULL: `journal` goes on */
    const SimulBoardSetup *boards;
    int count;
    const char *journal;     /* a saved exhibition to go on with, or NULL */
    const SeatSource *seats; /* seats/kinds.h */
    const SimulFiles *files; /* NULL: the real ones */
    /* May be NULL. Called for every announcement. */
    void (*announce)(void *context, const SimulAnnouncement *announcement);
    /* May be NULL. The exhibition has ended, all seats are closed; with `remain` games stand: it is saved and can go on. */
    void (*ended)(void *context, bool remain);
    /* May be NULL. Any orders or moves that have arrived and are not posted yet? A person's deadline waits for them a while.
     * Called on the controller's thread. */
    bool (*unread)(void *context);
    /* May be NULL. What the endgame tables in those folders say of a position, as SIMUL_EVENT_TABLES has it; false if they do not
     * know. Asked after moves where the settings want it, on the controller's thread. */
    bool (*judge)(void *context, const char *folders, const Position *position, char text[CONTROLLER_JUDGEMENT_SIZE]);
    void *context;
} ControllerSetup;

/* Makes the session (journal included) and starts the thread; nothing is opened before START (new) or REOPEN (saved)
 * is posted. Copies what it is given. NULL with one sentence in `error`. `notice` (may be NULL): something worth
 * telling that did not prevent it, or "". */
Controller *controller_create(const ControllerSetup *setup, char notice[SIMUL_ERROR_SIZE], char error[SIMUL_ERROR_SIZE]);

/* Ends it, within two seconds: what is in play is aborted (saved, its games stand), every seat closed, no child left. NULL is
 * fine. */
void controller_destroy(Controller *controller);

/* How many descriptors its seats and files may need: they must be left to it. */
size_t controller_descriptors(const Controller *controller);

/* An operator's or a person's event (START, PAUSE, STOP, REPLY, RESIGN …), copied. `time_ns` is system_now_ns() when it was
 * given; 0: now. Never waits for the exhibition, and goes before what seats have said that is not handled yet. False if
 * memory ran out. */
bool controller_post(Controller *controller, const SimulEvent *event);

/* Runs `inspect` on the controller's thread between two events, and waits for it (microseconds; a disk's sync at most). */
void controller_inspect(Controller *controller, void (*inspect)(void *context, const SimulCore *core), void *context);

/* Only inside controller_inspect(): handles an event there and then, before all that wait, so that what is announced meanwhile
 * is its answer. What is written down first may be held up by the disk: then it waits, unanswered. */
void controller_give(Controller *controller, const SimulEvent *event);

/* Does nothing go on without an order? It is paused, something could not be written, or a person plays A and is to move. */
bool controller_waits(Controller *controller);

/* The exhibition's time now, ns: that of the core goes on only with events. Only inside controller_inspect(). */
int64_t controller_time_ns(const Controller *controller);

/* Waits until the exhibition has ended or `deadline_ns` has come (WAIT_FOREVER: no limit). True if it has ended. */
bool controller_wait(Controller *controller, int64_t deadline_ns);

/* Where the controller's own time goes, for measurements. */
typedef struct ControllerCost {
    uint64_t turns;     /* of its loop */
    int64_t cpu_ns;     /* processor time of its thread, waiting for files not included */
    int64_t session_ns; /* time in the session: core, journal, score sheets, their syncs */
} ControllerCost;

/* As of the last turn. Also from the announcement callback. */
void controller_cost(Controller *controller, ControllerCost *cost);

#endif
