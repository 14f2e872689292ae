/* SPDX-License-Identifier: GPL-3.0-only */
/* Terminals by isatty() and its kin. */
#include "system/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool terminal_is(int descriptor)
{
    return isatty(descriptor) == 1;
}

bool terminal_foreground(int descriptor)
{
    return !terminal_is(descriptor) || tcgetpgrp(descriptor) == getpgrp();
}

bool terminal_size(int descriptor, int *columns, int *rows)
{
    *columns = 80;
    *rows = 24;
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
        *columns = size.ws_col;
        *rows = size.ws_row;
        return true;
    }
    return false;
}

bool terminal_draws(int descriptor)
{
    const char *kind = getenv("TERM");
    return terminal_is(descriptor) && kind != NULL && kind[0] != '\0' && strcmp(kind, "dumb") != 0;
}

bool terminal_colors(int descriptor)
{
    const char *no_color = getenv("NO_COLOR");
    return terminal_draws(descriptor) && (no_color == NULL || no_color[0] == '\0');
}
