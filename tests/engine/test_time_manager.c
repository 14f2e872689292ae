/* SPDX-License-Identifier: GPL-3.0-only */
/* Time limits: what is given, kept back, and never exceeded. */
#include "engine/time_manager.h"
#include "test.h"

static const int64_t MS = 1000000;

static TimePlan plan(int64_t time_ms, int64_t increment_ms, int moves_to_go, int overhead_ms)
{
    const SearchLimits limits = {.time_ms = {time_ms, 0}, .increment_ms = {increment_ms, 0}, .moves_to_go = moves_to_go};
    return time_plan(&limits, WHITE, overhead_ms);
}

int main(void)
{
    SearchLimits limits = {.movetime_ms = 1000};
    TimePlan p = time_plan(&limits, WHITE, 10);
    CHECK(p.limited);
    CHECK_INT(p.hard_ns, 990 * MS);
    CHECK_INT(p.soft_ns, 990 * MS);
    limits.movetime_ms = 8; /* half is thought even if the overhead is larger */
    CHECK_INT(time_plan(&limits, WHITE, 100).hard_ns, 4 * MS);
    limits.movetime_ms = 1;
    CHECK_INT(time_plan(&limits, WHITE, 100).hard_ns, 1 * MS);

    /* An increment without a clock is what there is for the move. */
    limits = (SearchLimits){.increment_ms = {1000, 30}};
    p = time_plan(&limits, WHITE, 10);
    CHECK(p.limited && !p.fixed);
    CHECK_INT(p.soft_ns, 693 * MS);
    CHECK_INT(p.hard_ns, 990 * MS);
    CHECK_INT(time_plan(&limits, BLACK, 10).hard_ns, 20 * MS);

    limits = (SearchLimits){.time_ms = {0, 1000}};
    CHECK(!time_plan(&limits, WHITE, 10).limited);
    CHECK(time_plan(&limits, BLACK, 10).limited);

    /* Whatever the clock says, neither limit goes beyond it, and nothing is negative. */
    static const int64_t CLOCKS[] = {INT64_MIN, -5000, -1, 1, 9, 10, 11, 50, 100, 1000, 60000, 86400000, INT64_MAX};
    static const int64_t INCREMENTS[] = {0, 1, 10, 1000, 60000, INT64_MAX};
    static const int MOVES[] = {0, 1, 2, 40, 10000};
    for (size_t c = 0; c < sizeof CLOCKS / sizeof CLOCKS[0]; c++)
        for (size_t i = 0; i < sizeof INCREMENTS / sizeof INCREMENTS[0]; i++)
            for (size_t m = 0; m < sizeof MOVES / sizeof MOVES[0]; m++) {
                p = plan(CLOCKS[c], INCREMENTS[i], MOVES[m], 10);
                const int64_t left = CLOCKS[c] < 0 ? 0 : CLOCKS[c] > INT64_C(1) << 36 ? INT64_C(1) << 36 : CLOCKS[c];
                CHECK(p.limited && !p.fixed);
                CHECK(p.soft_ns >= 0 && p.soft_ns <= p.hard_ns && p.hard_ns <= left * MS);
                CHECK(left < 20 || p.hard_ns + 10 * MS <= left * MS);
            }
    /* The last move before the control may use most of the clock, one of many only a share. */
    CHECK(plan(10000, 0, 1, 10).soft_ns > 8000 * MS);
    CHECK(plan(10000, 0, 40, 10).soft_ns < 300 * MS);
    CHECK(plan(10000, 0, 40, 10).hard_ns < 1300 * MS);

    /* Signs move the soft limit the right way and never past the hard one. */
    p = plan(100000, 1000, 0, 10);
    const TimeSigns calm = {.stable_iterations = 8, .score_drop_cp = 0, .best_node_permille = 900};
    const TimeSigns falling = {.stable_iterations = 8, .score_drop_cp = 50, .best_node_permille = 900};
    const TimeSigns unstable = {.stable_iterations = 0, .score_drop_cp = 0, .best_node_permille = 900};
    const TimeSigns spread = {.stable_iterations = 8, .score_drop_cp = 0, .best_node_permille = 200};
    const TimeSigns all = {.stable_iterations = 0, .score_drop_cp = 1000, .best_node_permille = 0};
    const int64_t base = time_soft_ns(&p, &calm);
    CHECK(base > 0 && base < p.soft_ns);
    CHECK(time_soft_ns(&p, &falling) > base);
    CHECK(time_soft_ns(&p, &unstable) > base);
    CHECK(time_soft_ns(&p, &spread) > base);
    CHECK(time_soft_ns(&p, &all) > p.soft_ns && time_soft_ns(&p, &all) <= p.hard_ns);
    return test_end("engine/time_manager");
}
