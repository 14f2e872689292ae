/* SPDX-License-Identifier: GPL-3.0-only */
#include "desk/view.h"

#include "chess/diagram.h"
#include "chess/fen.h"
#include "chess/move_text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LINE_SIZE = 1024, MOVES_A_LINE = 10 };

__attribute__((format(printf, 2, 3))) static void say_line(const SimulSay *say, const char *format, ...)
{
    char line[LINE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    say->line(say->context, line);
}

const char *simul_phase_name(const SimulStatus *status)
{
    switch (status->phase) {
    case SIMUL_SETUP: return "setup";
    case SIMUL_OPENING: return "opening";
    case SIMUL_RUNNING: return status->paused ? "paused" : status->stopping ? "stopping" : "running";
    case SIMUL_STOPPED: return "stopped";
    case SIMUL_DONE: return "done";
    }
    return "?";
}

const char *simul_stage_name(SimulStage stage)
{
    switch (stage) {
    case SIMUL_STAGE_NONE: return "none";
    case SIMUL_STAGE_ASKING:
    case SIMUL_STAGE_REPLY: return "reply";
    case SIMUL_STAGE_CONSENT: return "consent";
    case SIMUL_STAGE_THINK: return "think";
    case SIMUL_STAGE_EXCHANGE: return "exchange";
    case SIMUL_STAGE_RESTART: return "restart";
    }
    return "?";
}

static const char *state_name(SimulBoardState state)
{
    switch (state) {
    case SIMUL_BOARD_VACANT: return "vacant";
    case SIMUL_BOARD_OPENING: return "opening";
    case SIMUL_BOARD_READY: return "ready";
    case SIMUL_BOARD_PLAYING: return "playing";
    case SIMUL_BOARD_ENDED: return "ended";
    }
    return "?";
}

void view_status(const SimulCore *core, int64_t waited_ms, const SimulSay *say)
{
    SimulStatus status;
    char waiting[80] = "";
    simul_core_status(core, &status);
    if (status.phase == SIMUL_RUNNING && status.board > 0)
        snprintf(waiting, sizeof waiting, " board %d stage %s waited %" PRId64, status.board, simul_stage_name(status.stage),
                 waited_ms);
    say_line(say,
             "status phase %s round %d%s boards %d in_play %d wins %d draws %d losses %d unfinished %d visits %" PRId64
             " incidents %" PRId64 "%s%s",
             simul_phase_name(&status), status.round, waiting, status.boards, status.in_play, status.wins, status.draws,
             status.losses, status.unfinished, status.visits, status.incidents, status.held != NULL ? " held " : "",
             status.held != NULL ? status.held : "");
}

static void say_moves(const SimulBoardView *view, const SimulSay *say)
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
            say_line(say, "show board %d moves%s", view->board, line);
            length = 0;
            line[0] = '\0';
        }
    }
}

void view_board(const SimulCore *core, int board, const SimulSay *say)
{
    SimulBoardView view;
    if (!simul_core_view(core, board, &view)) {
        SimulStatus status;
        simul_core_status(core, &status);
        say_line(say, "error board %d: expected a board from 1 to %d", board, status.boards);
        return;
    }
    say_line(say, "show board %d name \"%s\" color %s state %s%s%s", board, view.name != NULL ? view.name : "",
             view.exhibitor_color == WHITE ? "white" : "black", state_name(view.state),
             view.state == SIMUL_BOARD_ENDED ? " reason " : "",
             view.state == SIMUL_BOARD_ENDED ? view.reason : "");
    if (view.game == NULL)
        return;
    char lines[DIAGRAM_LINES][DIAGRAM_LINE_SIZE];
    char fen[FEN_SIZE];
    /* As whoever types moves sees it. */
    const bool opponent = view.person && !simul_core_settings(core)->exhibitor_person;
    diagram_write(&view.game->current, opponent ? color_opposite(view.exhibitor_color) : view.exhibitor_color, lines);
    for (int i = 0; i < DIAGRAM_LINES; i++)
        say_line(say, "show board %d %s", board, lines[i]);
    fen_write(&view.game->current, fen);
    say_line(say, "show board %d fen %s", board, fen);
    say_moves(&view, say);
    if (view.exhibitor_left_ms >= 0)
        say_line(say, "show board %d clock exhibitor %" PRId64, board, view.exhibitor_left_ms);
    if (view.opponent_left_ms >= 0)
        say_line(say, "show board %d clock opponent %" PRId64, board, view.opponent_left_ms);
}

void view_score(const SimulCore *core, const SimulSay *say)
{
    SimulStatus status;
    simul_core_status(core, &status);
    for (int board = 1; board <= status.boards; board++) {
        SimulBoardView view;
        if (!simul_core_view(core, board, &view) || view.game == NULL)
            continue;
        say_line(say, "score board %d name \"%s\" color %s result %s plies %zu reason %s", board,
                 view.name != NULL ? view.name : "",
                 view.exhibitor_color == WHITE ? "white" : "black", result_text(view.verdict.result), view.game->move_count,
                 view.state == SIMUL_BOARD_ENDED ? view.reason : "in play");
    }
    const int ended = status.wins + status.draws + status.losses;
    say_line(say, "score wins %d draws %d losses %d unfinished %d points %d.%d of %d", status.wins, status.draws, status.losses,
             status.unfinished + status.in_play, status.wins + status.draws / 2, status.draws % 2 * 5, ended);
}
