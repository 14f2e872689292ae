/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Random text out of seeds, the same every time: a text is taken and changed in a few places by what breaks parsers.
 */
#ifndef CAROUSEL_TESTS_MUTATE_H
#define CAROUSEL_TESTS_MUTATE_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MUTANT_SIZE = 4096 };

static uint64_t random_state = 1;

static unsigned random_below(unsigned bound)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (unsigned)((random_state >> 16) % bound);
}

/* A text being mutated. */
typedef struct Mutant {
    char text[MUTANT_SIZE];
    size_t length;
} Mutant;

static void insert(Mutant *mutant, size_t at, const char *text, size_t length)
{
    if (mutant->length + length >= sizeof mutant->text)
        return;
    memmove(mutant->text + at + length, mutant->text + at, mutant->length - at);
    memcpy(mutant->text + at, text, length);
    mutant->length += length;
}

static void mutate(Mutant *mutant, const char *const *seeds, unsigned seed_count)
{
    /* clang-format off */
    static const char *const bits[] = {
        " ", "\n", "\t", "-", "+", "/", "\"", "'", "\\", "{", "}", "(", ")", "[", "]", ";", "%", "$", "=", ".", "0", "9", "K", "k", "Q", "w",
        "e4", "O-O", "e8=Q", "1-0", "*", "99999999999999999999", "-1", "\xff", "\x80", "\xe8\xbb\x8a", "\r\n", "moves", "value", "name",
    };
    /* clang-format on */
    const size_t at = random_below((unsigned)mutant->length + 1);
    const size_t left = mutant->length - at;
    const size_t span = left == 0 ? 0 : random_below((unsigned)(left < 16 ? left : 16)) + 1;
    switch (random_below(7)) {
    case 0: /* one byte becomes another */
        if (left > 0)
            mutant->text[at] = (char)random_below(256);
        break;
    case 1: /* a stretch goes */
        memmove(mutant->text + at, mutant->text + at + span, left - span);
        mutant->length -= span;
        break;
    case 2: { /* a stretch comes twice */
        char copy[16];
        memcpy(copy, mutant->text + at, span);
        insert(mutant, at, copy, span);
        break;
    }
    case 3: { /* something that means something */
        const char *bit = bits[random_below(sizeof bits / sizeof bits[0])];
        insert(mutant, at, bit, strlen(bit));
        break;
    }
    case 4: { /* a stretch of another seed */
        const char *other = seeds[random_below(seed_count)];
        const size_t from = random_below((unsigned)strlen(other) + 1);
        insert(mutant, at, other + from, random_below((unsigned)(strlen(other) - from) + 1));
        break;
    }
    case 5: /* the end goes */
        if (random_below(4) == 0)
            mutant->length = at;
        break;
    default: { /* a neighbour changes places */
        if (left > 1) {
            const char c = mutant->text[at];
            mutant->text[at] = mutant->text[at + 1];
            mutant->text[at + 1] = c;
        }
        break;
    }
    }
}

/* A text of a few changes. The caller frees it; NULL if memory ran out. It takes exactly *length + 1 bytes, so that
 * reading beyond it is seen by a sanitizer. */
static char *mutant_of(const char *const *seeds, unsigned seed_count, size_t *length)
{
    static Mutant mutant;
    const char *seed = seeds[random_below(seed_count)];
    mutant.length = strlen(seed);
    memcpy(mutant.text, seed, mutant.length);
    for (unsigned i = random_below(8); i > 0; i--)
        mutate(&mutant, seeds, seed_count);
    char *text = malloc(mutant.length + 1);
    if (text == NULL)
        return NULL;
    memcpy(text, mutant.text, mutant.length);
    text[mutant.length] = '\0';
    *length = mutant.length;
    return text;
}

#endif
