/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Random bytes that nobody can guess, from the system: for keys. What only has to be spread well comes from
 * base/splitmix64.h. Any thread.
 */
#ifndef CAROUSEL_SYSTEM_RANDOM_H
#define CAROUSEL_SYSTEM_RANDOM_H

#include <stdbool.h>
#include <stddef.h>

/* All of them, or false: then nothing must be made of what is there. */
bool system_random(void *bytes, size_t size);

#endif
