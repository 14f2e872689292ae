/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Moves as text, both ways: written as UCI or SAN, read from either in any spelling of move_shape.h. No allocation; any thread.
 *
 * Reading gives a legal move or says what kind of failure it is; the arbiter (rules/illegal.h) says exactly why. Written SAN
 * is minimal and carries + and #.
 */
#ifndef CAROUSEL_CHESS_MOVE_TEXT_H
#define CAROUSEL_CHESS_MOVE_TEXT_H

#include "chess/move_shape.h"
#include "chess/movegen.h"
#include "chess/position.h"

#include <stddef.h>

enum { UCI_MOVE_SIZE = 8, SAN_SIZE = 16 };

typedef enum MoveTextError {
    MOVE_TEXT_OK,
    MOVE_TEXT_UNREADABLE, /* names no move at all */
    MOVE_TEXT_ILLEGAL,    /* names a move that is not legal here */
    MOVE_TEXT_AMBIGUOUS,  /* fits several legal moves */
    MOVE_TEXT_NULL        /* a null move: passing is not a move */
} MoveTextError;

/* `move` as UCI text: castling is king-takes-rook if position->chess960, else the king's two steps;
 * MOVE_NONE is "(none)", MOVE_NULL "0000". Nothing but that of `position` matters: any of the game's will do. */
void move_to_uci(const Position *position, Move move, char text[UCI_MOVE_SIZE]);

/* `move`, legal, as SAN. */
void move_to_san(const Position *position, Move move, char text[SAN_SIZE]);

/* The legal move a shape means. Two squares castle as king-takes-rook or as the king's own two squares, whichever is
 * no ordinary king move, whatever `chess960` says; a king's letter castles in Chess960 alone. `*move` is set only
 * if all is well. */
MoveTextError move_from_shape(const Position *position, const MoveShape *shape, Move *move);

/* Reads one move, which ends at '\0' or white space. */
MoveTextError move_from_text(const Position *position, const char *text, Move *move);

/* The shape in the one reading that counts here, where a first letter b may be the bishop's or the file's. */
MoveShape move_shape_settle(const Position *position, const MoveShape *shape);

/* A short word for an error: "unreadable", "illegal", "ambiguous", "null". */
const char *move_text_error_name(MoveTextError error);

#endif
