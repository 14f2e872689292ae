/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Whole numbers in text, read strictly: digits with an optional sign, all of the text, no blanks, and
 * within the range the caller names. Every whole number is read here; base/text.h has the form for slices that stops at
 * the ends of 64 bits instead of refusing. Any thread.
 */
#ifndef CAROUSEL_BASE_NUMBER_H
#define CAROUSEL_BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum NumberError {
    NUMBER_OK,
    NUMBER_EMPTY,
    NUMBER_NOT_WHOLE, /* something else than an optional sign and digits */
    NUMBER_OUT_OF_RANGE
} NumberError;

/* Reads the first `length` characters of `text`. `*value` is only set when all is well. */
NumberError number_parse_span(const char *text, size_t length, int64_t least, int64_t most, int64_t *value);

/* The same of a number without a sign, up to the whole of 64 bits. */
NumberError number_parse_unsigned(const char *text, size_t length, uint64_t *value);

/* Reads the whole string. */
NumberError number_parse(const char *text, int64_t least, int64_t most, int64_t *value);

#endif
