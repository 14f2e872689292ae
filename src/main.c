/* SPDX-License-Identifier: GPL-3.0-only */
/* The program's way in: what all commands need, then the command. */
#include "chess/chess.h"
#include "cli/commands.h"

#include <signal.h>

int main(int argc, char **argv)
{
    /* A reader that goes away is an error of the write, not the end of the program. */
    signal(SIGPIPE, SIG_IGN);
    chess_init();
    return commands_main(argc, argv);
}
