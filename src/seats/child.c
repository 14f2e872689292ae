/* SPDX-License-Identifier: GPL-3.0-only */
#include "seats/child.h"

#include "base/units.h"
#include "seats/child_output.h"
#include "system/clock.h"
#include "system/descriptor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t QUIT_WAIT_NS = 600 * 1000000ll;
static const int64_t TERMINATE_WAIT_NS = 400 * 1000000ll;
static const int64_t POLL_NS = 10 * NS_PER_MS; /* where the end of a process cannot be watched */

/* What becomes of it. */
static void log_fate(Child *child, const char *text)
{
    engine_log_write(child->log, child->board, '=', text, strlen(text), system_now_ns());
}

static void child_lose(Child *child, const char *reason)
{
    if (!child_is_running(child))
        return;
    log_fate(child, reason);
    child->state = CHILD_LOST;
    reactor_stop_timer(child->reactor, &child->timer);
    char text[2 * CHILD_LAST_WORDS + 200];
    if (child->last_words_used > 0)
        snprintf(text, sizeof text, "%s; its last words on stderr: %s", reason, child->last_words);
    else
        snprintf(text, sizeof text, "%s", reason);
    child->listener.lost(child->listener.context, text);
}

/* ---- Its end ---- */

static void child_finish(Child *child)
{
    Reactor *reactor = child->reactor;
    char how[128];
    child_output_finish_words(child);
    process_describe_end(&child->process, how, sizeof how);
    log_fate(child, how);
    Watch *watches[] = {&child->input, &child->output, &child->errors, &child->start, &child->end};
    for (size_t i = 0; i < sizeof watches / sizeof watches[0]; i++)
        reactor_unwatch(reactor, watches[i]);
    reactor_stop_timer(reactor, &child->timer);
    reactor_stop_timer(reactor, &child->throttle);
    process_destroy(&child->process);
    free(child->queue);
    free(child->partial);
    child->queue = child->partial = NULL;
    child->queue_used = child->partial_used = child->queue_capacity = child->partial_capacity = 0;
    child->state = CHILD_GONE;
    child->listener.gone(child->listener.context);
}

/* False if it has turned out that it is not the program, which is reported then. */
static bool check_start(Child *child)
{
    Error error;
    const ProcessStart start = process_started(&child->process, &child->spec, &error);
    if (start != PROCESS_STARTING)
        reactor_unwatch(child->reactor, &child->start);
    if (start == PROCESS_FAILED)
        child_lose(child, error.message);
    return start != PROCESS_FAILED;
}

static void start_ready(void *context, int what)
{
    (void)what;
    Child *child = context;
    if (child->state == CHILD_RUNNING)
        check_start(child);
    else
        reactor_unwatch(child->reactor, &child->start);
}

/* The process has ended, or its output has and it was given the time to. */
static void report_end(Child *child)
{
    char how[128] = "closed its output, but runs on";
    if (!check_start(child))
        return;
    child_output_finish_words(child);
    if (process_has_ended(&child->process))
        process_describe_end(&child->process, how, sizeof how);
    child_lose(child, how);
}

static void end_ready(void *context, int what)
{
    (void)what;
    Child *child = context;
    if (!process_has_ended(&child->process))
        return;
    reactor_unwatch(child->reactor, &child->end);
    if (child->state >= CHILD_QUITTING) {
        child_finish(child);
    } else if (child->state == CHILD_RUNNING) {
        child_output_read(child, CHILD_READ_DRAIN);
        report_end(child);
    }
}

static void closing_wait(Child *child, ChildState state, int64_t wait_ns)
{
    child->state = state;
    reactor_set_timer(child->reactor, &child->timer, system_now_ns() + wait_ns);
}

/* The wait of the present state is over. */
static void timer_due(void *context)
{
    Child *child = context;
    switch (child->state) {
    case CHILD_RUNNING: report_end(child); break;
    case CHILD_QUITTING:
        if (process_has_ended(&child->process)) {
            child_finish(child);
        } else {
            process_terminate(&child->process);
            closing_wait(child, CHILD_TERMINATING, TERMINATE_WAIT_NS);
        }
        break;
    case CHILD_TERMINATING:
        process_kill(&child->process);
        closing_wait(child, CHILD_KILLED, POLL_NS);
        break;
    case CHILD_KILLED:
        if (process_has_ended(&child->process))
            child_finish(child);
        else
            closing_wait(child, CHILD_KILLED, POLL_NS);
        break;
    default: break;
    }
}

/* ---- Its input ---- */

static void queue_flush(Child *child)
{
    size_t sent = 0;
    while (sent < child->queue_used) {
        size_t done;
        TransferResult result = descriptor_write(child->process.input, child->queue + sent, child->queue_used - sent, &done);
        if (result == TRANSFER_WAIT)
            break;
        if (result != TRANSFER_OK) {
            /* Nobody reads it any more. Whether that is its end its output will tell. */
            sent = child->queue_used;
            reactor_unwatch(child->reactor, &child->input);
            process_close_input(&child->process);
            break;
        }
        sent += done;
    }
    memmove(child->queue, child->queue + sent, child->queue_used - sent);
    child->queue_used -= sent;
    if (child->input.place != 0)
        reactor_want(child->reactor, &child->input, child->queue_used > 0 ? CHANNEL_WRITE : 0);
    if (child->queue_used == 0 && child->state == CHILD_QUITTING) {
        reactor_unwatch(child->reactor, &child->input);
        process_close_input(&child->process);
    }
}

static void input_ready(void *context, int what)
{
    (void)what;
    queue_flush(context);
}

static bool queue_add(Child *child, const char *text, size_t length)
{
    if (child->queue_used + length + 1 > child->queue_capacity) {
        size_t capacity = child->queue_capacity == 0 ? 1024 : child->queue_capacity;
        while (capacity < child->queue_used + length + 1)
            capacity *= 2;
        char *larger = realloc(child->queue, capacity);
        if (larger == NULL)
            return false;
        child->queue = larger;
        child->queue_capacity = capacity;
    }
    memcpy(child->queue + child->queue_used, text, length);
    child->queue_used += length;
    child->queue[child->queue_used++] = '\n';
    return true;
}

void child_send(Child *child, const char *line)
{
    if (!child_is_running(child) || child->process.input < 0)
        return;
    size_t length = strlen(line);
    engine_log_write(child->log, child->board, '>', line, length, system_now_ns());
    if (child->queue_used + length + 1 > CHILD_QUEUE_MAX || !queue_add(child, line, length)) {
        child_lose(child, "does not read its input");
        return;
    }
    queue_flush(child);
}

/* ---- Start, drain, close ---- */

static bool watch_pipes(Child *child)
{
    return reactor_watch(child->reactor, &child->input, child->process.input, 0) &&
           reactor_watch(child->reactor, &child->output, child->process.output, CHANNEL_READ) &&
           reactor_watch(child->reactor, &child->errors, child->process.errors, CHANNEL_READ) &&
           reactor_watch(child->reactor, &child->start, child->process.start_watch, CHANNEL_READ) &&
           (child->process.end_watch < 0 || reactor_watch(child->reactor, &child->end, child->process.end_watch, CHANNEL_READ));
}

/* Which program it is, as it was called. */
static void log_command(Child *child)
{
    char text[1024] = "";
    size_t length = 0;
    for (char *const *word = (char *const *)child->spec.arguments; *word != NULL && length < sizeof text; word++) {
        const int added = snprintf(text + length, sizeof text - length, length > 0 ? " %s" : "%s", *word);
        length += added > 0 ? (size_t)added : 0;
    }
    log_fate(child, text);
}

bool child_start(Child *child, Reactor *reactor, const ProcessSpec *spec, const ChildListener *listener, EngineLog *log, int board,
                 Error *error)
{
    *child = (Child){.reactor = reactor, .listener = *listener, .spec = *spec, .log = log, .board = board};
    child->start = (Watch){.ready = start_ready, .context = child};
    child->input = (Watch){.ready = input_ready, .context = child};
    child->end = (Watch){.ready = end_ready, .context = child};
    child->timer = (Timer){.due = timer_due, .context = child};
    child_output_set_up(child);
    log_command(child);
    if (!process_launch(&child->process, spec, error))
        return false;
    if (!watch_pipes(child)) {
        reactor_unwatch(reactor, &child->input);
        reactor_unwatch(reactor, &child->output);
        reactor_unwatch(reactor, &child->errors);
        reactor_unwatch(reactor, &child->start);
        process_destroy(&child->process);
        return error_set(error, 0, "cannot start '%s': no memory", spec->arguments[0]);
    }
    child->state = CHILD_RUNNING;
    return true;
}

void child_drain(Child *child)
{
    if (child->state != CHILD_RUNNING)
        return;
    size_t total = 0, done;
    do
        total += done = child_output_read(child, CHILD_READ_DRAIN - total);
    while (done > 0 && total < CHILD_READ_DRAIN);
    if (child->state == CHILD_RUNNING && (child->output_ended || process_has_ended(&child->process)))
        report_end(child);
}

void child_close(Child *child, const char *quit, bool at_once)
{
    if (child->state == CHILD_NONE || child->state == CHILD_GONE)
        return;
    if (process_has_ended(&child->process)) {
        child_finish(child);
    } else if (at_once) {
        process_kill(&child->process);
        closing_wait(child, CHILD_KILLED, POLL_NS);
    } else if (child->state < CHILD_QUITTING) {
        if (quit != NULL && child->process.input >= 0) {
            engine_log_write(child->log, child->board, '>', quit, strlen(quit), system_now_ns());
            queue_add(child, quit, strlen(quit));
        }
        closing_wait(child, CHILD_QUITTING, QUIT_WAIT_NS);
        if (child->process.input >= 0)
            queue_flush(child);
    }
}
