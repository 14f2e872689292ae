#include "chess/pgn_reader.h"

#include "chess/fen.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

PgnReader pgn_reader_open(const char *text, size_t length)
{
    PgnReader reader = {.at = text, .end = text + length, .start = text, .line = 1};
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        reader.at = reader.start = text + 3;
    return reader;
}

bool pgn_game_init(PgnGame *game)
{
    Position start;
    memset(game, 0, sizeof *game);
    position_start(&start);
    return game_init(&game->game, &start);
}

void pgn_game_destroy(PgnGame *game)
{
    game_destroy(&game->game);
}

/* Notes the first error of a game. */
__attribute__((format(printf, 4, 5))) static void fail(PgnGame *game, PgnError error, unsigned line, const char *format, ...)
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

/* Nothing but `indent` stands before this place on its line. */
static bool at_line_start(const PgnReader *reader, const char *indent)
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

/* Goes over blanks and lines that start with '%'. */
static void skip_blanks(PgnReader *reader)
{
    while (reader->at < reader->end) {
        const char c = *reader->at;
        if (c == '%' && at_line_start(reader, "")) {
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

/* Goes over a comment that starts here, in braces or to the end of the line. False if a brace is not closed. */
static bool skip_comment(PgnReader *reader, PgnSpan *comment)
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

/* Goes over a variation with all it holds. False if it is not closed. */
static bool skip_variation(PgnReader *reader)
{
    PgnSpan comment;
    size_t depth = 0;
    for (;;) {
        skip_blanks(reader);
        if (reader->at == reader->end)
            return false;
        const char c = *reader->at;
        if (c == '{' || c == ';') {
            if (!skip_comment(reader, &comment))
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

static bool span_is(PgnSpan span, const char *text)
{
    return span.length == strlen(text) && memcmp(span.text, text, span.length) == 0;
}

static const PgnTag *find_tag(const PgnGame *game, PgnSpan name)
{
    for (int i = 0; i < game->tag_count; i++)
        if (game->tags[i].name.length == name.length && memcmp(game->tags[i].name.text, name.text, name.length) == 0)
            return &game->tags[i];
    return NULL;
}

bool pgn_tag(const PgnGame *game, const char *name, char *value, size_t size)
{
    const PgnTag *tag = find_tag(game, (PgnSpan){name, strlen(name)});
    size_t length = 0;
    for (size_t i = 0; tag != NULL && i < tag->value.length && length + 1 < size; i++) {
        const char *text = tag->value.text;
        if (text[i] == '\\' && i + 1 < tag->value.length)
            i++;
        value[length++] = text[i] == '\0' ? ' ' : text[i];
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

/* Reads a tag pair, which stands on one line. A bad one is an error of the game; its line is passed over. */
static bool read_tag(PgnReader *reader, PgnTag *tag)
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

/* Reads the tags in front of the moves. A name that comes again belongs to the next game. */
static void read_tags(PgnReader *reader, PgnGame *game)
{
    for (;;) {
        skip_blanks(reader);
        if (reader->at == reader->end || *reader->at != '[')
            return;
        const PgnReader before = *reader;
        PgnTag tag;
        if (!read_tag(reader, &tag)) {
            fail(game, PGN_BAD_TAG, before.line, "a tag must look like [Name \"value\"]");
        } else if (find_tag(game, tag.name) != NULL) {
            *reader = before;
            return;
        } else if (game->tag_count < PGN_TAGS_MOST) {
            game->tags[game->tag_count++] = tag;
        }
    }
}

/* What a Variant tag means: 0 ordinary chess, 1 Chess960, -1 something else. */
static int variant_kind(const char *variant)
{
    static const char *const ordinary[] = {"", "?", "-", "standard", "chess", "normal", "from position", "fromposition"};
    static const char *const chess960[] = {"chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random", "freestyle", "frc"};
    char lower[32];
    size_t length = 0;
    for (; variant[length] != '\0' && length + 1 < sizeof lower; length++)
        lower[length] = variant[length] >= 'A' && variant[length] <= 'Z' ? (char)(variant[length] - 'A' + 'a') : variant[length];
    lower[length] = '\0';
    for (size_t i = 0; i < sizeof ordinary / sizeof ordinary[0]; i++)
        if (strcmp(lower, ordinary[i]) == 0)
            return 0;
    for (size_t i = 0; i < sizeof chess960 / sizeof chess960[0]; i++)
        if (strcmp(lower, chess960[i]) == 0)
            return 1;
    return -1;
}

/* Sets the game up as its tags say. */
static void set_up(PgnGame *game)
{
    char text[PGN_MESSAGE_SIZE];
    Position start;
    FenReport report;
    position_start(&start);
    if (pgn_tag(game, "FEN", text, sizeof text)) {
        if (!fen_parse(text, FEN_LENIENT, &start, &report))
            fail(game, PGN_BAD_START, tag_line(game, "FEN"), "the FEN tag: %s", report.message);
        else if (report.warning[0] != '\0')
            snprintf(game->warning, sizeof game->warning, "line %u: the FEN tag: %s", tag_line(game, "FEN"), report.warning);
    }
    pgn_tag(game, "Variant", text, sizeof text);
    const int kind = variant_kind(text);
    if (kind < 0)
        fail(game, PGN_BAD_START, tag_line(game, "Variant"), "the variant '%.40s' is not known", text);
    else if (kind == 1)
        start.chess960 = 1;
    game_restart(&game->game, &start);
}

/* Takes a run of characters that may be a move, a number or a result. */
static PgnSpan take_token(PgnReader *reader)
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

/* Takes "12." or "12..." off the front of a token; a token of digits alone is a number too. */
static PgnSpan without_number(PgnSpan token)
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

static bool is_result(PgnSpan token)
{
    return span_is(token, "1-0") || span_is(token, "0-1") || span_is(token, "1/2-1/2") || span_is(token, "*") || span_is(token, "1/2");
}

static bool says_something(PgnSpan token)
{
    for (size_t i = 0; i < token.length; i++)
        if (is_letter(token.text[i]) || is_digit(token.text[i]))
            return !span_is(token, "e.p.") && !span_is(token, "ep");
    return span_is(token, "--");
}

/* Plays the move that a token names; after an error the rest of the game is only passed over. */
static void play_token(PgnGame *game, PgnSpan token, unsigned line)
{
    char text[PGN_TOKEN_SIZE];
    if (game->error != PGN_OK)
        return;
    const size_t length = token.length < sizeof text ? token.length : sizeof text - 1;
    for (size_t i = 0; i < length; i++)
        text[i] = token.text[i] > ' ' && token.text[i] < 127 ? token.text[i] : '?';
    text[length] = '\0';

    Move move;
    const MoveTextError error = move_from_text(&game->game.current, text, &move);
    if (error != MOVE_TEXT_OK) {
        game->ply = game->game.move_count + 1;
        game->move_error = error;
        memcpy(game->token, text, length + 1);
        fail(game, PGN_BAD_MOVE, line, "%s move '%s' at ply %zu", move_text_error_name(error), text, game->ply);
    } else if (!game_play(&game->game, move)) {
        fail(game, PGN_OUT_OF_MEMORY, line, "out of memory");
    }
}

/* Reads the moves, up to and with the result. */
static void read_moves(PgnReader *reader, PgnGame *game)
{
    for (;;) {
        skip_blanks(reader);
        if (reader->at == reader->end || (*reader->at == '[' && at_line_start(reader, " \t")))
            return;
        const unsigned line = reader->line;
        const char c = *reader->at;
        if (c == '{' || c == ';') {
            if (!skip_comment(reader, &game->last_comment))
                fail(game, PGN_UNFINISHED, line, "a comment that is not closed");
            continue;
        }
        if (c == '(') {
            if (!skip_variation(reader))
                fail(game, PGN_UNFINISHED, line, "a variation that is not closed");
            continue;
        }
        const PgnSpan token = take_token(reader);
        if (is_result(token)) {
            const PgnSpan result = span_is(token, "1/2") ? (PgnSpan){"1/2-1/2", 7} : token;
            memcpy(game->result, result.text, result.length);
            game->result[result.length] = '\0';
            return;
        }
        const PgnSpan move = without_number(token);
        if (c != '$' && says_something(move))
            play_token(game, move, line);
        if (token.length == 0) /* a bracket that closes nothing */
            reader->at++;
    }
}

/* Goes over what stands between two games. False at the end of the text. */
static bool skip_to_game(PgnReader *reader, PgnGame *game)
{
    for (;;) {
        skip_blanks(reader);
        if (reader->at == reader->end)
            return false;
        game->line = reader->line;
        game->start = reader->at;
        if (*reader->at != '{' && *reader->at != ';')
            return true;
        if (!skip_comment(reader, &game->last_comment)) {
            fail(game, PGN_UNFINISHED, game->line, "a comment that is not closed");
            return true;
        }
    }
}

bool pgn_read(PgnReader *reader, PgnGame *game)
{
    game->tag_count = 0;
    game->result[0] = '\0';
    game->last_comment = (PgnSpan){NULL, 0};
    game->error = PGN_OK;
    game->error_line = 0;
    game->ply = 0;
    game->token[0] = '\0';
    game->move_error = MOVE_TEXT_OK;
    game->message[0] = '\0';
    game->warning[0] = '\0';
    if (!skip_to_game(reader, game))
        return false;
    read_tags(reader, game);
    set_up(game);
    read_moves(reader, game);
    return true;
}
