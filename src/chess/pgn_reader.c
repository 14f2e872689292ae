/* SPDX-License-Identifier: GPL-3.0-only */
#include "chess/pgn_reader.h"

#include "chess/fen.h"
#include "chess/pgn_marks.h"
#include "chess/pgn_scan.h"

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

/* Reads the tags in front of the moves. A name that comes again belongs to the next game. */
static void read_tags(PgnReader *reader, PgnGame *game)
{
    for (;;) {
        pgn_skip_blanks(reader);
        if (reader->at == reader->end || *reader->at != '[')
            return;
        const PgnReader before = *reader;
        PgnTag tag;
        if (!pgn_take_tag(reader, &tag)) {
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

/* The move of a token, with or without commentators' marks. `text` becomes what was read: the first beginning of the
 * token that is a legal move, else the first that names one. */
static MoveTextError read_move(const Position *position, const char *token, size_t length, char text[PGN_TOKEN_SIZE], Move *move)
{
    MoveTextError first = MOVE_TEXT_UNREADABLE;
    size_t first_length = length;
    for (size_t last = 0; length != last; last = length, length = pgn_without_mark(token, length)) {
        const MoveShape shape = move_shape_read(token, length);
        const MoveTextError error = move_from_shape(position, &shape, move);
        if (error == MOVE_TEXT_OK)
            return error;
        if (first == MOVE_TEXT_UNREADABLE && error != first) {
            first = error;
            first_length = length;
        }
    }
    const size_t shown = first_length < PGN_TOKEN_SIZE ? first_length : PGN_TOKEN_SIZE - 1;
    for (size_t i = 0; i < shown; i++)
        text[i] = token[i] > ' ' && token[i] < 127 ? token[i] : '?';
    text[shown] = '\0';
    return first;
}

/* Plays the move that a token names; after an error the rest of the game is only read over. */
static void play_token(PgnGame *game, PgnSpan token, unsigned line)
{
    Move move;
    if (game->error != PGN_OK)
        return;
    const MoveTextError error = read_move(&game->game.current, token.text, token.length, game->token, &move);
    if (error != MOVE_TEXT_OK) {
        game->ply = game->game.move_count + 1;
        game->move_error = error;
        fail(game, PGN_BAD_MOVE, line, "%s move '%s' at ply %zu", move_text_error_name(error), game->token, game->ply);
    } else if (!game_play(&game->game, move)) {
        fail(game, PGN_OUT_OF_MEMORY, line, "out of memory");
    }
}

/* Reads the moves, up to and with the result. */
static void read_moves(PgnReader *reader, PgnGame *game)
{
    for (;;) {
        pgn_skip_blanks(reader);
        if (reader->at == reader->end || (*reader->at == '[' && pgn_at_line_start(reader, " \t")))
            return;
        const unsigned line = reader->line;
        const char c = *reader->at;
        if (c == '{' || c == ';') {
            if (!pgn_skip_comment(reader, &game->last_comment))
                fail(game, PGN_UNFINISHED, line, "a comment that is not closed");
            continue;
        }
        if (c == '(') {
            if (!pgn_skip_variation(reader))
                fail(game, PGN_UNFINISHED, line, "a variation that is not closed");
            continue;
        }
        const PgnSpan token = pgn_take_token(reader);
        if (pgn_is_result(token)) {
            const PgnSpan result = pgn_span_is(token, "1/2") ? (PgnSpan){"1/2-1/2", 7} : token;
            memcpy(game->result, result.text, result.length);
            game->result[result.length] = '\0';
            return;
        }
        const PgnSpan move = pgn_without_number(token);
        if (c != '$' && pgn_says_something(move))
            play_token(game, move, line);
        if (token.length == 0) /* a bracket that closes nothing */
            reader->at++;
    }
}

/* Goes over what stands between two games. False at the end of the text. */
static bool skip_to_game(PgnReader *reader, PgnGame *game)
{
    for (;;) {
        pgn_skip_blanks(reader);
        if (reader->at == reader->end)
            return false;
        game->line = reader->line;
        game->start = reader->at;
        if (*reader->at != '{' && *reader->at != ';')
            return true;
        if (!pgn_skip_comment(reader, &game->last_comment)) {
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
