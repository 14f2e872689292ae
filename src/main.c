/* SPDX-License-Identifier: GPL-3.0-only */
/* The program's way in: what all commands need, then the command. */
#include "chess/chess.h"
#include "cli/commands.h"
#include "system/startup.h"

int main(int argc, char **argv)
{
    system_startup(&argc, &argv);
    chess_init();
    return commands_main(argc, argv);
}
