/* SPDX-License-Identifier: GPL-3.0-only */
#include "rules/claims.h"

#include "chess/movegen.h"

#include <stddef.h>

enum {
    PLIES_FOR_THREEFOLD = 8, /* two returns to a position take at least so many */
    PLIES_FOR_FIFTY = 100
};

static unsigned claims_for(int repetitions, unsigned halfmove_clock)
{
    return (repetitions >= 3 ? (unsigned)CLAIM_THREEFOLD : 0) | (halfmove_clock >= PLIES_FOR_FIFTY ? (unsigned)CLAIM_FIFTY : 0);
}

unsigned claims_now(const Game *game)
{
    const unsigned clock = game->current.halfmove_clock;
    if (clock < PLIES_FOR_THREEFOLD)
        return CLAIM_NONE;
    return claims_for(game_repetitions(game), clock);
}

/* The position after the move, and how often it will have stood. */
static int look_ahead(const Game *game, Move move, Position *after)
{
    *after = game->current;
    position_make_move(after, move, NULL);
    size_t reversible = after->halfmove_clock;
    if (reversible > game->move_count + 1)
        reversible = game->move_count + 1;
    int times = 1;
    for (size_t back = 2; back <= reversible; back += 2)
        if (game->keys[game->move_count + 1 - back] == after->key)
            times++;
    return times;
}

int claims_repetitions_after(const Game *game, Move move)
{
    Position after;
    return look_ahead(game, move, &after);
}

int claims_plies_after(const Game *game, Move move)
{
    Position after;
    look_ahead(game, move, &after);
    return after.halfmove_clock;
}

unsigned claims_with_move(const Game *game, Move move)
{
    Position after;
    const int times = look_ahead(game, move, &after);
    return claims_for(times, after.halfmove_clock);
}

unsigned claims_by_any_move(const Game *game, Move *move)
{
    *move = MOVE_NONE;
    /* The move itself is one more ply without a capture or pawn move. */
    if (game->current.halfmove_clock + 1u < PLIES_FOR_THREEFOLD)
        return CLAIM_NONE;
    MoveList list;
    movegen_legal(&game->current.board, &list);
    for (int i = 0; i < list.count; i++) {
        const unsigned claims = claims_with_move(game, list.moves[i]);
        if (claims != CLAIM_NONE) {
            *move = list.moves[i];
            return claims;
        }
    }
    return CLAIM_NONE;
}

const char *claims_name(unsigned claims)
{
    if (claims & CLAIM_THREEFOLD)
        return "threefold repetition";
    return claims & CLAIM_FIFTY ? "50 moves" : "none";
}

void draw_offer_clear(DrawOffer *offer)
{
    offer->standing = false;
    offer->by = WHITE;
}

/* Both sides have made a move in this game. */
static bool may_agree(const Game *game)
{
    return game->move_count >= 2;
}

DrawOfferAnswer draw_offer_make(DrawOffer *offer, const Game *game, Color by)
{
    if (offer->standing && offer->by == by)
        return DRAW_OFFER_STANDS_ALREADY;
    if (offer->standing) {
        if (!may_agree(game))
            return DRAW_OFFER_TOO_EARLY;
        draw_offer_clear(offer);
        return DRAW_OFFER_IS_AGREEMENT;
    }
    offer->standing = true;
    offer->by = by;
    return DRAW_OFFER_OK;
}

DrawOfferAnswer draw_offer_accept(DrawOffer *offer, const Game *game, Color by)
{
    if (!offer->standing || offer->by == by)
        return DRAW_OFFER_NONE_TO_ANSWER;
    if (!may_agree(game))
        return DRAW_OFFER_TOO_EARLY;
    draw_offer_clear(offer);
    return DRAW_OFFER_OK;
}

DrawOfferAnswer draw_offer_decline(DrawOffer *offer, Color by)
{
    if (!offer->standing || offer->by == by)
        return DRAW_OFFER_NONE_TO_ANSWER;
    draw_offer_clear(offer);
    return DRAW_OFFER_OK;
}

void draw_offer_moved(DrawOffer *offer, Color by)
{
    if (offer->standing && offer->by != by)
        draw_offer_clear(offer);
}

const char *draw_offer_answer_text(DrawOfferAnswer answer)
{
    switch (answer) {
    case DRAW_OFFER_OK: return "done";
    case DRAW_OFFER_STANDS_ALREADY: return "the offer stands already";
    case DRAW_OFFER_IS_AGREEMENT: return "both have offered: a draw is agreed";
    case DRAW_OFFER_NONE_TO_ANSWER: return "there is no offer to answer";
    case DRAW_OFFER_TOO_EARLY: return "a draw can be agreed only after both sides have moved";
    }
    return "";
}
