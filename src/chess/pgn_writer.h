/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * PGN out, in export format: the seven tags first, lines under 80 columns, the result last.
 *
 * Text grows in memory. Order of calls for a game: pgn_write_roster(), any pgn_write_tag(), then moves, comments
 * and NAGs, then pgn_write_result(). If memory runs out the writer stops writing and pgn_writer_ok() says so.
 * One thread at a time.
 */
#ifndef CAROUSEL_CHESS_PGN_WRITER_H
#define CAROUSEL_CHESS_PGN_WRITER_H

#include "chess/position.h"

#include <stdbool.h>
#include <stddef.h>

/* The seven tag roster. NULL is written as unknown: "?", "????.??.??", "*". */
typedef struct PgnRoster {
    const char *event;
    const char *site;
    const char *date; /* "2026.01.31" */
    const char *round;
    const char *white;
    const char *black;
    const char *result; /* "1-0", "0-1", "1/2-1/2", "*" */
} PgnRoster;

typedef struct PgnWriter {
    char *text; /* owned; ends on '\0'; NULL before anything is written */
    size_t length;
    size_t capacity;
    size_t column;
    bool in_moves;    /* the blank line after the tags has been written */
    bool need_number; /* Black's move needs its number again: at the start and after a comment */
    bool failed;
} PgnWriter;

PgnWriter pgn_writer_begin(void);
void pgn_writer_destroy(PgnWriter *writer);

/* Empties the text and keeps its memory. */
void pgn_writer_clear(PgnWriter *writer);

/* False if memory has run out since the beginning or the last clearing. */
bool pgn_writer_ok(const PgnWriter *writer);

void pgn_write_roster(PgnWriter *writer, const PgnRoster *roster);

/* A further tag. Quotes and backslashes in the value are escaped, control characters become blanks. */
void pgn_write_tag(PgnWriter *writer, const char *name, const char *value);

/* The tags a start position needs: SetUp and FEN if it is not the usual one, Variant if it is Chess960. */
void pgn_write_start(PgnWriter *writer, const Position *start);

/* `move`, legal in `position`, as SAN with its number where one is needed. */
void pgn_write_move(PgnWriter *writer, const Position *position, Move move);

/* A comment in braces; may be broken between words. Braces inside become round brackets. Empty: nothing is written. */
void pgn_write_comment(PgnWriter *writer, const char *text);

void pgn_write_nag(PgnWriter *writer, unsigned nag);

/* Ends the game with its result and a blank line. */
void pgn_write_result(PgnWriter *writer, const char *result);

#endif
