/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The pieces a PGN text is made of: blanks, comments, variations, tags, and the words between. pgn_reader.c makes games of
 * them; nobody else needs this. Every function moves the reader over what it has taken, counting lines. No allocation.
 */
#ifndef CAROUSEL_CHESS_PGN_SCAN_H
#define CAROUSEL_CHESS_PGN_SCAN_H

#include "chess/pgn_reader.h"

/* Goes over blanks and lines that start with '%'. */
void pgn_skip_blanks(PgnReader *reader);

/* Nothing but the characters of `indent` stands before this place on its line. */
bool pgn_at_line_start(const PgnReader *reader, const char *indent);

/* Goes over a comment that starts here, in braces or to the end of the line. False if a brace is not closed. */
bool pgn_skip_comment(PgnReader *reader, PgnSpan *comment);

/* Goes over a variation with all it holds. False if it is not closed. */
bool pgn_skip_variation(PgnReader *reader);

/* Reads a tag pair, which stands on one line. A bad one is false; its line is passed over. */
bool pgn_take_tag(PgnReader *reader, PgnTag *tag);

/* Takes a run of characters that may be a move, a number or a result. */
PgnSpan pgn_take_token(PgnReader *reader);

/* Without "12." or "12..." at the front; of a token of digits alone nothing is left. */
PgnSpan pgn_without_number(PgnSpan token);

bool pgn_span_is(PgnSpan span, const char *text);

/* 1-0, 0-1, 1/2-1/2, 1/2 or *. */
bool pgn_is_result(PgnSpan token);

/* True if a token may be meant as a move: it is no mere punctuation, and not the "e.p." behind one. */
bool pgn_says_something(PgnSpan token);

#endif
