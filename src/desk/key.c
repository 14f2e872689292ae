/* SPDX-License-Identifier: GPL-3.0-only */
#include "desk/key.h"

#include "seats/kinds.h"
#include "system/random.h"

#include <stdio.h>
#include <string.h>

#define BROWSER "browser"

enum { KEY_BYTES = SEAT_KEY_DIGITS / 2 };

_Static_assert(KEY_SIZE == SEAT_KEY_DIGITS + 1, "room for a key");

bool key_draw(char key[KEY_SIZE])
{
    unsigned char bytes[KEY_BYTES];
    key[0] = '\0';
    if (!system_random(bytes, sizeof bytes))
        return false;
    for (int i = 0; i < KEY_BYTES; i++)
        snprintf(key + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

bool key_same(const char key[KEY_SIZE], Text shown)
{
    if (!seat_kinds_key(shown) || key[0] == '\0')
        return false;
    volatile unsigned char differences = 0;
    for (size_t i = 0; i < KEY_SIZE - 1; i++)
        differences |= (unsigned char)(key[i] ^ shown.data[i]);
    return differences == 0;
}

bool key_of_words(const char *words, char key[KEY_SIZE])
{
    Text rest = text_of(words);
    Text word;
    key[0] = '\0';
    if (!text_next(&rest, &word) || !text_is(word, BROWSER) || !text_next(&rest, &word) || !seat_kinds_key(word))
        return false;
    text_copy(word, key, KEY_SIZE);
    return true;
}

bool key_is_wanted(const char *words)
{
    Text rest = text_of(words);
    Text word;
    return text_next(&rest, &word) && text_is(word, BROWSER);
}

bool key_words(char words[KEY_WORDS_SIZE])
{
    char key[KEY_SIZE];
    const bool drawn = key_draw(key);
    snprintf(words, KEY_WORDS_SIZE, BROWSER " %s", key);
    return drawn;
}
