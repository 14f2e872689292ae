/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What the files of this folder share: the system's header, text in its encoding, its failures as ours. Any thread.
 */
#ifndef CAROUSEL_SYSTEM_WINDOWS_WINDOWS_H
#define CAROUSEL_SYSTEM_WINDOWS_WINDOWS_H

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0601 /* Windows 7 */
#endif
#include <windows.h>

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef ENABLE_VIRTUAL_TERMINAL_PROCESSING
#define ENABLE_VIRTUAL_TERMINAL_PROCESSING 4
#endif

/* UTF-8 to UTF-16 and back; free() it. NULL if memory ran out or the text is no UTF-8 (errno says which). */
wchar_t *windows_wide(const char *text);
char *windows_narrow(const wchar_t *text);

/* The errno value for a code of GetLastError(), EIO for what has none of its own. */
int windows_errno(DWORD code);

/* As error_set(), the words being the system's for `code`. Returns false. */
__attribute__((format(gnu_printf, 3, 4))) bool windows_error(Error *error, DWORD code, const char *format, ...);

/* Milliseconds from now until `deadline_ns`, rounded up; INFINITE for WAIT_FOREVER. */
DWORD windows_left_ms(int64_t deadline_ns);

#endif
