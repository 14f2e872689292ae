/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * `carousel uci`, and `carousel` alone: the UCI conversation.
 */
#ifndef CAROUSEL_CLI_UCI_COMMAND_H
#define CAROUSEL_CLI_UCI_COMMAND_H

int uci_command(int argc, char **argv);

#endif
