/* SPDX-License-Identifier: GPL-3.0-only */
#include "training/key_set.h"

#include "system/memory.h"

enum { CAPACITY_MIN = 1024 };

static size_t bytes(size_t capacity)
{
    return capacity * sizeof(uint64_t);
}

/* Puts the key where it belongs; false if it stands there already. */
static bool put(uint64_t *slots, size_t capacity, uint64_t key)
{
    size_t at = (size_t)key & (capacity - 1);
    while (slots[at] != 0 && slots[at] != key)
        at = (at + 1) & (capacity - 1);
    const bool fresh = slots[at] == 0;
    slots[at] = key;
    return fresh;
}

static bool grow(KeySet *set)
{
    const size_t capacity = set->capacity == 0 ? CAPACITY_MIN : set->capacity * 2;
    uint64_t *slots = memory_allocate_large(bytes(capacity));
    if (slots == NULL)
        return false;
    for (size_t i = 0; i < set->capacity; i++)
        if (set->slots[i] != 0)
            put(slots, capacity, set->slots[i]);
    memory_free_large(set->slots, bytes(set->capacity));
    set->slots = slots;
    set->capacity = capacity;
    return true;
}

bool key_set_add(KeySet *set, uint64_t key, bool *added)
{
    if (2 * (set->count + 1) > set->capacity && !grow(set))
        return false;
    *added = put(set->slots, set->capacity, key == 0 ? 1 : key);
    set->count += *added;
    return true;
}

void key_set_destroy(KeySet *set)
{
    memory_free_large(set->slots, bytes(set->capacity));
    *set = (KeySet){0};
}
