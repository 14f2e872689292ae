/* SPDX-License-Identifier: GPL-3.0-only */
#include "cli/person_turn.h"

#include "chess/move_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MISSING_NAMED = 4, LINE_SIZE = 256, MOVES_SHOWN = 12 };

bool person_plays_exhibitor(const SimulCore *core)
{
    return simul_core_settings(core)->exhibitor_person;
}

const char *person_exhibitor_name(const SimulStatus *status)
{
    return status->exhibitor_name != NULL && status->exhibitor_name[0] != '\0' ? status->exhibitor_name : "A";
}

static const char *opponent_name(const SimulBoardView *view)
{
    return view->name != NULL ? view->name : "";
}

static const char *color_word(Color color)
{
    return color == WHITE ? "White" : "Black";
}

/* The moves from ply `from` on as "12. e4 e5 13. Nf3", as far as they fit. */
static void moves_text(const Game *game, size_t from, char *text, size_t size)
{
    Position position = game->start;
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < game->move_count; i++) {
        char san[SAN_SIZE];
        const bool white = position_side_to_move(&position) == WHITE;
        if (i >= from) {
            move_to_san(&position, game->moves[i], san);
            const char *blank = length > 0 ? " " : "";
            int added;
            if (white || length == 0)
                added = snprintf(text + length, size - length, "%s%d%s %s", blank, position.fullmove_number, white ? "." : "...", san);
            else
                added = snprintf(text + length, size - length, "%s%s", blank, san);
            if (added < 0 || (size_t)added >= size - length) {
                text[length] = '\0';
                return;
            }
            length += (size_t)added;
        }
        position_make_move(&position, game->moves[i], NULL);
    }
}

void person_turn_look(PersonTurn *turn, const SimulCore *core)
{
    SimulStatus status;
    SimulBoardView view;
    const int visit = turn->visit;
    memset(turn, 0, sizeof *turn);
    turn->visit = visit;
    simul_core_status(core, &status);
    if (status.phase != SIMUL_RUNNING || status.board == 0 || !simul_core_view(core, status.board, &view) || view.game == NULL)
        return;
    const bool reply = status.stage == SIMUL_STAGE_ASKING || status.stage == SIMUL_STAGE_REPLY || status.stage == SIMUL_STAGE_EXCHANGE;
    const bool think = status.stage == SIMUL_STAGE_THINK || status.stage == SIMUL_STAGE_CONSENT;
    turn->exhibitor = think && person_plays_exhibitor(core);
    if (!turn->exhibitor && !(reply && view.person))
        return;
    const char *opponent = opponent_name(&view);
    turn->board = status.board;
    turn->plies = view.game->move_count;
    turn->consent = turn->exhibitor && status.stage == SIMUL_STAGE_CONSENT;
    turn->offer = turn->exhibitor ? view.offer_by_opponent : view.offer_by_exhibitor;
    turn->color = turn->exhibitor ? view.exhibitor_color : color_opposite(view.exhibitor_color);
    turn->clock_ms = turn->exhibitor ? view.exhibitor_left_ms : view.opponent_left_ms;
    turn->illegal = turn->exhibitor ? view.exhibitor_illegal : view.illegal;
    turn->illegal_limit = turn->exhibitor ? view.exhibitor_illegal_limit : view.illegal_limit;
    snprintf(turn->person, sizeof turn->person, "%.*s", DISPLAY_NAME_SIZE - 1, turn->exhibitor ? person_exhibitor_name(&status) : opponent);
    snprintf(turn->other, sizeof turn->other, "%.*s", DISPLAY_NAME_SIZE - 1, turn->exhibitor ? opponent : person_exhibitor_name(&status));
    if (view.game->move_count > 0)
        moves_text(view.game, view.game->move_count - 1, turn->last, sizeof turn->last);
    diagram_write(&view.game->current, turn->color, turn->diagram);
}

void person_turn_missing(const SimulCore *core, char *text, size_t size)
{
    SimulStatus status;
    size_t length = 0;
    int named = 0;
    int missing = 0;
    text[0] = '\0';
    simul_core_status(core, &status);
    if (status.phase != SIMUL_OPENING)
        return;
    for (int board = 1; board <= status.boards; board++) {
        SimulBoardView view;
        if (!simul_core_view(core, board, &view) || view.state != SIMUL_BOARD_OPENING)
            continue;
        missing++;
        if (named == MISSING_NAMED || length + 1 >= size)
            continue;
        const int added = snprintf(text + length, size - length, "%s%s", named > 0 ? ", " : "", opponent_name(&view));
        length += added > 0 ? (size_t)added : 0;
        named++;
    }
    if (missing > named && length < size)
        snprintf(text + length, size - length, " and %d more", missing - named);
}

void person_clock_text(int64_t ms, char text[PERSON_CLOCK_SIZE])
{
    const int64_t seconds = (ms < 0 ? 0 : ms) / 1000;
    snprintf(text, PERSON_CLOCK_SIZE, "%" PRId64 ":%02" PRId64 ":%02" PRId64, seconds / 3600, seconds / 60 % 60, seconds % 60);
}

void person_show_board(const SimulCore *core, int board, void (*line)(void *context, const char *line), void *context)
{
    SimulStatus status;
    SimulBoardView view;
    char text[LINE_SIZE];
    char lines[DIAGRAM_LINES][DIAGRAM_LINE_SIZE];
    simul_core_status(core, &status);
    if (!simul_core_view(core, board, &view) || view.game == NULL) {
        snprintf(text, sizeof text, "There is no board %d; the boards are 1 to %d.", board, status.boards);
        line(context, text);
        return;
    }
    const bool over = view.state == SIMUL_BOARD_ENDED;
    const Color side = view.person && !person_plays_exhibitor(core) ? color_opposite(view.exhibitor_color) : view.exhibitor_color;
    snprintf(text, sizeof text, "Board %d: %s has %s, %s has %s. %s%s%s", board, opponent_name(&view),
             color_word(color_opposite(view.exhibitor_color)), person_exhibitor_name(&status), color_word(view.exhibitor_color),
             over                                                  ? result_text(view.verdict.result)
             : position_side_to_move(&view.game->current) == WHITE ? "White"
                                                                   : "Black",
             over ? " " : " is to move.", over ? view.reason : "");
    line(context, text);
    diagram_write(&view.game->current, side, lines);
    for (int i = 0; i < DIAGRAM_LINES; i++)
        line(context, lines[i]);
    moves_text(view.game, view.game->move_count > MOVES_SHOWN ? view.game->move_count - MOVES_SHOWN : 0, text, sizeof text);
    if (text[0] != '\0')
        line(context, text);
    char clock[PERSON_CLOCK_SIZE];
    if (view.exhibitor_left_ms >= 0) {
        person_clock_text(view.exhibitor_left_ms, clock);
        snprintf(text, sizeof text, "%s's clock: %s", person_exhibitor_name(&status), clock);
        line(context, text);
    }
    if (view.opponent_left_ms >= 0) {
        person_clock_text(view.opponent_left_ms, clock);
        snprintf(text, sizeof text, "%s's clock: %s", opponent_name(&view), clock);
        line(context, text);
    }
}
