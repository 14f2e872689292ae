/* SPDX-License-Identifier: GPL-3.0-only */
/* The console. What the standard handles are is found out once: asking about a pipe while somebody reads it waits. */
#include "system/terminal.h"

#include "system/descriptor.h"
#include "system/windows/table.h"
#include "system/windows/windows.h"

#include <stdlib.h>

bool terminal_is(int descriptor)
{
    return table_is_console(descriptor);
}

/* There are no background groups here. */
bool terminal_foreground(int descriptor)
{
    (void)descriptor;
    return true;
}

bool terminal_size(int descriptor, int *columns, int *rows)
{
    *columns = 80;
    *rows = 24;
    CONSOLE_SCREEN_BUFFER_INFO info;
    const HANDLE console = GetStdHandle(descriptor == STANDARD_ERROR ? STD_ERROR_HANDLE : STD_OUTPUT_HANDLE);
    if (!terminal_is(descriptor) || !GetConsoleScreenBufferInfo(console, &info))
        return false;
    *columns = info.srWindow.Right - info.srWindow.Left + 1;
    *rows = info.srWindow.Bottom - info.srWindow.Top + 1;
    return true;
}

bool terminal_draws(int descriptor)
{
    return terminal_is(descriptor);
}

bool terminal_colors(int descriptor)
{
    const char *no_color = getenv("NO_COLOR");
    return terminal_is(descriptor) && (no_color == NULL || no_color[0] == '\0');
}
