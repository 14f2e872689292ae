/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The shell commands by name: what `carousel NAME …` runs. Adding a command is one line in commands.c.
 */
#ifndef CAROUSEL_CLI_COMMANDS_H
#define CAROUSEL_CLI_COMMANDS_H

typedef struct Command {
    const char *name;
    int (*run)(int argc, char **argv); /* argv[0] is the name; exit status 0, 1 (it failed) or 2 (wrongly called) */
    const char *summary;               /* one line, for the list in --help */
} Command;

/* The table; the last entry's name is NULL. */
extern const Command commands_table[];

/* NULL if there is no such command. */
const Command *commands_find(const char *name);

/* Runs what the program's arguments ask for; without any, the UCI conversation. Answers the exit status. */
int commands_main(int argc, char **argv);

#endif
