/* SPDX-License-Identifier: GPL-3.0-only */
/* '\' or '/' between folders, drives, and quoting as programs of Windows read their command line. */
#include "system/shell.h"

#include <string.h>

ShellKind system_shell(void)
{
    return SHELL_WINDOWS;
}

/* What begins with a drive ("C:x" is relative to another folder than ours) cannot have anything put before it either. */
bool path_is_absolute(Text path)
{
    return path.length > 0 && (path.data[0] == '/' || path.data[0] == '\\' || (path.length > 1 && path.data[1] == ':'));
}

const char *path_base_name(const char *path)
{
    const char *name = path;
    for (const char *mark; (mark = strpbrk(name, "/\\:")) != NULL;)
        name = mark + 1;
    return name;
}
