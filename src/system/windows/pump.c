/* SPDX-License-Identifier: GPL-3.0-only */
/* The thread of an end of a pipe: a reader fills the buffer as long as there is room, a writer empties it. */
#include "system/thread.h"
#include "system/windows/table_entry.h"

#include <string.h>

enum { PUMP_STACK = 64 * 1024, MOST_AT_ONCE = 4096 };

/* Waits for an overlapped transfer. False with GetLastError() if it failed or was called off. */
static bool complete(const Entry *entry, OVERLAPPED *transfer, bool begun, DWORD *done)
{
    if (!begun && GetLastError() != ERROR_IO_PENDING)
        return false;
    const HANDLE what[] = {transfer->hEvent, entry->cancel};
    if (!begun && WaitForMultipleObjects(2, what, FALSE, INFINITE) != WAIT_OBJECT_0)
        CancelIoEx(entry->handle, transfer);
    return GetOverlappedResult(entry->handle, transfer, done, TRUE);
}

/* A piece of what is typed, as UTF-8. Ctrl-Z at its beginning is the end. */
static bool read_console(const Entry *entry, char *bytes, DWORD size, DWORD *done)
{
    wchar_t typed[MOST_AT_ONCE / 4];
    static wchar_t half; /* of a pair that was cut apart; there is one console to read from */
    DWORD count = 0;
    const DWORD kept = half != 0;
    typed[0] = half;
    if (!ReadConsoleW(entry->handle, typed + kept, (DWORD)(sizeof typed / sizeof *typed) - 1, &count, NULL))
        return false;
    half = 0;
    *done = 0;
    if (count > 0 && kept == 0 && typed[0] == 0x1a) {
        SetLastError(ERROR_BROKEN_PIPE);
        return false;
    }
    count += kept;
    if (count > 0 && typed[count - 1] >= 0xd800 && typed[count - 1] < 0xdc00)
        half = typed[--count];
    if (count > 0)
        *done = (DWORD)WideCharToMultiByte(CP_UTF8, 0, typed, (int)count, bytes, (int)size, NULL, NULL);
    return true;
}

static bool read_some(const Entry *entry, HANDLE event, char *bytes, DWORD size, DWORD *done)
{
    if (entry->console)
        return read_console(entry, bytes, size, done);
    if (!entry->overlapped)
        return ReadFile(entry->handle, bytes, size, done, NULL);
    OVERLAPPED transfer = {.hEvent = event};
    return complete(entry, &transfer, ReadFile(entry->handle, bytes, size, NULL, &transfer), done);
}

static bool write_some(const Entry *entry, HANDLE event, const char *bytes, DWORD size, DWORD *done)
{
    if (!entry->overlapped)
        return WriteFile(entry->handle, bytes, size, done, NULL);
    OVERLAPPED transfer = {.hEvent = event};
    return complete(entry, &transfer, WriteFile(entry->handle, bytes, size, NULL, &transfer), done);
}

/* Nothing more will come, or go out. */
static void end(Entry *entry, DWORD failure)
{
    entry->ended = true;
    if (failure != ERROR_BROKEN_PIPE && failure != ERROR_HANDLE_EOF)
        entry->failure = failure;
}

/* What nothing read means: the end of a file or of NUL; of a pipe that somebody may have written nothing to it, or that it is broken. */
static bool is_at_end(const Entry *entry)
{
    if (entry->overlapped || entry->console)
        return false;
    return GetFileType(entry->handle) != FILE_TYPE_PIPE || !PeekNamedPipe(entry->handle, NULL, 0, NULL, NULL, NULL);
}

static void read_all(Entry *entry, HANDLE event)
{
    char bytes[MOST_AT_ONCE];
    while (!entry->closed && !entry->ended) {
        if (entry->length + MOST_AT_ONCE > BUFFER_SIZE) {
            SleepConditionVariableSRW(&entry->moved, &table_lock, INFINITE, 0);
            continue;
        }
        DWORD done = 0;
        ReleaseSRWLockExclusive(&table_lock);
        const bool ok = read_some(entry, event, bytes, MOST_AT_ONCE, &done);
        const DWORD failure = ok ? ERROR_SUCCESS : GetLastError();
        const bool at_end = ok && done == 0 && is_at_end(entry);
        AcquireSRWLockExclusive(&table_lock);
        if (!ok && failure == ERROR_OPERATION_ABORTED && entry->console)
            continue; /* Ctrl-C ends the reading of a line */
        if (!ok || at_end)
            end(entry, at_end ? ERROR_HANDLE_EOF : failure);
        if (done == 0 && !entry->ended)
            continue;
        if (entry->start + entry->length + done > BUFFER_SIZE) {
            memmove(entry->buffer, entry->buffer + entry->start, entry->length);
            entry->start = 0;
        }
        memcpy(entry->buffer + entry->start + entry->length, bytes, done);
        entry->length += done;
        entry_notify(entry);
    }
}

static void write_all(Entry *entry, HANDLE event)
{
    char bytes[MOST_AT_ONCE];
    while (!entry->ended && (entry->length > 0 || !entry->closed)) {
        if (entry->length == 0) {
            SleepConditionVariableSRW(&entry->moved, &table_lock, INFINITE, 0);
            continue;
        }
        const size_t size = entry->length < MOST_AT_ONCE ? entry->length : MOST_AT_ONCE;
        memcpy(bytes, entry->buffer + entry->start, size);
        DWORD done = 0;
        ReleaseSRWLockExclusive(&table_lock);
        const bool ok = write_some(entry, event, bytes, (DWORD)size, &done);
        const DWORD failure = ok ? ERROR_SUCCESS : GetLastError();
        AcquireSRWLockExclusive(&table_lock);
        if (!ok) {
            end(entry, failure == ERROR_NO_DATA ? ERROR_BROKEN_PIPE : failure);
            done = (DWORD)entry->length; /* nobody will take it */
        }
        entry->start += done;
        entry->length -= done;
        if (entry->length == 0)
            entry->start = 0;
        entry_notify(entry);
    }
}

static void *pump_main(void *argument)
{
    Entry *entry = argument;
    const HANDLE event = CreateEventW(NULL, TRUE, FALSE, NULL);
    AcquireSRWLockExclusive(&table_lock);
    if (event == NULL)
        end(entry, GetLastError());
    else if (entry->kind == ENTRY_READER)
        read_all(entry, event);
    else
        write_all(entry, event);
    entry_notify(entry);
    entry_release(entry);
    ReleaseSRWLockExclusive(&table_lock);
    if (event != NULL)
        CloseHandle(event);
    return NULL;
}

bool pump_start(Entry *entry)
{
    Thread thread;
    entry->users++;
    if (!thread_start(&thread, pump_main, entry, PUMP_STACK)) {
        entry->users--;
        return false;
    }
    CloseHandle((HANDLE)thread.id); /* it ends by itself */
    return true;
}
