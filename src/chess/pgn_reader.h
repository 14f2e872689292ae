/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * PGN in: games out of a text in memory, one after the other, each with its tags and its moves played.
 *
 * Lenient about form (any line ends, BOM, tags badly written, missing numbers or result, any spelling of a move and of a
 * result, commentators' marks, nested variations and NAGs, text between games), strict about moves: a game that cannot be
 * followed comes with an error that names line, ply and token, with the moves up to there; reading goes on with the next
 * game. A strictly well-formed tag after an empty line ends a comment or variation that is not closed. The text belongs to the
 * caller and must outlive the games read from it, as tags and comments point into it. One thread at a time.
 */
#ifndef CAROUSEL_CHESS_PGN_READER_H
#define CAROUSEL_CHESS_PGN_READER_H

#include "chess/game.h"
#include "chess/move_text.h"

#include <stdbool.h>
#include <stddef.h>

enum { PGN_TAGS_MOST = 64, PGN_TOKEN_SIZE = 32, PGN_MESSAGE_SIZE = 256, PGN_WARNING_SIZE = 512 };

/* A stretch of the text that was read. */
typedef struct PgnSpan {
    const char *text;
    size_t length;
} PgnSpan;

typedef struct PgnTag {
    PgnSpan name;
    PgnSpan value; /* as written: escapes are taken out by pgn_tag() */
} PgnTag;

typedef enum PgnError {
    PGN_OK,
    PGN_BAD_ENCODING, /* UTF-16: nothing can be read */
    PGN_BAD_VARIANT,  /* the Variant tag names a game that is not known: its moves are not followed */
    PGN_BAD_START,    /* the FEN tag: there is no position to start from */
    PGN_BAD_MOVE,     /* `token`, the move of ply `ply`, cannot be played; `move_error` says why */
    PGN_UNFINISHED,   /* a comment or variation that is not closed */
    PGN_OUT_OF_MEMORY
} PgnError;

typedef struct PgnGame {
    Game game; /* from its start to the end or to the error */
    PgnTag tags[PGN_TAGS_MOST];
    int tag_count;
    bool tags_left_out;   /* there were more than the most; those that say what game it is are kept */
    char result[8];       /* "1-0", "0-1", "1/2-1/2" or "*" as it stands, however spelt, after the moves; empty if it is missing */
    PgnSpan last_comment; /* the last one in braces or after a semicolon on the main line */
    const char *start;    /* the game's first character */
    unsigned line;        /* its line, from 1 */
    PgnError error;
    unsigned error_line;
    size_t ply; /* of the move that failed, from 1 */
    char token[PGN_TOKEN_SIZE];
    MoveTextError move_error;
    char message[PGN_MESSAGE_SIZE]; /* what is wrong, one sentence; empty if nothing is */
    char warning[PGN_WARNING_SIZE]; /* what of the tags and the FEN (fen.h) was corrected, with lines; empty if nothing was */
} PgnGame;

typedef struct PgnReader {
    const char *at;
    const char *end;
    const char *start;
    unsigned line;
    bool after_result; /* a game has ended: what follows is text until the next one begins */
    bool utf16;
} PgnReader;

/* Reads `length` characters; NULs are blanks. */
PgnReader pgn_reader_open(const char *text, size_t length);

/* False if memory ran out. */
bool pgn_game_init(PgnGame *game);
void pgn_game_destroy(PgnGame *game);

/* Reads the next game, using the memory of the last one again. False if there is no more. */
bool pgn_read(PgnReader *reader, PgnGame *game);

/* Copies a tag's value, shortened to `size`, without its escapes, Latin-1 as UTF-8; the name in any case if none is written
 * exactly so. False, and an empty text, if there is no such tag. */
bool pgn_tag(const PgnGame *game, const char *name, char *value, size_t size);

#endif
