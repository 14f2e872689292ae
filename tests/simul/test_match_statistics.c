/* SPDX-License-Identifier: GPL-3.0-only */
/* Elo, normalized Elo, LOS and the sequential test, against values worked out by hand and by other match runners. */
#include "simul/match_statistics.h"
#include "test.h"

/* As it is printed. */
#define CHECK_SHOWN(value, format, expected) \
    do { \
        char printed[64]; \
        snprintf(printed, sizeof printed, format, value); \
        CHECK_STR(printed, expected); \
    } while (0)

static void check(const MatchCounts *counts, const char *elo, const char *nelo, const char *los, const char *normalized,
                  const char *logistic)
{
    MatchStrength strength;
    Sprt sprt;
    char error[SPRT_ERROR_SIZE];
    char shown[64];
    match_strength(counts, &strength);
    CHECK(strength.known && strength.error_known);
    snprintf(shown, sizeof shown, "%.2f +- %.2f", strength.elo, strength.elo_error);
    CHECK_STR(shown, elo);
    snprintf(shown, sizeof shown, "%.2f +- %.2f", strength.nelo, strength.nelo_error);
    CHECK_STR(shown, nelo);
    CHECK_SHOWN(strength.superiority * 100, "%.2f", los);
    CHECK(sprt_parse("elo0 0 elo1 10", &sprt, error));
    CHECK_SHOWN(sprt_llr(&sprt, counts), "%.2f", normalized);
    CHECK_SHOWN(sprt_lower(&sprt), "%.2f", "-2.94");
    CHECK_SHOWN(sprt_upper(&sprt), "%.2f", "2.94");
    CHECK(sprt_parse("elo0 0 elo1 10 model logistic", &sprt, error));
    CHECK_SHOWN(sprt_llr(&sprt, counts), "%.2f", logistic);
}

static void test_examples(void)
{
    check(&(MatchCounts){MATCH_GAME_CLASSES, {60, 58, 82}}, "38.37 +- 40.91", "45.75 +- 48.15", "96.87", "0.67", "0.78");
    check(&(MatchCounts){MATCH_PAIR_CLASSES, {5, 18, 42, 25, 10}}, "29.60 +- 34.43", "41.74 +- 48.15", "95.53", "0.60", "0.79");
}

/* Seen from the other side everything changes its sign, and against mirrored hypotheses the ratio does too. */
static void test_mirror(void)
{
    const MatchCounts won = {MATCH_PAIR_CLASSES, {5, 18, 42, 25, 10}};
    const MatchCounts lost = {MATCH_PAIR_CLASSES, {10, 25, 42, 18, 5}};
    MatchStrength a;
    MatchStrength b;
    match_strength(&won, &a);
    match_strength(&lost, &b);
    CHECK_SHOWN(a.elo + b.elo, "%.9f", "0.000000000");
    CHECK_SHOWN(a.nelo + b.nelo, "%.9f", "0.000000000");
    CHECK_SHOWN(a.superiority + b.superiority, "%.9f", "1.000000000");
    for (int model = 0; model < 2; model++) {
        const Sprt up = {0, 10, 0.05, 0.05, (SprtModel)model};
        const Sprt down = {-10, 0, 0.05, 0.05, (SprtModel)model};
        CHECK_SHOWN(sprt_llr(&up, &won) + sprt_llr(&down, &lost) + 1, "%.6f", "1.000000");
    }
}

static void test_nothing_to_say(void)
{
    static const MatchCounts UNDEFINED[] = {
        {MATCH_GAME_CLASSES, {0}},
        {MATCH_GAME_CLASSES, {0, 0, 7}},
        {MATCH_GAME_CLASSES, {0, 7, 0}},
        {MATCH_PAIR_CLASSES, {3, 0, 0, 0, 0}},
    };
    MatchStrength strength;
    for (size_t i = 0; i < sizeof UNDEFINED / sizeof *UNDEFINED; i++) {
        match_strength(&UNDEFINED[i], &strength);
        CHECK(!strength.known);
    }
    /* One game lost, one won: level, but the interval reaches beyond every score. */
    match_strength(&(MatchCounts){MATCH_GAME_CLASSES, {1, 0, 1}}, &strength);
    CHECK(strength.known && !strength.error_known);
    CHECK_SHOWN(strength.elo + 1, "%.2f", "1.00");
    const Sprt sprt = {0, 10, 0.05, 0.05, SPRT_NORMALIZED};
    CHECK_SHOWN(sprt_llr(&sprt, &UNDEFINED[0]), "%.2f", "0.00");
    /* All won says much for the better one, all drawn for the worse. */
    for (int model = 0; model < 2; model++) {
        const Sprt either = {0, 10, 0.05, 0.05, (SprtModel)model};
        CHECK(sprt_llr(&either, &(MatchCounts){MATCH_GAME_CLASSES, {0, 0, 500}}) > 2.94);
        CHECK(sprt_llr(&either, &(MatchCounts){MATCH_GAME_CLASSES, {0, 50000, 0}}) < -2.94);
    }
}

static void test_words(void)
{
    static const struct {
        const char *text, *error;
    } WRONG[] = {
        {"", "elo0 and elo1 must be given, like elo0 0 elo1 10"},
        {"elo0 0", "elo0 and elo1 must be given, like elo0 0 elo1 10"},
        {"elo0 5 elo1 5", "elo0 must be below elo1"},
        {"elo0 0 elo1 ten", "elo1 takes a number, -1000 to 1000, not \"ten\""},
        {"elo0 0 elo1 nan", "elo1 takes a number, -1000 to 1000, not \"nan\""},
        {"elo0 0 elo1", "elo1 takes a number, -1000 to 1000, not \"\""},
        {"elo0 0 elo1 5 alpha 0.5", "alpha takes a number, above 0 and below 0.5, not \"0.5\""},
        {"elo0 0 elo1 5 model bayesian", "model takes normalized or logistic, not \"bayesian\""},
        {"elo0 0 elo1 5 gamma 1", "expected elo0, elo1, alpha, beta or model, not \"gamma\""},
    };
    Sprt sprt;
    char error[SPRT_ERROR_SIZE];
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        CHECK(!sprt_parse(WRONG[i].text, &sprt, error));
        CHECK_STR(error, WRONG[i].error);
    }
    CHECK(sprt_parse("model=logistic elo1=2.5 elo0=-2.5 alpha 0.1 beta=0.2", &sprt, error));
    CHECK_SHOWN(sprt.elo0, "%.2f", "-2.50");
    CHECK_SHOWN(sprt.elo1, "%.2f", "2.50");
    CHECK_SHOWN(sprt_lower(&sprt), "%.4f", "-1.5041"); /* ln(0.2/0.9) */
    CHECK_SHOWN(sprt_upper(&sprt), "%.4f", "2.0794");  /* ln(0.8/0.1) */
    CHECK_INT(sprt.model, SPRT_LOGISTIC);
}

int main(void)
{
    test_examples();
    test_mirror();
    test_nothing_to_say();
    test_words();
    return test_end("simul/match_statistics");
}
