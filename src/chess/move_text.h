/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Moves as text: UCI (long algebraic) and SAN, both ways. No allocation; any thread.
 *
 * Reading gives a legal move or says why not. Written SAN is minimal and carries + and #.
 */
#ifndef CAROUSEL_CHESS_MOVE_TEXT_H
#define CAROUSEL_CHESS_MOVE_TEXT_H

#include "chess/movegen.h"
#include "chess/position.h"

#include <stddef.h>

enum { UCI_MOVE_SIZE = 8, SAN_SIZE = 16 };

typedef enum MoveTextError {
    MOVE_TEXT_OK,
    MOVE_TEXT_UNREADABLE, /* names no move at all */
    MOVE_TEXT_ILLEGAL,    /* names a move that is not legal here */
    MOVE_TEXT_AMBIGUOUS   /* SAN that fits several legal moves */
} MoveTextError;

/* `move` as UCI text: castling is king-takes-rook if position->chess960, else the king's two steps;
 * MOVE_NONE is "(none)", MOVE_NULL "0000". */
void move_to_uci(const Position *position, Move move, char text[UCI_MOVE_SIZE]);

/* Reads one UCI move, which ends at '\0' or white space. Castling is understood as king-takes-rook and as
 * the king's own two squares, whichever is no ordinary king move, and as O-O, whatever `chess960` says;
 * promotion letters in either case. */
MoveTextError move_from_uci(const Position *position, const char *text, Move *move);

/* `move`, legal, as SAN. */
void move_to_san(const Position *position, Move move, char text[SAN_SIZE]);

/* Reads one SAN move, which ends at '\0' or white space: check marks and !? suffixes are optional,
 * over-disambiguation and 0-0 are accepted, `e8Q` as well as `e8=Q`. */
MoveTextError move_from_san(const Position *position, const char *text, Move *move);

/* Either spelling: SAN first, then UCI. For what people type. */
MoveTextError move_from_text(const Position *position, const char *text, Move *move);

/* A short word for an error: "unreadable", "illegal", "ambiguous". */
const char *move_text_error_name(MoveTextError error);

#endif
