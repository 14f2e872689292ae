/* SPDX-License-Identifier: GPL-3.0-only */
/* A match as it is printed for people, in a line of the extension, and in JSON. */
#include "cli/match_table.h"
#include "simul/announcement.h"
#include "test.h"

static char said[2048];

static void line(void *context, const char *text)
{
    (void)context;
    snprintf(said + strlen(said), sizeof said - strlen(said), "%s\n", text);
}

static void check(MatchReport *report, const MatchCounts *counts, const char *table, const char *text, const char *json)
{
    char got[1024];
    const SimulAnnouncement says = {.kind = SIMUL_SAYS_MATCH, .match = report};
    match_strength(counts, &report->strength);
    report->llr = sprt_llr(&report->sprt, counts);
    said[0] = '\0';
    match_table_report(report, line, NULL);
    CHECK_STR(said, table);
    simul_announcement_text(&says, got, sizeof got);
    CHECK_STR(got, text);
    simul_announcement_json(&says, got, sizeof got);
    CHECK_STR(got, json);
}

int main(void)
{
    static const Sprt SPRT = {0, 10, 0.05, 0.05, SPRT_NORMALIZED};
    MatchReport games = {.games = 200, .wins = 82, .draws = 58, .losses = 60, .state = SPRT_GOES_ON, .sprt = SPRT};
    check(
        &games, &(MatchCounts){MATCH_GAME_CLASSES, {60, 58, 82}},
        "Elo: 38.37 +/- 40.91, nElo: 45.75 +/- 48.15\n"
        "LOS: 96.87 %, DrawRatio: 29.00 %\n"
        "Games: 200, Wins: 82, Losses: 60, Draws: 58, Points: 111.0 (55.50 %)\n"
        "LLR: 0.67 (-2.94, 2.94) [0.00, 10.00]\n",
        "match games 200 wins 82 draws 58 losses 60 elo 38.37 error 40.91 nelo 45.75 error 48.15 los 96.87 llr 0.67 lower -2.94 upper 2.94 "
        "state running",
        "{\"event\":\"match\",\"games\":200,\"wins\":82,\"draws\":58,\"losses\":60,\"elo\":38.37,\"elo_error\":40.91,\"nelo\":45.75,"
        "\"nelo_error\":48.15,\"los\":96.87,\"llr\":0.67,\"lower\":-2.94,\"upper\":2.94,\"state\":\"running\"}");
    const MatchCounts pairs = {MATCH_PAIR_CLASSES, {5, 18, 42, 25, 10}};
    MatchReport paired = {
        .games = 200, .wins = 80, .draws = 57, .losses = 63, .paired = true, .pairs = pairs, .state = SPRT_ACCEPTS_ELO1, .sprt = SPRT};
    check(&paired, &pairs,
          "Elo: 29.60 +/- 34.43, nElo: 41.74 +/- 48.15\n"
          "LOS: 95.53 %, DrawRatio: 42.00 %\n"
          "Games: 200, Wins: 80, Losses: 63, Draws: 57, Points: 108.5 (54.25 %)\n"
          "Ptnml(0-2): [5, 18, 42, 25, 10]\n"
          "LLR: 0.60 (-2.94, 2.94) [0.00, 10.00], H1 is accepted\n",
          "match games 200 wins 80 draws 57 losses 63 elo 29.60 error 34.43 nelo 41.74 error 48.15 los 95.53 pairs 5 18 42 25 10 llr 0.60 "
          "lower -2.94 upper 2.94 state elo1",
          "{\"event\":\"match\",\"games\":200,\"wins\":80,\"draws\":57,\"losses\":63,\"elo\":29.60,\"elo_error\":34.43,\"nelo\":41.74,"
          "\"nelo_error\":48.15,\"los\":95.53,\"pairs\":[5,18,42,25,10],\"llr\":0.60,\"lower\":-2.94,\"upper\":2.94,\"state\":\"elo1\"}");
    MatchReport won = {.games = 3, .wins = 3};
    check(&won, &(MatchCounts){MATCH_GAME_CLASSES, {0, 0, 3}},
          "Elo: - +/- -, nElo: - +/- -\n"
          "LOS: - %, DrawRatio: 0.00 %\n"
          "Games: 3, Wins: 3, Losses: 0, Draws: 0, Points: 3.0 (100.00 %)\n",
          "match games 3 wins 3 draws 0 losses 0 elo - error - nelo - error - los -",
          "{\"event\":\"match\",\"games\":3,\"wins\":3,\"draws\":0,\"losses\":0,\"elo\":null,\"elo_error\":null,\"nelo\":null,"
          "\"nelo_error\":null,\"los\":null}");
    return test_end("cli/match_table");
}
