/* SPDX-License-Identifier: GPL-3.0-only */
/* Who wins, in which words. */
#include "test.h"

#include "rules/verdict.h"

typedef struct FaultCase {
    Ending ending;
    Color at_fault;
    CanMate other;
    GameResult result;
    bool saved, undetermined;
    const char *termination, *reason;
} FaultCase;

static const FaultCase faults[] = {
    {ENDING_RESIGNATION, WHITE, CAN_MATE_YES, RESULT_BLACK_WINS, false, false, "normal", "White resigns"},
    {ENDING_RESIGNATION, BLACK, CAN_MATE_NO, RESULT_DRAW, true, false, "normal", "Black resigns, but White cannot mate"},
    {ENDING_TIME, BLACK, CAN_MATE_YES, RESULT_WHITE_WINS, false, false, "time forfeit", "Black runs out of time"},
    {ENDING_TIME, WHITE, CAN_MATE_NO, RESULT_DRAW, true, false, "time forfeit", "White runs out of time, but Black cannot mate"},
    {ENDING_TIME, WHITE, CAN_MATE_UNKNOWN, RESULT_BLACK_WINS, false, true, "time forfeit", "White runs out of time"},
    {ENDING_LATE_REPLY, BLACK, CAN_MATE_YES, RESULT_WHITE_WINS, false, false, "time forfeit", "Black replies late"},
    {ENDING_LATE_REPLY, BLACK, CAN_MATE_NO, RESULT_DRAW, true, false, "time forfeit", "Black replies late, but White cannot mate"},
    {ENDING_ILLEGAL_MOVE, WHITE, CAN_MATE_YES, RESULT_BLACK_WINS, false, false, "rules infraction", "White makes an illegal move"},
    {ENDING_ILLEGAL_MOVE, WHITE, CAN_MATE_NO, RESULT_DRAW, true, false, "rules infraction",
     "White makes an illegal move, but Black cannot mate"},
    {ENDING_ABANDONED, BLACK, CAN_MATE_NO, RESULT_WHITE_WINS, false, false, "abandoned", "Black abandons the game"},
};

static void test_faults(void)
{
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        const FaultCase *c = &faults[i];
        const Verdict verdict = verdict_at_fault(c->ending, c->at_fault, c->other);
        char reason[VERDICT_REASON_SIZE];
        CHECK_INT(verdict.result, c->result);
        CHECK_INT(verdict.saved_by_laws, c->saved);
        CHECK_INT(verdict.undetermined, c->undetermined);
        CHECK_STR(verdict_termination(&verdict), c->termination);
        CHECK_INT(verdict_reason(&verdict, reason), strlen(c->reason));
        CHECK_STR(reason, c->reason);
    }
    CHECK(!verdict_needs_can_mate(ENDING_ABANDONED));
    CHECK(verdict_needs_can_mate(ENDING_LATE_REPLY));
}

static void test_outcomes(void)
{
    char reason[VERDICT_REASON_SIZE];
    Verdict verdict = verdict_of_outcome(OUTCOME_CHECKMATE, BLACK);
    CHECK_INT(verdict.result, RESULT_WHITE_WINS);
    CHECK_INT(verdict.ending, ENDING_CHECKMATE);
    verdict_reason(&verdict, reason);
    CHECK_STR(reason, "Black is checkmated");
    CHECK_STR(verdict_termination(&verdict), "normal");
    CHECK_INT(verdict_of_outcome(OUTCOME_NONE, WHITE).result, RESULT_UNFINISHED);
    for (Outcome outcome = OUTCOME_STALEMATE; outcome < OUTCOME_COUNT; outcome++)
        CHECK_INT(verdict_of_outcome(outcome, WHITE).result, RESULT_DRAW);

    verdict = verdict_drawn(ENDING_THREEFOLD);
    verdict_reason(&verdict, reason);
    CHECK_STR(reason, "threefold repetition, claimed");
    CHECK_INT(verdict.result, RESULT_DRAW);
    verdict = verdict_given(ENDING_ADJUDICATION, RESULT_BLACK_WINS);
    CHECK_STR(verdict_termination(&verdict), "adjudication");
    CHECK_INT(verdict.result, RESULT_BLACK_WINS);
    verdict = verdict_given(ENDING_UNTERMINATED, RESULT_UNFINISHED);
    CHECK_STR(verdict_termination(&verdict), "unterminated");
}

static void test_result_text(void)
{
    GameResult result = RESULT_UNFINISHED;
    CHECK(result_from_text("1/2-1/2 e4", &result));
    CHECK_INT(result, RESULT_DRAW);
    CHECK(result_from_text("0-1", &result));
    CHECK_INT(result, RESULT_BLACK_WINS);
    CHECK(!result_from_text("1-", &result));
    CHECK(!result_from_text("1-00", &result));
    CHECK(!result_from_text("", &result));
    CHECK_INT(result, RESULT_BLACK_WINS);
    CHECK_STR(result_text(RESULT_WHITE_WINS), "1-0");
}

int main(void)
{
    test_faults();
    test_outcomes();
    test_result_text();
    return test_end("rules/verdict");
}
