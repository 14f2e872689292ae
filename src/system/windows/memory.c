/* SPDX-License-Identifier: GPL-3.0-only */
/* Large blocks from the system's pages. Large pages need a right that hardly anybody has: not asked for. */
#include "system/memory.h"

#include "system/windows/windows.h"

void *memory_allocate_large(size_t size)
{
    return VirtualAlloc(NULL, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

void memory_free_large(void *block, size_t size)
{
    (void)size;
    if (block != NULL)
        VirtualFree(block, 0, MEM_RELEASE);
}
