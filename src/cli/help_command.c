/* SPDX-License-Identifier: GPL-3.0-only */
#include "cli/help_command.h"

#include "cli/commands.h"
#include "version.h"

#include <stdio.h>

static int finish(void)
{
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}

int help_version(void)
{
    puts(CAROUSEL_NAME);
    return finish();
}

static void print_overview(void)
{
    puts(CAROUSEL_NAME ": a UCI chess engine that gives simultaneous exhibitions, an arbiter at its side.\n"
                       "\n"
                       "  carousel                 talk UCI on stdin and stdout, as a chess GUI expects\n"
                       "  carousel COMMAND …       one of these:\n");
    for (const Command *command = commands_table; command->name != NULL; command++)
        printf("    %-8s %s\n", command->name, command->summary);
    puts("\n"
         "  carousel simul --boards 8 --movetime 200      an exhibition against eight built-in opponents\n"
         "  carousel simul --opponent stockfish           against an engine of yours\n"
         "  carousel perft 6                              how many ways there are to play six moves\n"
         "  echo 'outcome startpos moves f3 e5 g4 Qh4' | carousel rules\n"
         "\n"
         "'carousel COMMAND --help' shows a command's options and examples; '--version' names the version.");
}

int help_command(int argc, char **argv)
{
    if (argc < 2 || argv[1][0] == '-') {
        print_overview();
        return finish();
    }
    const Command *command = commands_find(argv[1]);
    if (command == NULL) {
        fprintf(stderr, "carousel help: there is no command '%s'\n", argv[1]);
        return 2;
    }
    if (command->run == help_command) {
        print_overview();
        return finish();
    }
    char option[] = "--help";
    return command->run(2, (char *[]){argv[1], option, NULL});
}
