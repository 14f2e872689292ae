/* SPDX-License-Identifier: GPL-3.0-only */
/* '/' between folders, and quoting as in sh. */
#include "system/shell.h"

#include <string.h>

ShellKind system_shell(void)
{
    return SHELL_POSIX;
}

bool path_is_absolute(Text path)
{
    return path.length > 0 && path.data[0] == '/';
}

const char *path_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}
