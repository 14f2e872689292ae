/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Why the operating system refused something: its code and a sentence for people. A plain value.
 */
#ifndef CAROUSEL_BASE_ERROR_H
#define CAROUSEL_BASE_ERROR_H

#include <stdbool.h>

typedef struct Error {
    int code;          /* errno's value, 0 where the system gave none */
    char message[320]; /* "cannot start 'stockfish': No such file or directory" */
} Error;

/* Fills `error` (may be NULL) with the printf-style text, ": " and the words for `code` unless that is 0.
 * Returns false, so that a failing function can end on it. */
__attribute__((format(printf, 3, 4))) bool error_set(Error *error, int code, const char *format, ...);

#endif
