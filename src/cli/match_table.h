/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * A match as match runners print it: a line an opponent, then A's result in all.
 */
#ifndef CAROUSEL_CLI_MATCH_TABLE_H
#define CAROUSEL_CLI_MATCH_TABLE_H

#include "simul/match_tally.h"

/* The result in all: Elo, nElo, LOS, games, pairs and the test, those that there are. */
void match_table_report(const MatchReport *report, void (*line)(void *context, const char *line), void *context);

/* Opponents and result, where the exhibition is a match: more than one game a board, or a test. */
void match_table_write(const SimulCore *core, void (*line)(void *context, const char *line), void *context);

#endif
