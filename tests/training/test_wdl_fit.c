/* SPDX-License-Identifier: GPL-3.0-only */
/* Fitting win, draw and loss to scores: constants that are known are found again; where there are none, it says so. */
#include "test.h"
#include "training/wdl_fit.h"

#include <math.h>

/* More scores for White than for Black, so that a sign mixed up does not cancel out. */
enum { FIRST_CP = -200, LAST_CP = 600, STEP_CP = 20, ROWS_A_SCORE = 1000 };
enum { ROWS = ((LAST_CP - FIRST_CP) / STEP_CP + 1) * ROWS_A_SCORE };

static WdlCounts counts;

static void add(int score_cp, PackedResult result, long times)
{
    for (long i = 0; i < times; i++)
        wdl_count(&counts, score_cp, result);
}

static void start_over(void)
{
    memset(&counts, 0, sizeof counts);
}

/* Results in the very proportions of the model. */
static void test_known(double even_cp, double slope_cp)
{
    WdlFit fit = {0};
    start_over();
    for (int score = FIRST_CP; score <= LAST_CP; score += STEP_CP) {
        const long won = lround(ROWS_A_SCORE / (1 + exp((even_cp - score) / slope_cp)));
        const long lost = lround(ROWS_A_SCORE / (1 + exp((even_cp + score) / slope_cp)));
        add(score, PACKED_WHITE_WINS, won);
        add(score, PACKED_BLACK_WINS, lost);
        add(score, PACKED_DRAW, ROWS_A_SCORE - won - lost);
    }
    CHECK_INT(counts.positions, ROWS);
    CHECK(wdl_fit(&counts, &fit));
    CHECK_INT(lround(fit.even_cp), lround(even_cp));
    CHECK_INT(lround(fit.slope_cp), lround(slope_cp));
}

/* Results under which the likelihood has no top at a positive threshold and slope. */
static void test_unsettled(void)
{
    WdlFit fit = {0};
    start_over();
    CHECK(!wdl_fit(&counts, &fit));
    add(0, PACKED_DRAW, 100);
    CHECK(!wdl_fit(&counts, &fit)); /* all drawn */
    add(100, PACKED_WHITE_WINS, 100);
    add(-100, PACKED_BLACK_WINS, 100);
    CHECK(!wdl_fit(&counts, &fit)); /* told apart */

    start_over();
    add(100, PACKED_WHITE_WINS, 100);
    add(100, PACKED_BLACK_WINS, 50);
    add(-100, PACKED_BLACK_WINS, 100);
    add(-100, PACKED_WHITE_WINS, 50);
    CHECK(!wdl_fit(&counts, &fit)); /* nothing drawn */
    add(0, PACKED_DRAW, 50);
    CHECK(wdl_fit(&counts, &fit));

    start_over();
    add(100, PACKED_BLACK_WINS, 100);
    add(100, PACKED_WHITE_WINS, 50);
    add(0, PACKED_DRAW, 100);
    CHECK(!wdl_fit(&counts, &fit)); /* the better score loses */

    start_over();
    add(1000000, PACKED_WHITE_WINS, 1); /* scores out of range count as the greatest there is */
    add(-1000000, PACKED_WHITE_WINS, 2);
    CHECK_INT(counts.decided[2 * WDL_SCORE_MOST], 1);
    CHECK_INT(counts.decided[0], 2);
}

int main(void)
{
    test_known(120, 80);
    test_known(40, 200);
    test_unsettled();
    return test_end("training/wdl_fit");
}
