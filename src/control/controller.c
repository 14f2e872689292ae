/* SPDX-License-Identifier: GPL-3.0-only */
#include "control/controller_state.h"

#include "base/units.h"
#include "system/clock.h"

enum {
    LEAVE_MS = 1300, /* to take leave of all seats, who have asked twice by then; then by force */
    KILL_MS = 500,   /* after which nothing more can be done */
    HEAR_MS = 1000,  /* a person's deadline waits for what is still to be read */
    HEAR_AGAIN_MS = 2,
    EVENTS_A_TURN = 256
};

/* ---- Events for the session ---- */

/* Of our own, at this moment; NULL, and the end of it all, if memory ran out. */
static QueuedEvent *own_event(Controller *controller, const SimulEvent *event)
{
    SimulEvent stamped = *event;
    stamped.time_ns = system_now_ns();
    QueuedEvent *queued = queued_event_create(&stamped, NULL);
    if (queued == NULL)
        controller->broken = true;
    return queued;
}

void controller_event_first(Controller *controller, const SimulEvent *event)
{
    QueuedEvent *queued = own_event(controller, event);
    if (queued != NULL)
        event_queue_prepend(&controller->orders, queued);
}

/* It begins again: an end whose seats are still leaving is not to be reported any more. */
static void forget_end(Controller *controller)
{
    controller->end_reached = false;
    mutex_lock(&controller->mutex);
    controller->ended = false;
    mutex_unlock(&controller->mutex);
}

/* Hands an event over to the session, and does what comes of it. */
static void handle_event(Controller *controller, QueuedEvent *queued)
{
    SimulEvent *event = &queued->event;
    if (controller->broken) {
        queued_event_destroy(queued);
        return;
    }
    event->time_ns -= controller->origin_ns;
    if (event->kind == SIMUL_EVENT_START || event->kind == SIMUL_EVENT_REOPEN)
        forget_end(controller);
    if (event->kind == SIMUL_EVENT_REPLY && event->seat == SIMUL_EXHIBITOR && queued->source != NULL) {
        event->board = controller->exhibitor_board;
        event->request = controller->exhibitor_request;
    }
    int64_t before_ns = system_now_ns();
    bool taken = session_take(controller->session, queued);
    const SimulAction *action;
    while (taken && session_next(controller->session, &action)) {
        controller->cost.session_ns += system_now_ns() - before_ns;
        controller_do(controller, action);
        before_ns = system_now_ns();
    }
    controller->cost.session_ns += system_now_ns() - before_ns;
    if (!taken)
        controller->broken = true;
}

static void take_posted(Controller *controller)
{
    mutex_lock(&controller->mutex);
    event_queue_join(&controller->orders, &controller->posted);
    mutex_unlock(&controller->mutex);
}

/* All that a seat has sent until now, in `first`. */
static void hear(Controller *controller, int board, EventQueue *first)
{
    Seat *seat = hall_seat(controller->hall, board);
    if (seat == NULL)
        return;
    seat_drain(seat);
    event_queue_move_source(first, &controller->said, seat);
}

/* Is it a person whose time this is? */
static bool awaits_person(const Controller *controller, const SimulStatus *status)
{
    SimulBoardView view;
    if (status->stage == SIMUL_STAGE_THINK || status->stage == SIMUL_STAGE_CONSENT)
        return simul_core_settings(controller_core(controller))->exhibitor_person;
    return simul_core_view(controller_core(controller), status->board, &view) && view.person;
}

/* What people have typed is read by another thread, which may not have come to it: after the process was stopped, or on a
 * busy machine. True if the deadline waits for that. */
static bool must_hear_people(Controller *controller, const SimulStatus *status)
{
    const ControllerSetup *setup = &controller->setup;
    const int64_t now_ns = system_now_ns();
    if (setup->unread == NULL || !awaits_person(controller, status) || !setup->unread(setup->context))
        return false;
    if (controller->hear_until_ns == 0)
        controller->hear_until_ns = now_ns + HEAR_MS * NS_PER_MS;
    return now_ns < controller->hear_until_ns &&
           reactor_set_timer(controller->reactor, &controller->deadline, now_ns + HEAR_AGAIN_MS * NS_PER_MS);
}

/* The deadline has come: first everything the awaited players have sent, then the news, then all the others. */
void controller_deadline_due(void *context)
{
    Controller *controller = context;
    EventQueue first = {NULL, NULL};
    SimulStatus status;
    simul_core_status(controller_core(controller), &status);
    if (must_hear_people(controller, &status))
        return;
    controller->hear_until_ns = 0;
    take_posted(controller);
    if (status.board > 0)
        hear(controller, status.board, &first);
    hear(controller, 0, &first);
    const SimulEvent event = {.kind = SIMUL_EVENT_DEADLINE, .seat = SIMUL_OPERATOR, .deadline = controller->deadline_number};
    QueuedEvent *news = own_event(controller, &event);
    if (news != NULL)
        event_queue_append(&first, news);
    event_queue_join(&first, &controller->said);
    controller->said = first;
}

void controller_woken(void *context, int what)
{
    (void)what;
    Controller *controller = context;
    wake_drain(&controller->wake);
    take_posted(controller);
}

/* Orders go before what seats have said. Not more in one go than lets other threads be heard too. True if none are left. */
static bool handle_events(Controller *controller)
{
    for (int i = 0; i < EVENTS_A_TURN; i++) {
        QueuedEvent *queued = event_queue_take(&controller->orders);
        if (queued == NULL)
            queued = event_queue_take(&controller->said);
        if (queued == NULL)
            return true;
        handle_event(controller, queued);
    }
    return controller->orders.first == NULL && controller->said.first == NULL;
}

/* ---- The thread ---- */

static bool waits_for_order(const Controller *controller)
{
    const SimulCore *core = controller_core(controller);
    SimulStatus status;
    simul_core_status(core, &status);
    const bool people = simul_core_settings(core)->exhibitor_person &&
                        (status.stage == SIMUL_STAGE_THINK || status.stage == SIMUL_STAGE_CONSENT);
    return session_blocked(controller->session) || (status.phase == SIMUL_RUNNING && (status.paused || people));
}

/* What other threads may know after this turn. */
static void serve_inspection(Controller *controller)
{
    const bool waits = waits_for_order(controller);
    mutex_lock(&controller->mutex);
    controller->waits = waits;
    Inspection *inspection = controller->inspection;
    controller->inspection = NULL;
    controller->cost_shown = controller->cost;
    mutex_unlock(&controller->mutex);
    if (inspection == NULL)
        return;
    inspection->inspect(inspection->context, controller_core(controller));
    hall_sweep(controller->hall); /* an event given there may have called seats in */
    controller->broken |= hall_out_of_memory(controller->hall);
    mutex_lock(&controller->mutex);
    inspection->done = true;
    condition_broadcast(&controller->changed);
    mutex_unlock(&controller->mutex);
}

static void report_end(Controller *controller)
{
    controller->end_reached = false;
    if (controller->setup.ended != NULL)
        controller->setup.ended(controller->setup.context, controller->end_remain);
    mutex_lock(&controller->mutex);
    controller->ended = true;
    condition_broadcast(&controller->changed);
    mutex_unlock(&controller->mutex);
}

static void turn(Controller *controller, int64_t deadline_ns)
{
    const bool waiting = controller->orders.first != NULL || controller->said.first != NULL;
    if (!reactor_turn(controller->reactor, waiting ? 0 : deadline_ns) || hall_out_of_memory(controller->hall))
        controller->broken = true;
    handle_events(controller);
    hall_sweep(controller->hall);
    /* What was done may have needed memory for what a seat said to it: nothing else would wake the next turn. */
    controller->broken |= hall_out_of_memory(controller->hall);
    serve_inspection(controller);
    controller->cost.turns++;
}

static bool must_quit(Controller *controller)
{
    mutex_lock(&controller->mutex);
    bool quit = controller->quit;
    mutex_unlock(&controller->mutex);
    return quit;
}

/* Sees everybody off, politely for a while, then by force. Nobody has asked for the games to be judged: they stand. */
static void leave(Controller *controller)
{
    const SimulEvent abort = {.kind = SIMUL_EVENT_ABORT, .seat = SIMUL_OPERATOR, .games_stand = true};
    SimulStatus status;
    simul_core_status(controller_core(controller), &status);
    if (status.phase == SIMUL_RUNNING || status.phase == SIMUL_OPENING)
        controller_event_first(controller, &abort);
    while (!handle_events(controller))
        ;
    hall_close_all(controller->hall, false);
    hall_sweep(controller->hall); /* some have left already and will say nothing more */
    int64_t polite_until_ns = system_now_ns() + LEAVE_MS * NS_PER_MS;
    while (hall_leaving(controller->hall) > 0 && system_now_ns() < polite_until_ns)
        turn(controller, polite_until_ns);
    hall_close_all(controller->hall, true);
    hall_sweep(controller->hall);
    int64_t until_ns = system_now_ns() + KILL_MS * NS_PER_MS;
    while (hall_leaving(controller->hall) > 0 && system_now_ns() < until_ns)
        turn(controller, until_ns);
}

void *controller_run(void *argument)
{
    Controller *controller = argument;
    bool told = false;
    while (!must_quit(controller)) {
        turn(controller, WAIT_FOREVER);
        if (controller->broken && !told) {
            /* Without memory nothing can be decided any more: the journal has all up to here. */
            told = true;
            hall_close_all(controller->hall, true);
            hall_sweep(controller->hall); /* who has left already says nothing more that would wake us */
            SimulAnnouncement announcement = {.kind = SIMUL_SAYS_ERROR,
                                              .text = "out of memory: the exhibition stops here, as its journal has it"};
            if (controller->setup.announce != NULL)
                controller->setup.announce(controller->setup.context, &announcement);
            controller->end_reached = controller->end_remain = true;
        }
        if (controller->end_reached && hall_leaving(controller->hall) == 0)
            report_end(controller);
    }
    leave(controller);
    return NULL;
}

/* ---- For other threads ---- */

bool controller_post(Controller *controller, const SimulEvent *event)
{
    QueuedEvent *queued = queued_event_create(event, NULL);
    if (queued == NULL)
        return false;
    if (event->time_ns == 0)
        queued->event.time_ns = system_now_ns();
    mutex_lock(&controller->mutex);
    if (event->kind == SIMUL_EVENT_START || event->kind == SIMUL_EVENT_REOPEN)
        controller->ended = false;
    event_queue_append(&controller->posted, queued);
    mutex_unlock(&controller->mutex);
    wake_signal(&controller->wake);
    return true;
}

void controller_inspect(Controller *controller, void (*inspect)(void *context, const SimulCore *core), void *context)
{
    Inspection request = {.inspect = inspect, .context = context};
    mutex_lock(&controller->mutex);
    while (controller->inspection != NULL)
        condition_wait(&controller->changed, &controller->mutex);
    controller->inspection = &request;
    wake_signal(&controller->wake);
    while (!request.done)
        condition_wait(&controller->changed, &controller->mutex);
    mutex_unlock(&controller->mutex);
}

void controller_give(Controller *controller, const SimulEvent *event)
{
    QueuedEvent *queued = queued_event_create(event, NULL);
    if (queued == NULL) {
        controller->broken = true;
        return;
    }
    if (event->time_ns == 0)
        queued->event.time_ns = system_now_ns();
    /* What belongs to something that has been done already: a clock that has to start, perhaps. */
    for (QueuedEvent *before; (before = event_queue_take(&controller->orders)) != NULL;)
        handle_event(controller, before);
    handle_event(controller, queued);
}

bool controller_waits(Controller *controller)
{
    mutex_lock(&controller->mutex);
    const bool waits = controller->waits;
    mutex_unlock(&controller->mutex);
    return waits;
}

int64_t controller_time_ns(const Controller *controller)
{
    return system_now_ns() - controller->origin_ns;
}

bool controller_wait(Controller *controller, int64_t deadline_ns)
{
    mutex_lock(&controller->mutex);
    while (!controller->ended) {
        if (deadline_ns == WAIT_FOREVER)
            condition_wait(&controller->changed, &controller->mutex);
        else if (!condition_wait_until(&controller->changed, &controller->mutex, deadline_ns))
            break;
    }
    bool ended = controller->ended;
    mutex_unlock(&controller->mutex);
    return ended;
}

void controller_cost(Controller *controller, ControllerCost *cost)
{
    mutex_lock(&controller->mutex);
    *cost = controller->cost_shown;
    cost->cpu_ns = thread_cpu_ns(&controller->thread);
    mutex_unlock(&controller->mutex);
}
