/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Illegal: reads a move as people and engines write it, and if it is not legal says exactly why.
 *
 * A text is read as chess/move_shape.h says. What names no move at all is told apart from a move that is named but illegal
 * (for a person the first is a typing mistake, the second an offence, Article 7.5). Pure: no
 * allocation, any thread.
 */
#ifndef CAROUSEL_RULES_ILLEGAL_H
#define CAROUSEL_RULES_ILLEGAL_H

#include "chess/move_text.h"
#include "chess/position.h"

#include <stddef.h>

typedef enum IllegalReason {
    ILLEGAL_NOT,                    /* the move is legal */
    ILLEGAL_UNREADABLE,             /* the text names no move: a typing mistake */
    ILLEGAL_AMBIGUOUS,              /* it fits several legal moves: no move named either */
    ILLEGAL_EMPTY_SQUARE,           /* nothing stands on the square left */
    ILLEGAL_NOT_YOURS,              /* the piece there is the other side's */
    ILLEGAL_CANNOT_GO,              /* that piece does not move like that; SAN: no such piece reaches the square */
    ILLEGAL_PATH_BLOCKED,           /* a piece stands between (`where`) */
    ILLEGAL_OWN_PIECE,              /* a piece of the mover's own stands on the square gone to */
    ILLEGAL_NOTHING_TO_CAPTURE,     /* a pawn goes diagonally to an empty square */
    ILLEGAL_EN_PASSANT_LATE,        /* an en passant capture, but the pawn did not move two squares just now */
    ILLEGAL_KING_LEFT_IN_CHECK,     /* the mover is in check (by `where`) and still would be */
    ILLEGAL_KING_EXPOSED,           /* the piece moved shields its king from `where` */
    ILLEGAL_KING_INTO_CHECK,        /* the king goes to a square that `where` attacks */
    ILLEGAL_CASTLING_OUT_OF_CHECK,  /* castling while in check (by `where`) */
    ILLEGAL_CASTLING_THROUGH_CHECK, /* the king would cross the attacked square `where` */
    ILLEGAL_CASTLING_INTO_CHECK,    /* the king would end on the attacked square `where` */
    ILLEGAL_CASTLING_LOST,          /* the right is lost: king or rook has moved, or there is no such rook */
    ILLEGAL_CASTLING_BLOCKED,       /* a piece stands between or on a square needed (`where`) */
    ILLEGAL_PROMOTION_MISSING,      /* a pawn reaches the last rank and no piece was chosen (`stands_as`, 7.5.2) */
    ILLEGAL_PROMOTION_WRONG,        /* the piece chosen is none of queen, rook, bishop, knight */
    ILLEGAL_PROMOTION_NONE,         /* a piece was chosen but this is no promotion */
    ILLEGAL_NULL_MOVE,              /* `0000`, `(none)`, `--` and the like: passing is not a move */
    ILLEGAL_DROP,                   /* `N@f3`: a move of other games */
    ILLEGAL_GAME_OVER,              /* there is no legal move at all */
    ILLEGAL_REASON_COUNT
} IllegalReason;

/* A move as it was meant, judged. */
typedef struct Illegal {
    IllegalReason reason;
    Move move;           /* the legal move read; MOVE_NONE if there is none */
    Move stands_as;      /* ILLEGAL_PROMOTION_MISSING: the legal promotion to a queen; else MOVE_NONE */
    Square from, to;     /* NO_SQUARE where the text does not say; castling: the king's square and the rook's, or
                           * the king's new square if there is no rook to castle with */
    PieceType piece;     /* the piece meant; NO_PIECE_TYPE if unknown */
    Bitboard among;      /* where the text names a piece and not which: the squares of those it may mean; else 0 */
    PieceType promotion; /* the piece chosen, PAWN and KING included; NO_PIECE_TYPE if none */
    Square where;        /* see the reason; else NO_SQUARE */
} Illegal;

/* Reads `text`, which ends at '\0' or white space. True if it is a legal move (verdict->move). */
bool illegal_read(const Position *position, const char *text, Illegal *verdict);

/* The same for a move given as squares: castling is king-takes-rook, or the king's own two squares where
 * that is no king step. `promotion` is NO_PIECE_TYPE if none was chosen. */
bool illegal_judge(const Position *position, Square from, Square to, PieceType promotion, Illegal *verdict);

/* True if no move was named at all (ILLEGAL_UNREADABLE, ILLEGAL_AMBIGUOUS). */
bool illegal_is_typing_mistake(IllegalReason reason);

/* A short fixed name for programs: "king-left-in-check", "castling-lost" … "legal" if there is none. */
const char *illegal_reason_name(IllegalReason reason);

enum { ILLEGAL_SENTENCE_SIZE = 128 };

/* One sentence for people, without a full stop: "the bishop on c1 cannot go to e3: a pawn on d2 stands in
 * the way". `text` always ends in '\0'. Returns its length. */
size_t illegal_sentence(const Position *position, const Illegal *verdict, char text[ILLEGAL_SENTENCE_SIZE]);

#endif
