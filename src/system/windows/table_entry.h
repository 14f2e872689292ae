/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What one descriptor of Windows is: for table.c, which keeps them, pump.c, which moves their bytes, and wait.c.
 */
#ifndef CAROUSEL_SYSTEM_WINDOWS_TABLE_ENTRY_H
#define CAROUSEL_SYSTEM_WINDOWS_TABLE_ENTRY_H

#include "system/windows/windows.h"

#include <winsock2.h>

enum { BUFFER_SIZE = 1 << 16, WRITABLE_ROOM = 512 };

typedef enum EntryKind { ENTRY_READER, ENTRY_WRITER, ENTRY_EVENT, ENTRY_SOCKET } EntryKind;

/* A thread that waits for one or more entries. */
typedef struct Waiter {
    CONDITION_VARIABLE condition;
    bool woken;
} Waiter;

typedef struct Entry Entry;

/* One entry's place in the list of those whom a waiter waits for. */
typedef struct WaitLink {
    Waiter *waiter;
    Entry *entry;
    struct WaitLink *next;
} WaitLink;

/* All fields are guarded by table_lock but those that never change: kind, handle, overlapped, console, cancel. */
struct Entry {
    EntryKind kind;
    int users; /* the table, the thread, each waiter: the last one frees it */
    HANDLE handle;
    bool overlapped;
    bool console;
    HANDLE cancel;            /* set: the reader is to end */
    HANDLE wait;              /* of an event that watches a process, of a socket's event */
    SOCKET socket;            /* `handle` is its event */
    bool readable, writable;  /* a socket: as far as is known */
    CONDITION_VARIABLE moved; /* something for the thread to do: room to read into, bytes to write, the end */
    char *buffer;             /* bytes start … start + length */
    size_t start, length;
    bool set;      /* an event's state */
    bool closed;   /* by us */
    bool ended;    /* nothing more will be read, or nobody reads any more */
    DWORD failure; /* 0: ended in order */
    WaitLink *waiting;
};

extern SRWLOCK table_lock;

/* The entry of a descriptor, NULL if there is none. With the lock held. */
Entry *table_entry(int descriptor);

/* Its CHANNEL_ bits. With the lock held. */
int entry_ready(const Entry *entry);

/* Wakes all who wait for it. With the lock held. */
void entry_notify(Entry *entry);

/* One user less. With the lock held. */
void entry_release(Entry *entry);

/* Starts the thread that reads or writes. False if there is none to be had. */
bool pump_start(Entry *entry);

#endif
