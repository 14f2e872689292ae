/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The unit tests' tools. A test file is one program: it includes this header, checks, and ends on
 * `return test_end("room/name");`, which prints the number of checks and gives the exit status.
 * A failed check says where and what and lets the rest go on.
 */
#ifndef CAROUSEL_TESTS_TEST_H
#define CAROUSEL_TESTS_TEST_H

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static unsigned long test_passed;
static unsigned long test_failed;

/* Counts a check; on failure prints the place and the printf-style message. */
__attribute__((format(printf, 4, 5), unused)) static bool test_check(bool ok, const char *file, int line, const char *format, ...)
{
    if (ok) {
        test_passed++;
        return true;
    }
    test_failed++;
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%d: ", file, line);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return false;
}

#define CHECK(condition) test_check((condition), __FILE__, __LINE__, "failed: %s", #condition)
#define CHECK_MSG(condition, ...) test_check((condition), __FILE__, __LINE__, __VA_ARGS__)

/* Integers of any kind up to 64 bits, signed. */
#define CHECK_INT(actual, expected) test_check_int((int64_t)(actual), (int64_t)(expected), #actual, __FILE__, __LINE__)
__attribute__((unused)) static bool test_check_int(int64_t actual, int64_t expected, const char *what, const char *file, int line)
{
    return test_check(actual == expected, file, line, "%s is %" PRId64 ", expected %" PRId64, what, actual, expected);
}

#define CHECK_STR(actual, expected) test_check_str((actual), (expected), #actual, __FILE__, __LINE__)
__attribute__((unused)) static bool test_check_str(const char *actual, const char *expected, const char *what, const char *file, int line)
{
    return test_check(strcmp(actual, expected) == 0, file, line, "%s is \"%s\", expected \"%s\"", what, actual, expected);
}

__attribute__((unused)) static int test_end(const char *name)
{
    printf("%s: %lu passed, %lu failed\n", name, test_passed, test_failed);
    return test_failed == 0 && test_passed > 0 ? 0 : 1;
}

#endif
