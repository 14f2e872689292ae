/* SPDX-License-Identifier: GPL-3.0-only */
#include "base/text.h"

#include <string.h>

static bool is_space(char c)
{
    return (unsigned char)c <= ' ';
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
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

bool text_next_quoted(Text *rest, char *word, size_t size, const char **fault)
{
    *fault = NULL;
    *rest = text_trim(*rest);
    if (rest->length == 0)
        return false;
    size_t read = 0;
    size_t written = 0;
    bool quoted = false;
    while (read < rest->length && (quoted || !is_space(rest->data[read]))) {
        char c = rest->data[read++];
        if (c == '"') {
            quoted = !quoted;
            continue;
        }
        if (quoted && c == '\\' && read < rest->length && (rest->data[read] == '"' || rest->data[read] == '\\'))
            c = rest->data[read++];
        if (written + 1 >= size) {
            *fault = "a word is too long";
            return false;
        }
        word[written++] = is_space(c) ? ' ' : c;
    }
    if (quoted) {
        *fault = "a quote is not closed";
        return false;
    }
    word[written] = '\0';
    rest->data += read;
    rest->length -= read;
    return true;
}

bool text_is(Text text, const char *keyword)
{
    size_t i = 0;
    while (i < text.length && keyword[i] != '\0' && lower(text.data[i]) == lower(keyword[i]))
        i++;
    return i == text.length && keyword[i] == '\0';
}

static bool same_word(Text a, Text b)
{
    if (a.length != b.length)
        return false;
    for (size_t i = 0; i < a.length; i++)
        if (lower(a.data[i]) != lower(b.data[i]))
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
    size_t i = 0;
    const bool negative = text.length > 0 && text.data[0] == '-';
    if (text.length > 0 && (text.data[0] == '-' || text.data[0] == '+'))
        i++;
    if (i == text.length)
        return false;
    int64_t value = 0; /* kept negative: that side has one more value */
    for (; i < text.length; i++) {
        const char c = text.data[i];
        if (c < '0' || c > '9')
            return false;
        const int digit = c - '0';
        if (value < (INT64_MIN + digit) / 10)
            value = INT64_MIN;
        else
            value = value * 10 - digit;
    }
    *number = negative ? value : value == INT64_MIN ? INT64_MAX : -value;
    return true;
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
