/* SPDX-License-Identifier: GPL-3.0-only */
/* Text, failures and times, from the system's ways to ours. */
#include "system/windows/windows.h"

#include "base/units.h"
#include "system/clock.h"
#include "system/wait.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

wchar_t *windows_wide(const char *text)
{
    const int size = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    if (size <= 0) {
        errno = EILSEQ;
        return NULL;
    }
    wchar_t *wide = malloc((size_t)size * sizeof *wide);
    if (wide != NULL)
        MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, wide, size);
    return wide;
}

char *windows_narrow(const wchar_t *text)
{
    const int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    if (size <= 0) {
        errno = EILSEQ;
        return NULL;
    }
    char *narrow = malloc((size_t)size);
    if (narrow != NULL)
        WideCharToMultiByte(CP_UTF8, 0, text, -1, narrow, size, NULL, NULL);
    return narrow;
}

int windows_errno(DWORD code)
{
    switch (code) {
    case ERROR_SUCCESS: return 0;
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_DRIVE:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_PATHNAME: return ENOENT;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
    case ERROR_WRITE_PROTECT: return EACCES;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS: return EEXIST;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY: return ENOMEM;
    case ERROR_TOO_MANY_OPEN_FILES: return EMFILE;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL: return ENOSPC;
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA:
    case ERROR_PIPE_NOT_CONNECTED: return EPIPE;
    case ERROR_BAD_EXE_FORMAT:
    case ERROR_EXE_MACHINE_TYPE_MISMATCH: return ENOEXEC;
    case ERROR_DIRECTORY: return ENOTDIR;
    case ERROR_FILENAME_EXCED_RANGE: return ENAMETOOLONG;
    default: return EIO;
    }
}

/* The system's sentence for a code, without its full stop and line end. */
static void describe(DWORD code, char *text, size_t size)
{
    wchar_t wide[256];
    DWORD length = FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL, code, 0, wide,
                                  (DWORD)(sizeof wide / sizeof *wide), NULL);
    while (length > 0 && (wide[length - 1] <= L' ' || wide[length - 1] == L'.'))
        length--;
    const int written = WideCharToMultiByte(CP_UTF8, 0, wide, (int)length, text, (int)size - 1, NULL, NULL);
    text[written > 0 ? written : 0] = '\0';
    if (written <= 0)
        snprintf(text, size, "error %lu of Windows", (unsigned long)code);
}

bool windows_error(Error *error, DWORD code, const char *format, ...)
{
    char what[256], why[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    const int number = windows_errno(code);
    if (number != EIO)
        return error_set(error, number, "%s", what);
    describe(code, why, sizeof why);
    error_set(error, 0, "%s: %s", what, why);
    if (error != NULL)
        error->code = number;
    return false;
}

DWORD windows_left_ms(int64_t deadline_ns)
{
    if (deadline_ns == WAIT_FOREVER)
        return INFINITE;
    const int64_t left_ns = deadline_ns - system_now_ns();
    if (left_ns <= 0)
        return 0;
    const int64_t left_ms = (left_ns + NS_PER_MS - 1) / NS_PER_MS;
    const int64_t longest_ms = 1 << 30; /* a fortnight; whoever waits looks at the clock and waits again */
    return (DWORD)(left_ms < longest_ms ? left_ms : longest_ms);
}
