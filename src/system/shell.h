/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * How commands and paths are written on this system. Any thread.
 */
#ifndef CAROUSEL_SYSTEM_SHELL_H
#define CAROUSEL_SYSTEM_SHELL_H

#include "base/text.h"

/* Whose quoting commands, settings, files and hints have. The one place that decides it. */
ShellKind system_shell(void);

/* Does a path begin at a root, so that nothing may be put before it? */
bool path_is_absolute(Text path);

/* The part of a path after the last mark between folders: what stands before it, mark included, names the folder. */
const char *path_base_name(const char *path);

#endif
