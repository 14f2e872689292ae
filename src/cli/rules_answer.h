/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The arbiter's question line: one line in, one line out. Pure but for its memory: a value for one thread.
 */
#ifndef CAROUSEL_CLI_RULES_ANSWER_H
#define CAROUSEL_CLI_RULES_ANSWER_H

#include "chess/game.h"
#include "rules/dead.h"
#include "tablebase/tablebase.h"

#include <stddef.h>

enum { RULES_ANSWER_SIZE = 16384 }; /* the longest helpmate line and list of moves fit */

/* The arbiter: what it needs to judge games one after the other. */
typedef struct RulesArbiter {
    Game game; /* of the question */
    DeadJudge judge;
    WinnableMemory memory;
    void *block;
    Tablebase *tablebase; /* somebody else's; NULL: none */
} RulesArbiter;

/* False if memory ran out. The arbiter must not be moved afterwards. */
bool rules_arbiter_init(RulesArbiter *arbiter);
void rules_arbiter_destroy(RulesArbiter *arbiter);

/* Answers `question`, a '\0'-terminated line, into `answer`: always one line, without its newline; one that begins
 * with "error " if the question cannot be understood. */
void rules_answer(RulesArbiter *arbiter, const char *question, char answer[RULES_ANSWER_SIZE]);

#endif
