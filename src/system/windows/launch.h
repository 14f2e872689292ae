/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What CreateProcessW() wants of a program to start: where it is, one command line, one block of environment.
 * All are to be freed by the caller; NULL if memory ran out or (errno EILSEQ) a text is no UTF-8.
 */
#ifndef CAROUSEL_SYSTEM_WINDOWS_LAUNCH_H
#define CAROUSEL_SYSTEM_WINDOWS_LAUNCH_H

#include <stdbool.h>
#include <wchar.h>

/* The file of the program: looked up in PATH unless the name has a '/' or '\'; then it is relative to `directory`
 * (may be NULL: ours). ".exe" may be left out. NULL with errno ENOENT if there is none. */
wchar_t *launch_find(const char *name, const char *directory);

/* The arguments as one line, quoted so that the program's C library gives them back as they were. */
wchar_t *launch_quote(char *const *arguments);

/* Our environment with the additions, which win over what is there. */
wchar_t *launch_environment(const char *const *additions);

#endif
