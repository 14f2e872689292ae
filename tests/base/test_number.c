/* SPDX-License-Identifier: GPL-3.0-only */
/* Whole numbers, at the ends of their ranges. */
#include "test.h"

#include "base/number.h"

static void test_signed(void)
{
    /* clang-format off */
    static const struct {
        const char *text;
        NumberError error;
        int64_t value;
    } cases[] = {
        {"0", NUMBER_OK, 0}, {"-0", NUMBER_OK, 0}, {"+7", NUMBER_OK, 7}, {"007", NUMBER_OK, 7}, {"-12", NUMBER_OK, -12},
        {"9223372036854775807", NUMBER_OK, INT64_MAX}, {"-9223372036854775808", NUMBER_OK, INT64_MIN},
        {"9223372036854775808", NUMBER_OUT_OF_RANGE, 0}, {"-9223372036854775809", NUMBER_OUT_OF_RANGE, 0},
        {"99999999999999999999999", NUMBER_OUT_OF_RANGE, 0}, {"", NUMBER_EMPTY, 0}, {"-", NUMBER_NOT_WHOLE, 0},
        {"+", NUMBER_NOT_WHOLE, 0}, {"--1", NUMBER_NOT_WHOLE, 0}, {"1-", NUMBER_NOT_WHOLE, 0}, {" 1", NUMBER_NOT_WHOLE, 0},
        {"1.0", NUMBER_NOT_WHOLE, 0},
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t value = 0;
        CHECK_MSG(number_parse(cases[i].text, INT64_MIN, INT64_MAX, &value) == cases[i].error, "%s", cases[i].text);
        CHECK_INT(value, cases[i].value);
    }
    int64_t value = 5;
    CHECK_INT(number_parse("11", -3, 10, &value), NUMBER_OUT_OF_RANGE);
    CHECK_INT(number_parse("-4", -3, 10, &value), NUMBER_OUT_OF_RANGE);
    CHECK_INT(value, 5);
    CHECK_INT(number_parse_span("123", 2, -3, 12, &value), NUMBER_OK);
    CHECK_INT(value, 12);
}

static void test_unsigned(void)
{
    uint64_t value = 5;
    CHECK_INT(number_parse_unsigned("18446744073709551616", 20, &value), NUMBER_OUT_OF_RANGE);
    CHECK_INT(number_parse_unsigned("99999999999999999999", 20, &value), NUMBER_OUT_OF_RANGE);
    CHECK_INT(number_parse_unsigned("+1", 2, &value), NUMBER_NOT_WHOLE);
    CHECK_INT(number_parse_unsigned("1x", 2, &value), NUMBER_NOT_WHOLE);
    CHECK_INT(number_parse_unsigned("", 0, &value), NUMBER_EMPTY);
    CHECK_INT((int64_t)value, 5);
    CHECK_INT(number_parse_unsigned("18446744073709551615", 20, &value), NUMBER_OK);
    CHECK(value == UINT64_MAX);
}

int main(void)
{
    test_signed();
    test_unsigned();
    return test_end("base/number");
}
