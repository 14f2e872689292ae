/* SPDX-License-Identifier: GPL-3.0-only */
#include "perft/suite.h"

#include "base/number.h"
#include "chess/fen.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *skip_blanks(const char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

/* Goes over blanks and semicolons: they stand before a count, after it or nowhere. */
static const char *skip_separators(const char *text)
{
    while (isspace((unsigned char)*text) || *text == ';')
        text++;
    return text;
}

static size_t digits(const char *text)
{
    return strspn(text, "0123456789");
}

/* Reads `D<depth> <nodes>`, the letter in either case, at *text and goes past it. */
static bool read_count(const char **text, SuiteCount *count)
{
    const char *at = *text;
    int64_t depth, nodes;
    if (*at != 'D' && *at != 'd')
        return false;
    at++;
    size_t length = digits(at);
    if (number_parse_span(at, length, 0, PERFT_MAX_DEPTH, &depth) != NUMBER_OK)
        return false;
    at = skip_blanks(at + length);
    length = digits(at);
    if (number_parse_span(at, length, 0, INT64_MAX, &nodes) != NUMBER_OK)
        return false;
    *count = (SuiteCount){.depth = (int)depth, .nodes = (uint64_t)nodes};
    *text = skip_separators(at + length);
    return true;
}

SuiteRead suite_read_line(const char *text, SuiteLine *line, char message[256])
{
    FenReport report;
    text = skip_blanks(text);
    if (*text == '\0' || *text == '#' || *text == ';' || *text == '%')
        return SUITE_NOTHING;
    line->count = 0;
    if (!fen_parse(text, FEN_STRICT, &line->position, &report)) {
        snprintf(message, 256, "%s", report.message);
        return SUITE_WRONG;
    }
    text = skip_separators(text + report.length);
    while (*text != '\0') {
        if (line->count == SUITE_MAX_COUNTS || !read_count(&text, &line->counts[line->count])) {
            snprintf(message, 256, "expected ';D<depth> <nodes>' at '%.100s'", text);
            return SUITE_WRONG;
        }
        line->count++;
    }
    if (line->count == 0) {
        snprintf(message, 256, "no ';D<depth> <nodes>' after the position");
        return SUITE_WRONG;
    }
    return SUITE_LINE;
}
