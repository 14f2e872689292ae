/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Keys of pages: 128 random bits from the system, as 32 hexadecimal digits. Whoever knows a seat's key sits in it, so keys
 * are compared in a time that tells nothing about them. They stand in the journal: a seat's behind `browser` in its words, the
 * organizer's among the settings. Any thread.
 */
#ifndef CAROUSEL_DESK_KEY_H
#define CAROUSEL_DESK_KEY_H

#include "base/text.h"

enum { KEY_SIZE = 33, KEY_WORDS_SIZE = 48 };

/* A new key. False if the system gives no random bytes. */
bool key_draw(char key[KEY_SIZE]);

/* Equal, and a key at all ("" is none)? Takes the same time wherever they differ. */
bool key_same(const char key[KEY_SIZE], Text shown);

/* The key in a seat's words, "browser 0123…"; "" if nobody plays there by a page. False then. */
bool key_of_words(const char *words, char key[KEY_SIZE]);

/* A seat's words with a new key. */
bool key_words(char words[KEY_WORDS_SIZE]);

/* Does a page play, whose key may still be missing? */
bool key_is_wanted(const char *words);

#endif
