/* SPDX-License-Identifier: GPL-3.0-only */
/* How a position or a game ends by itself, and in which order of precedence. */
#include "rules_test.h"

#include "rules/outcome.h"

#define SHUFFLE "Nf3 Nf6 Ng1 Ng8"

typedef struct OutcomeCase {
    const char *what;
    const char *fen;
    const char *moves; /* played once */
    const char *again; /* then these, so many times */
    int times;
    Outcome expected;
} OutcomeCase;

static const OutcomeCase cases[] = {
    {"start", NULL, "", "", 0, OUTCOME_NONE},
    {"fool's mate", NULL, "f3 e5 g4 Qh4", "", 0, OUTCOME_CHECKMATE},
    {"a check that can be answered", NULL, "e4 f5 Qh5", "", 0, OUTCOME_NONE},
    {"stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", "", 0, OUTCOME_STALEMATE},
    {"the same, other side to move", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "", "", 0, OUTCOME_NONE},
    /* Dead by material. */
    {"bare kings", "8/8/4k3/8/8/3K4/8/8 w - - 0 1", "", "", 0, OUTCOME_DEAD},
    {"a knight", "8/8/4k3/8/8/3KN3/8/8 w - - 0 1", "", "", 0, OUTCOME_DEAD},
    {"a bishop", "8/8/4k3/8/8/3Kb3/8/8 w - - 0 1", "", "", 0, OUTCOME_DEAD},
    {"bishops of one colour", "8/8/4k3/2b5/8/3KB3/8/8 w - - 0 1", "", "", 0, OUTCOME_DEAD},
    {"several bishops of one colour", "8/8/4k1b1/8/8/3KB1B1/8/8 w - - 0 1", "", "", 0, OUTCOME_NONE},
    {"several bishops truly of one colour", "8/8/4k3/6b1/7b/3KB1B1/8/8 w - - 0 1", "", "", 0, OUTCOME_DEAD},
    {"bishops of both colours", "8/8/4k3/3b4/8/3KB3/8/8 w - - 0 1", "", "", 0, OUTCOME_NONE},
    {"knight against knight", "8/8/4k3/3n4/8/3KN3/8/8 w - - 0 1", "", "", 0, OUTCOME_NONE},
    {"two knights", "8/8/4k3/8/8/3KNN2/8/8 w - - 0 1", "", "", 0, OUTCOME_NONE},
    {"knight against bishop", "8/8/4k3/3b4/8/3KN3/8/8 w - - 0 1", "", "", 0, OUTCOME_NONE},
    {"a pawn", "8/8/4k3/8/8/3KP3/8/8 w - - 0 1", "", "", 0, OUTCOME_NONE},
    {"capture of the last piece", "8/8/8/3k4/4Q3/8/8/4K3 b - - 0 1", "Kxe4", "", 0, OUTCOME_DEAD},
    /* Repetition. */
    {"fourth occurrence", NULL, "", SHUFFLE, 3, OUTCOME_NONE},
    {"fifth occurrence", NULL, "", SHUFFLE, 4, OUTCOME_FIVEFOLD},
    {"fifth, but castling rights were lost after the first", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "", "Ke2 Ke7 Ke1 Ke8", 4,
     OUTCOME_NONE},
    {"fifth without castling rights", "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "", "Ke2 Ke7 Ke1 Ke8", 4, OUTCOME_FIVEFOLD},
    {"fifth; the first had an en passant right no pawn could use", NULL, "e4", "Nf6 Nf3 Ng8 Ng1", 4, OUTCOME_FIVEFOLD},
    {"fifth; the first had one a pawn could use", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e4", "Kd8 Kd1 Ke8 Ke1", 4, OUTCOME_NONE},
    {"sixth; the first had one a pawn could use", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e4", "Kd8 Kd1 Ke8 Ke1", 5, OUTCOME_FIVEFOLD},
    {"fifth; the pawn that could use it was pinned", "8/8/8/8/k2p3R/8/4P1K1/8 w - - 0 1", "e4", "Ka5 Kg1 Ka4 Kg2", 4, OUTCOME_FIVEFOLD},
    /* Seventy-five moves. */
    {"149 plies", "4k3/8/8/8/8/8/8/R3K3 w - - 148 99", "Kd1", "", 0, OUTCOME_NONE},
    {"150 plies", "4k3/8/8/8/8/8/8/R3K3 w - - 149 99", "Kd1", "", 0, OUTCOME_SEVENTY_FIVE},
    {"mate by the move that completes 75", "4k3/R7/4K3/8/8/8/8/8 w - - 149 99", "Ra8", "", 0, OUTCOME_CHECKMATE},
    {"stalemate by the move that completes 75", "7k/8/6K1/8/8/8/5Q2/8 w - - 149 99", "Qf7", "", 0, OUTCOME_STALEMATE},
    {"a capture at 149 starts anew", "4k3/8/8/8/8/8/r7/R3K3 w - - 149 99", "Rxa2", "", 0, OUTCOME_NONE},
    {"a pawn move at 149 starts anew", "4k3/8/8/8/8/8/4P3/R3K3 w - - 149 99", "e3", "", 0, OUTCOME_NONE},
};

static void test_cases(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const OutcomeCase *c = &cases[i];
        Game game = game_of(c->fen, c->moves);
        play_times(&game, c->again, c->times);
        const Outcome outcome = outcome_of_game(&game, NULL);
        CHECK_MSG(outcome == c->expected, "%s: %s, expected %s", c->what, outcome_name(outcome), outcome_name(c->expected));
        game_destroy(&game);
    }
}

static bool say_dead(void *context, const Position *position)
{
    (void)position;
    ++*(int *)context;
    return true;
}

/* The test for dead positions is asked after mate and stalemate and before the counts. */
static void test_dead_test_order(void)
{
    int asked = 0;
    const OutcomeDeadTest test = {say_dead, &asked};

    Game game = game_of(NULL, "f3 e5 g4 Qh4");
    CHECK_INT(outcome_of_game(&game, &test), OUTCOME_CHECKMATE);
    CHECK_INT(asked, 0);
    game_destroy(&game);

    game = game_of(NULL, "");
    play_times(&game, SHUFFLE, 4);
    CHECK_INT(outcome_of_game(&game, &test), OUTCOME_DEAD);
    CHECK_INT(asked, 1);
    game_destroy(&game);

    game = game_of("4k3/8/8/8/8/8/8/R3K3 w - - 149 99", "Kd1");
    CHECK_INT(outcome_of_game(&game, &test), OUTCOME_DEAD);
    game_destroy(&game);
}

static void test_position_alone(void)
{
    Position position = position_of("4k3/8/8/8/8/8/8/R3K3 w - - 150 99");
    CHECK_INT(outcome_of_position(&position), OUTCOME_SEVENTY_FIVE);
    position = position_of("8/8/4k3/8/8/3K4/8/8 w - - 150 1");
    CHECK_INT(outcome_of_position(&position), OUTCOME_DEAD);
    position = position_of("R3k3/8/4K3/8/8/8/8/8 b - - 150 1");
    CHECK_INT(outcome_of_position(&position), OUTCOME_CHECKMATE);
}

int main(void)
{
    chess_init();
    test_cases();
    test_dead_test_order();
    test_position_alone();
    return test_end("rules/outcome");
}
