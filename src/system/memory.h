/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Large blocks of memory: zeroed without being touched, aligned to the system's large pages and asking for them,
 * since a table that is read at random spends its time on address translation otherwise. Any thread.
 */
#ifndef CAROUSEL_SYSTEM_MEMORY_H
#define CAROUSEL_SYSTEM_MEMORY_H

#include <stddef.h>

/* NULL if there is not so much. To be given back by memory_free_large() with the same size. */
void *memory_allocate_large(size_t size);

/* NULL is fine. */
void memory_free_large(void *block, size_t size);

#endif
