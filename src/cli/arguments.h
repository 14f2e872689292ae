/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Command line arguments, read alike by every command: `--name`, `--name VALUE`, `--name=VALUE`, operands,
 * and `--`, after which everything is an operand.
 *
 *     Arguments arguments = arguments_begin(argc, argv);
 *     while (arguments_next(&arguments)) {
 *         if (arguments_flag(&arguments, "divide"))
 *             divide = true;
 *         else if (arguments_int(&arguments, "threads", 1, 256, &threads) || arguments_text(&arguments, "epd", &file))
 *             continue;
 *         else if (arguments_operand(&arguments, &word))
 *             …
 *         else
 *             arguments_unknown(&arguments);
 *     }
 *     if (arguments_help_wanted(&arguments)) …print help, return 0
 *     if (arguments_failed(&arguments))
 *         return 2;
 *
 * Each of the readers answers whether the current argument is the one it is for; a value that is missing or
 * wrong is noted and reported by arguments_failed(). Only the first mistake is kept; reading stops there.
 * `-h` and `--help` are taken by arguments_next() itself. Strings given out point into argv.
 */
#ifndef CAROUSEL_CLI_ARGUMENTS_H
#define CAROUSEL_CLI_ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Arguments {
    int count;
    char **words;
    int index;          /* of the current argument */
    bool operands_only; /* "--" has been seen */
    bool help;
    bool failed;
    char message[512];
} Arguments;

/* argv[0] is the command's name, used in messages. */
Arguments arguments_begin(int argc, char **argv);

/* Goes to the next argument. False at the end, after a mistake, and when help is asked for. */
bool arguments_next(Arguments *arguments);

/* The current argument is `--name`. A value given to it is a mistake. */
bool arguments_flag(Arguments *arguments, const char *name);

/* The current argument is `--name`, which may have a value: after '=', or as the next argument if `is_value` takes it for one.
 * `*value` is set if there is one. */
bool arguments_optional(Arguments *arguments, const char *name, bool (*is_value)(const char *text), const char **value);

/* The current argument is `--name` with a value. `*value` is set if the value is there and in range. */
bool arguments_text(Arguments *arguments, const char *name, const char **value);
bool arguments_int(Arguments *arguments, const char *name, int least, int most, int *value);
bool arguments_int64(Arguments *arguments, const char *name, int64_t least, int64_t most, int64_t *value);

/* The current argument is no option. "-" is an operand, and so is a number below zero. */
bool arguments_operand(Arguments *arguments, const char **operand);

/* Reads a whole number from an operand that the messages call `what`; false and a mistake if it is none. */
bool arguments_number(Arguments *arguments, const char *what, const char *text, int64_t least, int64_t most, int64_t *value);

/* Notes the current argument as unknown. */
void arguments_unknown(Arguments *arguments);

/* Notes any other mistake, printf-style. */
void arguments_mistake(Arguments *arguments, const char *format, ...) __attribute__((format(printf, 2, 3)));

bool arguments_help_wanted(const Arguments *arguments);

/* If there was a mistake: prints it and where help is found on stderr, and answers true. */
bool arguments_failed(const Arguments *arguments);

#endif
