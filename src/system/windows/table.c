/* SPDX-License-Identifier: GPL-3.0-only */
/* The table itself: entries made, found, closed. */
#include "system/windows/table.h"

#include "base/units.h"
#include "system/clock.h"
#include "system/wait.h"
#include "system/windows/table_entry.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STANDARD_COUNT = 3, FLUSH_PATIENCE_MS = 2000 };

SRWLOCK table_lock = SRWLOCK_INIT;

static Entry **entries;
static int capacity;
static bool standard_known;
static bool standard_console[STANDARD_COUNT];

static Entry *entry_create(EntryKind kind, HANDLE handle)
{
    Entry *entry = calloc(1, sizeof *entry);
    if (entry == NULL)
        return NULL;
    entry->kind = kind;
    entry->users = 1;
    entry->handle = handle;
    InitializeConditionVariable(&entry->moved);
    entry->socket = INVALID_SOCKET;
    if (kind == ENTRY_EVENT || kind == ENTRY_SOCKET)
        return entry;
    entry->buffer = malloc(BUFFER_SIZE);
    entry->cancel = CreateEventW(NULL, TRUE, FALSE, NULL);
    if (entry->buffer != NULL && entry->cancel != NULL)
        return entry;
    entry->handle = NULL; /* still the caller's */
    entry_release(entry);
    return NULL;
}

void entry_release(Entry *entry)
{
    if (--entry->users > 0)
        return;
    if (entry->socket != INVALID_SOCKET)
        closesocket(entry->socket);
    if (entry->handle != NULL)
        CloseHandle(entry->handle);
    if (entry->cancel != NULL)
        CloseHandle(entry->cancel);
    free(entry->buffer);
    free(entry);
}

void entry_notify(Entry *entry)
{
    for (WaitLink *link = entry->waiting; link != NULL; link = link->next) {
        link->waiter->woken = true;
        WakeConditionVariable(&link->waiter->condition);
    }
}

int entry_ready(const Entry *entry)
{
    enum { LOST = 16 };
    switch (entry->kind) {
    case ENTRY_EVENT: return entry->set ? CHANNEL_READ : 0;
    case ENTRY_READER: return entry->length > 0 ? CHANNEL_READ : entry->ended ? CHANNEL_READ | LOST : 0;
    case ENTRY_SOCKET: return (entry->readable ? CHANNEL_READ : 0) | (entry->writable ? CHANNEL_WRITE : 0);
    case ENTRY_WRITER: return entry->ended ? CHANNEL_WRITE | LOST : entry->length + WRITABLE_ROOM <= BUFFER_SIZE ? CHANNEL_WRITE : 0;
    }
    return 0;
}

/* What has been given to stdout and stderr goes out before the process ends, unless nobody takes it. */
static void flush_standard(void)
{
    for (int descriptor = STANDARD_OUTPUT; descriptor <= STANDARD_ERROR; descriptor++) {
        AcquireSRWLockExclusive(&table_lock);
        Entry *entry = descriptor < capacity ? entries[descriptor] : NULL;
        size_t before = SIZE_MAX;
        int64_t patience_ends_ns = 0;
        while (entry != NULL && entry->length > 0 && !entry->ended) {
            if (entry->length < before) {
                before = entry->length;
                patience_ends_ns = system_now_ns() + FLUSH_PATIENCE_MS * NS_PER_MS;
            }
            if (system_now_ns() >= patience_ends_ns)
                break;
            ReleaseSRWLockExclusive(&table_lock);
            Sleep(1);
            AcquireSRWLockExclusive(&table_lock);
        }
        ReleaseSRWLockExclusive(&table_lock);
    }
}

static HANDLE standard_handle(int descriptor)
{
    static const DWORD names[STANDARD_COUNT] = {STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
    return GetStdHandle(names[descriptor]);
}

/* Before any of them is read: see terminal.c. */
static void know_standard(void)
{
    DWORD mode;
    if (standard_known)
        return;
    standard_known = true;
    for (int i = 0; i < STANDARD_COUNT; i++)
        standard_console[i] = GetConsoleMode(standard_handle(i), &mode) != 0;
    atexit(flush_standard);
}

static bool make_room(int place)
{
    if (place < capacity)
        return true;
    const int larger = place * 2 + 16;
    Entry **moved = realloc(entries, (size_t)larger * sizeof(Entry *));
    if (moved == NULL)
        return false;
    for (int i = capacity; i < larger; i++)
        moved[i] = NULL;
    entries = moved;
    capacity = larger;
    return true;
}

/* A standard stream comes into the table when it is first asked for. Our own handle, so that the C library's stays. */
static void add_standard(int descriptor)
{
    HANDLE handle;
    know_standard();
    if (!make_room(descriptor) ||
        !DuplicateHandle(GetCurrentProcess(), standard_handle(descriptor), GetCurrentProcess(), &handle, 0, FALSE, DUPLICATE_SAME_ACCESS))
        return;
    Entry *entry = entry_create(descriptor == STANDARD_INPUT ? ENTRY_READER : ENTRY_WRITER, handle);
    if (entry == NULL) {
        CloseHandle(handle);
        return;
    }
    entry->console = standard_console[descriptor];
    entries[descriptor] = entry;
    if (!pump_start(entry)) {
        entries[descriptor] = NULL;
        entry_release(entry);
    }
}

Entry *table_entry(int descriptor)
{
    if (descriptor < 0)
        return NULL;
    if (descriptor < STANDARD_COUNT && (descriptor >= capacity || entries[descriptor] == NULL))
        add_standard(descriptor);
    return descriptor < capacity ? entries[descriptor] : NULL;
}

/* The lowest free place above the standard streams. With the lock held. */
static int place_entry(Entry *entry)
{
    int place = STANDARD_COUNT;
    while (place < capacity && entries[place] != NULL)
        place++;
    if (!make_room(place))
        return NO_DESCRIPTOR;
    entries[place] = entry;
    return place;
}

static int add(Entry *entry)
{
    AcquireSRWLockExclusive(&table_lock);
    int place = place_entry(entry);
    if (place >= 0 && (entry->kind == ENTRY_READER || entry->kind == ENTRY_WRITER) && !pump_start(entry)) {
        entries[place] = NULL;
        place = NO_DESCRIPTOR;
    }
    if (place < 0)
        entry_release(entry);
    ReleaseSRWLockExclusive(&table_lock);
    return place;
}

int table_add_pipe(HANDLE handle, bool write, Error *error)
{
    Entry *entry = entry_create(write ? ENTRY_WRITER : ENTRY_READER, handle);
    if (entry == NULL) {
        CloseHandle(handle);
        error_set(error, ENOMEM, "cannot make a pipe");
        return NO_DESCRIPTOR;
    }
    entry->overlapped = true;
    const int descriptor = add(entry);
    if (descriptor < 0)
        error_set(error, ENOMEM, "cannot make a pipe");
    return descriptor;
}

int table_add_event(void)
{
    Entry *entry = entry_create(ENTRY_EVENT, NULL);
    return entry == NULL ? NO_DESCRIPTOR : add(entry);
}

void table_set_event(int descriptor, bool set)
{
    AcquireSRWLockExclusive(&table_lock);
    Entry *entry = table_entry(descriptor);
    if (entry != NULL) {
        entry->set = set;
        if (set)
            entry_notify(entry);
    }
    ReleaseSRWLockExclusive(&table_lock);
}

static void CALLBACK on_process_end(void *context, BOOLEAN timed_out)
{
    (void)timed_out;
    Entry *entry = context;
    AcquireSRWLockExclusive(&table_lock);
    entry->set = true;
    entry_notify(entry);
    ReleaseSRWLockExclusive(&table_lock);
}

int table_add_process(HANDLE process)
{
    Entry *entry = entry_create(ENTRY_EVENT, NULL);
    if (entry == NULL)
        return NO_DESCRIPTOR;
    const int descriptor = add(entry);
    if (descriptor < 0)
        return descriptor;
    HANDLE wait = NULL;
    RegisterWaitForSingleObject(&wait, process, on_process_end, entry, INFINITE, WT_EXECUTEONLYONCE);
    AcquireSRWLockExclusive(&table_lock);
    entry->wait = wait;
    ReleaseSRWLockExclusive(&table_lock);
    return descriptor;
}

static void CALLBACK on_socket_event(void *context, BOOLEAN timed_out)
{
    (void)timed_out;
    Entry *entry = context;
    WSANETWORKEVENTS events;
    AcquireSRWLockExclusive(&table_lock);
    if (!entry->closed && WSAEnumNetworkEvents(entry->socket, NULL, &events) == 0) {
        entry->readable |= (events.lNetworkEvents & (FD_READ | FD_ACCEPT | FD_CLOSE)) != 0;
        entry->writable |= (events.lNetworkEvents & (FD_WRITE | FD_CLOSE)) != 0;
        entry_notify(entry);
    }
    ReleaseSRWLockExclusive(&table_lock);
}

int table_add_socket(SOCKET socket, Error *error)
{
    Entry *entry = entry_create(ENTRY_SOCKET, NULL);
    if (entry == NULL) {
        closesocket(socket);
        error_set(error, ENOMEM, "cannot take a connection");
        return NO_DESCRIPTOR;
    }
    entry->socket = socket;
    entry->handle = CreateEventW(NULL, FALSE, FALSE, NULL);
    if (entry->handle == NULL || WSAEventSelect(socket, entry->handle, FD_READ | FD_WRITE | FD_ACCEPT | FD_CLOSE) != 0) {
        windows_error(error, GetLastError(), "cannot watch a connection");
        AcquireSRWLockExclusive(&table_lock);
        entry_release(entry);
        ReleaseSRWLockExclusive(&table_lock);
        return NO_DESCRIPTOR;
    }
    entry->readable = entry->writable = true; /* trying will tell */
    HANDLE wait = NULL;
    if (!RegisterWaitForSingleObject(&wait, entry->handle, on_socket_event, entry, INFINITE, WT_EXECUTEDEFAULT)) {
        windows_error(error, GetLastError(), "cannot watch a connection");
        AcquireSRWLockExclusive(&table_lock);
        entry_release(entry);
        ReleaseSRWLockExclusive(&table_lock);
        return NO_DESCRIPTOR;
    }
    entry->wait = wait;
    entry->users++; /* its callback may run already */
    const int descriptor = add(entry);
    if (descriptor < 0) {
        error_set(error, ENOMEM, "cannot take a connection");
        UnregisterWaitEx(wait, INVALID_HANDLE_VALUE);
    }
    AcquireSRWLockExclusive(&table_lock);
    entry_release(entry);
    ReleaseSRWLockExclusive(&table_lock);
    return descriptor;
}

SOCKET table_accept(int descriptor, void *address, int *length)
{
    SOCKET accepted = INVALID_SOCKET;
    int failure = WSAENOTSOCK;
    AcquireSRWLockExclusive(&table_lock);
    Entry *entry = table_entry(descriptor);
    if (entry != NULL && entry->kind == ENTRY_SOCKET) {
        accepted = accept(entry->socket, address, length);
        failure = WSAGetLastError();
        if (accepted == INVALID_SOCKET && failure == WSAEWOULDBLOCK)
            entry->readable = false;
    }
    ReleaseSRWLockExclusive(&table_lock);
    WSASetLastError(failure);
    return accepted;
}

bool table_make_pipe(bool write, bool ours, int *descriptor, HANDLE *other, Error *error)
{
    static volatile LONG number;
    wchar_t name[80];
    swprintf(name, sizeof name / sizeof *name, L"\\\\.\\pipe\\carousel.%lu.%ld", GetCurrentProcessId(), InterlockedIncrement(&number));
    const HANDLE one = CreateNamedPipeW(
        name, (write ? PIPE_ACCESS_OUTBOUND : PIPE_ACCESS_INBOUND) | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
        PIPE_TYPE_BYTE | PIPE_WAIT | PIPE_REJECT_REMOTE_CLIENTS, 1, BUFFER_SIZE, BUFFER_SIZE, 0, NULL);
    if (one == INVALID_HANDLE_VALUE)
        return windows_error(error, GetLastError(), "cannot make a pipe");
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = !ours};
    *other = CreateFileW(name, write ? GENERIC_READ | FILE_WRITE_ATTRIBUTES : GENERIC_WRITE | FILE_READ_ATTRIBUTES, 0, &inherited,
                         OPEN_EXISTING, ours ? FILE_FLAG_OVERLAPPED : 0, NULL);
    if (*other == INVALID_HANDLE_VALUE) {
        windows_error(error, GetLastError(), "cannot make a pipe");
        CloseHandle(one);
        return false;
    }
    *descriptor = table_add_pipe(one, write, error);
    if (*descriptor >= 0)
        return true;
    CloseHandle(*other);
    return false;
}

bool table_is_console(int descriptor)
{
    AcquireSRWLockExclusive(&table_lock);
    know_standard();
    ReleaseSRWLockExclusive(&table_lock);
    return descriptor >= 0 && descriptor < STANDARD_COUNT && standard_console[descriptor];
}

void descriptor_close(int *descriptor)
{
    const int place = *descriptor;
    *descriptor = NO_DESCRIPTOR;
    AcquireSRWLockExclusive(&table_lock);
    Entry *entry = place >= 0 && place < capacity ? entries[place] : NULL;
    if (entry == NULL) {
        ReleaseSRWLockExclusive(&table_lock);
        return;
    }
    entries[place] = NULL;
    entry->closed = true;
    if (entry->kind == ENTRY_READER)
        SetEvent(entry->cancel); /* a writer may still have something to write */
    WakeConditionVariable(&entry->moved);
    entry_notify(entry);
    const HANDLE wait = entry->wait;
    ReleaseSRWLockExclusive(&table_lock);
    /* Its callback takes the lock: not with the lock held. */
    if (wait != NULL)
        UnregisterWaitEx(wait, INVALID_HANDLE_VALUE);
    AcquireSRWLockExclusive(&table_lock);
    entry_release(entry);
    ReleaseSRWLockExclusive(&table_lock);
}

size_t descriptor_count_open(void)
{
    size_t count = 0;
    AcquireSRWLockExclusive(&table_lock);
    for (int i = 0; i < capacity; i++)
        count += entries[i] != NULL;
    ReleaseSRWLockExclusive(&table_lock);
    return count;
}
