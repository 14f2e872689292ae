/* SPDX-License-Identifier: GPL-3.0-only */
#include "record/score_sheet.h"

#include "rules/openings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_tags(PgnWriter *writer, const SimulSettings *settings, const char *name, const SimulBoardView *view, const char *journal)
{
    const char *opponent = view->name;
    char number[16];
    const char *exhibitor = name[0] != '\0' ? name : "Exhibitor";
    const bool white = view->exhibitor_color == WHITE;
    snprintf(number, sizeof number, "%d", view->game_number);
    pgn_write_roster(writer, &(PgnRoster){.event = settings->event,
                                          .site = settings->site,
                                          .date = settings->date,
                                          .round = number,
                                          .white = white ? exhibitor : opponent,
                                          .black = white ? opponent : exhibitor,
                                          .result = result_text(view->verdict.result)});
    snprintf(number, sizeof number, "%d", view->board);
    pgn_write_tag(writer, "Board", number);
    pgn_write_start(writer, &view->game->start);
    const Opening *opening = openings_of_game(view->game);
    if (opening != NULL)
        pgn_write_tag(writer, "ECO", opening->eco);
    if (view->setup->opening != NULL && view->setup->opening[0] != '\0')
        pgn_write_tag(writer, "Opening", view->setup->opening);
    else if (opening != NULL)
        pgn_write_tag(writer, "Opening", opening->name);
    pgn_write_tag(writer, "TimeControl", settings->tc[0] != '\0' ? settings->tc : "-");
    pgn_write_tag(writer, "Termination", view->termination);
    if (journal != NULL)
        pgn_write_tag(writer, "Journal", journal);
}

/* "+0.35/12 1.0s", "#5/9 0.2s", "312 ms". */
static void ply_comment(const SimulPly *ply, bool by_exhibitor, char text[64])
{
    text[0] = '\0';
    if (ply->flags & SIMUL_PLY_OPENING)
        return;
    if (!by_exhibitor) {
        snprintf(text, 64, "%lu ms%s", (unsigned long)ply->ms, ply->flags & SIMUL_PLY_LATE ? ", late" : "");
        return;
    }
    const unsigned long seconds = ply->ms / 1000, thousandths = ply->ms % 1000;
    if (!(ply->flags & SIMUL_PLY_SCORE))
        snprintf(text, 64, "%lu.%03lus", seconds, thousandths);
    else if (ply->flags & SIMUL_PLY_MATE)
        snprintf(text, 64, "%s#%d/%d %lu.%03lus", ply->score < 0 ? "-" : "+", abs(ply->score), ply->depth, seconds, thousandths);
    else
        snprintf(text, 64, "%s%d.%02d/%d %lu.%03lus", ply->score < 0 ? "-" : "+", abs(ply->score) / 100, abs(ply->score) % 100, ply->depth,
                 seconds, thousandths);
}

void score_sheet_write(PgnWriter *writer, const SimulSettings *settings, const char *exhibitor, const SimulBoardView *view,
                       const char *journal)
{
    write_tags(writer, settings, exhibitor, view, journal);
    const Game *game = view->game;
    Position position = game->start;
    for (size_t i = 0; i < game->move_count; i++) {
        char comment[64];
        pgn_write_move(writer, &position, game->moves[i]);
        ply_comment(&view->plies[i], position_side_to_move(&position) == view->exhibitor_color, comment);
        pgn_write_comment(writer, comment);
        position_make_move(&position, game->moves[i], NULL);
    }
    pgn_write_comment(writer, view->state == SIMUL_BOARD_ENDED ? view->reason : "unfinished");
    pgn_write_result(writer, result_text(view->verdict.result));
}

void score_sheet_write_core(PgnWriter *writer, const SimulCore *core, const SimulBoardView *view, const char *journal)
{
    SimulStatus status;
    simul_core_status(core, &status);
    score_sheet_write(writer, simul_core_settings(core), status.exhibitor_name, view, journal);
}
