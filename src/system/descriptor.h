/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Descriptors: small numbers for the open ends of pipes and whatever else can be read, written or waited for. On POSIX
 * they are the system's own; elsewhere they are places in a table of this room's. Nobody else may look behind them.
 * What is made here is not inherited by children. Any thread.
 */
#ifndef CAROUSEL_SYSTEM_DESCRIPTOR_H
#define CAROUSEL_SYSTEM_DESCRIPTOR_H

#include "base/error.h"

#include <stddef.h>

enum { NO_DESCRIPTOR = -1, STANDARD_INPUT = 0, STANDARD_OUTPUT = 1, STANDARD_ERROR = 2 };

/* A pipe: ends[0] reads, ends[1] writes. On failure both are left as they were. */
bool descriptor_pipe(int ends[2], Error *error);

/* Reads and writes give TRANSFER_WAIT instead of waiting. */
bool descriptor_set_nonblocking(int descriptor, Error *error);

/* Makes it NO_DESCRIPTOR; harmless if it is that already. */
void descriptor_close(int *descriptor);

typedef enum TransferResult {
    TRANSFER_OK,    /* *done bytes moved, at least one */
    TRANSFER_WAIT,  /* nothing to be had (or no room) just now */
    TRANSFER_END,   /* end of file; for writing: nobody reads any more */
    TRANSFER_FAILED /* errno says why */
} TransferResult;

/* One read or write, repeated only after a signal. */
TransferResult descriptor_read(int descriptor, void *buffer, size_t size, size_t *done);
TransferResult descriptor_write(int descriptor, const void *data, size_t size, size_t *done);

/* From now on writing to a pipe that nobody reads is an error of the write, not the end of the program. Children
 * started by process_start() do not inherit this. */
void system_ignore_broken_pipes(void);

/* Makes room for `count` more open descriptors than are open now, raising the soft limit if it must and may.
 * False with the reason and the figures if there is no room. */
bool descriptor_reserve(size_t count, Error *error);

/* How many descriptors are open in this process now. */
size_t descriptor_count_open(void);

#endif
