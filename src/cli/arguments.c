/* SPDX-License-Identifier: GPL-3.0-only */
#include "cli/arguments.h"

#include "base/number.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

Arguments arguments_begin(int argc, char **argv)
{
    Arguments arguments = {.count = argc, .words = argv};
    return arguments;
}

static const char *current(const Arguments *arguments)
{
    return arguments->words[arguments->index];
}

static bool is_option(const Arguments *arguments)
{
    const char *word = current(arguments);
    return !arguments->operands_only && word[0] == '-' && word[1] != '\0' && !(word[1] >= '0' && word[1] <= '9');
}

bool arguments_next(Arguments *arguments)
{
    if (arguments->failed || arguments->help || arguments->index + 1 >= arguments->count)
        return false;
    arguments->index++;
    if (arguments->operands_only)
        return true;
    const char *word = current(arguments);
    if (strcmp(word, "--") == 0) {
        arguments->operands_only = true;
        return arguments_next(arguments);
    }
    if (strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0) {
        arguments->help = true;
        return false;
    }
    return true;
}

/* True if the current argument is `--name` or `--name=…`; `*value` is what follows the '=', or NULL. */
static bool matches(const Arguments *arguments, const char *name, const char **value)
{
    const char *word = current(arguments);
    const size_t length = strlen(name);
    if (!is_option(arguments) || word[1] != '-' || strncmp(word + 2, name, length) != 0)
        return false;
    const char end = word[2 + length];
    if (end != '\0' && end != '=')
        return false;
    *value = end == '=' ? word + 2 + length + 1 : NULL;
    return true;
}

bool arguments_flag(Arguments *arguments, const char *name)
{
    const char *value;
    if (!matches(arguments, name, &value))
        return false;
    if (value != NULL)
        arguments_mistake(arguments, "--%s takes no value", name);
    return true;
}

bool arguments_optional(Arguments *arguments, const char *name, bool (*is_value)(const char *text), const char **value)
{
    const char *text;
    if (!matches(arguments, name, &text))
        return false;
    if (text == NULL && arguments->index + 1 < arguments->count && is_value(arguments->words[arguments->index + 1]))
        text = arguments->words[++arguments->index];
    if (text != NULL)
        *value = text;
    return true;
}

bool arguments_text(Arguments *arguments, const char *name, const char **value)
{
    const char *text;
    if (!matches(arguments, name, &text))
        return false;
    if (text == NULL && arguments->index + 1 < arguments->count)
        text = arguments->words[++arguments->index];
    if (text == NULL)
        arguments_mistake(arguments, "--%s needs a value", name);
    else
        *value = text;
    return true;
}

bool arguments_number(Arguments *arguments, const char *what, const char *text, int64_t least, int64_t most, int64_t *value)
{
    switch (number_parse(text, least, most, value)) {
    case NUMBER_OK: return true;
    case NUMBER_OUT_OF_RANGE:
        if (most == INT64_MAX)
            arguments_mistake(arguments, "%s must be at least %" PRId64 ", not %s", what, least, text);
        else
            arguments_mistake(arguments, "%s must be from %" PRId64 " to %" PRId64 ", not %s", what, least, most, text);
        return false;
    default: arguments_mistake(arguments, "%s must be a whole number, not '%s'", what, text); return false;
    }
}

bool arguments_int64(Arguments *arguments, const char *name, int64_t least, int64_t most, int64_t *value)
{
    const char *text = NULL;
    if (!arguments_text(arguments, name, &text))
        return false;
    if (text != NULL) {
        char what[64];
        snprintf(what, sizeof what, "--%s", name);
        arguments_number(arguments, what, text, least, most, value);
    }
    return true;
}

bool arguments_int(Arguments *arguments, const char *name, int least, int most, int *value)
{
    int64_t wide = *value;
    if (!arguments_int64(arguments, name, least, most, &wide))
        return false;
    *value = (int)wide;
    return true;
}

bool arguments_operand(Arguments *arguments, const char **operand)
{
    if (is_option(arguments))
        return false;
    *operand = current(arguments);
    return true;
}

void arguments_unknown(Arguments *arguments)
{
    arguments_mistake(arguments, is_option(arguments) ? "unknown option %s" : "unexpected argument '%s'", current(arguments));
}

void arguments_mistake(Arguments *arguments, const char *format, ...)
{
    if (arguments->failed)
        return;
    arguments->failed = true;
    va_list list;
    va_start(list, format);
    vsnprintf(arguments->message, sizeof arguments->message, format, list);
    va_end(list);
}

bool arguments_help_wanted(const Arguments *arguments)
{
    return arguments->help && !arguments->failed;
}

bool arguments_failed(const Arguments *arguments)
{
    if (!arguments->failed)
        return false;
    fprintf(stderr, "carousel %s: %s\n", arguments->words[0], arguments->message);
    fprintf(stderr, "'carousel %s --help' shows how it is used.\n", arguments->words[0]);
    return true;
}
