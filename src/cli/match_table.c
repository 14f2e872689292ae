/* SPDX-License-Identifier: GPL-3.0-only */
#include "cli/match_table.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { LINE_SIZE = 320, NAME_WIDTH = 26, NUMBER_SIZE = 24 };

/* Two decimals, `-` where it is undefined. */
static const char *decimal(double value, bool known, char text[NUMBER_SIZE])
{
    if (known)
        snprintf(text, NUMBER_SIZE, "%.2f", value);
    else
        snprintf(text, NUMBER_SIZE, "-");
    return text;
}

static double share(int64_t part, int64_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 0;
}

void match_table_report(const MatchReport *report, void (*line)(void *context, const char *line), void *context)
{
    const MatchStrength *s = &report->strength;
    char text[LINE_SIZE];
    char a[NUMBER_SIZE];
    char b[NUMBER_SIZE];
    char c[NUMBER_SIZE];
    char d[NUMBER_SIZE];
    int64_t pairs = 0;
    for (int i = 0; i < MATCH_PAIR_CLASSES; i++)
        pairs += report->pairs.of[i];
    snprintf(text, sizeof text, "Elo: %s +/- %s, nElo: %s +/- %s", decimal(s->elo, s->known, a), decimal(s->elo_error, s->error_known, b),
             decimal(s->nelo, s->known, c), decimal(s->nelo_error, s->known, d));
    line(context, text);
    const int64_t drawn = report->paired ? report->pairs.of[2] : report->draws;
    snprintf(text, sizeof text, "LOS: %s %%, DrawRatio: %.2f %%", decimal(s->superiority * 100, s->known, a),
             share(drawn, report->paired ? pairs : report->games));
    line(context, text);
    const double points = (double)report->wins + (double)report->draws / 2;
    snprintf(text, sizeof text, "Games: %" PRId64 ", Wins: %" PRId64 ", Losses: %" PRId64 ", Draws: %" PRId64 ", Points: %.1f (%.2f %%)",
             report->games, report->wins, report->losses, report->draws, points,
             report->games > 0 ? 100 * points / (double)report->games : 0);
    line(context, text);
    if (report->paired) {
        const int64_t *of = report->pairs.of;
        snprintf(text, sizeof text, "Ptnml(0-2): [%" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 "]", of[0], of[1], of[2],
                 of[3], of[4]);
        line(context, text);
    }
    if (report->state == SPRT_NONE)
        return;
    const char *verdict = report->state == SPRT_ACCEPTS_ELO1   ? ", H1 is accepted"
                          : report->state == SPRT_ACCEPTS_ELO0 ? ", H0 is accepted"
                                                               : "";
    snprintf(text, sizeof text, "LLR: %.2f (%.2f, %.2f) [%.2f, %.2f]%s", report->llr, sprt_lower(&report->sprt), sprt_upper(&report->sprt),
             report->sprt.elo0, report->sprt.elo1, verdict);
    line(context, text);
}

static int width_of(const char *text)
{
    int width = 0;
    for (; *text != '\0'; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

static void write_row(const SimulCore *core, const MatchRow *row, void (*line)(void *context, const char *line), void *context)
{
    char text[LINE_SIZE];
    char elo[NUMBER_SIZE];
    char error[NUMBER_SIZE];
    char superiority[NUMBER_SIZE];
    MatchReport report;
    match_report(core, row, &report);
    const MatchStrength *s = &report.strength;
    const int pad = NAME_WIDTH - width_of(row->name);
    const double points = (double)report.wins + (double)report.draws / 2;
    snprintf(text, sizeof text, "  %.100s%*s  %6" PRId64 "  %5" PRId64 "  %5" PRId64 "  %5" PRId64 "  %7.1f  %6.2f %%  %8s +/- %-8s  %6s",
             row->name, pad > 0 ? pad : 0, "", report.games, report.wins, report.draws, report.losses, points,
             report.games > 0 ? 100 * points / (double)report.games : 0, decimal(s->elo, s->known, elo),
             decimal(s->elo_error, s->error_known, error), decimal(s->superiority * 100, s->known, superiority));
    line(context, text);
}

void match_table_write(const SimulCore *core, void (*line)(void *context, const char *line), void *context)
{
    const SimulSettings *settings = simul_core_settings(core);
    MatchTally tally;
    MatchReport report;
    char text[LINE_SIZE];
    if ((settings->games == 1 && settings->sprt[0] == '\0') || !match_tally_make(core, &tally))
        return;
    line(context, "");
    snprintf(text, sizeof text, "  %-*s  %6s  %5s  %5s  %5s  %7s  %8s  %21s  %6s", NAME_WIDTH, "Opponent", "Games", "Won", "Drawn", "Lost",
             "Points", "Score", "Elo              ", "LOS %");
    line(context, text);
    for (int i = 0; i < tally.count; i++)
        write_row(core, &tally.rows[i], line, context);
    match_report(core, &tally.all, &report);
    match_table_report(&report, line, context);
    match_tally_destroy(&tally);
}
