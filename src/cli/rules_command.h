/* SPDX-License-Identifier: GPL-3.0-only */
/* `carousel rules`: the arbiter as a line server, and as a checker of PGN files. */
#ifndef CAROUSEL_CLI_RULES_COMMAND_H
#define CAROUSEL_CLI_RULES_COMMAND_H

/* Returns the exit status: 0, 1 if a game contradicts the rules or a file cannot be read, 2 for wrong usage. */
int rules_command(int argc, char **argv);

#endif
