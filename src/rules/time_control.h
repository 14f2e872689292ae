/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Time controls, as text in the form of PGN's TimeControl tag, in seconds:
 *
 *     300         the whole game in 300 s            40/5400      40 moves in 5400 s, again and again
 *     300+3       and 3 s more after each move       40/5400+30:1800+30    periods, one after the other
 *     300d3       simple delay: the first 3 s of each move are free
 *     *15         an hourglass: what one side uses the other gains
 *     -           no control                         ?            unknown (read as no control)
 *
 * Seconds may have a fraction (`8+0.08`). Pure: no allocation, any thread. Clocks are in clock.h.
 */
#ifndef CAROUSEL_RULES_TIME_CONTROL_H
#define CAROUSEL_RULES_TIME_CONTROL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TIME_PERIODS_MAX = 8, TIME_CONTROL_SIZE = 384, TIME_CONTROL_ERROR_SIZE = 128 };

typedef struct TimePeriod {
    int moves;            /* to be made in this period; 0: all that are left (the last period only) */
    int64_t base_ns;      /* added when the period begins */
    int64_t increment_ns; /* added after each move of the period */
    int64_t delay_ns;     /* free at the start of each move of the period */
} TimePeriod;

typedef struct TimeControl {
    int period_count;                     /* 0: no control */
    bool hourglass;                       /* then there is one period without increment or delay */
    TimePeriod periods[TIME_PERIODS_MAX]; /* a last period with `moves` repeats */
} TimeControl;

/* Reads all of `text`. On an error `*control` is untouched and `error` says what was wrong and where. */
bool time_control_parse(const char *text, TimeControl *control, char error[TIME_CONTROL_ERROR_SIZE]);

/* Writes it in the form it is read; "-" for no control. Returns its length. */
size_t time_control_write(const TimeControl *control, char text[TIME_CONTROL_SIZE]);

#endif
