/* SPDX-License-Identifier: GPL-3.0-only */
#include "system/output.h"

#include "base/units.h"
#include "system/clock.h"
#include "system/descriptor.h"
#include "system/thread.h"
#include "system/wait.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    /* A pipe that polls writable takes at least this much without blocking (POSIX lets it be as small as
     * 512, the systems at hand give 4096). */
    CHUNK = 512,
    DROP_LIMIT = 1 << 20,
    LINE_SIZE = 4096
};

struct Output {
    int descriptor;
    Thread writer;
    Mutex mutex;
    Condition more;  /* something was queued, or the end has come */
    Condition taken; /* the reader has taken something */
    char *queue;     /* bytes start … start + length wait, unwrapped */
    size_t start, length, capacity;
    bool ending;
    bool broken;
    const WakePipe *alarm; /* NULL: nobody wants to know that it is broken */
};

/* Under the mutex. */
static void set_broken(Output *output)
{
    output->broken = true;
    if (output->alarm != NULL)
        wake_signal(output->alarm);
}

/* True if the descriptor takes a chunk without blocking, now or (waiting) some day. */
static bool writable(const Output *output, int64_t deadline_ns)
{
    Channel channel = channel_make(output->descriptor, CHANNEL_WRITE);
    return system_wait(&channel, 1, deadline_ns) > 0;
}

/* Writes what the descriptor takes without blocking, from the front of `bytes`. Returns how much that was. */
static size_t write_ready(Output *output, const char *bytes, size_t length)
{
    size_t written = 0;
    while (written < length && writable(output, 0)) {
        const size_t rest = length - written;
        size_t done = 0;
        const TransferResult result = descriptor_write(output->descriptor, bytes + written, rest < CHUNK ? rest : CHUNK, &done);
        written += done;
        if (result == TRANSFER_OK)
            continue;
        if (result != TRANSFER_WAIT)
            set_broken(output);
        break;
    }
    return written;
}

/* Writes all, however long it takes; false if that fails. */
static bool write_patiently(const Output *output, const char *bytes, size_t length)
{
    size_t written = 0;
    while (written < length) {
        size_t done = 0;
        if (!writable(output, WAIT_FOREVER))
            return false;
        const TransferResult result = descriptor_write(output->descriptor, bytes + written, length - written, &done);
        if (result != TRANSFER_OK && result != TRANSFER_WAIT)
            return false;
        written += done;
    }
    return true;
}

static void enqueue(Output *output, const char *bytes, size_t length)
{
    if (output->start > 0 && output->start + output->length + length > output->capacity) {
        memmove(output->queue, output->queue + output->start, output->length);
        output->start = 0;
    }
    if (output->length + length > output->capacity) {
        const size_t capacity = (output->length + length) * 2;
        char *queue = realloc(output->queue, capacity);
        if (queue == NULL) {
            set_broken(output);
            return;
        }
        output->queue = queue;
        output->capacity = capacity;
    }
    memcpy(output->queue + output->start + output->length, bytes, length);
    output->length += length;
    condition_signal(&output->more);
}

static void *writer_main(void *argument)
{
    Output *output = argument;
    char chunk[CHUNK];
    mutex_lock(&output->mutex);
    for (;;) {
        while (output->length == 0 && !output->ending)
            condition_wait(&output->more, &output->mutex);
        if (output->length == 0)
            break;
        const size_t size = output->length < CHUNK ? output->length : CHUNK;
        memcpy(chunk, output->queue + output->start, size);
        mutex_unlock(&output->mutex);
        const bool failed = !write_patiently(output, chunk, size);
        mutex_lock(&output->mutex);
        output->start += size;
        output->length -= size;
        if (failed) {
            set_broken(output);
            output->length = 0;
        }
        if (output->length == 0)
            output->start = 0;
        condition_broadcast(&output->taken);
    }
    mutex_unlock(&output->mutex);
    return NULL;
}

static void release(Output *output)
{
    condition_destroy(&output->taken);
    condition_destroy(&output->more);
    mutex_destroy(&output->mutex);
    free(output->queue);
    free(output);
}

Output *output_create(int descriptor)
{
    Output *output = calloc(1, sizeof *output);
    if (output == NULL)
        return NULL;
    output->descriptor = descriptor;
    mutex_init(&output->mutex);
    condition_init(&output->more);
    condition_init(&output->taken);
    if (!thread_start(&output->writer, writer_main, output, 0)) {
        release(output);
        return NULL;
    }
    return output;
}

/* Waits for the queue to empty; false if nothing was taken for so long. */
static bool drained(Output *output, int patience_ms)
{
    while (output->length > 0 && !output->broken) {
        const int64_t deadline_ns = system_now_ns() + patience_ms * NS_PER_MS;
        if (!condition_wait_until(&output->taken, &output->mutex, deadline_ns))
            return false;
    }
    return true;
}

bool output_wait(Output *output, int patience_ms)
{
    mutex_lock(&output->mutex);
    const bool finished = drained(output, patience_ms);
    mutex_unlock(&output->mutex);
    return finished;
}

void output_destroy(Output *output, int patience_ms)
{
    if (output == NULL)
        return;
    mutex_lock(&output->mutex);
    const bool finished = drained(output, patience_ms);
    output->ending = true;
    if (finished)
        output->length = 0;
    condition_signal(&output->more);
    mutex_unlock(&output->mutex);
    /* Otherwise the writer hangs in a write nobody will take: the program is about to end, and what the thread
     * still uses is left to it. */
    if (finished) {
        thread_join(&output->writer);
        release(output);
    }
}

static void put(Output *output, const char *bytes, size_t length, bool droppable)
{
    if (output->broken || (droppable && output->length > DROP_LIMIT))
        return;
    size_t written = 0;
    if (output->length == 0)
        written = write_ready(output, bytes, length);
    if (written < length && !output->broken)
        enqueue(output, bytes + written, length - written);
}

static void put_line(Output *output, const char *line, bool droppable)
{
    const size_t length = strlen(line);
    char small[LINE_SIZE + 1];
    char *bytes = length < sizeof small ? small : malloc(length + 1);
    if (bytes == NULL)
        return;
    memcpy(bytes, line, length);
    bytes[length] = '\n';
    mutex_lock(&output->mutex);
    put(output, bytes, length + 1, droppable);
    mutex_unlock(&output->mutex);
    if (bytes != small)
        free(bytes);
}

void output_line(Output *output, const char *line)
{
    put_line(output, line, false);
}

void output_droppable(Output *output, const char *line)
{
    put_line(output, line, true);
}

void output_printf(Output *output, const char *format, ...)
{
    char line[LINE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    output_line(output, line);
}

void output_bytes(Output *output, const char *bytes, size_t length)
{
    mutex_lock(&output->mutex);
    put(output, bytes, length, false);
    mutex_unlock(&output->mutex);
}

size_t output_pending(Output *output)
{
    mutex_lock(&output->mutex);
    const size_t pending = output->length;
    mutex_unlock(&output->mutex);
    return pending;
}

void output_alarm(Output *output, const WakePipe *alarm)
{
    mutex_lock(&output->mutex);
    output->alarm = alarm;
    mutex_unlock(&output->mutex);
}

bool output_broken(Output *output)
{
    mutex_lock(&output->mutex);
    const bool broken = output->broken;
    mutex_unlock(&output->mutex);
    return broken;
}
