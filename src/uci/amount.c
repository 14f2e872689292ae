/* SPDX-License-Identifier: GPL-3.0-only */
#include "uci/amount.h"

enum { SHIFT_MOST = 18 }; /* powers of ten within 64 bits */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int64_t times(int64_t number, int64_t factor)
{
    return factor != 0 && number > INT64_MAX / factor ? INT64_MAX : number * factor;
}

/* Digits with separators between: a point begins the fraction, a comma too unless three digits follow it. The digits of
 * both parts come back as one number, `*fraction` of them after the point. Answers how much was read. */
static size_t read_digits(Text text, int64_t *number, int *fraction)
{
    size_t i = 0;
    bool pointed = false;
    *number = 0;
    *fraction = 0;
    for (; i < text.length; i++) {
        const char c = text.data[i];
        if (is_digit(c)) {
            if (pointed && *fraction == 9)
                continue; /* finer than anything asked */
            *number = times(*number, 10);
            *number = *number > INT64_MAX - 9 ? INT64_MAX : *number + (c - '0');
            *fraction += pointed;
            continue;
        }
        size_t follow = 0;
        while (i + 1 + follow < text.length && is_digit(text.data[i + 1 + follow]))
            follow++;
        if (i > 0 && follow == 3 && !pointed && (c == ',' || c == '_' || c == '\''))
            continue;
        if (pointed || (c != '.' && c != ','))
            break;
        pointed = true;
    }
    return i;
}

/* The power of ten in `e6`, or the unit's. False if the rest means nothing. */
static bool read_unit(Text rest, bool is_time, int *power, int64_t *factor)
{
    static const struct {
        const char *word;
        int power;
        int64_t factor;
        bool time, count;
    } units[] = {
        {"", 0, 1, true, true},       {"ms", 0, 1, true, false},  {"msec", 0, 1, true, false},  {"s", 3, 1, true, false},
        {"sec", 3, 1, true, false},   {"m", 4, 6, true, false},   {"min", 4, 6, true, false},   {"h", 5, 36, true, false},
        {"k", 3, 1, false, true},     {"m", 6, 1, false, true},   {"mio", 6, 1, false, true},   {"g", 9, 1, false, true},
        {"nodes", 0, 1, false, true}, {"ply", 0, 1, false, true}, {"plies", 0, 1, false, true},
    };
    int64_t exponent;
    *factor = 1;
    if (rest.length > 1 && (rest.data[0] == 'e' || rest.data[0] == 'E') && text_to_int((Text){rest.data + 1, rest.length - 1}, &exponent)) {
        *power = exponent < -SHIFT_MOST ? -SHIFT_MOST : exponent > SHIFT_MOST ? SHIFT_MOST : (int)exponent;
        return true;
    }
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (text_is(rest, units[i].word) && (is_time ? units[i].time : units[i].count)) {
            *power = units[i].power;
            *factor = units[i].factor;
            return true;
        }
    return false;
}

bool amount_read(Text text, bool is_time, int64_t *number)
{
    const bool negative = text.length > 0 && text.data[0] == '-';
    if (text.length > 0 && (text.data[0] == '-' || text.data[0] == '+'))
        text = (Text){text.data + 1, text.length - 1};
    int64_t value, factor;
    int fraction, power;
    if (text.length == 0 || (!is_digit(text.data[0]) && (text.length < 2 || text.data[0] != '.' || !is_digit(text.data[1]))))
        return false;
    const size_t length = read_digits(text, &value, &fraction);
    if (!read_unit((Text){text.data + length, text.length - length}, is_time, &power, &factor))
        return false;
    value = times(value, factor);
    for (int shift = power - fraction; shift > 0; shift--)
        value = times(value, 10);
    for (int shift = power - fraction; shift < 0; shift++)
        value /= 10;
    *number = negative ? -value : value;
    return true;
}
