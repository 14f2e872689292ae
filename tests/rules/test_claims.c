/* SPDX-License-Identifier: GPL-3.0-only */
/* Draws that must be asked for: third occurrence, fifty moves, offers. */
#include "rules_test.h"

#include "rules/claims.h"

#define SHUFFLE "Nf3 Nf6 Ng1 Ng8"

typedef struct ClaimCase {
    const char *what;
    const char *fen;
    const char *moves;
    const char *again;
    int times;
    const char *then;     /* and these */
    unsigned now;         /* claimable by the position */
    const char *intended; /* a legal move, NULL: none */
    unsigned with_move;
} ClaimCase;

static const ClaimCase cases[] = {
    {"second occurrence", NULL, "", SHUFFLE, 1, "", CLAIM_NONE, "Nf3", CLAIM_NONE},
    {"third occurrence", NULL, "", SHUFFLE, 2, "", CLAIM_THREEFOLD, "e4", CLAIM_NONE},
    {"third by the move about to be made", NULL, "", SHUFFLE, 1, "Nf3 Nf6 Ng1", CLAIM_NONE, "Ng8", CLAIM_THREEFOLD},
    {"another move there", NULL, "", SHUFFLE, 1, "Nf3 Nf6 Ng1", CLAIM_NONE, "e5", CLAIM_NONE},
    {"both: on the board, and again by a move", NULL, "", SHUFFLE, 2, "", CLAIM_THREEFOLD, "Nf3", CLAIM_THREEFOLD},
    {"the same pieces, the other side to move", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "", "Ra2 Kd8 Ra1 Ke8", 1, "Ra3 Kd8 Ra2 Ke8", CLAIM_NONE,
     "Ra1", CLAIM_NONE},
    {"first occurrence with an en passant right no pawn could use", NULL, "e4", "Nf6 Nf3 Ng8 Ng1", 2, "", CLAIM_THREEFOLD, NULL, 0},
    {"first occurrence with one a pawn could legally use", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e4", "Kd8 Kd1 Ke8 Ke1", 2, "", CLAIM_NONE,
     NULL, 0},
    {"once more", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e4", "Kd8 Kd1 Ke8 Ke1", 3, "", CLAIM_THREEFOLD, NULL, 0},
    {"first occurrence with castling rights", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "", "Ke2 Ke7 Ke1 Ke8", 2, "", CLAIM_NONE, NULL, 0},
    {"the rook has been away and back", "r3k3/8/8/8/8/8/8/4K2R w K - 0 1", "", "Rg1 Ra7 Rh1 Ra8", 2, "", CLAIM_NONE, "Rg1",
     CLAIM_THREEFOLD},
    {"99 plies", "4k3/8/8/8/8/8/8/R3K3 w - - 98 70", "Kd1", "", 0, "", CLAIM_NONE, "Kd8", CLAIM_FIFTY},
    {"100 plies", "4k3/8/8/8/8/8/8/R3K3 w - - 99 70", "Kd1", "", 0, "", CLAIM_FIFTY, "Kd8", CLAIM_FIFTY},
    {"the intended move is a pawn's", "4k3/4p3/8/8/8/8/8/R3K3 w - - 98 70", "Kd1", "", 0, "", CLAIM_NONE, "e6", CLAIM_NONE},
    {"the intended move captures", "4k3/8/8/8/8/8/4p3/R3K3 w - - 99 70", "", "", 0, "", CLAIM_NONE, "Kxe2", CLAIM_NONE},
    {"moves before the start count for fifty, not for repetition", "4k3/8/8/8/8/8/8/R3K3 w - - 99 70", "", "", 0, "", CLAIM_NONE, "Kd1",
     CLAIM_FIFTY},
};

static void test_cases(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const ClaimCase *c = &cases[i];
        Game game = game_of(c->fen, c->moves);
        play_times(&game, c->again, c->times);
        play_times(&game, c->then, 1);
        CHECK_MSG(claims_now(&game) == c->now, "%s: now %s", c->what, claims_name(claims_now(&game)));
        if (c->intended != NULL) {
            const unsigned claims = claims_with_move(&game, move_of(&game.current, c->intended));
            CHECK_MSG(claims == c->with_move, "%s: with %s %s", c->what, c->intended, claims_name(claims));
        }
        game_destroy(&game);
    }
}

static void test_any_move(void)
{
    char text[UCI_MOVE_SIZE];
    Move move;
    Game game = game_of(NULL, SHUFFLE " Nf3 Nf6 Ng1");
    CHECK_INT(claims_by_any_move(&game, &move), CLAIM_THREEFOLD);
    move_to_uci(&game.current, move, text);
    CHECK_STR(text, "f6g8");
    CHECK_INT(claims_repetitions_after(&game, move), 3);
    game_destroy(&game);

    game = game_of(NULL, SHUFFLE " Nf3 Nf6");
    CHECK_INT(claims_by_any_move(&game, &move), CLAIM_NONE);
    CHECK_INT(move, MOVE_NONE);
    game_destroy(&game);
}

static void test_offers(void)
{
    DrawOffer offer;
    draw_offer_clear(&offer);
    Game game = game_of(NULL, "e4");

    /* No agreement before both have moved; the offer stands all the same. */
    CHECK_INT(draw_offer_make(&offer, &game, WHITE), DRAW_OFFER_OK);
    CHECK_INT(draw_offer_make(&offer, &game, WHITE), DRAW_OFFER_STANDS_ALREADY);
    CHECK_INT(draw_offer_accept(&offer, &game, BLACK), DRAW_OFFER_TOO_EARLY);
    CHECK(offer.standing);
    CHECK_INT(draw_offer_accept(&offer, &game, WHITE), DRAW_OFFER_NONE_TO_ANSWER);
    CHECK_INT(draw_offer_decline(&offer, WHITE), DRAW_OFFER_NONE_TO_ANSWER);

    /* The offerer's own move leaves it standing, the other side's answers it. */
    draw_offer_moved(&offer, WHITE);
    CHECK(offer.standing);
    play_times(&game, "e5", 1);
    draw_offer_moved(&offer, BLACK);
    CHECK(!offer.standing);
    CHECK_INT(draw_offer_accept(&offer, &game, BLACK), DRAW_OFFER_NONE_TO_ANSWER);

    CHECK_INT(draw_offer_make(&offer, &game, BLACK), DRAW_OFFER_OK);
    CHECK_INT(draw_offer_decline(&offer, WHITE), DRAW_OFFER_OK);
    CHECK(!offer.standing);
    CHECK_INT(draw_offer_make(&offer, &game, BLACK), DRAW_OFFER_OK);
    CHECK_INT(draw_offer_accept(&offer, &game, WHITE), DRAW_OFFER_OK);
    CHECK(!offer.standing);

    /* Offering back is accepting. */
    CHECK_INT(draw_offer_make(&offer, &game, BLACK), DRAW_OFFER_OK);
    CHECK_INT(draw_offer_make(&offer, &game, WHITE), DRAW_OFFER_IS_AGREEMENT);
    CHECK(!offer.standing);
    game_destroy(&game);

    game = game_of(NULL, "e4");
    CHECK_INT(draw_offer_make(&offer, &game, WHITE), DRAW_OFFER_OK);
    CHECK_INT(draw_offer_make(&offer, &game, BLACK), DRAW_OFFER_TOO_EARLY);
    CHECK(offer.standing && offer.by == WHITE);
    game_destroy(&game);
}

int main(void)
{
    chess_init();
    test_cases();
    test_any_move();
    test_offers();
    return test_end("rules/claims");
}
