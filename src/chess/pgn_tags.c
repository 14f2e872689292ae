/* SPDX-License-Identifier: GPL-3.0-only */
#include "chess/pgn_tags.h"

#include "base/text.h"
#include "chess/fen.h"
#include "chess/pgn_scan.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void pgn_fail(PgnGame *game, PgnError error, unsigned line, const char *format, ...)
{
    if (game->error != PGN_OK)
        return;
    game->error = error;
    game->error_line = line;
    const int used = snprintf(game->message, sizeof game->message, "line %u: ", line);
    va_list list;
    va_start(list, format);
    vsnprintf(game->message + used, sizeof game->message - (size_t)used, format, list);
    va_end(list);
}

void pgn_warn(PgnGame *game, unsigned line, const char *format, ...)
{
    const size_t used = strlen(game->warning);
    char text[PGN_MESSAGE_SIZE];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (used + strlen(text) + 20 < sizeof game->warning) /* what does not fit is left out */
        snprintf(game->warning + used, sizeof game->warning - used, "%sline %u: %s", used > 0 ? "; " : "", line, text);
}

/* --- a tag --- */

static bool is_alphanumeric(char c)
{
    return (c >= '0' && c <= '9') || (text_lower(c) >= 'a' && text_lower(c) <= 'z');
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' || c == '\0';
}

static const char *line_end(const PgnReader *reader)
{
    const char *const newline = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
    return newline == NULL ? reader->end : newline;
}

/* Length of a quote at `at`, straight or as printers and word processors write it; 0 if there is none. */
static size_t quote_length(const char *at, const char *end)
{
    if (*at == '"' || *at == '\'' || *at == '`')
        return 1;
    if (end - at >= 2 && memcmp(at, "\xc2", 1) == 0 && ((unsigned char)at[1] == 0xab || (unsigned char)at[1] == 0xbb))
        return 2; /* « » */
    if (end - at >= 3 && memcmp(at, "\xe2\x80", 2) == 0 && (unsigned char)at[2] >= 0x98 && (unsigned char)at[2] <= 0x9f)
        return 3; /* ‘ ’ ‚ “ ” „ */
    return 0;
}

static PgnSpan trimmed(const char *text, const char *end)
{
    while (text < end && is_blank(*text))
        text++;
    while (end > text && is_blank(end[-1]))
        end--;
    return (PgnSpan){text, (size_t)(end - text)};
}

/* The quote that ends a tag's value: the first that is not escaped and is followed by the tag's bracket, so that
 * quotes somebody forgot to escape do no harm. NULL if there is none. */
static const char *value_end(const char *value, const char *end)
{
    for (const char *c = value; c < end; c++) {
        if (*c == '\\' && c + 1 < end) {
            c++;
            continue;
        }
        if (*c != '"')
            continue;
        const char *after = c + 1;
        while (after < end && is_blank(*after))
            after++;
        if (after < end && *after == ']')
            return c;
    }
    return NULL;
}

/* Takes [Name "value"]. False, with the reader where it was, if it is not so written. */
static bool take_good_tag(PgnReader *reader, PgnTag *tag)
{
    const char *const end = line_end(reader);
    const char *c = reader->at + 1;
    while (c < end && is_blank(*c))
        c++;
    const char *const name = c;
    while (c < end && (is_alphanumeric(*c) || memchr("_-+#=:", *c, 6) != NULL))
        c++;
    tag->name = (PgnSpan){name, (size_t)(c - name)};
    while (c < end && is_blank(*c))
        c++;
    const char *const close = tag->name.length > 0 && c < end && *c == '"' ? value_end(c + 1, end) : NULL;
    if (close == NULL)
        return false;
    tag->value = (PgnSpan){c + 1, (size_t)(close - c - 1)};
    reader->at = (const char *)memchr(close, ']', (size_t)(end - close)) + 1;
    return true;
}

/* Takes what is meant as a tag: a name up to the first quote, a value up to the last one. The name is empty if there is
 * nothing of the kind. The reader goes past the last bracket of the line. */
static void take_odd_tag(PgnReader *reader, PgnTag *tag)
{
    const char *const start = reader->at + 1;
    const char *end = line_end(reader);
    reader->at = end;
    for (const char *c = end; c > start; c--)
        if (c[-1] == ']') {
            reader->at = c;
            end = c - 1;
            break;
        }
    const char *open = start, *close;
    while (open < end && quote_length(open, end) == 0)
        open++;
    tag->name = trimmed(start, open);
    const char *value = open < end ? open + quote_length(open, end) : end;
    for (close = end; close > value && quote_length(close - 1, end) == 0 && (close - value < 3 || quote_length(close - 3, end) != 3);)
        close--;
    if (close == value)
        close = end;
    else
        close -= close - value >= 3 && quote_length(close - 3, end) == 3 ? 3 : 1;
    tag->value = trimmed(value, close);
    if (open == end) { /* no quotes: the first word is the name */
        const char *word = tag->name.text;
        while (word < end && !is_blank(*word))
            word++;
        tag->name.length = (size_t)(word - tag->name.text);
        tag->value = trimmed(word, end);
    }
}

bool pgn_looks_like_tag(const PgnReader *reader)
{
    const char *const end = line_end(reader);
    for (const char *c = reader->at; c < end; c++)
        if (quote_length(c, end) > 0)
            return true;
    return false;
}

/* --- the tags of a game --- */

static bool same_name(PgnSpan a, PgnSpan b, bool any_case)
{
    if (a.length != b.length)
        return false;
    for (size_t i = 0; i < a.length; i++)
        if (any_case ? text_lower(a.text[i]) != text_lower(b.text[i]) : a.text[i] != b.text[i])
            return false;
    return true;
}

/* The tag of that name, exactly so written or else in other cases (`[Fen …]`). */
static const PgnTag *find_tag(const PgnGame *game, PgnSpan name)
{
    for (int any_case = 0; any_case <= 1; any_case++)
        for (int i = 0; i < game->tag_count; i++)
            if (same_name(game->tags[i].name, name, any_case == 1))
                return &game->tags[i];
    return NULL;
}

static bool is_utf8(const unsigned char *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        const unsigned char c = text[i++];
        int more = c < 0x80 ? 0 : c >= 0xc2 && c < 0xe0 ? 1 : c >= 0xe0 && c < 0xf0 ? 2 : c >= 0xf0 && c < 0xf5 ? 3 : -1;
        if (more < 0 || i + (size_t)more > length)
            return false;
        while (more-- > 0)
            if ((text[i++] & 0xc0) != 0x80)
                return false;
    }
    return true;
}

bool pgn_tag(const PgnGame *game, const char *name, char *value, size_t size)
{
    const PgnTag *tag = find_tag(game, (PgnSpan){name, strlen(name)});
    size_t length = 0;
    const bool latin1 = tag != NULL && !is_utf8((const unsigned char *)tag->value.text, tag->value.length);
    for (size_t i = 0; tag != NULL && i < tag->value.length && length + 1 < size; i++) {
        const char *text = tag->value.text;
        if (text[i] == '\\' && i + 1 < tag->value.length)
            i++;
        const unsigned char c = (unsigned char)text[i];
        if (latin1 && c >= 0x80) {
            if (length + 2 >= size)
                break;
            value[length++] = (char)(0xc0 | c >> 6);
            value[length++] = (char)(0x80 | (c & 0x3f));
        } else {
            value[length++] = c == '\0' ? ' ' : (char)c;
        }
    }
    value[length] = '\0';
    return tag != NULL;
}

/* The line of a tag that is there. */
static unsigned tag_line(const PgnGame *game, const char *name)
{
    const PgnTag *tag = find_tag(game, (PgnSpan){name, strlen(name)});
    unsigned line = game->line;
    for (const char *c = game->start; c < tag->name.text; c++)
        line += *c == '\n';
    return line;
}

/* Tags that say what game it is: they are kept, however many there are. */
static bool matters(PgnSpan name)
{
    static const char *const names[] = {"FEN", "SetUp", "Variant", "Result", "Termination", "White", "Black", "Event"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (same_name(name, (PgnSpan){names[i], strlen(names[i])}, true))
            return true;
    return false;
}

static void keep_tag(PgnGame *game, const PgnTag *tag, unsigned line)
{
    if (game->tag_count < PGN_TAGS_MOST) {
        game->tags[game->tag_count++] = *tag;
        return;
    }
    if (!game->tags_left_out)
        pgn_warn(game, line, "more than %d tags, the others are left out", PGN_TAGS_MOST);
    game->tags_left_out = true;
    for (int i = PGN_TAGS_MOST - 1; i >= 0 && matters(tag->name); i--)
        if (!matters(game->tags[i].name)) {
            game->tags[i] = *tag;
            return;
        }
}

/* Goes over comments that stand between two tags. False, with nothing taken, if what follows is no tag. */
static bool skip_comments_between(PgnReader *reader)
{
    const PgnReader before = *reader;
    PgnSpan comment;
    while (reader->at < reader->end && (*reader->at == '{' || *reader->at == ';') && pgn_skip_comment(reader, &comment))
        pgn_skip_blanks(reader);
    /* In the line of a comment only a tag as it should be is one. */
    PgnReader ahead = *reader;
    PgnTag tag;
    if (reader->at < reader->end && *reader->at == '[' && !pgn_at_new_game(reader) &&
        (pgn_at_line_start(reader, " \t") ? pgn_looks_like_tag(reader) : take_good_tag(&ahead, &tag)))
        return true;
    *reader = before;
    return false;
}

void pgn_read_tags(PgnReader *reader, PgnGame *game)
{
    for (;;) {
        const bool gap = pgn_skip_blanks(reader);
        if (reader->at < reader->end && (*reader->at == '{' || *reader->at == ';') && !skip_comments_between(reader))
            return;
        if (reader->at == reader->end || *reader->at != '[')
            return;
        const PgnReader before = *reader;
        PgnTag tag;
        const bool good = take_good_tag(reader, &tag);
        if (!good)
            take_odd_tag(reader, &tag);
        const bool twice = tag.name.length > 0 && find_tag(game, tag.name) != NULL;
        if (twice && gap) { /* the next game's */
            *reader = before;
            return;
        }
        const int shown = (int)(tag.name.length < 40 ? tag.name.length : 40);
        if (!good && tag.name.length == 0)
            pgn_warn(game, before.line, "a tag without a name is left out");
        else if (!good)
            pgn_warn(game, before.line, "a tag must look like [Name \"value\"], this one is taken as %.*s", shown, tag.name.text);
        if (twice)
            pgn_warn(game, before.line, "the tag %.*s comes twice, the first one counts", shown, tag.name.text);
        else if (tag.name.length > 0)
            keep_tag(game, &tag, before.line);
    }
}

/* --- the position --- */

/* What a Variant tag means: 0 ordinary chess, 1 Chess960, -1 something else. */
static int variant_kind(const char *variant)
{
    static const char *const ordinary[] = {"",         "standard", "chess",         "normal",         "classic",       "classical",
                                           "orthodox", "regular",  "standardchess", "classicalchess", "orthodoxchess", "fromposition"};
    static const char *const chess960[] = {
        "chess960",       "960", "fischerandom", "fischerrandom", "fischerandomchess", "fischerrandomchess", "freestyle",
        "freestylechess", "frc", "wildfr",       "chess9lx"};
    char plain[32];
    size_t length = 0;
    for (; *variant != '\0' && length + 1 < sizeof plain; variant++)
        if (is_alphanumeric(*variant) || (unsigned char)*variant >= 0x80)
            plain[length++] = text_lower(*variant);
    plain[length] = '\0';
    for (size_t i = 0; i < sizeof ordinary / sizeof ordinary[0]; i++)
        if (strcmp(plain, ordinary[i]) == 0)
            return 0;
    for (size_t i = 0; i < sizeof chess960 / sizeof chess960[0]; i++)
        if (strcmp(plain, chess960[i]) == 0)
            return 1;
    return -1;
}

void pgn_set_up(PgnGame *game)
{
    char text[PGN_MESSAGE_SIZE];
    Position start;
    FenReport report;
    position_start(&start);
    pgn_tag(game, "Variant", text, sizeof text);
    const int kind = variant_kind(text);
    if (kind < 0) {
        pgn_fail(game, PGN_BAD_VARIANT, tag_line(game, "Variant"), "the variant '%.40s' is not known", text);
    } else if (pgn_tag(game, "FEN", text, sizeof text)) {
        const unsigned line = tag_line(game, "FEN");
        if (text[strspn(text, " ")] == '\0')
            pgn_warn(game, line, "the FEN tag is empty, the game is taken from the usual start");
        else if (!fen_parse(text, FEN_LENIENT, &start, &report))
            pgn_fail(game, PGN_BAD_START, line, "the FEN tag: %s", report.message);
        else if (report.warning[0] != '\0')
            pgn_warn(game, line, "the FEN tag: %s", report.warning);
    }
    if (kind == 1)
        start.chess960 = 1;
    game_restart(&game->game, &start);
}
