/* SPDX-License-Identifier: GPL-3.0-only */
#include "base/number.h"

#include <string.h>

NumberError number_parse_span(const char *text, size_t length, int64_t least, int64_t most, int64_t *value)
{
    if (length == 0)
        return NUMBER_EMPTY;
    const bool negative = text[0] == '-';
    size_t i = negative || text[0] == '+' ? 1 : 0;
    if (i == length)
        return NUMBER_NOT_WHOLE;
    /* Collected as a negative number, whose range is the wider one. */
    int64_t number = 0;
    bool overflow = false;
    for (; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return NUMBER_NOT_WHOLE;
        const int digit = text[i] - '0';
        if (number < (INT64_MIN + digit) / 10)
            overflow = true;
        else
            number = number * 10 - digit;
    }
    if (overflow || (!negative && number == INT64_MIN))
        return NUMBER_OUT_OF_RANGE;
    if (!negative)
        number = -number;
    if (number < least || number > most)
        return NUMBER_OUT_OF_RANGE;
    *value = number;
    return NUMBER_OK;
}

NumberError number_parse(const char *text, int64_t least, int64_t most, int64_t *value)
{
    return number_parse_span(text, strlen(text), least, most, value);
}
