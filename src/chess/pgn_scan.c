/* SPDX-License-Identifier: GPL-3.0-only */
#include "chess/pgn_scan.h"

#include "chess/pgn_marks.h"

#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_white(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\v' || c == '\f' || c == '\0' || c == '\x1a';
}

static bool begins(const char *at, const char *end, const char *text)
{
    const size_t length = strlen(text);
    return (size_t)(end - at) >= length && memcmp(at, text, length) == 0;
}

size_t pgn_blank_length(const PgnReader *reader, const char *at)
{
    if (at == reader->end)
        return 0;
    if (is_white(*at))
        return 1;
    if ((unsigned char)*at < 0x80)
        return 0;
    if (begins(at, reader->end, "\xc2\xa0"))
        return 2;
    if (begins(at, reader->end, "\xef\xbb\xbf"))
        return 3;
    if (begins(at, reader->end, "\xe2\x80\xaf") ||
        (begins(at, reader->end, "\xe2\x80") && reader->end - at > 2 && (unsigned char)at[2] >= 0x80 && (unsigned char)at[2] <= 0x8f))
        return 3;
    /* Latin-1's, unless it is part of a character of UTF-8. */
    return *at == '\xa0' && (at == reader->start || (unsigned char)at[-1] < 0x80) ? 1 : 0;
}

bool pgn_at_line_start(const PgnReader *reader, const char *indent)
{
    const char *at = reader->at;
    while (at > reader->start && at[-1] != '\0' && strchr(indent, at[-1]) != NULL)
        at--;
    return at == reader->start || at[-1] == '\n';
}

static void skip_line(PgnReader *reader)
{
    const char *newline = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
    reader->at = newline == NULL ? reader->end : newline;
}

bool pgn_skip_blanks(PgnReader *reader)
{
    unsigned newlines = 0;
    while (reader->at < reader->end) {
        const size_t blank = pgn_blank_length(reader, reader->at);
        if (*reader->at == '%' && pgn_at_line_start(reader, "")) {
            skip_line(reader);
        } else if (blank > 0) {
            if (*reader->at == '\n') {
                reader->line++;
                newlines++;
            }
            reader->at += blank;
        } else {
            break;
        }
    }
    return newlines > 1;
}

/* The line before this one holds nothing but blanks, or there is none. */
static bool after_empty_line(const PgnReader *reader)
{
    const char *at = reader->at;
    while (at > reader->start && (at[-1] == ' ' || at[-1] == '\t'))
        at--;
    if (at == reader->start)
        return true;
    if (at[-1] != '\n')
        return false;
    for (at--; at > reader->start && at[-1] != '\n'; at--)
        if (at[-1] != ' ' && at[-1] != '\t' && at[-1] != '\r')
            return false;
    return true;
}

bool pgn_at_new_game(const PgnReader *reader)
{
    const char *c = reader->at;
    const char *const end = reader->end;
    if (c == end || *c != '[' || !after_empty_line(reader))
        return false;
    const char *const name = ++c;
    while (c < end && (is_letter(*c) || is_digit(*c) || *c == '_'))
        c++;
    if (c == name || c == end || *c != ' ')
        return false;
    while (c < end && *c == ' ')
        c++;
    if (c == end || *c++ != '"')
        return false;
    while (c < end && *c != '"' && *c != '\n')
        c += *c == '\\' && c + 1 < end && c[1] != '\n' ? 2 : 1;
    if (end - c < 2 || c[0] != '"' || c[1] != ']')
        return false;
    for (c += 2; c < end && (*c == ' ' || *c == '\t' || *c == '\r'); c++)
        ;
    return c == end || *c == '\n';
}

static PgnSpan trim(const char *text, const char *end)
{
    while (text < end && is_white(*text))
        text++;
    while (end > text && is_white(end[-1]))
        end--;
    return (PgnSpan){text, (size_t)(end - text)};
}

bool pgn_skip_comment(PgnReader *reader, PgnSpan *comment)
{
    const char *const text = reader->at + 1;
    if (*reader->at == ';') {
        skip_line(reader);
        *comment = trim(text, reader->at);
        return true;
    }
    for (reader->at++; reader->at < reader->end && *reader->at != '}'; reader->at++) {
        if (*reader->at == '\n')
            reader->line++;
        else if (*reader->at == '[' && pgn_at_new_game(reader))
            break;
    }
    *comment = trim(text, reader->at);
    const bool closed = reader->at < reader->end && *reader->at == '}';
    reader->at += closed;
    return closed;
}

bool pgn_skip_variation(PgnReader *reader)
{
    PgnSpan comment;
    size_t depth = 0;
    for (;;) {
        pgn_skip_blanks(reader);
        if (reader->at == reader->end || pgn_at_new_game(reader))
            return false;
        const char c = *reader->at;
        if (c == '{' || c == ';') {
            if (!pgn_skip_comment(reader, &comment))
                return false;
            continue;
        }
        reader->at++;
        if (c == '(')
            depth++;
        else if (c == ')' && --depth == 0)
            return true;
    }
}

bool pgn_span_is(PgnSpan span, const char *text)
{
    return span.length == strlen(text) && memcmp(span.text, text, span.length) == 0;
}

PgnSpan pgn_take_token(PgnReader *reader)
{
    const char *const start = reader->at;
    if (*start == '$') { /* a NAG ends with its digits: `$1e5` */
        for (reader->at++; reader->at < reader->end && is_digit(*reader->at); reader->at++)
            ;
        return (PgnSpan){start, (size_t)(reader->at - start)};
    }
    while (reader->at < reader->end && pgn_blank_length(reader, reader->at) == 0 &&
           (reader->at == start || strchr("{};[]$", *reader->at) == NULL)) {
        /* A bracket ends a token, but `e8(Q)` is one, and `(none)` is no move. */
        const char c = *reader->at;
        if (c == ')' && (reader->at - start < 3 || reader->at[-2] != '('))
            break;
        if (c == '(' && (reader->end - reader->at < 3 || reader->at[2] != ')'))
            break;
        reader->at++;
    }
    return (PgnSpan){start, (size_t)(reader->at - start)};
}

/* Length of the full stop, or of the printer's three in one character, at `at`. */
static size_t dot_length(const char *at, const char *end)
{
    return at < end && *at == '.' ? 1 : begins(at, end, "\xe2\x80\xa6") ? 3 : 0;
}

PgnSpan pgn_without_number(PgnSpan token)
{
    const char *const end = token.text + token.length;
    const char *at = token.text;
    while (at < end && is_digit(*at))
        at++;
    const char *after = at;
    for (size_t dot; (dot = dot_length(after, end)) > 0;)
        after += dot;
    if (after == at && at < end)
        return token;
    return (PgnSpan){after, (size_t)(end - after)};
}

const char *pgn_result_of(PgnSpan token)
{
    /* clang-format off */
    static const struct {
        const char *text, *result;
    } results[] = {
        {"1-0", "1-0"}, {"1:0", "1-0"}, {"1\xe2\x80\x93" "0", "1-0"}, {"1-O", "1-0"}, {"1/0", "1-0"},
        {"0-1", "0-1"}, {"0:1", "0-1"}, {"0\xe2\x80\x93" "1", "0-1"}, {"O-1", "0-1"}, {"0/1", "0-1"},
        {"1/2-1/2", "1/2-1/2"}, {"1/2:1/2", "1/2-1/2"}, {"1/2", "1/2-1/2"}, {"1/2\xe2\x80\x93" "1/2", "1/2-1/2"},
        {"\xc2\xbd-\xc2\xbd", "1/2-1/2"}, {"\xc2\xbd:\xc2\xbd", "1/2-1/2"}, {"\xc2\xbd\xe2\x80\x93\xc2\xbd", "1/2-1/2"},
        {"\xc2\xbd", "1/2-1/2"}, {"\xbd-\xbd", "1/2-1/2"}, {"\xbd:\xbd", "1/2-1/2"}, {"\xbd", "1/2-1/2"},
        {"0.5-0.5", "1/2-1/2"}, {"draw", "1/2-1/2"}, {"Draw", "1/2-1/2"}, {"DRAW", "1/2-1/2"}, {"*", "*"},
    };
    /* clang-format on */
    while (token.length > 1 && strchr(".,!", token.text[token.length - 1]) != NULL)
        token.length--;
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (pgn_span_is(token, results[i].text))
            return results[i].result;
    return NULL;
}

bool pgn_says_something(PgnSpan token)
{
    return !pgn_is_mark(token.text, token.length) || pgn_span_is(token, "--");
}
