/* SPDX-License-Identifier: GPL-3.0-only */
#define _GNU_SOURCE
#include "base/error.h"

#include <errno.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* strerror() may share a buffer between threads, and strerror_r() comes in two incompatible kinds;
 * strerror_l() is POSIX and safe, but not on every system. The one used is chosen here. */
static const char *code_text(int code)
{
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 32)
    const char *text = strerrordesc_np(code);
    return text != NULL ? text : "unknown error";
#else
    return strerror(code);
#endif
}

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
        snprintf(error->message + length, sizeof error->message - (size_t)length, ": %s", code_text(code));
    return false;
}
