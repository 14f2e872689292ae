/* SPDX-License-Identifier: GPL-3.0-only */
#include "desk/view.h"

#include "base/units.h"
#include "chess/diagram.h"
#include "chess/fen.h"
#include "chess/move_text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 1024, MOVES_A_LINE = 10 };

void view_say_list(const ViewLines *lines, const char *format, va_list arguments)
{
    char line[LINE_SIZE];
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(line, sizeof line, format, arguments);
    char *whole = length < LINE_SIZE ? NULL : malloc((size_t)length + 1);
    if (whole != NULL)
        vsnprintf(whole, (size_t)length + 1, format, again);
    va_end(again);
    lines->line(lines->context, whole != NULL ? whole : line); /* without memory what fits is better than nothing */
    free(whole);
}

void view_say(const ViewLines *lines, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    view_say_list(lines, format, arguments);
    va_end(arguments);
}

const char *view_phase_name(const SimulStatus *status)
{
    if (status->phase == SIMUL_RUNNING && (status->paused || status->stopping))
        return status->paused ? "paused" : "stopping";
    return simul_phase_word(status->phase);
}

void view_status(const SimulCore *core, int64_t now_ns, const ViewLines *lines)
{
    SimulStatus status;
    char waiting[80] = "";
    simul_core_status(core, &status);
    if (status.phase == SIMUL_RUNNING && status.board > 0)
        snprintf(waiting, sizeof waiting, " board %d stage %s waited %" PRId64, status.board, simul_stage_word(status.stage),
                 (status.paused ? status.time_ns - status.since_ns : now_ns - status.since_ns) / NS_PER_MS);
    view_say(lines,
             "status phase %s round %d%s boards %d in_play %d wins %d draws %d losses %d unfinished %d visits %" PRId64
             " incidents %" PRId64 "%s%s",
             view_phase_name(&status), status.round, waiting, status.boards, status.in_play, status.wins, status.draws, status.losses,
             status.unfinished, status.visits, status.incidents, status.held != NULL ? " held " : "",
             status.held != NULL ? status.held : "");
}

static void say_moves(const SimulBoardView *view, const ViewLines *lines)
{
    const Game *game = view->game;
    Position position = game->start;
    char line[512] = "";
    size_t length = 0;
    for (size_t i = 0; i < game->move_count; i++) {
        char san[SAN_SIZE];
        char number[16] = "";
        const bool white = position_side_to_move(&position) == WHITE;
        move_to_san(&position, game->moves[i], san);
        if (white)
            snprintf(number, sizeof number, "%d. ", position.fullmove_number);
        else if (length == 0)
            snprintf(number, sizeof number, "%d... ", position.fullmove_number);
        const int added = snprintf(line + length, sizeof line - length, " %s%s", number, san);
        length += added > 0 ? (size_t)added : 0;
        position_make_move(&position, game->moves[i], NULL);
        if (i % MOVES_A_LINE == MOVES_A_LINE - 1 || i + 1 == game->move_count) {
            view_say(lines, "show board %d moves%s", view->board, line);
            length = 0;
            line[0] = '\0';
        }
    }
}

/* How far the clock of the side that is awaited there has run since the last event; the other side's stands. */
static int64_t running_ms(const SimulCore *core, int board, bool exhibitor, int64_t now_ns)
{
    SimulStatus status;
    simul_core_status(core, &status);
    const bool hall = exhibitor && simul_core_settings(core)->clock_place == SIMUL_CLOCK_HALL;
    const bool awaited = exhibitor ? status.stage == SIMUL_STAGE_THINK
                                   : status.stage == SIMUL_STAGE_REPLY || status.stage == SIMUL_STAGE_EXCHANGE;
    if (status.phase != SIMUL_RUNNING || status.paused || !awaited || (status.board != board && !hall) || now_ns < status.time_ns)
        return 0;
    return (now_ns - status.time_ns) / NS_PER_MS;
}

static void say_clock(int board, const char *side, int64_t left_ms, int64_t run_ms, const ViewLines *lines)
{
    if (left_ms >= 0)
        view_say(lines, "show board %d clock %s %" PRId64, board, side, int64_max(left_ms - run_ms, 0));
}

void view_board(const SimulCore *core, int board, int64_t now_ns, const ViewLines *lines)
{
    SimulBoardView view;
    if (!simul_core_view(core, board, &view)) {
        SimulStatus status;
        simul_core_status(core, &status);
        view_say(lines, "error board %d: expected a board from 1 to %d", board, status.boards);
        return;
    }
    view_say(lines, "show board %d name \"%s\" color %s state %s%s%s", board, view.name != NULL ? view.name : "",
             view.exhibitor_color == WHITE ? "white" : "black", simul_board_state_word(view.state),
             view.state == SIMUL_BOARD_ENDED ? " reason " : "", view.state == SIMUL_BOARD_ENDED ? view.reason : "");
    if (view.game == NULL)
        return;
    char diagram[DIAGRAM_LINES][DIAGRAM_LINE_SIZE];
    char fen[FEN_SIZE];
    /* As whoever types moves sees it. */
    const bool opponent = view.person && !simul_core_settings(core)->exhibitor_person;
    diagram_write(&view.game->current, opponent ? color_opposite(view.exhibitor_color) : view.exhibitor_color, diagram);
    for (int i = 0; i < DIAGRAM_LINES; i++)
        view_say(lines, "show board %d %s", board, diagram[i]);
    fen_write(&view.game->current, fen);
    view_say(lines, "show board %d fen %s", board, fen);
    say_moves(&view, lines);
    say_clock(board, "exhibitor", view.exhibitor_left_ms, running_ms(core, board, true, now_ns), lines);
    say_clock(board, "opponent", view.opponent_left_ms, running_ms(core, board, false, now_ns), lines);
}

void view_score(const SimulCore *core, const ViewLines *lines)
{
    SimulStatus status;
    simul_core_status(core, &status);
    for (int board = 1; board <= status.boards; board++) {
        SimulBoardView view;
        if (!simul_core_view(core, board, &view) || view.game == NULL)
            continue;
        view_say(lines, "score board %d name \"%s\" color %s result %s plies %zu reason %s", board, view.name != NULL ? view.name : "",
                 view.exhibitor_color == WHITE ? "white" : "black", result_text(view.verdict.result), view.game->move_count,
                 view.state == SIMUL_BOARD_ENDED ? view.reason : "in play");
    }
    const int ended = status.wins + status.draws + status.losses;
    view_say(lines, "score wins %d draws %d losses %d unfinished %d points %d.%d of %d", status.wins, status.draws, status.losses,
             status.unfinished + status.in_play, status.wins + status.draws / 2, status.draws % 2 * 5, ended);
}
