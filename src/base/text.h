/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Text from outside, as slices: a pointer and a length into somebody else's line, never copied, never
 * terminated. White space is blank, tab, carriage return, newline and everything else below a blank, NUL
 * included, so that broken lines fall apart into harmless words. Keywords match in any case.
 * Pure; any thread.
 */
#ifndef CAROUSEL_BASE_TEXT_H
#define CAROUSEL_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Text {
    const char *data;
    size_t length;
} Text;

/* For "%.*s" in messages: at most the first 60 characters. */
#define TEXT_SHOWN(text) (int)((text).length < 60 ? (text).length : 60), (text).data

/* The whole of a C string. */
Text text_of(const char *string);

/* A letter of ASCII in lower case, all else as it is. */
static inline char text_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Without white space at either end. */
Text text_trim(Text text);

/* Takes the next word off the front of `*rest`. False, with an empty word, if there is none. */
bool text_next(Text *rest, Text *word);

/* Whose quoting it is; system/shell.h says which is this system's. */
typedef enum ShellKind {
    SHELL_POSIX,
    SHELL_WINDOWS /* where \ stands in paths */
} ShellKind;

/* The same, quoted as in a shell: the one splitter for the words of the shell, of files and of UCI lines. '…' takes all
 * literally, "…" all but \" and \\, and outside quotes \ takes the next character; no variables, no patterns. For Windows
 * \ is itself, in "…" and outside, but before a ": there, as for that system's programs, two make one, and one more makes the " a
 * character like others. The word is copied, unquoted, into `word`. False if there is none, if a quote is left open or if the word is
 * longer than size - 1 (then `*fault` says what is wrong; it is NULL if there was simply no word). */
bool text_next_shell(Text *rest, ShellKind shell, char *word, size_t size, const char **fault);

/* The same, control characters in the word becoming blanks: for names and values that stand in lines again. */
bool text_next_quoted(Text *rest, ShellKind shell, char *word, size_t size, const char **fault);

/* Equal to a keyword, letters of any case. */
bool text_is(Text text, const char *keyword);

/* The same words in the same order, whatever the white space and the case. */
bool text_same_words(Text a, Text b);

/* A whole number, sign allowed; numbers too large for 64 bits stop at the nearest end. False if it is none. */
bool text_to_int(Text text, int64_t *number);

/* Copies as much as fits and terminates it; control characters become blanks. Returns the length copied. */
size_t text_copy(Text text, char *to, size_t size);

#endif
