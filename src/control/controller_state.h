/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What the files of the controller share: its state. controller.c is its thread and what other threads ask of it,
 * controller_actions.c does what the session decides, controller_create.c makes and unmakes it.
 */
#ifndef CAROUSEL_CONTROL_CONTROLLER_STATE_H
#define CAROUSEL_CONTROL_CONTROLLER_STATE_H

#include "control/controller.h"
#include "control/hall.h"
#include "record/session.h"
#include "simul/match_tally.h"
#include "system/thread.h"

/* Another thread wants to read the core's state, and waits. */
typedef struct Inspection {
    void (*inspect)(void *context, const SimulCore *core);
    void *context;
    bool done;
} Inspection;

struct Controller {
    ControllerSetup setup;
    SimulSession *session;
    WinnableMemory memory;
    void *memory_block;
    Reactor *reactor;
    Hall *hall;
    EventQueue orders;  /* what goes first: orders from outside, and our own events */
    EventQueue said;    /* what seats have said */
    size_t descriptors; /* reserved for all seats and files */
    int64_t origin_ns;  /* system_now_ns() at the exhibition's time 0 */
    Timer deadline;
    uint64_t deadline_number;
    int64_t hear_until_ns; /* the deadline has come, and people's input is still to be read: not later than this */
    int exhibitor_board;   /* where A thinks */
    uint64_t exhibitor_request;
    bool end_reached; /* DO_END was given; seats may still be leaving */
    bool end_remain;
    MatchCounter match;
    bool test_decided; /* the match's test has been: the exhibition is being ended */
    bool broken;       /* out of memory: only the end is left */
    Thread thread;
    WakePipe wake;
    Watch wake_watch;
    ControllerCost cost;

    /* Between threads, under `mutex`: */
    Mutex mutex;
    Condition changed;
    EventQueue posted;
    Inspection *inspection;
    bool quit;
    bool ended;
    bool waits; /* for an order */
    ControllerCost cost_shown;
};

static inline const SimulCore *controller_core(const Controller *controller)
{
    return session_core(controller->session);
}

/* The thread's function; its argument is the controller. */
void *controller_run(void *argument);

/* Called by the reactor on that thread: the core's deadline has come, another thread has signalled. */
void controller_deadline_due(void *context);
void controller_woken(void *context, int what);

/* An event of our own, before all that wait to be handled. */
void controller_event_first(Controller *controller, const SimulEvent *event);

/* Does one thing the session has decided. */
void controller_do(Controller *controller, const SimulAction *action);

/* The hall asks what it needs to open a board's seat (HallSetup). */
void controller_fill_request(void *context, int board, SeatRequest *request);

#endif
