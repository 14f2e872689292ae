/* SPDX-License-Identifier: GPL-3.0-only */
/* Large blocks by mmap(). */
#include "system/memory.h"

#include <stdint.h>
#include <sys/mman.h>

enum { LARGE_PAGE = 2 << 20 };

#ifndef MAP_ANONYMOUS
#define MAP_ANONYMOUS MAP_ANON
#endif

/* A wish: without it all is well, only slower. */
#ifdef MADV_HUGEPAGE
static void ask_for_large_pages(void *start, size_t size)
{
    madvise(start, size, MADV_HUGEPAGE);
}
#else
static void ask_for_large_pages(void *start, size_t size)
{
    (void)start;
    (void)size;
}
#endif

static size_t rounded(size_t size)
{
    return (size + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
}

void *memory_allocate_large(size_t size)
{
    if (size > SIZE_MAX - 2 * (size_t)LARGE_PAGE)
        return NULL;
    /* A page more is mapped, and what lies before and after the aligned block is given back. */
    const size_t wanted = rounded(size);
    const size_t mapped = wanted + LARGE_PAGE;
    char *start = mmap(NULL, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED)
        return NULL;
    const size_t before = (LARGE_PAGE - (uintptr_t)start % LARGE_PAGE) % LARGE_PAGE;
    if (before > 0)
        munmap(start, before);
    if (before < LARGE_PAGE)
        munmap(start + before + wanted, LARGE_PAGE - before);
    ask_for_large_pages(start + before, wanted);
    return start + before;
}

void memory_free_large(void *block, size_t size)
{
    if (block != NULL)
        munmap(block, rounded(size));
}
