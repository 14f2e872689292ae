/* SPDX-License-Identifier: GPL-3.0-only */
#include "base/number.h"

#include <string.h>

NumberError number_parse_unsigned(const char *text, size_t length, uint64_t *value)
{
    if (length == 0)
        return NUMBER_EMPTY;
    uint64_t number = 0;
    bool overflow = false;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return NUMBER_NOT_WHOLE;
        const uint64_t digit = (uint64_t)(text[i] - '0');
        overflow |= number > (UINT64_MAX - digit) / 10;
        number = number * 10 + digit;
    }
    if (overflow)
        return NUMBER_OUT_OF_RANGE;
    *value = number;
    return NUMBER_OK;
}

NumberError number_parse_span(const char *text, size_t length, int64_t least, int64_t most, int64_t *value)
{
    if (length == 0) /* and then `text` may be NULL */
        return NUMBER_EMPTY;
    const bool negative = text[0] == '-';
    const size_t sign = negative || text[0] == '+';
    uint64_t size;
    const NumberError error = number_parse_unsigned(text + sign, length - sign, &size);
    if (error != NUMBER_OK)
        return error == NUMBER_EMPTY && sign > 0 ? NUMBER_NOT_WHOLE : error;
    if (size > (uint64_t)INT64_MAX + negative)
        return NUMBER_OUT_OF_RANGE;
    const int64_t number = !negative ? (int64_t)size : size == 0 ? 0 : -(int64_t)(size - 1) - 1;
    if (number < least || number > most)
        return NUMBER_OUT_OF_RANGE;
    *value = number;
    return NUMBER_OK;
}

NumberError number_parse(const char *text, int64_t least, int64_t most, int64_t *value)
{
    return number_parse_span(text, strlen(text), least, most, value);
}
