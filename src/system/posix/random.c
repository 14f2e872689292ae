/* SPDX-License-Identifier: GPL-3.0-only */
#include "system/random.h"

#include "system/descriptor.h"

#include <fcntl.h>

bool system_random(void *bytes, size_t size)
{
    int source = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    unsigned char *to = bytes;
    size_t done = 0;
    while (source >= 0 && size > 0 && descriptor_read(source, to, size, &done) == TRANSFER_OK) {
        to += done;
        size -= done;
    }
    const bool whole = source >= 0 && size == 0;
    descriptor_close(&source);
    return whole;
}
