/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/time_manager.h"

static const int64_t NS_PER_MS = 1000000;
static const int64_t RESERVE_MS = 200;
static const int64_t LONGEST_MS = INT64_C(1) << 36; /* years; keeps the arithmetic from overflowing */

static int64_t clamp(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

/* Half of a very short time is thought, however large the overhead. */
static int64_t less_overhead_ns(int64_t given_ms, int overhead_ms)
{
    const int64_t given = clamp(given_ms, 0, LONGEST_MS);
    return (given - clamp(overhead_ms, 0, given / 2)) * NS_PER_MS;
}

TimePlan time_plan(const SearchLimits *limits, Color side, int overhead_ms)
{
    if (limits->movetime_ms != 0) {
        const int64_t ns = less_overhead_ns(limits->movetime_ms, overhead_ms);
        return (TimePlan){.limited = true, .fixed = true, .soft_ns = ns, .hard_ns = ns};
    }
    if (limits->time_ms[side] == 0) {
        const int64_t ns = less_overhead_ns(limits->increment_ms[side], overhead_ms);
        return (TimePlan){.limited = ns != 0, .soft_ns = ns * 7 / 10, .hard_ns = ns};
    }

    /* What can be used before the flag falls; a clock that has run out still gets a move, at once. A reserve is
     * kept for a machine that is busy with other things just when the clock runs low. */
    const int64_t clock = clamp(limits->time_ms[side], 0, LONGEST_MS);
    const int64_t reserve = clamp(clock * 6 / 10, 0, RESERVE_MS);
    const int64_t usable = clamp(clock - reserve - overhead_ms, 0, clock) * NS_PER_MS;
    const int64_t increment = clamp(limits->increment_ms[side], 0, LONGEST_MS) * NS_PER_MS;

    int64_t soft;
    int64_t hard;
    if (limits->moves_to_go > 0) {
        const int64_t moves = clamp(limits->moves_to_go, 1, 40);
        soft = usable * 9 / (10 * moves) + increment * 3 / 4;
        hard = moves == 1 ? usable * 9 / 10 : clamp(soft * 5, 0, usable * 6 / 10);
    } else {
        /* An iteration begun before the soft limit ends well after it: on average a move takes half as much again. */
        soft = usable / 26 + increment * 7 / 10;
        hard = clamp(soft * 5, 0, usable / 3 + increment / 2);
    }
    hard = clamp(hard, 0, usable * 19 / 20);
    return (TimePlan){.limited = true, .soft_ns = clamp(soft, 0, hard), .hard_ns = hard};
}

int64_t time_soft_ns(const TimePlan *plan, const TimeSigns *signs)
{
    if (plan->fixed)
        return plan->soft_ns;
    /* Each sign scales in per mille: a best move that has long stood needs less time, one that gets few of
     * the nodes or whose score falls needs more. */
    static const int STABILITY[] = {1450, 1150, 1000, 920, 860, 820, 780};
    const int last = (int)(sizeof STABILITY / sizeof STABILITY[0]) - 1;
    const int64_t stability = STABILITY[signs->stable_iterations < last ? signs->stable_iterations : last];
    const int64_t trend = clamp(1000 + 12 * (int64_t)signs->score_drop_cp, 750, 1600);
    const int64_t share = clamp(2100 - 1600 * (int64_t)signs->best_node_permille / 1000, 500, 1800);
    const int64_t scale = stability * trend / 1000 * share / 1000;
    return clamp(plan->soft_ns / 1000 * scale, 0, plan->hard_ns);
}
