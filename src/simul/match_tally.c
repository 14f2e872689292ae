/* SPDX-License-Identifier: GPL-3.0-only */
#include "simul/match_tally.h"

#include <stdlib.h>
#include <string.h>

/* The last game of a board's pair that waits for the second one. */
struct MatchHalf {
    const char *name;
    int game_number; /* 0: none */
    int points;      /* 0 … 2 half points */
};

/* A finished game, or one that was not finished. */
typedef struct Played {
    const char *name;
    int game_number;
    int points; /* A's half points; -1: not finished */
} Played;

static Played played(const char *name, int game_number, GameResult result, Color exhibitor_color)
{
    return (Played){name, game_number,
                    result == RESULT_UNFINISHED             ? -1
                    : result == RESULT_DRAW                 ? 1
                    : result == result_win(exhibitor_color) ? 2
                                                            : 0};
}

static Played played_past(const SimulPastGame *past)
{
    return played(past->name, past->game_number, past->verdict.result, past->exhibitor_color);
}

static MatchRow new_row(const char *name)
{
    return (MatchRow){.name = name, .games = {.classes = MATCH_GAME_CLASSES}, .pairs = {.classes = MATCH_PAIR_CLASSES}};
}

static MatchRow *row_of(MatchTally *tally, const char *name)
{
    for (int i = 0; i < tally->count; i++)
        if (strcmp(tally->rows[i].name, name) == 0)
            return &tally->rows[i];
    MatchRow *grown = realloc(tally->rows, (size_t)(tally->count + 1) * sizeof *grown);
    if (grown == NULL)
        return NULL;
    tally->rows = grown;
    tally->rows[tally->count] = new_row(name);
    return &tally->rows[tally->count++];
}

/* A board's games come in their order. `row` may be NULL. */
static void add_game(const SimulSettings *settings, const Played *game, MatchHalf *half, MatchRow *all, MatchRow *row)
{
    const MatchHalf first = *half;
    half->game_number = 0;
    if (game->points < 0)
        return;
    all->games.of[game->points]++;
    if (row != NULL)
        row->games.of[game->points]++;
    if (!settings->repeat || game->game_number > settings->games)
        return;
    if (game->game_number % 2 == 1) {
        *half = (MatchHalf){game->name, game->game_number, game->points};
    } else if (first.game_number == game->game_number - 1 && strcmp(first.name, game->name) == 0) {
        all->pairs.of[first.points + game->points]++;
        if (row != NULL)
            row->pairs.of[first.points + game->points]++;
    }
}

/* Adds the games that stand ended at their boards to `*all`, and to their opponents' rows if there is a tally. */
static bool add_ended(const SimulCore *core, const MatchHalf *halves, MatchRow *all, MatchTally *tally)
{
    SimulStatus status;
    simul_core_status(core, &status);
    for (int board = 1; board <= status.boards; board++) {
        SimulBoardView view;
        if (!simul_core_view(core, board, &view) || view.state != SIMUL_BOARD_ENDED)
            continue;
        MatchHalf half = halves[board];
        const Played game = played(view.name, view.game_number, view.verdict.result, view.exhibitor_color);
        MatchRow *row = tally != NULL && game.points >= 0 ? row_of(tally, view.name) : NULL;
        if (tally != NULL && game.points >= 0 && row == NULL)
            return false;
        add_game(simul_core_settings(core), &game, &half, all, row);
    }
    return true;
}

bool match_tally_make(const SimulCore *core, MatchTally *tally)
{
    SimulStatus status;
    int past_count;
    const SimulPastGame *past = simul_core_past(core, &past_count);
    simul_core_status(core, &status);
    *tally = (MatchTally){.all = new_row(NULL)};
    MatchHalf *halves = calloc((size_t)status.boards + 1, sizeof *halves);
    bool ok = halves != NULL;
    for (int i = 0; ok && i < past_count; i++) {
        const Played game = played_past(&past[i]);
        MatchRow *row = game.points >= 0 ? row_of(tally, game.name) : NULL;
        ok = row != NULL || game.points < 0;
        if (ok)
            add_game(simul_core_settings(core), &game, &halves[past[i].board], &tally->all, row);
    }
    ok = ok && add_ended(core, halves, &tally->all, tally);
    free(halves);
    if (!ok)
        match_tally_destroy(tally);
    return ok;
}

void match_tally_destroy(MatchTally *tally)
{
    free(tally->rows);
    *tally = (MatchTally){.all = new_row(NULL)};
}

bool match_counter_all(MatchCounter *counter, const SimulCore *core, MatchRow *all)
{
    SimulStatus status;
    int past_count;
    const SimulPastGame *past = simul_core_past(core, &past_count);
    simul_core_status(core, &status);
    if (counter->halves == NULL)
        counter->past = new_row(NULL);
    if (counter->halves == NULL || status.boards > counter->boards) {
        const int boards = 2 * status.boards;
        MatchHalf *grown = realloc(counter->halves, ((size_t)boards + 1) * sizeof *grown);
        if (grown == NULL)
            return false;
        for (int i = counter->halves != NULL ? counter->boards + 1 : 0; i <= boards; i++)
            grown[i] = (MatchHalf){0};
        counter->halves = grown;
        counter->boards = boards;
    }
    for (; counter->past_seen < past_count; counter->past_seen++) {
        const SimulPastGame *game = &past[counter->past_seen];
        const Played next = played_past(game);
        add_game(simul_core_settings(core), &next, &counter->halves[game->board], &counter->past, NULL);
    }
    *all = counter->past;
    return add_ended(core, counter->halves, all, NULL);
}

void match_counter_destroy(MatchCounter *counter)
{
    free(counter->halves);
    *counter = (MatchCounter){0};
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
