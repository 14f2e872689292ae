/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The pieces a PGN text is made of: blanks, comments, variations, and the words between. pgn_reader.c makes games of them,
 * pgn_tags.c reads the tags; nobody else needs this. Every function moves the reader over what it has taken,
 * counting lines. No allocation.
 */
#ifndef CAROUSEL_CHESS_PGN_SCAN_H
#define CAROUSEL_CHESS_PGN_SCAN_H

#include "chess/pgn_reader.h"

/* Length of the blank at `at`, 0 if there is none: white space, NUL, ^Z, a byte order mark that stands in the middle after
 * files were joined, and the blanks of Unicode and Latin-1 that do not break lines. */
size_t pgn_blank_length(const PgnReader *reader, const char *at);

/* Goes over blanks and lines that start with '%'. True if an empty line was among them. */
bool pgn_skip_blanks(PgnReader *reader);

/* Nothing but the characters of `indent` stands before this place on its line. */
bool pgn_at_line_start(const PgnReader *reader, const char *indent);

/* Is this place, after an empty line, a strictly well-formed tag, alone on its line? It ends whatever is not closed. */
bool pgn_at_new_game(const PgnReader *reader);

/* Goes over a comment that starts here, in braces or to the end of the line. False if a brace is not closed before
 * the text ends or the next game begins. */
bool pgn_skip_comment(PgnReader *reader, PgnSpan *comment);

/* Goes over a variation with all it holds. False if it is not closed, as above. */
bool pgn_skip_variation(PgnReader *reader);

/* Takes a run of characters that may be a move, a number, a NAG or a result. */
PgnSpan pgn_take_token(PgnReader *reader);

/* Without "12." or "12..." at the front; of a token of digits alone nothing is left. */
PgnSpan pgn_without_number(PgnSpan token);

bool pgn_span_is(PgnSpan span, const char *text);

/* The result a token means: "1-0", "0-1", "1/2-1/2" or "*", also written 1:0, ½-½, draw, or with a full stop; NULL if none. */
const char *pgn_result_of(PgnSpan token);

/* True if a token may be meant as a move: it is no mere punctuation, and no mark after one. */
bool pgn_says_something(PgnSpan token);

#endif
