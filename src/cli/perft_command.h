/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * `carousel perft`: counting, suites and what belongs to them on the command line.
 */
#ifndef CAROUSEL_CLI_PERFT_COMMAND_H
#define CAROUSEL_CLI_PERFT_COMMAND_H

/* argv[0] is the command's name. The exit status: 0, 1 (a count or comparison failed), 2 (wrongly called). */
int perft_command(int argc, char **argv);

#endif
