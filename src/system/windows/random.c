/* SPDX-License-Identifier: GPL-3.0-only */
#include "system/random.h"

#include "system/windows/windows.h"

#include <ntsecapi.h>

bool system_random(void *bytes, size_t size)
{
    return size <= MAXLONG && RtlGenRandom(bytes, (ULONG)size);
}
