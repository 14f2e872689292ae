/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * A set of 64-bit keys that grows: to find positions that come twice. One thread.
 */
#ifndef CAROUSEL_TRAINING_KEY_SET_H
#define CAROUSEL_TRAINING_KEY_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zero is an empty set. */
typedef struct KeySet {
    uint64_t *slots; /* 0: free */
    size_t capacity; /* a power of two, at least twice `count` */
    size_t count;
} KeySet;

/* Adds the key; `*added` is false if it was there. False if memory ran out; the set is then as it was. */
bool key_set_add(KeySet *set, uint64_t key, bool *added);

void key_set_destroy(KeySet *set);

#endif
