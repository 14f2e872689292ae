/* SPDX-License-Identifier: GPL-3.0-only */
#include "cli/crosstable.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { NAME_WIDTH = 26, LINE_SIZE = 320 };

/* Characters, not bytes, in UTF-8 text. */
static int width_of(const char *text)
{
    int width = 0;
    for (; *text != '\0'; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

/* What the opponent's replies took on average; -1 if there were none. */
static int64_t mean_reply_ms(const SimulBoardView *view)
{
    int64_t sum = 0;
    int64_t count = 0;
    Color color = position_side_to_move(&view->game->start);
    for (size_t i = 0; i < view->game->move_count; i++, color = color_opposite(color)) {
        if (color == view->exhibitor_color || (view->plies[i].flags & SIMUL_PLY_OPENING))
            continue;
        sum += view->plies[i].ms;
        count++;
    }
    return count > 0 ? sum / count : -1;
}

static const char *points_of(GameResult result, Color exhibitor_color)
{
    switch (result) {
    case RESULT_DRAW: return "1/2";
    case RESULT_UNFINISHED: return "*";
    case RESULT_WHITE_WINS: return exhibitor_color == WHITE ? "1" : "0";
    case RESULT_BLACK_WINS: return exhibitor_color == BLACK ? "1" : "0";
    }
    return "?";
}

/* One game, one opponent. */
static void row(char text[LINE_SIZE], int board, const char *name, Color color, const char *points, size_t plies, const char *reply,
                const char *reason)
{
    const int pad = NAME_WIDTH - width_of(name);
    snprintf(text, LINE_SIZE, "%4d  %.100s%*s  %-6s  %-5s  %5zu  %8s  %.80s", board, name, pad > 0 ? pad : 0, "",
             color == WHITE ? "white" : "black", points, (plies + 1) / 2, reply, reason);
}

void crosstable_write(const SimulCore *core, const char *exhibitor, void (*line)(void *context, const char *line), void *context)
{
    char text[LINE_SIZE];
    SimulStatus status;
    int past_count;
    const SimulPastGame *past = simul_core_past(core, &past_count);
    simul_core_status(core, &status);
    snprintf(text, sizeof text, "  Bd  %-*s  %-6s  %-5s  %5s  %8s  %s", NAME_WIDTH, "Opponent", "A has", "Score", "Moves", "Reply",
             "How it ended");
    line(context, text);
    for (int number = 1; number <= status.boards; number++) {
        SimulBoardView view;
        char reply[24] = "";
        if (!simul_core_view(core, number, &view) || view.game == NULL)
            continue;
        /* Those who sat here before. */
        for (int i = 0; i < past_count; i++) {
            if (past[i].board != number)
                continue;
            row(text, number, past[i].name, past[i].exhibitor_color, points_of(past[i].verdict.result, past[i].exhibitor_color),
                (size_t)past[i].plies, "", past[i].reason);
            line(context, text);
        }
        if (view.state == SIMUL_BOARD_VACANT)
            continue;
        const int64_t mean = mean_reply_ms(&view);
        if (mean >= 0)
            snprintf(reply, sizeof reply, "%" PRId64 " ms", mean);
        row(text, number, view.name, view.exhibitor_color, points_of(view.verdict.result, view.exhibitor_color), view.game->move_count,
            reply, view.state == SIMUL_BOARD_ENDED && view.reason[0] != '\0' ? view.reason : "in play");
        line(context, text);
    }
    const int played = status.wins + status.draws + status.losses;
    const int open = status.unfinished + status.in_play;
    snprintf(text, sizeof text, "%s: %d%s out of %d   +%d =%d -%d", exhibitor, status.wins + status.draws / 2,
             status.draws % 2 != 0 ? ".5" : "", played, status.wins, status.draws, status.losses);
    line(context, text);
    snprintf(text, sizeof text, "%d boards, %d unfinished, %d rounds, %" PRId64 " visits, %" PRId64 " incidents", status.boards, open,
             status.round, status.visits, status.incidents);
    line(context, text);
}
