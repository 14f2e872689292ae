/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The twin of posix/file.c. A File's number is the system's handle, of which Windows promises that 32 bits say all. Others may
 * read, write, rename and remove what we have open, as elsewhere.
 */
#include "system/file.h"

#include "system/windows/windows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static HANDLE handle_of(const File *file)
{
    return (HANDLE)(intptr_t)file->descriptor;
}

static HANDLE open_path(const char *path, DWORD access, DWORD how)
{
    wchar_t *wide = windows_wide(path);
    if (wide == NULL) {
        SetLastError(errno == ENOMEM ? ERROR_NOT_ENOUGH_MEMORY : ERROR_INVALID_NAME);
        return INVALID_HANDLE_VALUE;
    }
    const HANDLE handle = CreateFileW(wide, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, how,
                                      FILE_ATTRIBUTE_NORMAL, NULL);
    DWORD code = GetLastError();
    if (handle == INVALID_HANDLE_VALUE && code != ERROR_ACCESS_DENIED && wcslen(wide) >= MAX_PATH)
        code = ERROR_FILENAME_EXCED_RANGE; /* the system calls that a file that is not there */
    free(wide);
    SetLastError(code);
    return handle;
}

bool file_open(File *file, const char *path, FileMode mode, Error *error)
{
    static const DWORD ways[] = {
        [FILE_NEW] = CREATE_NEW, [FILE_NEW_PRIVATE] = CREATE_NEW, [FILE_APPEND] = OPEN_ALWAYS, [FILE_CHANGE] = OPEN_EXISTING};
    *file = FILE_CLOSED;
    char *copy = strdup(path);
    if (copy == NULL)
        return error_set(error, ENOMEM, "cannot open '%s'", path);
    const HANDLE handle = open_path(path, GENERIC_READ | GENERIC_WRITE, ways[mode]);
    if (handle == INVALID_HANDLE_VALUE) {
        free(copy);
        return windows_error(error, GetLastError(), "cannot open '%s'", path);
    }
    file->descriptor = (int)(intptr_t)handle;
    file->path = copy;
    return true;
}

bool file_close(File *file, Error *error)
{
    if (file->descriptor == FILE_CLOSED.descriptor)
        return true;
    const bool ok = CloseHandle(handle_of(file));
    if (!ok)
        windows_error(error, GetLastError(), "cannot close '%s'", file->path);
    free(file->path);
    *file = FILE_CLOSED;
    return ok;
}

/* At the end of the file, wherever that is by now. */
static bool append(File *file, const char *bytes, size_t size)
{
    const DWORD most = 1 << 30;
    while (size > 0) {
        OVERLAPPED at_end = {.Offset = 0xffffffff, .OffsetHigh = 0xffffffff};
        DWORD done;
        if (!WriteFile(handle_of(file), bytes, size < most ? (DWORD)size : most, &done, &at_end))
            return false;
        bytes += done;
        size -= done;
    }
    return true;
}

bool file_write(File *file, const void *data, size_t size, Error *error)
{
    return append(file, data, size) || windows_error(error, GetLastError(), "cannot write to '%s'", file->path);
}

bool file_sync(File *file, Error *error)
{
    /* What is no file of a disk (a pipe, a console, NUL) has nothing to sync. */
    if (FlushFileBuffers(handle_of(file)) || GetFileType(handle_of(file)) != FILE_TYPE_DISK)
        return true;
    return windows_error(error, GetLastError(), "cannot sync '%s'", file->path);
}

bool file_size(const File *file, uint64_t *size, Error *error)
{
    LARGE_INTEGER found;
    if (!GetFileSizeEx(handle_of(file), &found))
        return windows_error(error, GetLastError(), "cannot read the size of '%s'", file->path);
    *size = (uint64_t)found.QuadPart;
    return true;
}

bool file_truncate(File *file, uint64_t size, Error *error)
{
    LARGE_INTEGER end = {.QuadPart = (LONGLONG)size};
    return (SetFilePointerEx(handle_of(file), end, NULL, FILE_BEGIN) && SetEndOfFile(handle_of(file))) ||
           windows_error(error, GetLastError(), "cannot cut '%s'", file->path);
}

/* A byte that no file reaches: a lock here keeps others from what it covers, and they are to be able to read. */
bool file_lock(File *file, Error *error)
{
    OVERLAPPED far_behind = {.Offset = 0, .OffsetHigh = 0x40000000};
    if (LockFileEx(handle_of(file), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &far_behind))
        return true;
    if (GetLastError() == ERROR_LOCK_VIOLATION || GetLastError() == ERROR_IO_PENDING)
        return error_set(error, 0, "'%s' is in use by another process", file->path);
    return windows_error(error, GetLastError(), "cannot lock '%s'", file->path);
}

void file_share(const File *file)
{
    OVERLAPPED far_behind = {.Offset = 0, .OffsetHigh = 0x40000000};
    LockFileEx(handle_of(file), LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &far_behind);
}

bool file_is_unshared(const File *file)
{
    OVERLAPPED far_behind = {.Offset = 0, .OffsetHigh = 0x40000000};
    UnlockFileEx(handle_of(file), 0, 1, 0, &far_behind);
    return LockFileEx(handle_of(file), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &far_behind) != 0;
}

bool file_is_regular(const File *file)
{
    return GetFileType(handle_of(file)) == FILE_TYPE_DISK;
}

FilePlace file_place(const File *file)
{
    BY_HANDLE_FILE_INFORMATION ours, named;
    if (!file_is_regular(file) || !GetFileInformationByHandle(handle_of(file), &ours))
        return FILE_THERE;
    const HANDLE there = open_path(file->path, FILE_READ_ATTRIBUTES, OPEN_EXISTING);
    if (there == INVALID_HANDLE_VALUE)
        return GetLastError() == ERROR_FILE_NOT_FOUND || GetLastError() == ERROR_PATH_NOT_FOUND ? FILE_GONE : FILE_THERE;
    const bool known = GetFileInformationByHandle(there, &named) != 0;
    CloseHandle(there);
    const bool same = named.dwVolumeSerialNumber == ours.dwVolumeSerialNumber && named.nFileIndexHigh == ours.nFileIndexHigh &&
                      named.nFileIndexLow == ours.nFileIndexLow;
    return !known || same ? FILE_THERE : FILE_REPLACED;
}

bool file_is_stream(const char *path)
{
    const HANDLE handle = open_path(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING);
    const bool stream = handle != INVALID_HANDLE_VALUE && GetFileType(handle) != FILE_TYPE_DISK;
    if (handle != INVALID_HANDLE_VALUE)
        CloseHandle(handle);
    return stream;
}

bool file_exists(const char *path)
{
    wchar_t *wide = windows_wide(path);
    const bool exists = wide != NULL && GetFileAttributesW(wide) != INVALID_FILE_ATTRIBUTES;
    free(wide);
    return exists;
}

bool file_remove(const char *path, Error *error)
{
    wchar_t *wide = windows_wide(path);
    if (wide == NULL)
        return error_set(error, errno, "cannot remove '%s'", path);
    const bool ok = DeleteFileW(wide) || windows_error(error, GetLastError(), "cannot remove '%s'", path);
    free(wide);
    return ok;
}

bool file_rename(const char *from, const char *to, Error *error)
{
    wchar_t *wide_from = windows_wide(from), *wide_to = windows_wide(to);
    bool ok;
    if (wide_from == NULL || wide_to == NULL)
        ok = error_set(error, errno, "cannot rename '%s' to '%s'", from, to);
    else
        ok = MoveFileExW(wide_from, wide_to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) ||
             windows_error(error, GetLastError(), "cannot rename '%s' to '%s'", from, to);
    free(wide_from);
    free(wide_to);
    return ok;
}

/* The file system keeps a journal of its names; a directory cannot be synced here. */
bool file_sync_directory(const char *path, Error *error)
{
    (void)path;
    (void)error;
    return true;
}

/* All that is left to read; NULL with GetLastError() if that fails. */
static char *read_rest(HANDLE handle, size_t *size)
{
    size_t capacity = 65536, used = 0;
    char *data = malloc(capacity);
    while (data != NULL) {
        DWORD done;
        if (!ReadFile(handle, data + used, (DWORD)(capacity - used - 1 < 1 << 30 ? capacity - used - 1 : 1 << 30), &done, NULL)) {
            if (GetLastError() != ERROR_BROKEN_PIPE) {
                free(data);
                return NULL;
            }
            done = 0;
        }
        if (done == 0)
            break;
        used += done;
        if (capacity - used - 1 == 0) {
            char *larger = realloc(data, capacity * 2);
            if (larger == NULL)
                free(data);
            data = larger;
            capacity *= 2;
        }
    }
    if (data == NULL) {
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        return NULL;
    }
    data[used] = '\0';
    *size = used;
    return data;
}

char *file_read(const File *file, uint64_t from, size_t *size, Error *error)
{
    const LARGE_INTEGER at = {.QuadPart = (LONGLONG)from};
    char *data = SetFilePointerEx(handle_of(file), at, NULL, FILE_BEGIN) ? read_rest(handle_of(file), size) : NULL;
    if (data == NULL)
        windows_error(error, GetLastError(), "cannot read '%s'", file->path);
    return data;
}

char *file_read_all(const char *path, size_t *size, Error *error)
{
    const HANDLE handle = open_path(path, GENERIC_READ, OPEN_EXISTING);
    if (handle == INVALID_HANDLE_VALUE) {
        windows_error(error, GetLastError(), "cannot open '%s'", path);
        return NULL;
    }
    char *data = read_rest(handle, size);
    if (data == NULL)
        windows_error(error, GetLastError(), "cannot read '%s'", path);
    CloseHandle(handle);
    return data;
}
