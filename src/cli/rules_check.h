/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Going through finished games: every place where a PGN file's moves, result or termination contradict the rules.
 */
#ifndef CAROUSEL_CLI_RULES_CHECK_H
#define CAROUSEL_CLI_RULES_CHECK_H

#include "cli/rules_answer.h"

#include <stdbool.h>

typedef struct RulesCheckTotals {
    unsigned long games;
    unsigned long contradictions;
    unsigned long remarks;
} RulesCheckTotals;

/* How findings are printed: a line each, as below; or as one JSON object a line, {"file":…,"line":N,"game":N,"white":…,"black":…,
 * "finding":"contradiction"|"remark","text":…}. */
typedef enum RulesCheckStyle { RULES_CHECK_TEXT, RULES_CHECK_JSON } RulesCheckStyle;

/* Checks the games of one file, whose text is given, and prints a line for each finding:
 *     FILE:LINE: game N, WHITE - BLACK: what is wrong
 * with "remark: " before what is allowed but worth knowing. One thread an arbiter. False if memory ran out. */
bool rules_check_pgn(RulesArbiter *arbiter, const char *file, const char *text, size_t length, RulesCheckStyle style,
                     RulesCheckTotals *totals);

#endif
