/* SPDX-License-Identifier: GPL-3.0-only */
/* How the linker does it: see failing_allocator.c. */
#include "failing_files.h"

#include "system/file.h"

#include <stdatomic.h>

bool __real_file_write(File *file, const void *data, size_t size, Error *error);
bool __real_file_sync(File *file, Error *error);
bool __real_file_truncate(File *file, uint64_t size, Error *error);
bool __real_file_rename(const char *from, const char *to, Error *error);
bool __real_file_sync_directory(const char *path, Error *error);

bool __wrap_file_write(File *file, const void *data, size_t size, Error *error);
bool __wrap_file_sync(File *file, Error *error);
bool __wrap_file_truncate(File *file, uint64_t size, Error *error);
bool __wrap_file_rename(const char *from, const char *to, Error *error);
bool __wrap_file_sync_directory(const char *path, Error *error);

static atomic_int operations;
static atomic_int failing_from; /* 0: none */
static atomic_int failing_code;

int failing_files_set(int nth, int code)
{
    atomic_store(&failing_code, code);
    atomic_store(&failing_from, nth);
    return atomic_exchange(&operations, 0);
}

/* Counts an operation; true if it is to fail, and then says so. */
static bool fails(const char *what, const char *path, Error *error)
{
    const int number = atomic_fetch_add(&operations, 1) + 1;
    const int from = atomic_load(&failing_from);
    if (from == 0 || number < from)
        return false;
    error_set(error, atomic_load(&failing_code), "cannot %s '%s'", what, path);
    return true;
}

bool __wrap_file_write(File *file, const void *data, size_t size, Error *error)
{
    if (!fails("write to", file->path, error))
        return __real_file_write(file, data, size, error);
    __real_file_write(file, data, size / 2, NULL);
    return false;
}

bool __wrap_file_sync(File *file, Error *error)
{
    return !fails("sync", file->path, error) && __real_file_sync(file, error);
}

bool __wrap_file_truncate(File *file, uint64_t size, Error *error)
{
    return !fails("cut", file->path, error) && __real_file_truncate(file, size, error);
}

bool __wrap_file_rename(const char *from, const char *to, Error *error)
{
    return !fails("rename", from, error) && __real_file_rename(from, to, error);
}

bool __wrap_file_sync_directory(const char *path, Error *error)
{
    return !fails("sync the directory of", path, error) && __real_file_sync_directory(path, error);
}
