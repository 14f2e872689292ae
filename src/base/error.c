/* SPDX-License-Identifier: GPL-3.0-only */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool error_set(Error *error, int code, const char *format, ...)
{
    if (error == NULL)
        return false;
    error->code = code;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    if (length < 0)
        error->message[0] = '\0';
    else if (code != 0 && (size_t)length < sizeof error->message)
        /* Of the numbers that a system gives strerror() has constant words; only those of unknown ones share a buffer. */
        snprintf(error->message + length, sizeof error->message - (size_t)length, ": %s", strerror(code));
    return false;
}
