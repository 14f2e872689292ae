/* SPDX-License-Identifier: GPL-3.0-only */
#include "cli/commands.h"

#include "cli/bench_command.h"
#include "cli/help_command.h"
#include "cli/perft_command.h"
#include "cli/rules_command.h"
#include "cli/simul_command.h"
#include "cli/uci_command.h"

#include <stdio.h>
#include <string.h>

const Command commands_table[] = {
    {"uci", uci_command, "talk UCI, as without any command"},
    {"bench", bench_command, "search fixed positions: a node count that is always the same, and the speed"},
    {"simul", simul_command, "give a simultaneous exhibition against n opponents"},
    {"demo", demo_command, "the same in less than a minute: eight built-in opponents"},
    {"perft", perft_command, "count move sequences, run perft suites, compare generators"},
    {"rules", rules_command, "ask the arbiter: outcomes, touch-move, can a side still mate; check PGN files"},
    {"help", help_command, "how to use the program, or one command: help COMMAND"},
    {NULL, NULL, NULL},
};

const Command *commands_find(const char *name)
{
    for (const Command *command = commands_table; command->name != NULL; command++)
        if (strcmp(command->name, name) == 0)
            return command;
    return NULL;
}

int commands_main(int argc, char **argv)
{
    if (argc < 2)
        return uci_command(1, (char *[]){(char *)"uci", NULL});
    const char *name = argv[1];
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0)
        return help_version();
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        name = "help";
    const Command *command = commands_find(name);
    if (command == NULL) {
        fprintf(stderr, "carousel: there is no command '%s'\n'carousel --help' lists what there is.\n", name);
        return 2;
    }
    return command->run(argc - 1, argv + 1);
}
