/* SPDX-License-Identifier: GPL-3.0-only */
#include "seats/child_output.h"

#include "base/units.h"
#include "base/words.h"
#include "system/clock.h"
#include "system/descriptor.h"

#include <stdlib.h>
#include <string.h>

enum {
    READ_SIZE = 16 * 1024,
    READ_TURN = 64 * 1024,    /* read from one child before the others get their turn */
    READ_WINDOW = 1024 * 1024 /* and within WINDOW_NS */
};

static const int64_t WINDOW_NS = 100 * NS_PER_MS;
static const int64_t THROTTLE_NS = 20 * NS_PER_MS;
static const int64_t END_WAIT_NS = 100 * NS_PER_MS; /* between the end of output and the end of the process */

static void pass_line(Child *child, char *line, size_t length, int64_t time_ns)
{
    if (length > 0 && line[length - 1] == '\r')
        length--;
    line[length] = '\0';
    words_make_printable(line, length);
    engine_log_write(child->log, child->board, '<', line, length, time_ns);
    if (child_is_running(child))
        child->listener.line(child->listener.context, line, time_ns);
}

static void say_odd(Child *child, const char *what)
{
    engine_log_write(child->log, child->board, '=', what, strlen(what), system_now_ns());
    child->listener.odd(child->listener.context, what);
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
            say_odd(child, "prints a line without end, which is dropped");
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
    if (child_is_running(child))
        reactor_set_timer(child->reactor, &child->timer, system_now_ns() + END_WAIT_NS);
}

size_t child_output_read(Child *child, size_t most)
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
        if (child_is_running(child))
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

static void hold_back(Child *child)
{
    if (child->output.place != 0)
        reactor_want(child->reactor, &child->output, 0);
    if (child->errors.place != 0)
        reactor_want(child->reactor, &child->errors, 0);
    reactor_set_timer(child->reactor, &child->throttle, system_now_ns() + THROTTLE_NS);
    if (!child->told_flood && child_is_running(child)) {
        child->told_flood = true;
        say_odd(child, "floods its output");
    }
}

static void hold_back_over(void *context)
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
    if (count_output(child, child_output_read(child, READ_TURN)))
        hold_back(child);
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

static void log_error_line(Child *child)
{
    size_t length = child->error_line_used;
    if (length > 0 && child->error_line[length - 1] == '\r')
        length--;
    if (length > 0)
        engine_log_write(child->log, child->board, '!', child->error_line, length, system_now_ns());
    child->error_line_used = 0;
}

/* What is printed on stderr goes into the log by the line. */
static void log_errors(Child *child, const char *data, size_t size)
{
    for (size_t i = 0; child->log != NULL && i < size; i++) {
        if (data[i] != '\n')
            child->error_line[child->error_line_used++] = data[i];
        if (data[i] == '\n' || child->error_line_used == sizeof child->error_line)
            log_error_line(child);
    }
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
        log_errors(child, buffer, done);
    }
    return total;
}

static void errors_ready(void *context, int what)
{
    (void)what;
    Child *child = context;
    if (count_output(child, read_errors(child, READ_SIZE)))
        hold_back(child);
}

void child_output_finish_words(Child *child)
{
    read_errors(child, CHILD_READ_DRAIN);
    log_error_line(child);
    words_make_printable(child->last_words, child->last_words_used);
    while (child->last_words_used > 0 && child->last_words[child->last_words_used - 1] == ' ')
        child->last_words[--child->last_words_used] = '\0';
}

void child_output_set_up(Child *child)
{
    child->output = (Watch){.ready = output_ready, .context = child};
    child->errors = (Watch){.ready = errors_ready, .context = child};
    child->throttle = (Timer){.due = hold_back_over, .context = child};
}
