/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * A move's text taken apart, before any position is asked: the one grammar of moves for every door (UCI, PGN, XBoard,
 * the keyboard, the arbiter's questions). Whether the move is legal is answered by move_text.h, why not by the arbiter;
 * both resolve the shape read here, so that both understand the same texts. Pure; any thread.
 *
 * Read are: two squares (`e2e4`, `E2E4`, `e2-e4`, `e7e8q`), SAN in all its lengths (`Nf3`, `Ngf3`, `Ng1-f3`, `nf3`, `exd5`,
 * `ed5`, `xd5`), castling with letters or zeros, a promotion as `=Q`, `Q`, `q`, `(Q)` or `/Q`, and after it `e.p.` or `ep` and
 * the signs of check. Commentators' marks are no part of a move: PGN's reader takes them off.
 */
#ifndef CAROUSEL_CHESS_MOVE_SHAPE_H
#define CAROUSEL_CHESS_MOVE_SHAPE_H

#include "chess/types.h"

#include <stddef.h>

typedef enum MoveShapeKind {
    MOVE_SHAPE_UNREADABLE, /* names no move: the rest of the shape is empty */
    MOVE_SHAPE_PIECE,      /* a piece, or a pawn, goes to a square */
    MOVE_SHAPE_CASTLING,
    MOVE_SHAPE_NULL, /* `0000`, `(none)`, `--`, `Z0`, `@@@@`, `<>`, `null`, `pass`: passing */
    MOVE_SHAPE_DROP  /* `N@f3`: a move of other games */
} MoveShapeKind;

typedef struct MoveShape {
    MoveShapeKind kind;
    PieceType piece; /* the letter written; NO_PIECE_TYPE: none, a pawn's move or two squares */
    int from_file;   /* 0..7, -1: not said */
    int from_rank;   /* 0..7, -1: not said */
    Square to;
    PieceType promotion; /* any piece's letter; NO_PIECE_TYPE: none */
    bool captures;       /* a sign of capture was written */
    bool to_h_side;      /* castling: O-O */
    bool maybe_bishop;   /* the first letter, b or B, may be the bishop's or the file's: see move_shape_other() */
} MoveShape;

/* Characters up to '\0' or white space: a move's text ends there. */
size_t move_text_length(const char *text);

/* Reads all of the `length` characters. */
MoveShape move_shape_read(const char *text, size_t length);

/* True if both squares are named: `e2e4`, `Ng1f3`. */
bool move_shape_names_origin(const MoveShape *shape);

/* The other reading of a first letter b (shape->maybe_bishop): `bc4` as Bc4, `B2b3` as b2b3. */
MoveShape move_shape_other(const MoveShape *shape);

#endif
