/* SPDX-License-Identifier: GPL-3.0-only */
#include "cli/uci_command.h"

#include "cli/arguments.h"
#include "system/descriptor.h"
#include "system/terminal.h"
#include "uci/uci.h"

#include <stdio.h>

int uci_command(int argc, char **argv)
{
    Arguments arguments = arguments_begin(argc, argv);
    while (arguments_next(&arguments))
        arguments_unknown(&arguments);
    if (arguments_help_wanted(&arguments)) {
        puts("Usage: carousel [uci]\n"
             "\n"
             "Talks UCI on standard input and output. Add the program to a chess GUI as a UCI engine, or type:\n"
             "\n"
             "  uci\n"
             "  position startpos moves e2e4\n"
             "  go movetime 1000\n"
             "  simul help            the commands of an exhibition\n"
             "  quit");
        return 0;
    }
    if (arguments_failed(&arguments))
        return 2;
    if (terminal_is(STANDARD_INPUT) && terminal_is(STANDARD_ERROR))
        fputs("Carousel waits for UCI commands, as a chess program with a board sends them; `quit` ends it.\n"
              "`carousel simul` gives an exhibition, `carousel --help` lists what there is.\n",
              stderr);
    return uci_main();
}
