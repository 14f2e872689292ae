/* SPDX-License-Identifier: GPL-3.0-only */
#include "base/text.h"

#include "base/number.h"

#include <string.h>

static bool is_space(char c)
{
    return (unsigned char)c <= ' ';
}

Text text_of(const char *string)
{
    return (Text){string, strlen(string)};
}

Text text_trim(Text text)
{
    while (text.length > 0 && is_space(text.data[0])) {
        text.data++;
        text.length--;
    }
    while (text.length > 0 && is_space(text.data[text.length - 1]))
        text.length--;
    return text;
}

bool text_next(Text *rest, Text *word)
{
    *rest = text_trim(*rest);
    size_t length = 0;
    while (length < rest->length && !is_space(rest->data[length]))
        length++;
    *word = (Text){rest->data, length};
    if (length == 0)
        return false;
    rest->data += length;
    rest->length -= length;
    return true;
}

/* How many characters a \ takes the place of at *at: 2 if it makes the next one literal, which *c becomes; else 1. */
static size_t take_backslash(Text text, size_t at, ShellKind shell, bool in_quotes, char *c)
{
    size_t end = at + 1;
    if (shell == SHELL_WINDOWS)
        while (end < text.length && text.data[end] == '\\')
            end++;
    if (end == text.length)
        return 1;
    const char next = text.data[at + 1];
    const bool takes = shell == SHELL_WINDOWS ? text.data[end] == '"' : !in_quotes || next == '"' || next == '\\';
    if (takes)
        *c = next;
    return takes ? 2 : 1;
}

/* The next character of a word that goes on at *at, unquoted; `*quote` is the quote it stands in, '\0' outside. False
 * at a mark of quoting or at the word's end; then *at has moved over the mark, or not at all. */
static bool take_character(Text text, ShellKind shell, size_t *at, char *quote, char *c)
{
    *c = text.data[*at];
    if (*quote == '\0' ? *c == '"' || *c == '\'' : *c == *quote) {
        *quote = *quote == '\0' ? *c : '\0';
        (*at)++;
        return false;
    }
    if (*quote == '\0' && is_space(*c))
        return false;
    *at += *c == '\\' && *quote != '\'' ? take_backslash(text, *at, shell, *quote != '\0', c) : 1;
    return true;
}

bool text_next_shell(Text *rest, ShellKind shell, char *word, size_t size, const char **fault)
{
    *fault = NULL;
    *rest = text_trim(*rest);
    if (rest->length == 0)
        return false;
    size_t read = 0;
    size_t written = 0;
    char quote = '\0';
    while (read < rest->length && (quote != '\0' || !is_space(rest->data[read]))) {
        char c;
        if (!take_character(*rest, shell, &read, &quote, &c))
            continue;
        if (written + 1 >= size) {
            *fault = "a word is too long";
            return false;
        }
        word[written++] = c;
    }
    if (quote != '\0') {
        *fault = "a quote is not closed";
        return false;
    }
    word[written] = '\0';
    rest->data += read;
    rest->length -= read;
    return true;
}

bool text_next_quoted(Text *rest, ShellKind shell, char *word, size_t size, const char **fault)
{
    if (!text_next_shell(rest, shell, word, size, fault))
        return false;
    for (; *word != '\0'; word++)
        if (is_space(*word))
            *word = ' ';
    return true;
}

bool text_is(Text text, const char *keyword)
{
    size_t i = 0;
    while (i < text.length && keyword[i] != '\0' && text_lower(text.data[i]) == text_lower(keyword[i]))
        i++;
    return i == text.length && keyword[i] == '\0';
}

static bool same_word(Text a, Text b)
{
    if (a.length != b.length)
        return false;
    for (size_t i = 0; i < a.length; i++)
        if (text_lower(a.data[i]) != text_lower(b.data[i]))
            return false;
    return true;
}

bool text_same_words(Text a, Text b)
{
    Text word_a;
    Text word_b;
    for (;;) {
        const bool more_a = text_next(&a, &word_a);
        const bool more_b = text_next(&b, &word_b);
        if (!more_a || !more_b)
            return more_a == more_b;
        if (!same_word(word_a, word_b))
            return false;
    }
}

bool text_to_int(Text text, int64_t *number)
{
    switch (number_parse_span(text.data, text.length, INT64_MIN, INT64_MAX, number)) {
    case NUMBER_OK: return true;
    case NUMBER_OUT_OF_RANGE: *number = text.data[0] == '-' ? INT64_MIN : INT64_MAX; return true;
    default: return false;
    }
}

size_t text_copy(Text text, char *to, size_t size)
{
    if (size == 0)
        return 0;
    const size_t length = text.length < size - 1 ? text.length : size - 1;
    for (size_t i = 0; i < length; i++)
        to[i] = is_space(text.data[i]) ? ' ' : text.data[i];
    to[length] = '\0';
    return length;
}
