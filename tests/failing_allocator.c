/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The linker's --wrap=NAME sends each call of NAME to __wrap_NAME, and each of __real_NAME to NAME. (strdup and
 * strndup allocate inside the C library, where the linker does not see it: they are wrapped themselves.)
 */
#include "failing_allocator.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
char *__real_strdup(const char *text);
#ifndef _WIN32 /* which has no strndup() */
char *__real_strndup(const char *text, size_t length);
char *__wrap_strndup(const char *text, size_t length);
#endif
void *__real_memory_allocate_large(size_t size);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
char *__wrap_strdup(const char *text);
void *__wrap_memory_allocate_large(size_t size);

static atomic_ulong asked;
static atomic_ulong refused;
static atomic_ulong first_refused; /* counted from 1 */
static atomic_ulong refused_count; /* 0: none */

unsigned long failing_allocator_set(unsigned long first, unsigned long count)
{
    atomic_store(&refused_count, 0);
    atomic_store(&first_refused, first);
    atomic_store(&refused, 0);
    const unsigned long before = atomic_exchange(&asked, 0);
    atomic_store(&refused_count, count);
    return before;
}

unsigned long failing_allocator_refused(void)
{
    return atomic_load(&refused);
}

/* Counts an allocation; true if it is to fail. */
static bool refuse(void)
{
    const unsigned long number = atomic_fetch_add(&asked, 1) + 1;
    const unsigned long first = atomic_load(&first_refused);
    if (number < first || number - first >= atomic_load(&refused_count))
        return false;
    atomic_fetch_add(&refused, 1);
    errno = ENOMEM;
    return true;
}

void *__wrap_malloc(size_t size)
{
    return refuse() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return refuse() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    return refuse() ? NULL : __real_realloc(block, size);
}

char *__wrap_strdup(const char *text)
{
    return refuse() ? NULL : __real_strdup(text);
}

#ifndef _WIN32
char *__wrap_strndup(const char *text, size_t length)
{
    return refuse() ? NULL : __real_strndup(text, length);
}
#endif

void *__wrap_memory_allocate_large(size_t size)
{
    return refuse() ? NULL : __real_memory_allocate_large(size);
}
