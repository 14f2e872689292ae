/* SPDX-License-Identifier: GPL-3.0-only */
/* Fitting win, draw and loss to scores: constants that are known are found again; where there are none, it says so. */
#include "test.h"
#include "training/wdl_fit.h"

#include <math.h>

/* More scores for White than for Black, so that a sign mixed up does not cancel out. */
enum { FIRST_CP = -200, LAST_CP = 600, STEP_CP = 20, ROWS_A_SCORE = 1000 };
enum { ROWS_MAX = ((LAST_CP - FIRST_CP) / STEP_CP + 1) * ROWS_A_SCORE };

static Sample rows[ROWS_MAX];
static size_t count;

static void add(int score_cp, float result, long times)
{
    for (long i = 0; i < times && count < ROWS_MAX; i++)
        rows[count++] = (Sample){.score_cp = (int16_t)score_cp, .result = result};
}

static bool fit_rows(WdlFit *fit)
{
    const Samples samples = {.rows = rows, .count = count};
    return wdl_fit(&samples, fit);
}

/* Results in the very proportions of the model. */
static void test_known(double even_cp, double slope_cp)
{
    WdlFit fit = {0};
    count = 0;
    for (int score = FIRST_CP; score <= LAST_CP; score += STEP_CP) {
        const long won = lround(ROWS_A_SCORE / (1 + exp((even_cp - score) / slope_cp)));
        const long lost = lround(ROWS_A_SCORE / (1 + exp((even_cp + score) / slope_cp)));
        add(score, 1, won);
        add(score, 0, lost);
        add(score, 0.5f, ROWS_A_SCORE - won - lost);
    }
    CHECK_INT(count, ROWS_MAX);
    CHECK(fit_rows(&fit));
    CHECK_INT(lround(fit.even_cp), lround(even_cp));
    CHECK_INT(lround(fit.slope_cp), lround(slope_cp));
}

/* Results under which the likelihood has no top at a positive threshold and slope. */
static void test_unsettled(void)
{
    WdlFit fit = {0};
    count = 0;
    CHECK(!fit_rows(&fit));
    add(0, 0.5f, 100);
    CHECK(!fit_rows(&fit)); /* all drawn */
    add(100, 1, 100);
    add(-100, 0, 100);
    CHECK(!fit_rows(&fit)); /* told apart */

    count = 0;
    add(100, 1, 100);
    add(100, 0, 50);
    add(-100, 0, 100);
    add(-100, 1, 50);
    CHECK(!fit_rows(&fit)); /* nothing drawn */
    add(0, 0.5f, 50);
    CHECK(fit_rows(&fit));

    count = 0;
    add(100, 0, 100);
    add(100, 1, 50);
    add(0, 0.5f, 100);
    CHECK(!fit_rows(&fit)); /* the better score loses */
}

int main(void)
{
    test_known(120, 80);
    test_known(40, 200);
    test_unsettled();
    return test_end("training/wdl_fit");
}
