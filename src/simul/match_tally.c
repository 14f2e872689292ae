/* SPDX-License-Identifier: GPL-3.0-only */
#include "simul/match_tally.h"

#include <stdlib.h>
#include <string.h>

/* The last game of a board's pair that waits for the second one. */
typedef struct Half {
    const char *name;
    int game_number; /* 0: none */
    int points;      /* 0 … 2 half points */
} Half;

typedef struct Count {
    MatchTally *tally;
    MatchRow *all;
    Half *halves; /* a board each, from 1 */
    bool paired;
    int games; /* a board */
    bool failed;
} Count;

/* A's half points; -1 if the game was not finished. */
static int points_of(GameResult result, Color exhibitor_color)
{
    if (result == RESULT_UNFINISHED)
        return -1;
    return result == RESULT_DRAW ? 1 : result == result_win(exhibitor_color) ? 2 : 0;
}

static MatchRow new_row(const char *name)
{
    return (MatchRow){.name = name, .games = {.classes = MATCH_GAME_CLASSES}, .pairs = {.classes = MATCH_PAIR_CLASSES}};
}

static MatchRow *row_of(Count *count, const char *name)
{
    MatchTally *tally = count->tally;
    for (int i = 0; i < tally->count; i++)
        if (strcmp(tally->rows[i].name, name) == 0)
            return &tally->rows[i];
    MatchRow *grown = realloc(tally->rows, (size_t)(tally->count + 1) * sizeof *grown);
    if (grown == NULL) {
        count->failed = true;
        return NULL;
    }
    tally->rows = grown;
    tally->rows[tally->count] = new_row(name);
    return &tally->rows[tally->count++];
}

static void add_pair(Count *count, MatchRow *row, int points)
{
    count->all->pairs.of[points]++;
    if (row != NULL)
        row->pairs.of[points]++;
}

static void add_game(Count *count, int board, int game_number, const char *name, int points)
{
    Half *half = &count->halves[board];
    const Half first = *half;
    half->game_number = 0;
    if (points < 0)
        return;
    MatchRow *row = count->tally != NULL ? row_of(count, name) : NULL;
    count->all->games.of[points]++;
    if (row != NULL)
        row->games.of[points]++;
    if (!count->paired || game_number > count->games)
        return;
    if (game_number % 2 == 1)
        *half = (Half){name, game_number, points};
    else if (first.game_number == game_number - 1 && strcmp(first.name, name) == 0)
        add_pair(count, row, first.points + points);
}

/* The games of a board come in their order: those that made way for the next, then the one that is there. */
static bool count_games(const SimulCore *core, MatchRow *all, MatchTally *tally)
{
    SimulStatus status;
    int past_count;
    const SimulSettings *settings = simul_core_settings(core);
    const SimulPastGame *past = simul_core_past(core, &past_count);
    simul_core_status(core, &status);
    Count count = {.tally = tally, .all = all, .paired = settings->repeat, .games = settings->games};
    count.halves = calloc((size_t)status.boards + 1, sizeof *count.halves);
    if (count.halves == NULL)
        return false;
    for (int i = 0; i < past_count; i++)
        add_game(&count, past[i].board, past[i].game_number, past[i].name, points_of(past[i].verdict.result, past[i].exhibitor_color));
    for (int board = 1; board <= status.boards; board++) {
        SimulBoardView view;
        if (simul_core_view(core, board, &view) && view.state == SIMUL_BOARD_ENDED)
            add_game(&count, board, view.game_number, view.name, points_of(view.verdict.result, view.exhibitor_color));
    }
    free(count.halves);
    return !count.failed;
}

bool match_tally_make(const SimulCore *core, MatchTally *tally)
{
    *tally = (MatchTally){.all = new_row(NULL)};
    if (count_games(core, &tally->all, tally))
        return true;
    match_tally_destroy(tally);
    return false;
}

void match_tally_destroy(MatchTally *tally)
{
    free(tally->rows);
    *tally = (MatchTally){.all = new_row(NULL)};
}

bool match_tally_all(const SimulCore *core, MatchRow *all)
{
    *all = new_row(NULL);
    return count_games(core, all, NULL);
}

const MatchCounts *match_row_counts(const SimulCore *core, const MatchRow *row)
{
    return simul_core_settings(core)->repeat ? &row->pairs : &row->games;
}

void match_report(const SimulCore *core, const MatchRow *row, MatchReport *report)
{
    const SimulSettings *settings = simul_core_settings(core);
    const MatchCounts *counts = match_row_counts(core, row);
    char error[SPRT_ERROR_SIZE];
    *report = (MatchReport){
        .losses = row->games.of[0],
        .draws = row->games.of[1],
        .wins = row->games.of[2],
        .games = row->games.of[0] + row->games.of[1] + row->games.of[2],
        .paired = settings->repeat,
        .pairs = row->pairs,
    };
    match_strength(counts, &report->strength);
    if (settings->sprt[0] == '\0' || !sprt_parse(settings->sprt, &report->sprt, error))
        return;
    report->llr = sprt_llr(&report->sprt, counts);
    report->state = report->llr <= sprt_lower(&report->sprt)   ? SPRT_ACCEPTS_ELO0
                    : report->llr >= sprt_upper(&report->sprt) ? SPRT_ACCEPTS_ELO1
                                                               : SPRT_GOES_ON;
}

const char *sprt_state_name(SprtState state)
{
    switch (state) {
    case SPRT_NONE: return "none";
    case SPRT_GOES_ON: return "running";
    case SPRT_ACCEPTS_ELO0: return "elo0";
    case SPRT_ACCEPTS_ELO1: return "elo1";
    }
    return "?";
}
