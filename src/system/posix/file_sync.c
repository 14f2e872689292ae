/* SPDX-License-Identifier: GPL-3.0-only */
/* Down to the disk itself, as far as POSIX can say. */
#include "system/posix/platform.h"

#include <unistd.h>

int platform_sync(int descriptor)
{
    return fdatasync(descriptor);
}
