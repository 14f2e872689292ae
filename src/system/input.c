/* SPDX-License-Identifier: GPL-3.0-only */
#include "system/input.h"

#include "system/clock.h"
#include "system/descriptor.h"
#include "system/wait.h"

#include <stdlib.h>
#include <string.h>

enum { READ_SIZE = 4096, LINE_LIMIT = 64 << 20 };

void input_init(Input *input, int descriptor, int signals)
{
    memset(input, 0, sizeof *input);
    atomic_init(&input->descriptor, descriptor);
    atomic_init(&input->idle, false);
    input->signals = signals;
    input->wake = -1;
}

void input_close(Input *input)
{
    atomic_store(&input->descriptor, -1);
    input->start = input->length = input->searched = 0;
    input->ended = false;
}

void input_destroy(Input *input)
{
    free(input->buffer);
    input->buffer = NULL;
}

/* Takes a whole line (or, of keys, all there are) out of the buffer, if there is one. */
static bool take_line(Input *input, Text *line)
{
    if (input->length == 0)
        return false;
    const char *unread = input->buffer + input->start;
    if (input->keys) {
        *line = (Text){unread, input->length};
        input->start = input->length = input->searched = 0;
        return true;
    }
    const char *newline = memchr(unread + input->searched, '\n', input->length - input->searched);
    size_t length = input->length;
    if (newline == NULL) {
        input->searched = input->length;
        if (!input->ended)
            return false;
    } else {
        length = (size_t)(newline - unread);
    }
    *line = (Text){unread, length};
    const size_t taken = newline == NULL ? length : length + 1;
    input->start += taken;
    input->length -= taken;
    input->searched = 0;
    return true;
}

/* Makes room for another read. False if there is none to be had. */
static bool make_room(Input *input)
{
    if (input->start + input->length + READ_SIZE <= input->capacity)
        return true;
    if (input->start > 0) {
        memmove(input->buffer, input->buffer + input->start, input->length);
        input->start = 0;
    }
    if (input->length + READ_SIZE <= input->capacity)
        return true;
    const size_t capacity = (input->capacity + READ_SIZE) * 2;
    char *buffer = capacity > LINE_LIMIT ? NULL : realloc(input->buffer, capacity);
    if (buffer == NULL)
        return false;
    input->buffer = buffer;
    input->capacity = capacity;
    return true;
}

static void read_more(Input *input)
{
    if (!make_room(input)) {
        if (input->capacity == 0) {
            input->ended = true;
            return;
        }
        input->skipping = true;
        input->start = input->length = input->searched = 0;
    }
    size_t done = 0;
    const TransferResult result = descriptor_read(input->descriptor, input->buffer + input->start + input->length, READ_SIZE, &done);
    input->length += done;
    input->stamp_ns = system_now_ns();
    if (result == TRANSFER_END || result == TRANSFER_FAILED)
        input->ended = true;
}

/* What the reader takes out of the pipe he deals with before he is idle again: so first the pipe is looked at. */
bool input_unread(Input *input)
{
    Channel channel = channel_make(atomic_load(&input->descriptor), CHANNEL_READ);
    return channel.descriptor >= 0 && (system_wait(&channel, 1, 0) > 0 || !atomic_load(&input->idle));
}

InputEvent input_next(Input *input, int64_t deadline_ns, Text *line)
{
    for (;;) {
        if (take_line(input, line)) {
            if (!input->skipping)
                return input->keys ? INPUT_KEYS : INPUT_LINE;
            input->skipping = false;
            return INPUT_TOO_LONG;
        }
        if (input->ended)
            return INPUT_END;
        Channel channels[3] = {channel_make(input->descriptor, CHANNEL_READ), channel_make(input->signals, CHANNEL_READ),
                               channel_make(input->wake, CHANNEL_READ)};
        atomic_store(&input->idle, true);
        const int ready = system_wait(channels, 3, deadline_ns);
        atomic_store(&input->idle, false);
        if (ready == 0)
            return INPUT_TIMEOUT;
        if (ready < 0 || channel_ready(&channels[1]))
            return INPUT_SIGNAL;
        if (channel_ready(&channels[2]))
            return INPUT_WAKE;
        read_more(input);
    }
}
