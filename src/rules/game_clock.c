/* SPDX-License-Identifier: GPL-3.0-only */
#include "rules/game_clock.h"

#include <stdio.h>
#include <string.h>

#define NS_PER_SECOND INT64_C(1000000000)

static bool has_control(const GameClock *clock)
{
    return clock->control.period_count > 0;
}

static const TimePeriod *present_period(const GameClock *clock)
{
    return &clock->control.periods[clock->period];
}

void clock_init(GameClock *clock, const TimeControl *control)
{
    memset(clock, 0, sizeof *clock);
    clock->control = *control;
    if (has_control(clock)) {
        clock->left_ns = control->periods[0].base_ns;
        clock->delay_ns = control->periods[0].delay_ns;
    }
}

void clock_start(GameClock *clock, int64_t now_ns)
{
    if (clock->running)
        return;
    clock->running = true;
    clock->started_ns = now_ns;
}

/* What was used since the start. */
static int64_t running_ns(const GameClock *clock, int64_t now_ns)
{
    return clock->running && now_ns > clock->started_ns ? now_ns - clock->started_ns : 0;
}

int64_t clock_pause(GameClock *clock, int64_t now_ns)
{
    const int64_t used = running_ns(clock, now_ns);
    const int64_t free_ns = used < clock->delay_ns ? used : clock->delay_ns;
    clock->running = false;
    clock->used_ns += used;
    if (has_control(clock)) {
        clock->delay_ns -= free_ns;
        clock->left_ns -= used - free_ns;
        if (clock->left_ns < 0)
            clock->fallen = true;
    }
    return used;
}

/* Begins the next period, or the last one once more. */
static void next_period(GameClock *clock)
{
    if (clock->period + 1 < clock->control.period_count)
        clock->period++;
    clock->period_moves = 0;
    clock->left_ns += present_period(clock)->base_ns;
}

int64_t clock_move_made(GameClock *clock, int64_t now_ns)
{
    const int64_t used = clock_pause(clock, now_ns);
    clock->moves++;
    if (!has_control(clock) || clock->fallen)
        return used;
    clock->left_ns += present_period(clock)->increment_ns;
    clock->period_moves++;
    if (present_period(clock)->moves > 0 && clock->period_moves == present_period(clock)->moves)
        next_period(clock);
    clock->delay_ns = present_period(clock)->delay_ns;
    return used;
}

int64_t clock_left_ns(const GameClock *clock, int64_t now_ns)
{
    if (!has_control(clock))
        return INT64_MAX;
    GameClock then = *clock;
    clock_pause(&then, now_ns);
    return then.left_ns;
}

int64_t clock_deadline_ns(const GameClock *clock)
{
    if (!has_control(clock) || !clock->running)
        return CLOCK_NEVER;
    return clock->started_ns + clock->delay_ns + clock->left_ns;
}

bool clock_has_fallen(const GameClock *clock, int64_t now_ns)
{
    return clock->fallen || now_ns > clock_deadline_ns(clock);
}

void clock_add(GameClock *clock, int64_t ns)
{
    if (has_control(clock) && !clock->fallen)
        clock->left_ns += ns;
}

int clock_moves_to_go(const GameClock *clock)
{
    if (!has_control(clock) || present_period(clock)->moves == 0)
        return 0;
    return present_period(clock)->moves - clock->period_moves;
}

int64_t clock_increment_ns(const GameClock *clock)
{
    return has_control(clock) ? present_period(clock)->increment_ns : 0;
}

size_t clock_write(const GameClock *clock, int64_t now_ns, char text[CLOCK_TEXT_SIZE])
{
    if (!has_control(clock))
        return (size_t)snprintf(text, CLOCK_TEXT_SIZE, "none");
    const int64_t left = clock_left_ns(clock, now_ns);
    const char *sign = left < 0 ? "-" : "";
    const int64_t tenths = (left < 0 ? -left : left) / (NS_PER_SECOND / 10);
    const int64_t seconds = tenths / 10;

    if (seconds < 20)
        return (size_t)snprintf(text, CLOCK_TEXT_SIZE, "%s%d.%d", sign, (int)seconds, (int)(tenths % 10));
    if (seconds < 3600)
        return (size_t)snprintf(text, CLOCK_TEXT_SIZE, "%s%d:%02d", sign, (int)(seconds / 60), (int)(seconds % 60));
    return (size_t)snprintf(text, CLOCK_TEXT_SIZE, "%s%lld:%02d:%02d", sign, (long long)(seconds / 3600), (int)(seconds / 60 % 60),
                            (int)(seconds % 60));
}
