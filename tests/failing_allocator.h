/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Memory that runs out when a test says so. The linker puts this between every test program (what it links of the
 * program included) and malloc, calloc, realloc, strdup, strndup and memory_allocate_large. What the C library
 * allocates inside itself does not count. Any thread; the count is the process's.
 *
 * To let each allocation of a piece of work fail in turn:
 *     for (unsigned long n = 1;; n++) {
 *         failing_allocator_set(n, 1);
 *         … the work: it must say that memory ran out, lose nothing, leak nothing …
 *         if (failing_allocator_set(0, 0) < n)
 *             break;
 *     }
 */
#ifndef CAROUSEL_TESTS_FAILING_ALLOCATOR_H
#define CAROUSEL_TESTS_FAILING_ALLOCATOR_H

/* From now on the allocations `first` … `first + count - 1` (1: the next) give NULL; count 0: none does;
 * ALLOCATIONS_ALL: from `first` on all. Returns how many allocations were asked for since the last call. */
unsigned long failing_allocator_set(unsigned long first, unsigned long count);

#define ALLOCATIONS_ALL (~0ul)

/* How many have been refused since the last failing_allocator_set(). */
unsigned long failing_allocator_refused(void);

#endif
