/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * FEN in and out: X-FEN and Shredder-FEN, three to six fields, EPD.
 *
 * Reading checks everything before it gives anything: on an error the position is untouched and the
 * report says which field is wrong and why. What GUIs get wrong every day (a castling right without
 * its rook, an en passant square no pawn has gone over) is corrected and reported as a warning; FEN_STRICT
 * refuses a castling right without its rook. An en passant square where no pawn can capture, as the standard
 * wants it, is dropped in silence. No allocation; any thread.
 */
#ifndef CAROUSEL_CHESS_FEN_H
#define CAROUSEL_CHESS_FEN_H

#include "chess/position.h"

#include <stddef.h>

enum { FEN_SIZE = 128 }; /* room for the longest FEN written, with its '\0' */

typedef enum FenMode { FEN_LENIENT, FEN_STRICT } FenMode;

typedef enum FenError {
    FEN_OK,
    FEN_BAD_PLACEMENT,
    FEN_BAD_SIDE,
    FEN_BAD_CASTLING,
    FEN_BAD_EN_PASSANT,
    FEN_BAD_COUNTER,
    FEN_ILLEGAL /* well written, but the position cannot be set up */
} FenError;

typedef struct FenReport {
    FenError error;
    char message[160]; /* one sentence naming field and reason; empty if there is no error */
    char warning[160]; /* one sentence naming what was corrected; empty if nothing was */
    size_t length;     /* characters read: EPD operations or a move list start after them */
} FenReport;

/* Counters beyond any game that ends by the 75-move rule are refused. */
enum { FEN_COUNTER_MOST = 9999 };

/* Reads the FEN at the start of `text`; what follows the fields it knows is left alone (`length`). The en passant square and
 * the counters may be missing; the counters may come as the EPD operations hmvc and fmvn. A FEN ends with its line.
 * Chess960 is recognised from castling rights that ordinary chess does not have. `report` must be given. */
bool fen_parse(const char *text, FenMode mode, Position *position, FenReport *report);

/* Writes X-FEN (Shredder letters only where X-FEN needs them), six fields. Returns its length. */
size_t fen_write(const Position *position, char text[FEN_SIZE]);

/* How many blanks and semicolons stand at the start of the text after a FEN: suites end their positions so. */
size_t fen_end_length(const char *text);

/* Finds an EPD operation, "bm Nf3; id \"x\";" and the like, in the text after a FEN. False if it is not there;
 * else `*operand` points at what follows the opcode, `*length` characters without blanks around them. Quotes stay. */
bool fen_epd_operation(const char *operations, const char *opcode, const char **operand, size_t *length);

#endif
