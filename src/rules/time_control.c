/* SPDX-License-Identifier: GPL-3.0-only */
#include "rules/time_control.h"

#include <stdio.h>
#include <string.h>

#define NS_PER_SECOND INT64_C(1000000000)

enum { SECONDS_MOST = 10000000, MOVES_MOST = 10000, FRACTION_DIGITS = 9 };

/* A place in the text, and where to say what is wrong with it. */
typedef struct Reader {
    const char *text;
    const char *at;
    char *error;
} Reader;

static bool fail(Reader *reader, const char *expected)
{
    snprintf(reader->error, TIME_CONTROL_ERROR_SIZE, "time control '%.40s': %s at character %d", reader->text, expected,
             (int)(reader->at - reader->text) + 1);
    return false;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool read_whole(Reader *reader, int64_t most, const char *what, int64_t *value)
{
    if (!is_digit(*reader->at))
        return fail(reader, what);
    const char *const begin = reader->at;
    int64_t sum = 0;
    for (; is_digit(*reader->at); reader->at++) {
        sum = sum * 10 + (*reader->at - '0');
        if (sum > most) {
            reader->at = begin;
            return fail(reader, "number too large");
        }
    }
    *value = sum;
    return true;
}

static bool read_seconds(Reader *reader, int64_t *ns)
{
    int64_t seconds = 0, fraction = 0;
    if (!read_whole(reader, SECONDS_MOST, "seconds expected", &seconds))
        return false;
    if (*reader->at == '.') {
        reader->at++;
        if (!is_digit(*reader->at))
            return fail(reader, "digits expected");
        int64_t worth = NS_PER_SECOND;
        for (; is_digit(*reader->at); reader->at++) {
            worth /= 10; /* what is finer than a nanosecond is worth nothing */
            fraction += worth * (*reader->at - '0');
        }
    }
    *ns = seconds * NS_PER_SECOND + fraction;
    return true;
}

/* [moves/]seconds[+increment|d delay] */
static bool read_period(Reader *reader, TimePeriod *period)
{
    const char *const begin = reader->at;
    int64_t moves = 0;
    if (!read_seconds(reader, &period->base_ns))
        return false;
    if (*reader->at == '/') {
        reader->at = begin;
        if (!read_whole(reader, MOVES_MOST, "a number of moves expected", &moves) || *reader->at != '/')
            return fail(reader, "a whole number of moves expected");
        if (moves == 0)
            return fail(reader, "at least one move expected");
        reader->at++;
        if (!read_seconds(reader, &period->base_ns))
            return false;
    }
    period->moves = (int)moves;
    if (*reader->at == '+') {
        reader->at++;
        return read_seconds(reader, &period->increment_ns);
    }
    if (*reader->at == 'd') {
        reader->at++;
        return read_seconds(reader, &period->delay_ns);
    }
    return true;
}

static bool read_periods(Reader *reader, TimeControl *control)
{
    for (;;) {
        if (control->period_count == TIME_PERIODS_MAX)
            return fail(reader, "no more than 8 periods expected");
        TimePeriod *period = &control->periods[control->period_count++];
        if (!read_period(reader, period))
            return false;
        if (*reader->at == '\0')
            break;
        if (*reader->at != ':')
            return fail(reader, "'+', 'd', ':' or the end expected");
        if (period->moves == 0)
            return fail(reader, "nothing expected after a period for all moves");
        reader->at++;
    }
    const TimePeriod *first = &control->periods[0];
    if (first->base_ns == 0 && first->increment_ns == 0 && first->delay_ns == 0) {
        reader->at = reader->text;
        return fail(reader, "some time expected");
    }
    return true;
}

bool time_control_parse(const char *text, TimeControl *control, char error[TIME_CONTROL_ERROR_SIZE])
{
    Reader reader = {text, text, error};
    TimeControl read;
    memset(&read, 0, sizeof read);
    error[0] = '\0';

    if (*text == '*') {
        reader.at++;
        read.hourglass = true;
        read.period_count = 1;
        if (!read_seconds(&reader, &read.periods[0].base_ns))
            return false;
        if (*reader.at != '\0')
            return fail(&reader, "the end expected");
        if (read.periods[0].base_ns == 0)
            return fail(&reader, "some time expected");
    } else if (strcmp(text, "-") != 0 && strcmp(text, "?") != 0 && !read_periods(&reader, &read)) {
        return false;
    }
    *control = read;
    return true;
}

/* Seconds, with as many decimals as they need. */
static size_t write_seconds(int64_t ns, char *text, size_t size)
{
    int length = snprintf(text, size, "%lld.%09lld", (long long)(ns / NS_PER_SECOND), (long long)(ns % NS_PER_SECOND));
    while (text[length - 1] == '0')
        length--;
    if (text[length - 1] == '.')
        length--;
    text[length] = '\0';
    return (size_t)length;
}

size_t time_control_write(const TimeControl *control, char text[TIME_CONTROL_SIZE])
{
    /* A period takes at most 5 + 1 + 18 + 1 + 18 characters and a colon: eight fit. */
    _Static_assert(TIME_CONTROL_SIZE >= TIME_PERIODS_MAX * 46, "room for every period");
    size_t n = 0;
    if (control->period_count == 0)
        text[n++] = '-';
    if (control->hourglass)
        text[n++] = '*';
    for (int i = 0; i < control->period_count; i++) {
        const TimePeriod *period = &control->periods[i];
        if (i > 0)
            text[n++] = ':';
        if (period->moves > 0)
            n += (size_t)snprintf(text + n, TIME_CONTROL_SIZE - n, "%d/", period->moves);
        n += write_seconds(period->base_ns, text + n, TIME_CONTROL_SIZE - n);
        if (period->increment_ns > 0 || period->delay_ns > 0) {
            text[n++] = period->increment_ns > 0 ? '+' : 'd';
            n += write_seconds(period->increment_ns > 0 ? period->increment_ns : period->delay_ns, text + n, TIME_CONTROL_SIZE - n);
        }
    }
    text[n] = '\0';
    return n;
}
