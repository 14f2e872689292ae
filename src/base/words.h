/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Lines from players: made printable in place, and compared. Their words are taken as slices: base/text.h. No
 * allocation; any thread.
 */
#ifndef CAROUSEL_BASE_WORDS_H
#define CAROUSEL_BASE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* The length of the UTF-8 character at `text`, of which `left` bytes are there; 0 if there is none. */
size_t words_utf8_length(const char *text, size_t left);

/* Control characters, '\0' among the `length` bytes included, become blanks; what is no UTF-8 becomes '?'. */
void words_make_printable(char *text, size_t length);

/* Without blanks at both ends, in place. */
char *words_trim(char *text);

/* Same letters, case aside (ASCII). */
bool words_same(const char *a, const char *b);

/* How many letters would have to be put in, taken out or changed to make one of the other, case aside; `most` if it is
 * that many or more, or if one is longer than WORDS_LIKE_LENGTH. */
enum { WORDS_LIKE_LENGTH = 63 };
int words_distance(const char *a, const char *b, int most);

/* What follows `prefix` in `text`, case aside; NULL if it does not begin so. */
const char *words_after(const char *text, const char *prefix);

#endif
