/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Descriptors: pipes that children never inherit by accident, non-blocking reads and writes, the limit.
 * Any thread.
 */
#ifndef CAROUSEL_SYSTEM_DESCRIPTOR_H
#define CAROUSEL_SYSTEM_DESCRIPTOR_H

#include "base/error.h"

#include <stddef.h>

/* A pipe, both ends close-on-exec: ends[0] reads, ends[1] writes. */
bool descriptor_pipe(int ends[2], Error *error);

bool descriptor_set_nonblocking(int descriptor, Error *error);

typedef enum TransferResult {
    TRANSFER_OK,    /* *done bytes moved, at least one */
    TRANSFER_WAIT,  /* nothing to be had (or no room) just now */
    TRANSFER_END,   /* end of file; for writing: nobody reads any more */
    TRANSFER_FAILED /* errno says why */
} TransferResult;

/* One read or write, repeated only after a signal. Writing needs SIGPIPE ignored: system_ignore_broken_pipes(). */
TransferResult descriptor_read(int descriptor, void *buffer, size_t size, size_t *done);
TransferResult descriptor_write(int descriptor, const void *data, size_t size, size_t *done);

/* Once, early in main(): writing to a pipe nobody reads is an error code, not the end of the program.
 * Children started by process_start() do not inherit this. */
void system_ignore_broken_pipes(void);

/* Makes room for `count` more open descriptors than are open now, raising the soft limit if it must and may.
 * False with the reason and the figures if there is no room. */
bool descriptor_reserve(size_t count, Error *error);

/* How many descriptors are open in this process now. */
size_t descriptor_count_open(void);

#endif
