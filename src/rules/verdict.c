/* SPDX-License-Identifier: GPL-3.0-only */
#include "rules/verdict.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

_Static_assert((int)ENDING_CHECKMATE == (int)OUTCOME_CHECKMATE && (int)ENDING_STALEMATE == (int)OUTCOME_STALEMATE &&
                   (int)ENDING_DEAD == (int)OUTCOME_DEAD && (int)ENDING_FIVEFOLD == (int)OUTCOME_FIVEFOLD &&
                   (int)ENDING_SEVENTY_FIVE == (int)OUTCOME_SEVENTY_FIVE,
               "the endings begin with the outcomes");

Verdict verdict_of_outcome(Outcome outcome, Color side_to_move)
{
    Verdict verdict = {RESULT_DRAW, (Ending)outcome, side_to_move, false, false};
    if (outcome == OUTCOME_NONE)
        verdict.result = RESULT_UNFINISHED;
    else if (outcome == OUTCOME_CHECKMATE)
        verdict.result = result_win(color_opposite(side_to_move));
    return verdict;
}

bool verdict_needs_can_mate(Ending ending)
{
    return ending == ENDING_RESIGNATION || ending == ENDING_TIME || ending == ENDING_LATE_REPLY || ending == ENDING_ILLEGAL_MOVE;
}

Verdict verdict_at_fault(Ending ending, Color at_fault, CanMate other_can_mate)
{
    assert(verdict_needs_can_mate(ending) || ending == ENDING_ABANDONED);
    Verdict verdict = {result_win(color_opposite(at_fault)), ending, at_fault, false, false};
    if (verdict_needs_can_mate(ending)) {
        verdict.saved_by_laws = other_can_mate == CAN_MATE_NO;
        verdict.undetermined = other_can_mate == CAN_MATE_UNKNOWN;
        if (verdict.saved_by_laws)
            verdict.result = RESULT_DRAW;
    }
    return verdict;
}

Verdict verdict_drawn(Ending ending)
{
    assert(ending == ENDING_THREEFOLD || ending == ENDING_FIFTY || ending == ENDING_AGREEMENT);
    return (Verdict){RESULT_DRAW, ending, WHITE, false, false};
}

Verdict verdict_given(Ending ending, GameResult result)
{
    assert(ending == ENDING_ADJUDICATION || ending == ENDING_UNTERMINATED);
    return (Verdict){result, ending, WHITE, false, false};
}

static const char *const result_texts[] = {
    [RESULT_UNFINISHED] = "*", [RESULT_WHITE_WINS] = "1-0", [RESULT_BLACK_WINS] = "0-1", [RESULT_DRAW] = "1/2-1/2"};

const char *result_text(GameResult result)
{
    return result_texts[result];
}

bool result_from_text(const char *text, GameResult *result)
{
    const size_t length = strcspn(text, " \t\r\n");
    for (int i = RESULT_UNFINISHED; i <= RESULT_DRAW; i++)
        if (strlen(result_texts[i]) == length && memcmp(result_texts[i], text, length) == 0) {
            *result = (GameResult)i;
            return true;
        }
    return false;
}

const char *verdict_termination(const Verdict *verdict)
{
    switch (verdict->ending) {
    case ENDING_NONE:
    case ENDING_UNTERMINATED: return "unterminated";
    case ENDING_TIME:
    case ENDING_LATE_REPLY: return "time forfeit";
    case ENDING_ILLEGAL_MOVE: return "rules infraction";
    case ENDING_ABANDONED: return "abandoned";
    case ENDING_ADJUDICATION: return "adjudication";
    default: return "normal";
    }
}

const char *verdict_ground(const Verdict *verdict)
{
    switch (verdict->ending) {
    case ENDING_CHECKMATE: return "Article 5.1.1";
    case ENDING_STALEMATE: return "Article 5.2.1";
    case ENDING_DEAD: return "Article 5.2.2";
    case ENDING_FIVEFOLD: return "Article 9.6.1";
    case ENDING_SEVENTY_FIVE: return "Article 9.6.2";
    case ENDING_THREEFOLD: return "Article 9.2";
    case ENDING_FIFTY: return "Article 9.3";
    case ENDING_AGREEMENT: return "Article 5.2.3";
    case ENDING_RESIGNATION: return "Article 5.1.2";
    case ENDING_TIME: return "Article 6.9";
    case ENDING_ILLEGAL_MOVE: return "Article 7.5.5";
    case ENDING_LATE_REPLY:
    case ENDING_ABANDONED: return "the exhibition's rules";
    case ENDING_NONE:
    case ENDING_ADJUDICATION:
    case ENDING_UNTERMINATED:
    case ENDING_COUNT: break;
    }
    return "";
}

size_t verdict_reason(const Verdict *verdict, char text[VERDICT_REASON_SIZE])
{
    const char *loser = verdict->at_fault == WHITE ? "White" : "Black";
    const char *other = verdict->at_fault == WHITE ? "Black" : "White";
    const char *what = "";
    bool about_loser = false;

    switch (verdict->ending) {
    case ENDING_NONE: what = "in play"; break;
    case ENDING_CHECKMATE:
        what = "is checkmated";
        about_loser = true;
        break;
    case ENDING_STALEMATE: what = "stalemate"; break;
    case ENDING_DEAD: what = "dead position: neither side can mate"; break;
    case ENDING_FIVEFOLD: what = "fivefold repetition"; break;
    case ENDING_SEVENTY_FIVE: what = "75 moves by each side without a capture or pawn move"; break;
    case ENDING_THREEFOLD: what = "threefold repetition, claimed"; break;
    case ENDING_FIFTY: what = "50 moves by each side without a capture or pawn move, claimed"; break;
    case ENDING_AGREEMENT: what = "draw agreed"; break;
    case ENDING_RESIGNATION:
        what = "resigns";
        about_loser = true;
        break;
    case ENDING_TIME:
        what = "runs out of time";
        about_loser = true;
        break;
    case ENDING_LATE_REPLY:
        what = "replies late";
        about_loser = true;
        break;
    case ENDING_ILLEGAL_MOVE:
        what = "makes an illegal move";
        about_loser = true;
        break;
    case ENDING_ABANDONED:
        what = "abandons the game";
        about_loser = true;
        break;
    case ENDING_ADJUDICATION: what = "adjudicated"; break;
    case ENDING_UNTERMINATED: what = "unfinished"; break;
    case ENDING_COUNT: break;
    }
    const int length = about_loser && verdict->saved_by_laws
                           ? snprintf(text, VERDICT_REASON_SIZE, "%s %s, but %s cannot mate", loser, what, other)
                       : about_loser ? snprintf(text, VERDICT_REASON_SIZE, "%s %s", loser, what)
                                     : snprintf(text, VERDICT_REASON_SIZE, "%s", what);
    return (size_t)length;
}
