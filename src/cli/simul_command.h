/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * `carousel simul` and `carousel demo`: an exhibition from the shell.
 */
#ifndef CAROUSEL_CLI_SIMUL_COMMAND_H
#define CAROUSEL_CLI_SIMUL_COMMAND_H

int simul_command(int argc, char **argv);

int demo_command(int argc, char **argv);

#endif
