/* SPDX-License-Identifier: GPL-3.0-only */
#include "cli/display.h"

#include "base/units.h"
#include "system/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { ROWS_MAX = 480, HEAD_ROWS = 4, LOG_LEAST = 3, LOG_BESIDE_PANEL = 2 };

/* Columns, in characters. Terminals below NARROW show two moves in place of three. */
enum {
    NUMBER_WIDTH = 5,
    MOVE_WIDTH = 5,
    MOVES_WIDE = 23,
    MOVES_NARROW = 15,
    SCORE_WIDTH = 8,
    REPLY_WIDTH = 9,
    STATUS_WIDTH = 24,
    NARROW = 96
};

void display_panel_add(DisplayPanel *panel, const char *line)
{
    if (panel->count == PANEL_LINES) {
        memmove(panel->lines[0], panel->lines[1], sizeof panel->lines - sizeof panel->lines[0]);
        panel->count--;
    }
    snprintf(panel->lines[panel->count++], PANEL_LINE_SIZE, "%.*s", PANEL_LINE_SIZE - 1, line);
}

static void seconds_text(int64_t ms, char *text, size_t size)
{
    if (ms < 1000)
        snprintf(text, size, "%" PRId64 " ms", ms);
    else if (ms < 100000)
        snprintf(text, size, "%" PRId64 ".%" PRId64 " s", ms / 1000, ms % 1000 / 100);
    else
        snprintf(text, size, "%" PRId64 ":%02" PRId64 " m", ms / 60000, ms / 1000 % 60);
}

static void draw_head(Screen *screen, const DisplayHall *hall, const char *exhibitor, int64_t elapsed_ns)
{
    const int played = hall->wins + hall->draws + hall->losses;
    const int64_t seconds = elapsed_ns / NS_PER_S;
    screen_text(screen, STYLE_BOLD, "%s", exhibitor);
    screen_text(screen, STYLE_PLAIN, " against %d   round %d   visits %" PRId64, hall->boards, hall->round, hall->visits);
    screen_text(screen, STYLE_PLAIN, "   %02" PRId64 ":%02" PRId64 ":%02" PRId64, seconds / 3600, seconds / 60 % 60, seconds % 60);
    if (hall->over)
        screen_text(screen, STYLE_BOLD, "   over");
    else if (hall->paused)
        screen_text(screen, STYLE_WARN, "   paused");
    screen_newline(screen);
    screen_text(screen, STYLE_PLAIN, "%d in play   ", hall->boards - played - hall->unfinished);
    screen_text(screen, STYLE_GOOD, "+%d", hall->wins);
    screen_text(screen, STYLE_PLAIN, " =%d ", hall->draws);
    screen_text(screen, STYLE_BAD, "-%d", hall->losses);
    if (hall->unfinished > 0)
        screen_text(screen, STYLE_PLAIN, " *%d", hall->unfinished);
    screen_newline(screen);
    screen_newline(screen);
}

static void moves_text(const DisplayBoard *row, int first, char text[64])
{
    size_t length = 0;
    text[0] = '\0';
    for (int i = first; i < DISPLAY_MOVES; i++) {
        if (row->san[i][0] == '\0')
            continue;
        const int added = snprintf(text + length, 64 - length, "%s%s", length > 0 ? " " : "", row->san[i]);
        length += added > 0 ? (size_t)added : 0;
    }
}

static void score_text(const DisplayBoard *row, char text[16])
{
    if (!row->has_score)
        text[0] = '\0';
    else if (row->is_mate)
        snprintf(text, 16, "#%d", row->score);
    else
        snprintf(text, 16, "%+.2f", row->score / 100.0);
}

static ScreenStyle result_style(const DisplayBoard *row)
{
    if (row->result == RESULT_UNFINISHED || row->result == RESULT_DRAW)
        return STYLE_PLAIN;
    return row->result == result_win(row->color) ? STYLE_GOOD : STYLE_BAD;
}

static void draw_status(Screen *screen, const DisplayHall *hall, const DisplayBoard *row, int width)
{
    if (row->ended) {
        screen_field(screen, result_style(row), width, "%s %s", result_text(row->result), row->reason);
    } else if (row->board == hall->board && !hall->over) {
        char waited[24];
        char limit[24];
        seconds_text((system_now_ns() - hall->since_ns) / NS_PER_MS, waited, sizeof waited);
        seconds_text(hall->limit_ms, limit, sizeof limit);
        if (hall->due_reply)
            screen_field(screen, STYLE_WARN, width, "to reply %s%s%s", waited, hall->limit_ms > 0 ? " of " : "",
                         hall->limit_ms > 0 ? limit : "");
        else
            screen_field(screen, STYLE_BOLD, width, "A thinks %s", waited);
    } else if (row->attention & ATTENTION_OFFER) {
        screen_field(screen, STYLE_WARN, width, "offers or asks");
    } else if (row->attention & ATTENTION_LATE) {
        screen_field(screen, STYLE_WARN, width, "owes a reply");
    } else if (row->attention & ATTENTION_INCIDENT) {
        screen_field(screen, STYLE_WARN, width, "see the log");
    } else {
        screen_field(screen, STYLE_PLAIN, width, "%s", "");
    }
}

/* The columns that depend on how wide the terminal is. */
typedef struct Widths {
    int name, moves, status;
} Widths;

static Widths widths_for(int columns)
{
    Widths widths = {.moves = columns < NARROW ? MOVES_NARROW : MOVES_WIDE};
    const int left = columns - (2 + NUMBER_WIDTH + 1 + MOVE_WIDTH + 2 + widths.moves + SCORE_WIDTH + REPLY_WIDTH + 2);
    widths.name = left < 40 ? left / 2 : left - STATUS_WIDTH > 32 ? 32 : left - STATUS_WIDTH;
    if (widths.name < 0)
        widths.name = 0;
    widths.status = left - widths.name > 0 ? left - widths.name : 0;
    return widths;
}

static void draw_row(Screen *screen, const DisplayHall *hall, const DisplayBoard *row, Widths widths)
{
    char moves[64];
    char score[16];
    char reply[24] = "";
    const bool here = row->board == hall->board && !hall->over;
    const ScreenStyle style = here ? STYLE_BOLD : row->ended ? STYLE_DIM : STYLE_PLAIN;
    moves_text(row, widths.moves == MOVES_WIDE ? 0 : 1, moves);
    score_text(row, score);
    if (row->reply_ms >= 0)
        seconds_text(row->reply_ms, reply, sizeof reply);
    screen_field(screen, style, 2, "%s", here ? ">" : "");
    screen_field(screen, style, -(NUMBER_WIDTH - 1), "%d", row->board);
    screen_field(screen, style, 1, " ");
    screen_field(screen, style, widths.name, "%s", row->name);
    screen_field(screen, style, 1, " ");
    screen_field(screen, style, -MOVE_WIDTH, "%d", (row->ply + 1) / 2);
    screen_field(screen, style, 2, " ");
    screen_field(screen, style, widths.moves, "%s", moves);
    screen_field(screen, style, -SCORE_WIDTH, "%s", score);
    screen_field(screen, style, -REPLY_WIDTH, "%s", reply);
    screen_field(screen, style, 2, " ");
    draw_status(screen, hall, row, widths.status);
    screen_newline(screen);
}

static void draw_titles(Screen *screen, Widths widths)
{
    screen_field(screen, STYLE_REVERSE, 2, " ");
    screen_field(screen, STYLE_REVERSE, -(NUMBER_WIDTH - 1), "Bd");
    screen_field(screen, STYLE_REVERSE, 1, " ");
    screen_field(screen, STYLE_REVERSE, widths.name, "Opponent");
    screen_field(screen, STYLE_REVERSE, 1, " ");
    screen_field(screen, STYLE_REVERSE, -MOVE_WIDTH, "Move");
    screen_field(screen, STYLE_REVERSE, 2, " ");
    screen_field(screen, STYLE_REVERSE, widths.moves, "Last moves");
    screen_field(screen, STYLE_REVERSE, -SCORE_WIDTH, "Eval");
    screen_field(screen, STYLE_REVERSE, -REPLY_WIDTH, "Reply");
    screen_field(screen, STYLE_REVERSE, 2, " ");
    screen_field(screen, STYLE_REVERSE, widths.status, "Result or wait");
    screen_newline(screen);
}

static void draw_below(Screen *screen, DisplayState *state, const DisplayPanel *panel, const char *hint, int room)
{
    char lines[DISPLAY_LOG][DISPLAY_LOG_SIZE];
    if (room > 0 && hint[0] != '\0') {
        screen_text(screen, STYLE_WARN, "%s", hint);
        screen_newline(screen);
        room--;
    }
    for (int i = 0; i < panel->count && room > LOG_BESIDE_PANEL; i++, room--) {
        screen_text(screen, STYLE_PLAIN, "%s", panel->lines[i]);
        screen_newline(screen);
    }
    const int count = display_state_log(state, room < 0 ? 0 : room < DISPLAY_LOG ? room : DISPLAY_LOG, lines);
    for (int i = 0; i < count; i++) {
        screen_text(screen, STYLE_DIM, "%s", lines[i]);
        screen_newline(screen);
    }
}

void display_draw(Screen *screen, DisplayState *state, const DisplayPanel *panel, const char *exhibitor, const char *hint,
                  int64_t elapsed_ns)
{
    DisplayBoard page[ROWS_MAX];
    DisplayHall hall;
    int columns;
    int rows;
    int first = 1;
    screen_begin(screen, &columns, &rows);
    const int wanted_below = panel->count > 0 ? panel->count + LOG_BESIDE_PANEL : LOG_LEAST;
    int below = wanted_below + (hint[0] != '\0') + 1;
    if (below > rows / 2)
        below = rows / 2;
    int room = rows - HEAD_ROWS - below;
    room = room < 1 ? 1 : room > ROWS_MAX ? ROWS_MAX : room;
    const int count = display_state_page(state, room, &hall, page, &first);
    const Widths widths = widths_for(columns);
    draw_head(screen, &hall, exhibitor, elapsed_ns);
    draw_titles(screen, widths);
    for (int i = 0; i < count; i++)
        draw_row(screen, &hall, &page[i], widths);
    if (hall.boards > count)
        screen_text(screen, STYLE_DIM, "boards from %d on; %d in all", first, hall.boards);
    screen_newline(screen);
    draw_below(screen, state, panel, hint, rows - HEAD_ROWS - count - 1);
    screen_show(screen);
}
