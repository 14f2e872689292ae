/* SPDX-License-Identifier: GPL-3.0-only */
#define _GNU_SOURCE
#include "system/file.h"

#include "system/clock.h"
#include "system/descriptor.h"
#include "system/posix/platform.h"
#include "system/wait.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const int64_t READER_WAIT_NS = 500000000;

/* Beyond the limit of a file's size a write is to fail, and not to end the program. */
static void ignore_size_limit_signal(void)
{
#ifdef SIGXFSZ
    static atomic_flag done = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&done))
        signal(SIGXFSZ, SIG_IGN);
#endif
}

static bool is_regular(int descriptor)
{
    struct stat info;
    return fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode);
}

/* Without waiting for a named pipe's reader; what else is opened is written to with waiting. */
static int open_flags(const char *path, FileMode mode)
{
    const int flags = O_CLOEXEC | O_APPEND | O_NONBLOCK;
    struct stat info;
    if (mode == FILE_NEW || mode == FILE_NEW_PRIVATE)
        return flags | O_RDWR | O_CREAT | O_EXCL;
    if (mode == FILE_CHANGE)
        return flags | O_RDWR;
    return flags | O_CREAT | (stat(path, &info) != 0 || S_ISREG(info.st_mode) ? O_RDWR : O_WRONLY);
}

bool file_open(File *file, const char *path, FileMode mode, Error *error)
{
    *file = FILE_CLOSED;
    ignore_size_limit_signal();
    char *copy = strdup(path);
    if (copy == NULL)
        return error_set(error, ENOMEM, "cannot open '%s'", path);
    const int flags = open_flags(path, mode);
    int descriptor = open(path, flags, mode == FILE_NEW_PRIVATE ? 0600 : 0666);
    if (descriptor < 0) {
        int code = errno;
        free(copy);
        if (code == ENXIO)
            return error_set(error, 0, "cannot open '%s': it is a pipe that nobody reads", path);
        return error_set(error, code, "cannot open '%s'", path);
    }
    struct stat info;
    if (fstat(descriptor, &info) != 0 || !S_ISFIFO(info.st_mode))
        fcntl(descriptor, F_SETFL, flags & ~(O_NONBLOCK | O_CREAT | O_EXCL | O_CLOEXEC));
    file->descriptor = descriptor;
    file->path = copy;
    return true;
}

bool file_close(File *file, Error *error)
{
    if (file->descriptor < 0)
        return true;
    bool ok = close(file->descriptor) == 0;
    if (!ok)
        error_set(error, errno, "cannot close '%s'", file->path);
    free(file->path);
    *file = FILE_CLOSED;
    return ok;
}

/* A pipe is full. False if its reader does not read. */
static bool wait_for_reader(File *file)
{
    Channel channel = channel_make(file->descriptor, CHANNEL_WRITE);
    file->stuck = system_wait(&channel, 1, file->stuck ? 0 : system_now_ns() + READER_WAIT_NS) <= 0;
    return !file->stuck;
}

bool file_write(File *file, const void *data, size_t size, Error *error)
{
    const char *bytes = data;
    while (size > 0) {
        size_t done;
        const TransferResult result = descriptor_write(file->descriptor, bytes, size, &done);
        if (result == TRANSFER_WAIT && wait_for_reader(file))
            continue;
        if (result == TRANSFER_WAIT)
            return error_set(error, 0, "cannot write to '%s': nobody reads what is in the pipe already", file->path);
        if (result != TRANSFER_OK)
            return error_set(error, errno, "cannot write to '%s'", file->path);
        bytes += done;
        size -= done;
    }
    return true;
}

bool file_sync(File *file, Error *error)
{
    int result;
    do
        result = platform_sync(file->descriptor);
    while (result != 0 && errno == EINTR);
    /* What is no file of a disk (a pipe, a terminal, /dev/null) has nothing to sync. */
    if (result != 0 && errno != EINVAL && errno != EROFS && errno != ENOTSUP)
        return error_set(error, errno, "cannot sync '%s'", file->path);
    return true;
}

bool file_size(const File *file, uint64_t *size, Error *error)
{
    struct stat info;
    if (fstat(file->descriptor, &info) != 0)
        return error_set(error, errno, "cannot read the size of '%s'", file->path);
    *size = (uint64_t)info.st_size;
    return true;
}

bool file_truncate(File *file, uint64_t size, Error *error)
{
    if (ftruncate(file->descriptor, (off_t)size) != 0)
        return error_set(error, errno, "cannot cut '%s'", file->path);
    return true;
}

bool file_lock(File *file, Error *error)
{
    if (flock(file->descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK)
            return error_set(error, 0, "'%s' is in use by another process", file->path);
        return error_set(error, errno, "cannot lock '%s'", file->path);
    }
    return true;
}

void file_share(const File *file)
{
    flock(file->descriptor, LOCK_SH | LOCK_NB);
}

bool file_is_unshared(const File *file)
{
    return flock(file->descriptor, LOCK_EX | LOCK_NB) == 0;
}

bool file_is_regular(const File *file)
{
    return is_regular(file->descriptor);
}

FilePlace file_place(const File *file)
{
    struct stat ours, named;
    if (fstat(file->descriptor, &ours) != 0 || !S_ISREG(ours.st_mode))
        return FILE_THERE;
    if (stat(file->path, &named) != 0)
        return errno == ENOENT || errno == ENOTDIR ? FILE_GONE : FILE_THERE;
    return named.st_dev == ours.st_dev && named.st_ino == ours.st_ino && ours.st_nlink > 0 ? FILE_THERE : FILE_REPLACED;
}

bool file_exists(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0;
}

bool file_is_stream(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && !S_ISREG(info.st_mode);
}

bool file_remove(const char *path, Error *error)
{
    return unlink(path) == 0 || error_set(error, errno, "cannot remove '%s'", path);
}

bool file_rename(const char *from, const char *to, Error *error)
{
    if (rename(from, to) != 0)
        return error_set(error, errno, "cannot rename '%s' to '%s'", from, to);
    return true;
}

bool file_sync_directory(const char *path, Error *error)
{
    const char *slash = strrchr(path, '/');
    size_t length = slash == NULL ? 0 : slash == path ? 1 : (size_t)(slash - path);
    char *directory = length == 0 ? strdup(".") : strndup(path, length);
    if (directory == NULL)
        return error_set(error, ENOMEM, "cannot sync the directory of '%s'", path);
    int descriptor = open(directory, O_RDONLY | O_CLOEXEC);
    /* Some file systems refuse to sync a directory; they have nothing better to offer. */
    const bool ok = descriptor >= 0 && (fsync(descriptor) == 0 || errno == EINVAL || errno == EBADF || errno == ENOTSUP);
    if (!ok)
        error_set(error, errno, "cannot sync directory '%s'", directory);
    if (descriptor >= 0)
        close(descriptor);
    free(directory);
    return ok;
}

/* From where the descriptor stands to the end. */
static char *read_to_end(int descriptor, const char *path, size_t *size, Error *error)
{
    size_t capacity = 65536, used = 0;
    char *data = malloc(capacity);
    TransferResult result = TRANSFER_OK;
    while (data != NULL) {
        size_t done;
        result = descriptor_read(descriptor, data + used, capacity - used - 1, &done);
        if (result != TRANSFER_OK)
            break;
        used += done;
        if (capacity - used - 1 == 0) {
            char *larger = realloc(data, capacity * 2);
            if (larger == NULL) {
                free(data);
                data = NULL;
                break;
            }
            data = larger;
            capacity *= 2;
        }
    }
    if (data == NULL) {
        error_set(error, ENOMEM, "cannot read '%s'", path);
    } else if (result != TRANSFER_END) {
        error_set(error, errno, "cannot read '%s'", path);
        free(data);
        data = NULL;
    } else {
        data[used] = '\0';
        *size = used;
    }
    return data;
}

char *file_read(const File *file, uint64_t from, size_t *size, Error *error)
{
    if (lseek(file->descriptor, (off_t)from, SEEK_SET) < 0) {
        error_set(error, errno, "cannot read '%s'", file->path);
        return NULL;
    }
    return read_to_end(file->descriptor, file->path, size, error);
}

char *file_read_all(const char *path, size_t *size, Error *error)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        error_set(error, errno, "cannot open '%s'", path);
        return NULL;
    }
    char *data = read_to_end(descriptor, path, size, error);
    close(descriptor);
    return data;
}
