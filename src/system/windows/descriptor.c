/* SPDX-License-Identifier: GPL-3.0-only */
/* Reading and writing is moving bytes out of and into the buffer of an entry of the table. */
#include "system/descriptor.h"

#include "system/windows/table.h"
#include "system/windows/table_entry.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

bool descriptor_pipe(int ends[2], Error *error)
{
    int reader;
    HANDLE other;
    if (!table_make_pipe(false, true, &reader, &other, error))
        return false;
    const int writer = table_add_pipe(other, true, error);
    if (writer < 0) {
        descriptor_close(&reader);
        return false;
    }
    ends[0] = reader;
    ends[1] = writer;
    return true;
}

/* None of ours ever waits. */
bool descriptor_set_nonblocking(int descriptor, Error *error)
{
    (void)descriptor;
    (void)error;
    return true;
}

static TransferResult ended(const Entry *entry)
{
    if (entry->failure == ERROR_SUCCESS)
        return TRANSFER_END;
    errno = windows_errno(entry->failure);
    return errno == EPIPE ? TRANSFER_END : TRANSFER_FAILED;
}

static TransferResult no_such_descriptor(void)
{
    errno = EBADF;
    return TRANSFER_FAILED;
}

/* A socket's own, at once. With the lock held. */
static TransferResult socket_transfer(int moved, bool *possible, size_t *done)
{
    const int failure = WSAGetLastError();
    if (moved > 0) {
        *done = (size_t)moved;
        return TRANSFER_OK;
    }
    if (moved == 0)
        return TRANSFER_END;
    if (failure == WSAEWOULDBLOCK) {
        *possible = false; /* until the system says so */
        return TRANSFER_WAIT;
    }
    errno = EIO;
    return failure == WSAECONNRESET || failure == WSAECONNABORTED || failure == WSAESHUTDOWN ? TRANSFER_END : TRANSFER_FAILED;
}

static int clipped(size_t size)
{
    return size < INT_MAX ? (int)size : INT_MAX;
}

TransferResult descriptor_read(int descriptor, void *buffer, size_t size, size_t *done)
{
    *done = 0;
    TransferResult result = TRANSFER_OK;
    AcquireSRWLockExclusive(&table_lock);
    Entry *entry = table_entry(descriptor);
    if (entry != NULL && entry->kind == ENTRY_SOCKET) {
        result = socket_transfer(recv(entry->socket, buffer, clipped(size), 0), &entry->readable, done);
    } else if (entry == NULL || entry->kind != ENTRY_READER) {
        result = no_such_descriptor();
    } else if (entry->length == 0) {
        result = entry->ended ? ended(entry) : TRANSFER_WAIT;
    } else {
        *done = size < entry->length ? size : entry->length;
        memcpy(buffer, entry->buffer + entry->start, *done);
        entry->start += *done;
        entry->length -= *done;
        if (entry->length == 0)
            entry->start = 0;
        WakeConditionVariable(&entry->moved);
    }
    ReleaseSRWLockExclusive(&table_lock);
    return result;
}

TransferResult descriptor_write(int descriptor, const void *data, size_t size, size_t *done)
{
    *done = 0;
    TransferResult result = TRANSFER_OK;
    AcquireSRWLockExclusive(&table_lock);
    Entry *entry = table_entry(descriptor);
    if (entry != NULL && entry->kind == ENTRY_SOCKET) {
        result = socket_transfer(send(entry->socket, data, clipped(size), 0), &entry->writable, done);
    } else if (entry == NULL || entry->kind != ENTRY_WRITER) {
        result = no_such_descriptor();
    } else if (entry->ended) {
        result = ended(entry);
    } else if (entry->length == BUFFER_SIZE) {
        result = TRANSFER_WAIT;
    } else {
        const size_t room = BUFFER_SIZE - entry->length;
        *done = size < room ? size : room;
        if (entry->start + entry->length + *done > BUFFER_SIZE) {
            memmove(entry->buffer, entry->buffer + entry->start, entry->length);
            entry->start = 0;
        }
        memcpy(entry->buffer + entry->start + entry->length, data, *done);
        entry->length += *done;
        WakeConditionVariable(&entry->moved);
    }
    ReleaseSRWLockExclusive(&table_lock);
    return result;
}

/* The system sets no limit that an exhibition could reach. */
bool descriptor_reserve(size_t count, Error *error)
{
    (void)count;
    (void)error;
    return true;
}
