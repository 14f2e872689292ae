/* SPDX-License-Identifier: GPL-3.0-only */
#include "chess/pgn_scan.h"

#include "chess/pgn_marks.h"

#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\v' || c == '\f' || c == '\0';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
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

void pgn_skip_blanks(PgnReader *reader)
{
    while (reader->at < reader->end) {
        const char c = *reader->at;
        if (c == '%' && pgn_at_line_start(reader, "")) {
            skip_line(reader);
        } else if (is_blank(c)) {
            if (c == '\n')
                reader->line++;
            reader->at++;
        } else {
            return;
        }
    }
}

static PgnSpan trim(const char *text, const char *end)
{
    while (text < end && is_blank(*text))
        text++;
    while (end > text && is_blank(end[-1]))
        end--;
    return (PgnSpan){text, (size_t)(end - text)};
}

bool pgn_skip_comment(PgnReader *reader, PgnSpan *comment)
{
    const char *text = reader->at + 1;
    if (*reader->at == ';') {
        skip_line(reader);
        *comment = trim(text, reader->at);
        return true;
    }
    const char *close = memchr(text, '}', (size_t)(reader->end - text));
    const char *until = close == NULL ? reader->end : close;
    for (const char *c = text; c < until; c++)
        if (*c == '\n')
            reader->line++;
    *comment = trim(text, until);
    reader->at = close == NULL ? reader->end : close + 1;
    return close != NULL;
}

bool pgn_skip_variation(PgnReader *reader)
{
    PgnSpan comment;
    size_t depth = 0;
    for (;;) {
        pgn_skip_blanks(reader);
        if (reader->at == reader->end)
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

/* The quote that ends a tag's value: the first that is not escaped and has the tag's bracket behind it, so that
 * quotes somebody forgot to escape do no harm. NULL if there is none. */
static const char *value_end(const char *value, const char *line_end)
{
    for (const char *c = value; c < line_end; c++) {
        if (*c == '\\' && c + 1 < line_end) {
            c++;
            continue;
        }
        if (*c != '"')
            continue;
        const char *after = c + 1;
        while (after < line_end && is_blank(*after))
            after++;
        if (after < line_end && *after == ']')
            return c;
    }
    return NULL;
}

bool pgn_take_tag(PgnReader *reader, PgnTag *tag)
{
    const char *line_end = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
    if (line_end == NULL)
        line_end = reader->end;
    const char *c = reader->at + 1;
    while (c < line_end && is_blank(*c))
        c++;
    tag->name.text = c;
    while (c < line_end && (is_letter(*c) || is_digit(*c) || *c == '_' || *c == '-' || *c == '+' || *c == '#' || *c == '=' || *c == ':'))
        c++;
    tag->name.length = (size_t)(c - tag->name.text);
    while (c < line_end && is_blank(*c))
        c++;
    const char *close = tag->name.length > 0 && c < line_end && *c == '"' ? value_end(c + 1, line_end) : NULL;
    if (close == NULL) {
        reader->at = line_end;
        return false;
    }
    tag->value = (PgnSpan){c + 1, (size_t)(close - c - 1)};
    reader->at = (const char *)memchr(close, ']', (size_t)(line_end - close)) + 1;
    return true;
}

PgnSpan pgn_take_token(PgnReader *reader)
{
    const char *start = reader->at;
    while (reader->at < reader->end && !is_blank(*reader->at) && (reader->at == start || strchr("{};[]$", *reader->at) == NULL)) {
        /* A bracket ends a token, but `e8(Q)` is one. */
        const char c = *reader->at;
        if (c == ')' && (reader->at - start < 3 || reader->at[-2] != '('))
            break;
        if (c == '(' && (reader->end - reader->at < 3 || reader->at[2] != ')'))
            break;
        reader->at++;
    }
    return (PgnSpan){start, (size_t)(reader->at - start)};
}

PgnSpan pgn_without_number(PgnSpan token)
{
    size_t digits = 0;
    while (digits < token.length && is_digit(token.text[digits]))
        digits++;
    size_t dots = digits;
    while (dots < token.length && token.text[dots] == '.')
        dots++;
    if (dots == digits && digits < token.length)
        return token;
    return (PgnSpan){token.text + dots, token.length - dots};
}

bool pgn_is_result(PgnSpan token)
{
    return pgn_span_is(token, "1-0") || pgn_span_is(token, "0-1") || pgn_span_is(token, "1/2-1/2") || pgn_span_is(token, "*") || pgn_span_is(token, "1/2");
}

bool pgn_says_something(PgnSpan token)
{
    return !pgn_is_mark(token.text, token.length) || pgn_span_is(token, "--");
}
