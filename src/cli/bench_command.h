/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * `carousel bench [DEPTH]`: a node count that is the same on every run and machine, and the speed.
 */
#ifndef CAROUSEL_CLI_BENCH_COMMAND_H
#define CAROUSEL_CLI_BENCH_COMMAND_H

int bench_command(int argc, char **argv);

#endif
