/* SPDX-License-Identifier: GPL-3.0-only */
#include "chess/pgn_writer.h"

#include "chess/fen.h"
#include "chess/move_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_WIDTH = 79 };

PgnWriter pgn_writer_begin(void)
{
    return (PgnWriter){.need_number = true};
}

void pgn_writer_destroy(PgnWriter *writer)
{
    free(writer->text);
    *writer = pgn_writer_begin();
}

void pgn_writer_clear(PgnWriter *writer)
{
    char *text = writer->text;
    const size_t capacity = writer->capacity;
    *writer = pgn_writer_begin();
    writer->text = text;
    writer->capacity = capacity;
    if (text != NULL)
        text[0] = '\0';
}

bool pgn_writer_ok(const PgnWriter *writer)
{
    return !writer->failed;
}

static void append(PgnWriter *writer, const char *text, size_t length)
{
    if (writer->failed)
        return;
    if (writer->length + length >= writer->capacity) {
        size_t capacity = writer->capacity < 2048 ? 4096 : writer->capacity * 2;
        while (capacity <= writer->length + length)
            capacity *= 2;
        char *grown = realloc(writer->text, capacity);
        if (grown == NULL) {
            writer->failed = true;
            return;
        }
        writer->text = grown;
        writer->capacity = capacity;
    }
    memcpy(writer->text + writer->length, text, length);
    writer->length += length;
    writer->text[writer->length] = '\0';
}

static void append_string(PgnWriter *writer, const char *text)
{
    append(writer, text, strlen(text));
}

/* A control character would break the line or the reader. */
static char printable(char c)
{
    return (unsigned char)c < ' ' || c == 127 ? ' ' : c;
}

void pgn_write_tag(PgnWriter *writer, const char *name, const char *value)
{
    append_string(writer, "[");
    append_string(writer, name);
    append_string(writer, " \"");
    for (; *value != '\0'; value++) {
        const char c = printable(*value);
        if (c == '"' || c == '\\')
            append(writer, "\\", 1);
        append(writer, &c, 1);
    }
    append_string(writer, "\"]\n");
}

static const char *known(const char *value, const char *unknown)
{
    return value == NULL || value[0] == '\0' ? unknown : value;
}

void pgn_write_roster(PgnWriter *writer, const PgnRoster *roster)
{
    pgn_write_tag(writer, "Event", known(roster->event, "?"));
    pgn_write_tag(writer, "Site", known(roster->site, "?"));
    pgn_write_tag(writer, "Date", known(roster->date, "????.??.??"));
    pgn_write_tag(writer, "Round", known(roster->round, "?"));
    pgn_write_tag(writer, "White", known(roster->white, "?"));
    pgn_write_tag(writer, "Black", known(roster->black, "?"));
    pgn_write_tag(writer, "Result", known(roster->result, "*"));
}

void pgn_write_start(PgnWriter *writer, const Position *start)
{
    Position usual;
    char fen[FEN_SIZE];
    position_start(&usual);
    usual.chess960 = start->chess960;
    if (memcmp(&usual, start, sizeof usual) != 0) {
        fen_write(start, fen);
        pgn_write_tag(writer, "FEN", fen);
        pgn_write_tag(writer, "SetUp", "1");
    }
    if (start->chess960)
        pgn_write_tag(writer, "Variant", "Chess960");
}

/* Columns that UTF-8 text takes: bytes that do not go on with a character. */
static size_t columns(const char *text, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)text[i] & 0xc0) != 0x80;
    return count;
}

static void begin_moves(PgnWriter *writer)
{
    if (writer->in_moves)
        return;
    append_string(writer, "\n");
    writer->in_moves = true;
    writer->need_number = true;
    writer->column = 0;
}

/* Writes a word with a blank before it, or on a new line if this one is full. */
static void write_word(PgnWriter *writer, const char *word, size_t length)
{
    const size_t width = columns(word, length);
    begin_moves(writer);
    if (writer->column > 0 && writer->column + 1 + width > LINE_WIDTH) {
        append(writer, "\n", 1);
        writer->column = 0;
    } else if (writer->column > 0) {
        append(writer, " ", 1);
        writer->column++;
    }
    if (writer->column == 0 && word[0] == '%') { /* such a line would be skipped by readers */
        append(writer, " ", 1);
        writer->column++;
    }
    append(writer, word, length);
    writer->column += width;
}

static void write_string(PgnWriter *writer, const char *word)
{
    write_word(writer, word, strlen(word));
}

void pgn_write_move(PgnWriter *writer, const Position *position, Move move)
{
    char text[SAN_SIZE];
    begin_moves(writer);
    if (position_side_to_move(position) == WHITE || writer->need_number) {
        snprintf(text, sizeof text, "%u%s", (unsigned)position->fullmove_number, position_side_to_move(position) == WHITE ? "." : "...");
        write_string(writer, text);
    }
    move_to_san(position, move, text);
    write_string(writer, text);
    writer->need_number = false;
}

static const char *skip_blanks(const char *text)
{
    while (*text != '\0' && printable(*text) == ' ')
        text++;
    return text;
}

/* What stands for a character inside a comment. */
static char commentable(char c)
{
    return c == '{' ? '(' : c == '}' ? ')' : c;
}

void pgn_write_comment(PgnWriter *writer, const char *text)
{
    char word[LINE_WIDTH * 4];
    size_t length = 0;
    text = skip_blanks(text);
    if (*text == '\0')
        return;
    word[length++] = '{';
    while (*text != '\0') {
        /* A word too long for one piece is cut between two characters. */
        while (printable(*text) != ' ' && (length < sizeof word - 8 || ((unsigned char)*text & 0xc0) == 0x80) && length < sizeof word - 2)
            word[length++] = commentable(*text++);
        text = skip_blanks(text);
        if (*text == '\0')
            word[length++] = '}';
        write_word(writer, word, length);
        length = 0;
    }
    writer->need_number = true;
}

void pgn_write_nag(PgnWriter *writer, unsigned nag)
{
    char text[16];
    snprintf(text, sizeof text, "$%u", nag);
    write_string(writer, text);
}

void pgn_write_result(PgnWriter *writer, const char *result)
{
    write_string(writer, result);
    append_string(writer, "\n\n");
    writer->in_moves = false;
    writer->column = 0;
}
