/* SPDX-License-Identifier: GPL-3.0-only */
/* Only the signal of broken pipes is to be settled: arguments are bytes here, and pass as they are. */
#include "system/startup.h"

#include "system/descriptor.h"

#include <signal.h>
#include <stddef.h>

void system_ignore_broken_pipes(void)
{
    struct sigaction ignore = {0};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &ignore, NULL);
}

void system_startup(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    system_ignore_broken_pipes();
}
