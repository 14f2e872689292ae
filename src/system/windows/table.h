/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Descriptors on Windows: places in a table. Windows cannot wait for a pipe to have something or to have room, so each
 * end of a pipe has a thread that moves bytes between it and a buffer here; what is waited for is the buffer.
 * The standard streams stand at 0, 1 and 2 and get their threads when they are first used. Any thread.
 */
#ifndef CAROUSEL_SYSTEM_WINDOWS_TABLE_H
#define CAROUSEL_SYSTEM_WINDOWS_TABLE_H

#include "system/descriptor.h"
#include "system/windows/windows.h"

#include <winsock2.h>

/* An end of a pipe in overlapped mode that we read from or write to; the table owns `handle` from now on, also if this
 * fails. NO_DESCRIPTOR with the reason. What has been written goes out also after descriptor_close(). */
int table_add_pipe(HANDLE handle, bool write, Error *error);

/* Something that is set and reset, readable while it is set. NO_DESCRIPTOR if memory ran out. */
int table_add_event(void);
void table_set_event(int descriptor, bool set);

/* An event that is set when `process` has ended. The handle stays the caller's until the descriptor is closed. */
int table_add_process(HANDLE process);

/* A connected or listening socket, which the table owns from now on, also if this fails. It does not wait any more.
 * NO_DESCRIPTOR with the reason. */
int table_add_socket(SOCKET socket, Error *error);

/* As accept() on a socket of the table. */
SOCKET table_accept(int descriptor, void *address, int *length);

/* A pipe of which the table has one end, which writes if `write`, and somebody else the other: opened for overlapped
 * work if `ours`, else for a child to inherit. */
bool table_make_pipe(bool write, bool ours, int *descriptor, HANDLE *other, Error *error);

/* A standard stream that is a console. */
bool table_is_console(int descriptor);

#endif
