/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Output: whole lines to one descriptor, in order, each as soon as it is given, from any thread, and
 * without ever waiting for the reader.
 *
 * A line goes out at once if the descriptor takes it without blocking; otherwise it waits in a queue that a
 * thread of its own empties. What a reader does not take stays queued: droppable lines are left out once a
 * megabyte is waiting, all others are kept. After a write error (the reader has gone) everything is dropped
 * and output_broken() says so.
 */
#ifndef CAROUSEL_SYSTEM_OUTPUT_H
#define CAROUSEL_SYSTEM_OUTPUT_H

#include "system/wait.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Output Output;

/* NULL if memory or the thread cannot be had. The descriptor stays the caller's. */
Output *output_create(int descriptor);

/* Waits until all is written, but not longer than `patience_ms` without the reader taking anything. */
void output_destroy(Output *output, int patience_ms);

/* Waits as output_destroy() does, and goes on afterwards. False if the reader has not taken all. */
bool output_wait(Output *output, int patience_ms);

/* One line, without its newline. */
void output_line(Output *output, const char *line);

/* A line that may be left out when the reader is far behind. */
void output_droppable(Output *output, const char *line);

/* A formatted line, cut at 4095 characters. */
__attribute__((format(printf, 2, 3))) void output_printf(Output *output, const char *format, ...);

/* Bytes as they are: for screens. */
void output_bytes(Output *output, const char *bytes, size_t length);

/* How many bytes wait for the reader. */
size_t output_pending(Output *output);

/* From now on `alarm` is signalled when a write fails; it must outlive the output. NULL: no more. */
void output_alarm(Output *output, const WakePipe *alarm);

/* True once a write has failed. */
bool output_broken(Output *output);

#endif
