/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Touch-move: what a player who has touched pieces, or let go of them, is bound to (Articles 4.2–4.8).
 *
 * What his hand did is a list of events in order; the obligation that follows is a list of legal moves.
 * Pure: no allocation, any thread.
 */
#ifndef CAROUSEL_RULES_TOUCH_H
#define CAROUSEL_RULES_TOUCH_H

#include "chess/movegen.h"
#include "chess/position.h"

#include <stddef.h>

typedef enum HandKind {
    HAND_TOUCH,   /* the piece on `square`, own or the opponent's, is touched, meaning to move or capture it */
    HAND_MEANT,   /* the same, by what an illegal move's text named: announced adjusting excuses it not */
    HAND_RELEASE, /* the own piece from `square` is let go on `to` */
    HAND_PROMOTE, /* a new piece of type `piece` touches the promotion square `to` (4.4.4) */
    HAND_NAMED,   /* a piece on one of the squares `among` was named, as by an illegal move's text, and not which: the player chooses */
    HAND_ORDER_UNKNOWN, /* it is unclear which colour was touched first, so the own piece counts as first (4.3.3) */
    HAND_ADJUST         /* adjusting was announced first: the touches that follow bind to nothing (4.2.1) */
} HandKind;

typedef struct HandEvent {
    HandKind kind;
    Square square;
    Square to;
    PieceType piece;
    Bitboard among;
} HandEvent;

/* Which clause decided. */
typedef enum TouchRule {
    TOUCH_NOTHING,               /* nothing touched: free */
    TOUCH_ADJUSTED,              /* 4.2.1: adjusting was announced: free */
    TOUCH_OWN,                   /* 4.3.1: move the first own piece touched that can be moved */
    TOUCH_OPPONENT,              /* 4.3.2: capture the first opponent's piece touched that can be captured */
    TOUCH_BOTH,                  /* 4.3.3: capture the first one with the first own piece */
    TOUCH_BOTH_FIRST,            /* 4.3.3: that being illegal, the first touched that can be moved or captured */
    TOUCH_CASTLE,                /* 4.4.1: king then rook: castle there */
    TOUCH_ROOK_THEN_KING,        /* 4.4.2: no castling with that rook on this move */
    TOUCH_KING_INSTEAD,          /* 4.4.3: that castling is illegal: another king move */
    TOUCH_CASTLE_FREE,           /* 4.4.3: nor has the king a move: free */
    TOUCH_FREE,                  /* 4.5: nothing touched can be moved or captured: free */
    TOUCH_RELEASED,              /* 4.7: the piece let go stays on its square */
    TOUCH_KING_RELEASED,         /* 4.7.2: the king let go on its castling square: castle there */
    TOUCH_KING_RELEASED_INSTEAD, /* 4.7.2: that castling is illegal: another king move */
    TOUCH_KING_RELEASED_FREE,    /* 4.7.2: nor has the king a move: free */
    TOUCH_NAMED,                 /* 4.3.1: a piece named that can be moved must move, whichever of several the player chooses */
    TOUCH_PROMOTION_CHOSEN,      /* 4.4.4: the new piece has touched its square */
    TOUCH_RULE_COUNT
} TouchRule;

typedef struct TouchObligation {
    bool bound; /* false: any legal move may be made (all are listed) */
    TouchRule rule;
    Square piece;   /* the piece that binds; NO_SQUARE if none does */
    MoveList moves; /* what may be played, in the generator's order */
} TouchObligation;

/* The obligation after touching the pieces on `squares`, in order; empty squares bind to nothing. An en
 * passant victim is touched on its own square. `order_known` false: it is unclear which colour was touched
 * first, so the own piece counts as first (4.3.3). */
void touch_squares(const Position *position, const Square *squares, size_t count, bool order_known, TouchObligation *obligation);

/* The same for everything a hand does. */
void touch_hand(const Position *position, const HandEvent *events, size_t count, TouchObligation *obligation);

/* Reads one event as people write it, ended by '\0' or white space: `g1` touched, `g1-f3` let go on f3, `e8=Q`
 * (or `e8q`) the new piece on its square, `adjust` or `j'adoube`, `?` the order unknown. False if it is none of these. */
bool touch_read_event(const char *text, HandEvent *event);

/* Has a piece been touched, meaning to move or capture it? Not by announced adjusting, nor by an empty square. */
bool touch_means_to_move(const Position *position, const HandEvent *events, size_t count);

/* Does `move` keep to the obligation? */
bool touch_allows(const TouchObligation *obligation, Move move);

/* The article's number: "4.3.1"; "" where no clause applies. */
const char *touch_article(TouchRule rule);

enum { TOUCH_SENTENCE_SIZE = 128 };

/* One sentence for people, without a full stop: "the knight on g1 was touched first and must move". */
size_t touch_sentence(const Position *position, const TouchObligation *obligation, char text[TOUCH_SENTENCE_SIZE]);

#endif
