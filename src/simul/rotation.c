/* SPDX-License-Identifier: GPL-3.0-only */
#include "simul/rotation.h"

#include "base/bits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void rotation_init(Rotation *set)
{
    memset(set, 0, sizeof *set);
}

void rotation_destroy(Rotation *set)
{
    for (int i = 0; i < ROTATION_LEVELS; i++)
        free(set->level[i]);
    rotation_init(set);
}

bool rotation_reserve(Rotation *set, int most)
{
    size_t bits = (size_t)most + 1;
    for (int i = 0; i < ROTATION_LEVELS; i++) {
        const size_t words = (bits + 63) / 64;
        if (words > set->words[i]) {
            const size_t room = words > 2 * set->words[i] ? words : 2 * set->words[i];
            uint64_t *grown = realloc(set->level[i], room * sizeof *grown);
            if (grown == NULL)
                return false;
            memset(grown + set->words[i], 0, (room - set->words[i]) * sizeof *grown);
            set->level[i] = grown;
            set->words[i] = room;
        }
        bits = set->words[i];
    }
    return true;
}

bool rotation_has(const Rotation *set, int number)
{
    const size_t word = (size_t)number / 64;
    return word < set->words[0] && (set->level[0][word] >> (number & 63) & 1) != 0;
}

void rotation_add(Rotation *set, int number)
{
    if (rotation_has(set, number))
        return;
    set->count++;
    size_t bit = (size_t)number;
    for (int i = 0; i < ROTATION_LEVELS; i++) {
        assert(bit / 64 < set->words[i]);
        set->level[i][bit / 64] |= (uint64_t)1 << (bit & 63);
        bit /= 64;
    }
}

void rotation_remove(Rotation *set, int number)
{
    if (!rotation_has(set, number))
        return;
    set->count--;
    size_t bit = (size_t)number;
    for (int i = 0; i < ROTATION_LEVELS; i++) {
        set->level[i][bit / 64] &= ~((uint64_t)1 << (bit & 63));
        if (set->level[i][bit / 64] != 0)
            break;
        bit /= 64;
    }
}

int rotation_next(const Rotation *set, int number)
{
    size_t bit = (size_t)number + 1;
    int i = 0;
    /* Up, until a word has something at or above the bit … */
    for (;; i++) {
        if (i == ROTATION_LEVELS || bit / 64 >= set->words[i])
            return 0;
        const uint64_t rest = set->level[i][bit / 64] & ~(uint64_t)0 << (bit & 63);
        if (rest != 0) {
            bit = (bit & ~(size_t)63) + (size_t)bits_lowest(rest);
            break;
        }
        bit = bit / 64 + 1;
    }
    /* … and down to the lowest number under it. */
    while (i-- > 0)
        bit = bit * 64 + (size_t)bits_lowest(set->level[i][bit]);
    return (int)bit;
}

int rotation_previous(const Rotation *set, int number)
{
    if (number <= 0 || set->words[0] == 0)
        return 0;
    size_t bit = (size_t)number - 1;
    const size_t last = set->words[0] * 64 - 1;
    if (bit > last)
        bit = last;
    int i = 0;
    for (;; i++) {
        if (i == ROTATION_LEVELS)
            return 0;
        const uint64_t rest = set->level[i][bit / 64] & ~(uint64_t)0 >> (63 - (bit & 63));
        if (rest != 0) {
            bit = (bit & ~(size_t)63) + (size_t)bits_highest(rest);
            break;
        }
        if (bit / 64 == 0)
            return 0;
        bit = bit / 64 - 1;
    }
    while (i-- > 0)
        bit = bit * 64 + (size_t)bits_highest(set->level[i][bit]);
    return (int)bit;
}

size_t rotation_bytes(const Rotation *set)
{
    size_t bytes = 0;
    for (int i = 0; i < ROTATION_LEVELS; i++)
        bytes += set->words[i] * sizeof *set->level[i];
    return bytes;
}
