/* SPDX-License-Identifier: GPL-3.0-only */
/* The twin of posix/file_sync.c for macOS, where fsync() stops at the disk's own memory. */
#include "system/posix/platform.h"

#include <fcntl.h>
#include <unistd.h>

int platform_sync(int descriptor)
{
    return fcntl(descriptor, F_FULLFSYNC) == 0 ? 0 : fsync(descriptor);
}
