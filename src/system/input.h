/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Lines, or a terminal's keys, from one descriptor, or what else comes first: a request to end, a wake, a deadline. One thread,
 * but for input_unread().
 */
#ifndef CAROUSEL_SYSTEM_INPUT_H
#define CAROUSEL_SYSTEM_INPUT_H

#include "base/text.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

typedef enum InputEvent {
    INPUT_LINE,
    INPUT_KEYS,     /* with `keys`: bytes as they come, in place of lines */
    INPUT_TOO_LONG, /* a line that could not be held, of tens of megabytes, was left out */
    INPUT_END,      /* end of file, or the descriptor cannot be read */
    INPUT_SIGNAL,   /* a request to end, see signals.h */
    INPUT_WAKE,     /* the wake descriptor has become readable; it is for the caller to drain */
    INPUT_TIMEOUT
} InputEvent;

typedef struct Input {
    atomic_int descriptor; /* -1: there are no lines */
    atomic_bool idle;      /* all that was read has been given out and dealt with */
    int signals;           /* descriptor of signals_open(), or -1 */
    bool keys;             /* a terminal's keys are wanted, not lines */
    int wake;              /* one more descriptor to wait for, or -1 */
    char *buffer;
    size_t start, length, capacity; /* unread bytes: buffer[start … start + length) */
    size_t searched;                /* of them, how many are known to hold no newline */
    bool ended;
    bool skipping;    /* the rest of an overlong line */
    int64_t stamp_ns; /* when the last bytes were read */
} Input;

void input_init(Input *input, int descriptor, int signals);
/* Goes on without lines: only signals, waking and deadlines are waited for. */
void input_close(Input *input);

void input_destroy(Input *input);

/* May lines still come? */
static inline bool input_is_open(Input *input)
{
    return atomic_load(&input->descriptor) >= 0;
}

/* Has something arrived that has not been given out and dealt with yet? Any thread. */
bool input_unread(Input *input);

/* Waits until `deadline_ns` (WAIT_FOREVER: for ever). A line, or the bytes of keys, is valid until the next call. */
InputEvent input_next(Input *input, int64_t deadline_ns, Text *line);

#endif
