/* SPDX-License-Identifier: GPL-3.0-only */
#include "chess/pgn_reader.h"

#include "chess/pgn_marks.h"
#include "chess/pgn_scan.h"
#include "chess/pgn_tags.h"

#include <stdio.h>
#include <string.h>

/* UTF-16 has a mark of its own at the front, or every second byte of plain letters is NUL. */
static bool is_utf16(const char *text, size_t length)
{
    if (length < 4)
        return false;
    return memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0 ||
           (text[0] != '\0' && text[1] == '\0' && text[2] != '\0' && text[3] == '\0') ||
           (text[0] == '\0' && text[1] != '\0' && text[2] == '\0' && text[3] != '\0');
}

PgnReader pgn_reader_open(const char *text, size_t length)
{
    PgnReader reader = {.at = text, .end = text + length, .start = text, .line = 1, .utf16 = is_utf16(text, length)};
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

/* A token with the printer's dashes as plain ones: castling and squares are often copied with them. `plain` has room for
 * PGN_TOKEN_SIZE; a longer token, or one without such dashes, stays as it is. */
static PgnSpan with_plain_dashes(PgnSpan token, char plain[PGN_TOKEN_SIZE])
{
    size_t used = 0;
    bool dashes = false;
    if (token.length > PGN_TOKEN_SIZE)
        return token;
    for (size_t i = 0; i < token.length; i++) {
        const unsigned char *c = (const unsigned char *)token.text + i;
        const bool dash = i + 2 < token.length && c[0] == 0xe2 &&
                          ((c[1] == 0x80 && c[2] >= 0x90 && c[2] <= 0x95) || (c[1] == 0x88 && c[2] == 0x92));
        plain[used++] = dash ? '-' : token.text[i];
        i += dash ? 2 : 0;
        dashes = dashes || dash;
    }
    return dashes ? (PgnSpan){plain, used} : token;
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
    char plain[PGN_TOKEN_SIZE];
    if (game->error != PGN_OK)
        return;
    token = with_plain_dashes(token, plain);
    const MoveTextError error = read_move(&game->game.current, token.text, token.length, game->token, &move);
    if (error != MOVE_TEXT_OK) {
        game->ply = game->game.move_count + 1;
        game->move_error = error;
        pgn_fail(game, PGN_BAD_MOVE, line, "%s move '%s' at ply %zu", move_text_error_name(error), game->token, game->ply);
    } else if (!game_play(&game->game, move)) {
        pgn_fail(game, PGN_OUT_OF_MEMORY, line, "out of memory");
    }
}

/* Goes over a bracket that is no tag, as `[%clk 0:01:00]` outside a comment. */
static void skip_bracket(PgnReader *reader)
{
    const char *at = reader->at;
    while (at < reader->end && *at != ']' && *at != '\n')
        at++;
    reader->at = at < reader->end && *at == ']' ? at + 1 : at;
}

/* Reads the moves, up to and with the result. */
static void read_moves(PgnReader *reader, PgnGame *game)
{
    for (;;) {
        pgn_skip_blanks(reader);
        if (reader->at == reader->end || (*reader->at == '[' && pgn_at_line_start(reader, " \t") && pgn_looks_like_tag(reader)))
            return;
        const unsigned line = reader->line;
        const char c = *reader->at;
        if (c == '{' || c == ';') {
            if (!pgn_skip_comment(reader, &game->last_comment))
                pgn_fail(game, PGN_UNFINISHED, line, "a comment that is not closed");
            continue;
        }
        if (c == '(') {
            if (!pgn_skip_variation(reader))
                pgn_fail(game, PGN_UNFINISHED, line, "a variation that is not closed");
            continue;
        }
        if (c == '[') {
            skip_bracket(reader);
            continue;
        }
        const PgnSpan token = pgn_take_token(reader);
        const char *const result = pgn_result_of(token);
        if (result != NULL) {
            snprintf(game->result, sizeof game->result, "%s", result);
            reader->after_result = true;
            return;
        }
        const PgnSpan move = pgn_span_is(token, "0000") ? token : pgn_without_number(token);
        if (c != '$' && move.length > 0 && pgn_says_something(move))
            play_token(game, move, line);
        if (token.length == 0) /* a bracket that closes nothing */
            reader->at++;
    }
}

/* Does a move follow a number? */
static bool move_follows(PgnReader reader, PgnSpan token)
{
    token = pgn_without_number(token);
    if (token.length == 0) {
        pgn_skip_blanks(&reader);
        token = pgn_take_token(&reader);
    }
    for (size_t last = 0, length = token.length; length != last; last = length, length = pgn_without_mark(token.text, length))
        if (length > 0 && move_shape_read(token.text, length).kind != MOVE_SHAPE_UNREADABLE)
            return true;
    return false;
}

/* Takes the next piece of what stands between two games. True if a game begins there instead: with a tag or, after a
 * result, with its first move's number: in the midst of a line a move must follow, as prose has numbers too. */
static bool skip_between(PgnReader *reader)
{
    if (*reader->at == '[' && pgn_at_line_start(reader, " \t"))
        return true;
    if (!reader->after_result)
        return true;
    if (*reader->at == '(') {
        pgn_skip_variation(reader);
        return false;
    }
    const PgnReader before = *reader;
    const PgnSpan token = pgn_take_token(reader);
    if (token.length >= 2 && token.text[0] == '1' && pgn_result_of(token) == NULL && pgn_without_number(token).text != token.text) {
        const char second = token.text[1];
        if (second == '.' && (pgn_at_line_start(&before, " \t") || move_follows(*reader, token))) {
            *reader = before;
            return true;
        }
    }
    if (token.length == 0)
        reader->at++;
    return false;
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
        if (*reader->at != '{' && *reader->at != ';') {
            if (skip_between(reader))
                return true;
        } else if (!pgn_skip_comment(reader, &game->last_comment)) {
            pgn_fail(game, PGN_UNFINISHED, game->line, "a comment that is not closed");
            return true;
        }
    }
}

bool pgn_read(PgnReader *reader, PgnGame *game)
{
    game->tag_count = 0;
    game->tags_left_out = false;
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
    reader->after_result = false;
    if (reader->utf16) {
        pgn_set_up(game);
        pgn_fail(game, PGN_BAD_ENCODING, reader->line, "the text is UTF-16; PGN is read as UTF-8 or Latin-1");
        reader->at = reader->end;
        return true;
    }
    pgn_read_tags(reader, game);
    pgn_set_up(game);
    read_moves(reader, game);
    return true;
}
