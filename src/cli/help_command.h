/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * `carousel help`, `--help` and `--version`.
 */
#ifndef CAROUSEL_CLI_HELP_COMMAND_H
#define CAROUSEL_CLI_HELP_COMMAND_H

int help_command(int argc, char **argv);

/* Prints name and version on stdout; answers the exit status. */
int help_version(void);

#endif
