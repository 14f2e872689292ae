/* SPDX-License-Identifier: GPL-3.0-only */
#include "rules/dead.h"

void dead_judge_init(DeadJudge *judge, WinnableMemory *memory)
{
    judge->memory = memory;
    judge->play_node_bound = DEAD_PLAY_NODES_DEFAULT;
    judge->fault_node_bound = DEAD_FAULT_NODES_DEFAULT;
    judge->undetermined = 0;
    judge->result.verdict = WINNABLE_UNDETERMINED;
}

/* Quick first, then in full if that is allowed and needed. */
static WinnableVerdict ask(DeadJudge *judge, const Position *position, Color side, uint64_t node_bound)
{
    winnable_quick(position, side, &judge->result);
    if (judge->result.verdict == WINNABLE_UNDETERMINED && judge->memory != NULL && node_bound > 0)
        winnable_full(position, side, node_bound, judge->memory, &judge->result);
    return judge->result.verdict;
}

bool dead_judge_is_dead(DeadJudge *judge, const Position *position)
{
    /* The side that has just moved is asked about first: it is the one that usually can. A quick `yes` for
     * either side settles it before anything is asked in full. */
    const Color sides[2] = {color_opposite(position_side_to_move(position)), position_side_to_move(position)};
    WinnableVerdict quick[2];
    for (int i = 0; i < 2; i++) {
        winnable_quick(position, sides[i], &judge->result);
        quick[i] = judge->result.verdict;
        if (quick[i] == WINNABLE_YES)
            return false;
    }
    bool open = false;
    for (int i = 0; i < 2; i++) {
        if (quick[i] == WINNABLE_NO)
            continue;
        const WinnableVerdict verdict = ask(judge, position, sides[i], judge->play_node_bound);
        if (verdict == WINNABLE_YES)
            return false;
        if (verdict == WINNABLE_UNDETERMINED)
            open = true;
    }
    if (open)
        judge->undetermined++;
    return !open;
}

static bool test_is_dead(void *context, const Position *position)
{
    return dead_judge_is_dead(context, position);
}

OutcomeDeadTest dead_judge_test(DeadJudge *judge)
{
    return (OutcomeDeadTest){test_is_dead, judge};
}

CanMate dead_judge_can_mate(DeadJudge *judge, const Position *position, Color side)
{
    switch (ask(judge, position, side, judge->fault_node_bound)) {
    case WINNABLE_YES: return CAN_MATE_YES;
    case WINNABLE_NO: return CAN_MATE_NO;
    default: return CAN_MATE_UNKNOWN;
    }
}
