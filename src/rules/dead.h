/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Dead: the arbiter's use of winnable.h during play: is the position dead, can the other side still mate?
 *
 * During play the quick form is asked after every move, and the full form, bounded by nodes so that a
 * replay decides the same, only where that leaves it open. Works in memory the caller gives; a value for
 * one thread at a time.
 */
#ifndef CAROUSEL_RULES_DEAD_H
#define CAROUSEL_RULES_DEAD_H

#include "rules/outcome.h"
#include "rules/verdict.h"
#include "rules/winnable.h"

typedef struct DeadJudge {
    WinnableMemory *memory;    /* NULL: the quick form only */
    uint64_t play_node_bound;  /* of the full form, for each side, after a move; 0: the quick form only */
    uint64_t fault_node_bound; /* of the full form when a game hangs on it; 0: the quick form only */
    uint64_t undetermined;     /* how often dead_judge_is_dead() had to leave it open */
    WinnableResult result;     /* of the last question */
} DeadJudge;

enum { DEAD_PLAY_NODES_DEFAULT = 10000, DEAD_FAULT_NODES_DEFAULT = WINNABLE_NODES_DEFAULT };

/* The default bounds. */
void dead_judge_init(DeadJudge *judge, WinnableMemory *memory);

/* Is it proven that neither side can mate? Open means not dead: play goes on. */
bool dead_judge_is_dead(DeadJudge *judge, const Position *position);

/* The same as a test for outcome_of_game(). */
OutcomeDeadTest dead_judge_test(DeadJudge *judge);

/* Can `side` still mate in this position? For E3's and E5's exception. */
CanMate dead_judge_can_mate(DeadJudge *judge, const Position *position, Color side);

#endif
