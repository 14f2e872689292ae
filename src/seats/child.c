#include "seats/child.h"

#include "seats/words.h"
#include "system/clock.h"
#include "system/descriptor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    READ_SIZE = 16 * 1024,
    READ_TURN = 64 * 1024,          /* read from one child before the others get their turn */
    READ_WINDOW = 1024 * 1024,      /* and within WINDOW_NS */
    READ_DRAIN = 1024 * 1024        /* the most a pipe holds */
};

static const int64_t WINDOW_NS = 100 * 1000000;
static const int64_t BREATH_NS = 20 * 1000000;
static const int64_t END_WAIT_NS = 100 * 1000000;  /* between the end of output and the end of the process */
static const int64_t QUIT_WAIT_NS = 600 * 1000000ll;
static const int64_t TERMINATE_WAIT_NS = 400 * 1000000ll;
static const int64_t POLL_NS = 10 * 1000000;       /* where the end of a process cannot be watched */

static bool child_alive(const Child *child)
{
    return child->state == CHILD_RUNNING;
}

static void child_lose(Child *child, const char *reason)
{
    if (!child_alive(child))
        return;
    child->state = CHILD_LOST;
    reactor_stop_timer(child->reactor, &child->timer);
    char text[2 * CHILD_LAST_WORDS + 200];
    if (child->last_words_used > 0)
        snprintf(text, sizeof text, "%s; its last words on stderr: %s", reason, child->last_words);
    else
        snprintf(text, sizeof text, "%s", reason);
    child->listener.lost(child->listener.context, text);
}

/* ---- Its output ---- */

static void pass_line(Child *child, char *line, size_t length, int64_t time_ns)
{
    if (length > 0 && line[length - 1] == '\r')
        length--;
    line[length] = '\0';
    words_make_printable(line, length);
    if (child_alive(child))
        child->listener.line(child->listener.context, line, time_ns);
}

static void keep_partial(Child *child, const char *data, size_t size)
{
    if (child->skipping)
        return;
    if (child->partial_used + size > CHILD_LINE_MAX) {
        child->skipping = true;
        child->partial_used = 0;
        if (!child->told_long) {
            child->told_long = true;
            child->listener.odd(child->listener.context, "prints a line without end, which is dropped");
        }
        return;
    }
    if (child->partial_used + size + 1 > child->partial_capacity) {
        size_t capacity = child->partial_capacity == 0 ? 1024 : child->partial_capacity;
        while (capacity < child->partial_used + size + 1)
            capacity *= 2;
        char *larger = realloc(child->partial, capacity);
        if (larger == NULL) {
            child->skipping = true;
            child->partial_used = 0;
            return;
        }
        child->partial = larger;
        child->partial_capacity = capacity;
    }
    memcpy(child->partial + child->partial_used, data, size);
    child->partial_used += size;
}

/* Cuts what was read into lines. `data` has room for one more byte. */
static void take_output(Child *child, char *data, size_t size, int64_t time_ns)
{
    char *at = data, *end = data + size;
    while (at < end) {
        char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((newline != NULL ? newline : end) - at);
        if (newline == NULL) {
            keep_partial(child, at, length);
            return;
        }
        if (child->skipping) {
            child->skipping = false;
        } else if (child->partial_used > 0) {
            keep_partial(child, at, length);
            if (!child->skipping)
                pass_line(child, child->partial, child->partial_used, time_ns);
            child->skipping = false;
            child->partial_used = 0;
        } else {
            pass_line(child, at, length, time_ns);
        }
        at = newline + 1;
    }
}

/* What it dies of is known a moment after its output has ended. */
static void output_ended(Child *child)
{
    child->output_ended = true;
    reactor_unwatch(child->reactor, &child->output);
    if (child_alive(child))
        reactor_set_timer(child->reactor, &child->timer, system_now_ns() + END_WAIT_NS);
}

/* Reads up to `most` bytes; how many came. */
static size_t read_output(Child *child, size_t most)
{
    char buffer[READ_SIZE + 1];
    size_t total = 0;
    while (total < most && !child->output_ended && child->process.output >= 0) {
        size_t done;
        TransferResult result = descriptor_read(child->process.output, buffer, READ_SIZE, &done);
        if (result == TRANSFER_WAIT)
            break;
        if (result != TRANSFER_OK) {
            output_ended(child);
            break;
        }
        total += done;
        if (child_alive(child))
            take_output(child, buffer, done, system_now_ns());
        if (done < READ_SIZE)
            break;
    }
    return total;
}

/* True if it has said too much in too short a time. */
static bool count_output(Child *child, size_t bytes)
{
    int64_t now_ns = system_now_ns();
    if (now_ns - child->window_ns > WINDOW_NS) {
        child->window_ns = now_ns;
        child->window_bytes = 0;
    }
    child->window_bytes += bytes;
    return child->window_bytes > READ_WINDOW;
}

static void take_breath(Child *child)
{
    if (child->output.place != 0)
        reactor_want(child->reactor, &child->output, 0);
    if (child->errors.place != 0)
        reactor_want(child->reactor, &child->errors, 0);
    reactor_set_timer(child->reactor, &child->breath, system_now_ns() + BREATH_NS);
    if (!child->told_flood && child_alive(child)) {
        child->told_flood = true;
        child->listener.odd(child->listener.context, "floods its output");
    }
}

static void breath_taken(void *context)
{
    Child *child = context;
    child->window_bytes = 0;
    if (child->output.place != 0)
        reactor_want(child->reactor, &child->output, CHANNEL_READ);
    if (child->errors.place != 0)
        reactor_want(child->reactor, &child->errors, CHANNEL_READ);
}

static void output_ready(void *context, int what)
{
    (void)what;
    Child *child = context;
    if (count_output(child, read_output(child, READ_TURN)))
        take_breath(child);
}

/* Keeps the last words: the end of what came. */
static void keep_words(Child *child, const char *data, size_t size)
{
    if (size > CHILD_LAST_WORDS) {
        data += size - CHILD_LAST_WORDS;
        size = CHILD_LAST_WORDS;
    }
    size_t excess = child->last_words_used + size > CHILD_LAST_WORDS ? child->last_words_used + size - CHILD_LAST_WORDS : 0;
    memmove(child->last_words, child->last_words + excess, child->last_words_used - excess);
    child->last_words_used -= excess;
    memcpy(child->last_words + child->last_words_used, data, size);
    child->last_words_used += size;
    child->last_words[child->last_words_used] = '\0';
}

static size_t read_errors(Child *child, size_t most)
{
    char buffer[READ_SIZE];
    size_t total = 0;
    while (total < most && child->errors.place != 0) {
        size_t done;
        TransferResult result = descriptor_read(child->process.errors, buffer, sizeof buffer, &done);
        if (result == TRANSFER_WAIT)
            break;
        if (result != TRANSFER_OK) {
            reactor_unwatch(child->reactor, &child->errors);
            break;
        }
        total += done;
        keep_words(child, buffer, done);
    }
    return total;
}

static void errors_ready(void *context, int what)
{
    (void)what;
    Child *child = context;
    if (count_output(child, read_errors(child, READ_SIZE)))
        take_breath(child);
}

/* Its last words without line breaks, for a reason that is one line. */
static void finish_words(Child *child)
{
    read_errors(child, READ_DRAIN);
    words_make_printable(child->last_words, child->last_words_used);
    while (child->last_words_used > 0 && child->last_words[child->last_words_used - 1] == ' ')
        child->last_words[--child->last_words_used] = '\0';
}

/* ---- Its end ---- */

static void child_finish(Child *child)
{
    Reactor *reactor = child->reactor;
    Watch *watches[] = {&child->input, &child->output, &child->errors, &child->end};
    for (size_t i = 0; i < sizeof watches / sizeof watches[0]; i++)
        reactor_unwatch(reactor, watches[i]);
    reactor_stop_timer(reactor, &child->timer);
    reactor_stop_timer(reactor, &child->breath);
    process_destroy(&child->process);
    free(child->queue);
    free(child->partial);
    child->queue = child->partial = NULL;
    child->queue_used = child->partial_used = child->queue_capacity = child->partial_capacity = 0;
    child->state = CHILD_GONE;
    child->listener.gone(child->listener.context);
}

/* The process has ended, or its output has and it was given the time to. */
static void report_end(Child *child)
{
    char how[128] = "closed its output, but runs on";
    finish_words(child);
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
        read_output(child, READ_DRAIN);
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
    case CHILD_RUNNING:
        report_end(child);
        break;
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
    default:
        break;
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
    if (!child_alive(child) || child->process.input < 0)
        return;
    size_t length = strlen(line);
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
           (child->process.end_watch < 0 || reactor_watch(child->reactor, &child->end, child->process.end_watch, CHANNEL_READ));
}

bool child_start(Child *child, Reactor *reactor, const ProcessSpec *spec, const ChildListener *listener, SystemError *error)
{
    *child = (Child){.reactor = reactor, .listener = *listener};
    child->input = (Watch){.ready = input_ready, .context = child};
    child->output = (Watch){.ready = output_ready, .context = child};
    child->errors = (Watch){.ready = errors_ready, .context = child};
    child->end = (Watch){.ready = end_ready, .context = child};
    child->timer = (Timer){.due = timer_due, .context = child};
    child->breath = (Timer){.due = breath_taken, .context = child};
    if (!process_start(&child->process, spec, error))
        return false;
    if (!watch_pipes(child)) {
        reactor_unwatch(reactor, &child->input);
        reactor_unwatch(reactor, &child->output);
        reactor_unwatch(reactor, &child->errors);
        process_destroy(&child->process);
        return system_fail(error, 0, "cannot start '%s': no memory", spec->arguments[0]);
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
        total += done = read_output(child, READ_TURN);
    while (done > 0 && total < READ_DRAIN);
    if (child->state == CHILD_RUNNING && (child->output_ended || process_has_ended(&child->process)))
        report_end(child);
}

void child_close(Child *child, const char *farewell, bool at_once)
{
    if (child->state == CHILD_NONE || child->state == CHILD_GONE)
        return;
    if (process_has_ended(&child->process)) {
        child_finish(child);
    } else if (at_once) {
        process_kill(&child->process);
        closing_wait(child, CHILD_KILLED, POLL_NS);
    } else if (child->state < CHILD_QUITTING) {
        if (farewell != NULL && child->process.input >= 0)
            queue_add(child, farewell, strlen(farewell));
        closing_wait(child, CHILD_QUITTING, QUIT_WAIT_NS);
        if (child->process.input >= 0)
            queue_flush(child);
    }
}
