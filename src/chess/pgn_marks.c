/* SPDX-License-Identifier: GPL-3.0-only */
#include "chess/pgn_marks.h"

#include "base/text.h"

#include <string.h>

/* The longer ones first where one ends on another. Informant's signs in letters, old words for check and mate, novelty
 * and diagram, and what slips in from prose. */
/* clang-format off */
static const char *const marks[] = {
    "+/-", "-/+", "+/=", "=/+", "=/oo", "~/=", "=/~", "+--", "--+", "+-", "-+", "+=", "=+", "==", "/=", "=/", "=", "oo", "~",
    "dbl.ch", "dis.ch", "dblch", "disch", "ch", "chk", "mate", "dbl", "dis", "e.p.", "e.p", "ep", "tn", "n", "d", "rr", "i.e.",
    "!", "?", ",", ".", ":", "'", "\"", "*", "+", "#", "-", "^", "(", ")",
};
/* clang-format on */

static bool ends_on(const char *token, size_t length, const char *mark)
{
    const size_t size = strlen(mark);
    if (size > length)
        return false;
    for (size_t i = 0; i < size; i++)
        if (text_lower(token[length - size + i]) != mark[i])
            return false;
    return true;
}

/* Length of the mark at the end; 0 if there is none. */
static size_t mark_length(const char *token, size_t length)
{
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (ends_on(token, length, marks[i]))
            return strlen(marks[i]);
    /* The printer's signs are no ASCII: half a plus-minus, infinity, an arrow. */
    size_t size = 0;
    while (size < length && (unsigned char)token[length - 1 - size] >= 0x80)
        size++;
    return size;
}

size_t pgn_without_mark(const char *token, size_t length)
{
    const size_t size = mark_length(token, length);
    return size < length ? length - size : length;
}

bool pgn_is_mark(const char *token, size_t length)
{
    for (size_t size; length > 0; length -= size) {
        size = mark_length(token, length);
        if (size == 0)
            return false;
    }
    return true;
}
