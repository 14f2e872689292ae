/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The tags in front of a PGN game, as people write them: read leniently, what was done about a bad one noted in the
 * game's warning; and the position they set up. Part of pgn_reader.h; nobody else needs this. No allocation.
 */
#ifndef CAROUSEL_CHESS_PGN_TAGS_H
#define CAROUSEL_CHESS_PGN_TAGS_H

#include "chess/pgn_reader.h"

/* Notes an error, the first one of a game, or adds to its warning. */
__attribute__((format(printf, 4, 5))) void pgn_fail(PgnGame *game, PgnError error, unsigned line, const char *format, ...);
__attribute__((format(printf, 3, 4))) void pgn_warn(PgnGame *game, unsigned line, const char *format, ...);

/* This place, a '[' at the start of a line, is meant as a tag: some kind of quote stands in the line. */
bool pgn_looks_like_tag(const PgnReader *reader);

/* Reads the tags in front of the moves, comments between them included, up to the moves or the next game's tags. */
void pgn_read_tags(PgnReader *reader, PgnGame *game);

/* Sets the game up as its tags say. */
void pgn_set_up(PgnGame *game);

#endif
