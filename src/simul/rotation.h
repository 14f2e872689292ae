/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Rotation: an ordered set of board numbers with next, previous and lowest in a handful of steps, however many
 * boards there are. A tree of bit words, 64 children a word.
 *
 * Owns its words. Numbers are 1 … capacity; 0 means "none".
 */
#ifndef CAROUSEL_SIMUL_ROTATION_H
#define CAROUSEL_SIMUL_ROTATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ROTATION_LEVELS = 3 }; /* 64³ numbers */

typedef struct Rotation {
    uint64_t *level[ROTATION_LEVELS]; /* [0]: a bit a number; above: a bit a word that is not empty */
    size_t words[ROTATION_LEVELS];
    int count;
} Rotation;

void rotation_init(Rotation *set);
void rotation_destroy(Rotation *set);

/* Makes room for numbers up to `most`. False, with nothing changed, if memory ran out. */
bool rotation_reserve(Rotation *set, int most);

/* Adding what is there, or removing what is not, changes nothing. */
void rotation_add(Rotation *set, int number);
void rotation_remove(Rotation *set, int number);
bool rotation_has(const Rotation *set, int number);

/* The lowest number above `number` / the highest below it; 0 if there is none. */
int rotation_next(const Rotation *set, int number);
int rotation_previous(const Rotation *set, int number);

/* Bytes in use. */
size_t rotation_bytes(const Rotation *set);

#endif
