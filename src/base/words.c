/* SPDX-License-Identifier: GPL-3.0-only */
#include "base/words.h"

#include "base/text.h"
#include "base/units.h"

#include <string.h>

size_t words_utf8_length(const char *bytes, size_t left)
{
    const unsigned char *text = (const unsigned char *)bytes;
    unsigned char first = text[0];
    size_t length = first < 0x80                    ? 1
                    : first >= 0xc2 && first < 0xe0 ? 2
                    : first >= 0xe0 && first < 0xf0 ? 3
                    : first >= 0xf0 && first < 0xf5 ? 4
                                                    : 0;
    if (length > left)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    /* Overlong forms, surrogates, beyond U+10FFFF. */
    if ((first == 0xe0 && text[1] < 0xa0) || (first == 0xed && text[1] >= 0xa0) || (first == 0xf0 && text[1] < 0x90) ||
        (first == 0xf4 && text[1] >= 0x90))
        return 0;
    return length;
}

void words_make_printable(char *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        size_t step = words_utf8_length(text + i, length - i);
        if (step == 0) {
            text[i] = '?';
            step = 1;
        } else if (step == 1 && ((unsigned char)text[i] < 0x20 || text[i] == 0x7f)) {
            text[i] = ' ';
        } else if (step == 2 && (unsigned char)text[i] == 0xc2 && (unsigned char)text[i + 1] < 0xa0) {
            text[i] = text[i + 1] = ' ';
        }
        i += step;
    }
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

char *words_trim(char *text)
{
    while (is_blank(*text))
        text++;
    size_t length = strlen(text);
    while (length > 0 && is_blank(text[length - 1]))
        text[--length] = '\0';
    return text;
}

const char *words_after(const char *text, const char *prefix)
{
    for (; *prefix != '\0'; text++, prefix++)
        if (text_lower(*text) != text_lower(*prefix))
            return NULL;
    return text;
}

bool words_same(const char *a, const char *b)
{
    const char *rest = words_after(a, b);
    return rest != NULL && *rest == '\0';
}

int words_distance(const char *a, const char *b, int most)
{
    const size_t length_a = strlen(a), length_b = strlen(b);
    int row[WORDS_LIKE_LENGTH + 1]; /* from the beginning of `a` so far to every beginning of `b` */
    if (length_a > WORDS_LIKE_LENGTH || length_b > WORDS_LIKE_LENGTH)
        return most;
    for (size_t j = 0; j <= length_b; j++)
        row[j] = (int)j;
    for (size_t i = 1; i <= length_a; i++) {
        int diagonal = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= length_b; j++) {
            const int changed = diagonal + (text_lower(a[i - 1]) != text_lower(b[j - 1]));
            diagonal = row[j];
            row[j] = int_min(changed, int_min(row[j], row[j - 1]) + 1);
        }
    }
    return int_min(row[length_b], most);
}
