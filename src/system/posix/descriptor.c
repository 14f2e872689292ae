/* SPDX-License-Identifier: GPL-3.0-only */
/* Descriptors are the system's own. */
#include "system/descriptor.h"

#include "system/posix/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

bool descriptor_pipe(int ends[2], Error *error)
{
    if (platform_pipe(ends) != 0)
        return error_set(error, errno, "cannot make a pipe");
    return true;
}

bool descriptor_set_nonblocking(int descriptor, Error *error)
{
    int flags = fcntl(descriptor, F_GETFL);
    if (flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0)
        return error_set(error, errno, "cannot make a pipe non-blocking");
    return true;
}

static TransferResult transfer_result(ssize_t moved, size_t *done)
{
    *done = moved > 0 ? (size_t)moved : 0;
    if (moved > 0)
        return TRANSFER_OK;
    if (moved == 0)
        return TRANSFER_END;
    if (errno == EAGAIN || errno == EWOULDBLOCK)
        return TRANSFER_WAIT;
    return errno == EPIPE ? TRANSFER_END : TRANSFER_FAILED;
}

TransferResult descriptor_read(int descriptor, void *buffer, size_t size, size_t *done)
{
    ssize_t moved;
    do
        moved = read(descriptor, buffer, size);
    while (moved < 0 && errno == EINTR);
    return transfer_result(moved, done);
}

TransferResult descriptor_write(int descriptor, const void *data, size_t size, size_t *done)
{
    ssize_t moved;
    do
        moved = write(descriptor, data, size);
    while (moved < 0 && errno == EINTR);
    return transfer_result(moved, done);
}

void descriptor_close(int *descriptor)
{
    if (*descriptor >= 0)
        close(*descriptor);
    *descriptor = NO_DESCRIPTOR;
}

size_t descriptor_count_open(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 0;
    /* New descriptors take the lowest free number, so a long run of unused ones means the end. */
    size_t open_count = 0, unused = 0;
    for (int descriptor = 0; (rlim_t)descriptor < limit.rlim_cur && unused < 1024; descriptor++) {
        if (fcntl(descriptor, F_GETFD) >= 0) {
            open_count++;
            unused = 0;
        } else {
            unused++;
        }
    }
    return open_count;
}

bool descriptor_reserve(size_t count, Error *error)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return error_set(error, errno, "cannot read the limit of open files");
    rlim_t needed = (rlim_t)(descriptor_count_open() + count);
    if (limit.rlim_cur >= needed)
        return true;
    rlim_t before = limit.rlim_cur;
    if (limit.rlim_max == RLIM_INFINITY || limit.rlim_max >= needed) {
        limit.rlim_cur = needed;
        if (setrlimit(RLIMIT_NOFILE, &limit) == 0)
            return true;
    }
    return error_set(error, 0, "%llu open files are needed, the limit is %llu (see ulimit -n)", (unsigned long long)needed,
                     (unsigned long long)before);
}
