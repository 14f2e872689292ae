/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Claims and offers: draws that a player has to ask for (Articles 5.2.3, 9.1, 9.2, 9.3).
 *
 * A claim is right by the position on the board (it has just stood for the third time, or fifty moves
 * by each side are complete) or by a legal move the player has not made yet but declares. Positions
 * are the same with the same side to move, castling rights and legally usable en passant capture.
 * Pure: no allocation, any thread.
 */
#ifndef CAROUSEL_RULES_CLAIMS_H
#define CAROUSEL_RULES_CLAIMS_H

#include "chess/game.h"

/* What can be claimed; a set, as both may hold at once. */
enum { CLAIM_NONE = 0, CLAIM_THREEFOLD = 1, CLAIM_FIFTY = 2 };

/* Claims that are right for the side to move, by the position on the board. */
unsigned claims_now(const Game *game);

/* Claims that are right for the side to move when it declares the legal `move`, judged by the position
 * that move would bring. (Those of claims_now() are not repeated here.) */
unsigned claims_with_move(const Game *game, Move move);

/* Is there a legal move by which the side to move could claim? The first found goes to `*move`
 * (MOVE_NONE if there is none); the answer is what could be claimed with it. */
unsigned claims_by_any_move(const Game *game, Move *move);

/* How often the position after the legal `move` will have stood, that time included. */
int claims_repetitions_after(const Game *game, Move move);

/* Plies without a capture or pawn move once the legal `move` is made, that one included. */
int claims_plies_after(const Game *game, Move move);

/* "none", "threefold repetition", "50 moves"; both are named by the first. */
const char *claims_name(unsigned claims);

/*
 * Offers of a draw. At most one stands a game. An offer cannot be withdrawn; it stands until the other
 * side accepts it, declines it, or makes a move. A claim counts as an offer too (9.1.2.3).
 */
typedef struct DrawOffer {
    bool standing;
    Color by; /* meaningful while it stands */
} DrawOffer;

typedef enum DrawOfferAnswer {
    DRAW_OFFER_OK,
    DRAW_OFFER_STANDS_ALREADY, /* the same side's offer stands: nothing changes */
    DRAW_OFFER_IS_AGREEMENT,   /* the other side's stands: offering back accepts it */
    DRAW_OFFER_NONE_TO_ANSWER, /* nothing of the other side's stands */
    DRAW_OFFER_TOO_EARLY       /* no agreement before both sides have moved (5.2.3); the offer stands on */
} DrawOfferAnswer;

void draw_offer_clear(DrawOffer *offer);

/* `by` offers a draw. DRAW_OFFER_IS_AGREEMENT leaves no offer standing. */
DrawOfferAnswer draw_offer_make(DrawOffer *offer, const Game *game, Color by);

/* `by` accepts: DRAW_OFFER_OK is an agreed draw. */
DrawOfferAnswer draw_offer_accept(DrawOffer *offer, const Game *game, Color by);

/* `by` declines. */
DrawOfferAnswer draw_offer_decline(DrawOffer *offer, Color by);

/* `by` has made a move: it answers an offer of the other side. */
void draw_offer_moved(DrawOffer *offer, Color by);

/* One sentence for people, without a full stop. */
const char *draw_offer_answer_text(DrawOfferAnswer answer);

#endif
