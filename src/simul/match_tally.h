/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The match that an exhibition is: its finished games counted, opponent by opponent and in all, from A's side.
 *
 * Unfinished games do not count; with `repeat` nor do games whose pair is not complete in what is counted by pairs. Pairs are
 * the games 1 and 2, 3 and 4 … of one opponent at one board. One thread at a time, that of the core.
 */
#ifndef CAROUSEL_SIMUL_MATCH_TALLY_H
#define CAROUSEL_SIMUL_MATCH_TALLY_H

#include "simul/core.h"
#include "simul/match_statistics.h"

typedef struct MatchRow {
    const char *name; /* the opponent's; the core's own, until its next event; NULL: all of them */
    MatchCounts games;
    MatchCounts pairs;
} MatchRow;

typedef struct MatchTally {
    MatchRow all;
    MatchRow *rows; /* an opponent each, by name, in the order of boards */
    int count;
} MatchTally;

/* False if memory ran out. */
bool match_tally_make(const SimulCore *core, MatchTally *tally);
void match_tally_destroy(MatchTally *tally);

/* The count of everybody's games, kept up as the exhibition goes on: games that have made way for the next are looked at once.
 * All zero to begin with; always for the same core. */
typedef struct MatchHalf MatchHalf;

typedef struct MatchCounter {
    MatchRow past;     /* those games */
    int past_seen;     /* so many of simul_core_past() */
    MatchHalf *halves; /* [0 … boards] */
    int boards;
} MatchCounter;

/* How it stands now. False if memory ran out. */
bool match_counter_all(MatchCounter *counter, const SimulCore *core, MatchRow *all);
void match_counter_destroy(MatchCounter *counter);

/* What decides and is shown: the pairs where games come in pairs, else the games. */
const MatchCounts *match_row_counts(const SimulCore *core, const MatchRow *row);

/* A match in one value, as it is announced and printed. */
typedef enum SprtState { SPRT_NONE, SPRT_GOES_ON, SPRT_ACCEPTS_ELO0, SPRT_ACCEPTS_ELO1 } SprtState;

typedef struct MatchReport {
    int64_t games, wins, draws, losses;
    bool paired;
    MatchCounts pairs; /* if paired */
    MatchStrength strength;
    SprtState state; /* NONE: no test was asked for */
    Sprt sprt;
    double llr;
} MatchReport;

void match_report(const SimulCore *core, const MatchRow *row, MatchReport *report);

/* A word for the state of the test: "running", "elo0", "elo1". */
const char *sprt_state_name(SprtState state);

#endif
