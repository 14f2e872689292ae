/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Verdict: the result of a game and why: what the position decided, what the players agreed or claimed,
 * and whose fault ended it, with the Laws' exception that nobody loses to a side that cannot mate.
 *
 * Pure: no allocation, any thread.
 */
#ifndef CAROUSEL_RULES_VERDICT_H
#define CAROUSEL_RULES_VERDICT_H

#include "rules/outcome.h"

#include <stddef.h>

typedef enum GameResult { RESULT_UNFINISHED, RESULT_WHITE_WINS, RESULT_BLACK_WINS, RESULT_DRAW } GameResult;

typedef enum Ending {
    ENDING_NONE, /* in play */
    /* by the position: the outcomes, in their order */
    ENDING_CHECKMATE,
    ENDING_STALEMATE,
    ENDING_DEAD,
    ENDING_FIVEFOLD,
    ENDING_SEVENTY_FIVE,
    /* asked for */
    ENDING_THREEFOLD,
    ENDING_FIFTY,
    ENDING_AGREEMENT,
    /* one side's doing: it loses, but draws if the other side cannot mate */
    ENDING_RESIGNATION,
    ENDING_TIME,       /* its clock ran out */
    ENDING_LATE_REPLY, /* its reply, or the last one allowed to be late, was late */
    ENDING_ILLEGAL_MOVE,
    /* one side's doing: it loses */
    ENDING_ABANDONED,
    /* from outside */
    ENDING_ADJUDICATION,
    ENDING_UNTERMINATED,
    ENDING_COUNT
} Ending;

/* Whether a side can still mate by any series of legal moves. UNKNOWN counts as "can". */
typedef enum CanMate { CAN_MATE_NO, CAN_MATE_YES, CAN_MATE_UNKNOWN } CanMate;

typedef struct Verdict {
    GameResult result;
    Ending ending;
    Color at_fault;     /* for endings that are one side's doing */
    bool saved_by_laws; /* the side at fault draws, as the other cannot mate */
    bool undetermined;  /* the loss stands because "cannot mate" could not be settled: note an incident */
} Verdict;

/* The result of an outcome: for a checkmate the side to move (`side_to_move`) has lost. */
Verdict verdict_of_outcome(Outcome outcome, Color side_to_move);

/* True if the verdict on this ending asks whether the other side can mate. */
bool verdict_needs_can_mate(Ending ending);

/* The side `at_fault` resigns, oversteps, is late, makes its last allowed illegal move or has gone.
 * `other_can_mate`: of the other side, in the current position; looked at only where
 * verdict_needs_can_mate(). */
Verdict verdict_at_fault(Ending ending, Color at_fault, CanMate other_can_mate);

/* A draw claimed or agreed: ENDING_THREEFOLD, ENDING_FIFTY, ENDING_AGREEMENT. */
Verdict verdict_drawn(Ending ending);

/* A result given from outside: ENDING_ADJUDICATION, or ENDING_UNTERMINATED with RESULT_UNFINISHED. */
Verdict verdict_given(Ending ending, GameResult result);

/* "1-0", "0-1", "1/2-1/2", "*". */
const char *result_text(GameResult result);

/* Reads one of those four, ended by '\0' or white space. */
bool result_from_text(const char *text, GameResult *result);

static inline GameResult result_win(Color winner)
{
    return winner == WHITE ? RESULT_WHITE_WINS : RESULT_BLACK_WINS;
}

/* The word of the PGN Termination tag: "normal", "time forfeit", "rules infraction", "abandoned",
 * "adjudication", "unterminated". A game in play is "unterminated". */
const char *verdict_termination(const Verdict *verdict);

/* By what it was decided: "Article 5.1.1" of the FIDE Laws (2023), "the exhibition's rules" where it is not the Laws', or "" for
 * a game in play, unfinished or adjudicated. */
const char *verdict_ground(const Verdict *verdict);

enum { VERDICT_REASON_SIZE = 128 };

/* What exactly happened, one phrase: "White runs out of time, but Black cannot mate". Returns its length. */
size_t verdict_reason(const Verdict *verdict, char text[VERDICT_REASON_SIZE]);

#endif
