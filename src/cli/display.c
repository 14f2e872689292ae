/* SPDX-License-Identifier: GPL-3.0-only */
#include "cli/display.h"

#include "base/units.h"
#include "system/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { ROWS_MAX = 480, LOG_LEAST = 3, LOG_BESIDE_PANEL = 2, DIAGRAM_WIDTH = 20, TABLE_LEAST = 3 };

/* Columns, in characters. Terminals below NARROW show two moves in place of three. */
enum {
    NUMBER_WIDTH = 5,
    MOVE_WIDTH = 5,
    MOVES_WIDE = 23,
    MOVES_NARROW = 15,
    SCORE_WIDTH = 8,
    REPLY_WIDTH = 9,
    CLOCK_WIDTH = 10,
    STATUS_WIDTH = 24,
    NARROW = 96,
    SMALL = 72 /* no reply times, no clocks */
};

void display_panel_add(DisplayPanel *panel, const char *line)
{
    if (panel->count == PANEL_LINES) {
        memmove(panel->lines[0], panel->lines[1], sizeof panel->lines - sizeof panel->lines[0]);
        panel->count--;
    }
    snprintf(panel->lines[panel->count++], PANEL_LINE_SIZE, "%.*s", PANEL_LINE_SIZE - 1, line);
}

/* "350 ms", "12.3 s", "0:02:05". */
static void seconds_text(int64_t ms, char text[PERSON_CLOCK_SIZE])
{
    if (ms < 1000)
        snprintf(text, PERSON_CLOCK_SIZE, "%" PRId64 " ms", ms);
    else if (ms < 100000)
        snprintf(text, PERSON_CLOCK_SIZE, "%" PRId64 ".%" PRId64 " s", ms / 1000, ms % 1000 / 100);
    else
        person_clock_text(ms, text);
}

/* How long the awaited side has taken until now; a pause does not count. */
static int64_t waited_ms(const DisplayHall *hall)
{
    return ((hall->paused ? hall->paused_ns : system_now_ns()) - hall->since_ns) / NS_PER_MS;
}

static void draw_score(Screen *screen, const DisplayHall *hall)
{
    const int played = hall->wins + hall->draws + hall->losses;
    screen_text(screen, STYLE_PLAIN, "%d in play   ", hall->boards - played - hall->unfinished);
    screen_text(screen, STYLE_GOOD, "+%d", hall->wins);
    screen_text(screen, STYLE_PLAIN, " =%d ", hall->draws);
    screen_text(screen, STYLE_BAD, "-%d", hall->losses);
    if (hall->unfinished > 0)
        screen_text(screen, STYLE_PLAIN, " *%d", hall->unfinished);
}

/* Two lines, or one where a person's board needs the room. Returns how many. */
static int draw_head(Screen *screen, const DisplayHall *hall, const DisplayFrame *frame, bool one_line)
{
    const int64_t seconds = frame->elapsed_ns / NS_PER_S;
    char clock[24];
    screen_text(screen, STYLE_BOLD, "%s", frame->exhibitor);
    screen_text(screen, STYLE_PLAIN, " against %d   round %d", hall->boards, hall->round);
    if (!one_line)
        screen_text(screen, STYLE_PLAIN, "   visits %" PRId64, hall->visits);
    screen_text(screen, STYLE_PLAIN, "   %02" PRId64 ":%02" PRId64 ":%02" PRId64, seconds / 3600, seconds / 60 % 60, seconds % 60);
    if (hall->over)
        screen_text(screen, STYLE_BOLD, "   over");
    else if (hall->paused)
        screen_text(screen, STYLE_WARN, "   paused");
    if (one_line)
        screen_text(screen, STYLE_PLAIN, "   ");
    else
        screen_newline(screen);
    draw_score(screen, hall);
    if (hall->hall_clock_ms >= 0) {
        person_clock_text(hall->hall_clock_ms, clock);
        screen_text(screen, STYLE_PLAIN, "   A's clock %s", clock);
    }
    if (frame->missing[0] != '\0')
        screen_text(screen, STYLE_WARN, "   getting ready: %s", frame->missing);
    screen_newline(screen);
    return one_line ? 1 : 2;
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
        if (hall->paused) {
            screen_field(screen, STYLE_WARN, width, hall->due_reply ? "to reply; paused" : "A is here; paused");
            return;
        }
        seconds_text(waited_ms(hall), waited);
        seconds_text(hall->limit_ms, limit);
        if (hall->due_reply)
            screen_field(screen, STYLE_WARN, width, "to reply %s%s%s", waited, hall->limit_ms > 0 ? " of " : "",
                         hall->limit_ms > 0 ? limit : "");
        else
            screen_field(screen, STYLE_BOLD, width, "A thinks %s", waited);
    } else if (row->attention & ATTENTION_LATE) {
        screen_field(screen, STYLE_WARN, width, "owes a reply");
    } else if (row->attention & ATTENTION_OFFER) {
        screen_field(screen, STYLE_WARN, width, "offers or asks");
    } else if (row->attention & ATTENTION_INCIDENT) {
        screen_field(screen, STYLE_WARN, width, "see the log");
    } else {
        screen_field(screen, STYLE_PLAIN, width, "%s", "");
    }
}

/* The columns that depend on how wide the terminal is and on what there is to show. 0: not shown. */
typedef struct Widths {
    int name, moves, score, clock, reply, status;
} Widths;

static Widths widths_for(const DisplayHall *hall, int columns)
{
    Widths widths = {.moves = columns < NARROW ? MOVES_NARROW : MOVES_WIDE,
                     .score = hall->scores_hidden ? 0 : SCORE_WIDTH,
                     .clock = hall->clocks && columns >= SMALL ? CLOCK_WIDTH : 0,
                     .reply = columns >= SMALL ? REPLY_WIDTH : 0};
    const int left = columns - (2 + NUMBER_WIDTH + 1 + MOVE_WIDTH + 2 + widths.moves + widths.score + widths.clock + widths.reply + 2);
    widths.name = left < 40 ? left / 2 : left - STATUS_WIDTH > 32 ? 32 : left - STATUS_WIDTH;
    if (widths.name < 0)
        widths.name = 0;
    widths.status = left - widths.name > 0 ? left - widths.name : 0;
    return widths;
}

/* A name that is too long loses its middle: built-in players differ at their end ("Carousel, Elo 1500"). */
static void name_text(const char *name, int width, char text[DISPLAY_NAME_SIZE + 8])
{
    enum { TAIL_MOST = 8 };
    size_t starts[DISPLAY_NAME_SIZE + 1];
    int characters = 0;
    for (size_t i = 0; name[i] != '\0'; i++)
        if (((unsigned char)name[i] & 0xc0) != 0x80)
            starts[characters++] = i;
    if (characters <= width || width < 4) {
        snprintf(text, DISPLAY_NAME_SIZE + 8, "%s", name);
        return;
    }
    const int tail = width / 2 < TAIL_MOST ? width / 2 : TAIL_MOST;
    const int head = width - 1 - tail;
    snprintf(text, DISPLAY_NAME_SIZE + 8, "%.*s…%s", (int)starts[head], name, name + starts[characters - tail]);
}

static void draw_row(Screen *screen, const DisplayHall *hall, const DisplayBoard *row, Widths widths)
{
    char moves[64];
    char score[16];
    char reply[24] = "";
    char clock[24] = "";
    char name[DISPLAY_NAME_SIZE + 8];
    const bool here = row->board == hall->board && !hall->over;
    const ScreenStyle style = here ? STYLE_BOLD : row->ended ? STYLE_DIM : STYLE_PLAIN;
    moves_text(row, widths.moves == MOVES_WIDE ? 0 : 1, moves);
    score_text(row, score);
    if (row->reply_ms >= 0)
        seconds_text(row->reply_ms, reply);
    if (row->clock_ms >= 0)
        person_clock_text(row->clock_ms, clock);
    name_text(row->name, widths.name, name);
    screen_field(screen, style, 2, "%s", here ? ">" : "");
    screen_field(screen, style, -(NUMBER_WIDTH - 1), "%d", row->board);
    screen_field(screen, style, 1, " ");
    screen_field(screen, style, widths.name, "%s", name);
    screen_field(screen, style, 1, " ");
    screen_field(screen, style, -MOVE_WIDTH, "%d", (row->ply + 1) / 2);
    screen_field(screen, style, 2, " ");
    screen_field(screen, style, widths.moves, "%s", moves);
    screen_field(screen, style, -widths.score, "%s", score);
    screen_field(screen, style, -widths.clock, "%s", clock);
    screen_field(screen, style, -widths.reply, "%s", reply);
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
    screen_field(screen, STYLE_REVERSE, -widths.score, "Eval");
    screen_field(screen, STYLE_REVERSE, -widths.clock, "A's clock");
    screen_field(screen, STYLE_REVERSE, -widths.reply, "Reply");
    screen_field(screen, STYLE_REVERSE, 2, " ");
    screen_field(screen, STYLE_REVERSE, widths.status, "Result or wait");
    screen_newline(screen);
}

static void draw_panel(Screen *screen, const DisplayPanel *panel, int room)
{
    for (int i = 0; i < panel->count && i < room; i++) {
        const bool cut = i == room - 1 && panel->count > room;
        screen_text(screen, STYLE_PLAIN, "%s", cut ? "…" : panel->lines[i]);
        screen_newline(screen);
    }
}

static void draw_log(Screen *screen, DisplayState *state, int room)
{
    char lines[DISPLAY_LOG][DISPLAY_LOG_SIZE];
    const int count = display_state_log(state, room < 0 ? 0 : room < DISPLAY_LOG ? room : DISPLAY_LOG, lines);
    for (int i = 0; i < count; i++) {
        screen_text(screen, STYLE_DIM, "%s", lines[i]);
        screen_newline(screen);
    }
}

/* The rows of the table that fit into `room` lines, titles included. Returns the lines used. */
static int draw_table(Screen *screen, DisplayState *state, int columns, int room)
{
    DisplayBoard page[ROWS_MAX];
    DisplayHall hall;
    int first = 1;
    room--;
    room = room < 1 ? 1 : room > ROWS_MAX ? ROWS_MAX : room;
    int count = display_state_page(state, room, &hall, page, &first);
    const bool more = hall.boards > count;
    if (more && room > 1)
        count = display_state_page(state, room - 1, &hall, page, &first);
    const Widths widths = widths_for(&hall, columns);
    draw_titles(screen, widths);
    for (int i = 0; i < count; i++)
        draw_row(screen, &hall, &page[i], widths);
    if (more) {
        screen_text(screen, STYLE_DIM, "%d of %d boards", count, hall.boards);
        screen_newline(screen);
    }
    return 1 + count + more;
}

/* What stands to the right of a person's diagram: whose turn it is, what was played, the time, then the log. */
static void turn_line(const DisplayHall *hall, const PersonTurn *turn, int line, char *text, size_t size, ScreenStyle *style)
{
    char waited[24];
    char limit[24];
    *style = STYLE_PLAIN;
    text[0] = '\0';
    switch (line) {
    case 0:
        *style = STYLE_BOLD;
        if (turn->consent)
            snprintf(text, size, "Board %d: %s asks to pass: consent or decline", turn->board, turn->other);
        else
            snprintf(text, size, "Board %d: %s, it is your move", turn->board, turn->person);
        break;
    case 1: snprintf(text, size, "You have %s against %s", turn->color == WHITE ? "White" : "Black", turn->other); break;
    case 2:
        if (turn->last[0] != '\0')
            snprintf(text, size, "%s played %s", turn->exhibitor ? turn->other : "A", turn->last);
        break;
    case 3:
        if (hall->paused) {
            snprintf(text, size, "Paused: your clock is stopped");
        } else if (turn->clock_ms >= 0) {
            person_clock_text(turn->clock_ms - waited_ms(hall), waited);
            snprintf(text, size, "Your clock: %s", waited);
        } else if (hall->limit_ms > 0 && hall->due_reply) {
            const int64_t left = hall->limit_ms - waited_ms(hall);
            seconds_text(left > 0 ? left : 0, waited);
            seconds_text(hall->limit_ms, limit);
            snprintf(text, size, "Time left: %s of %s", waited, limit);
            *style = left < 10000 ? STYLE_WARN : STYLE_PLAIN;
        }
        break;
    case 4:
        *style = STYLE_WARN;
        if (turn->offer)
            snprintf(text, size, "%s offers a draw: accept, decline, or move", turn->exhibitor ? turn->other : "A");
        else if (turn->illegal_limit == 1)
            snprintf(text, size, "An illegal move loses at once");
        else if (turn->illegal_limit > 0 && turn->illegal > 0 && turn->illegal + 1 >= turn->illegal_limit)
            snprintf(text, size, "Illegal move %d of %d: the next one loses", turn->illegal, turn->illegal_limit);
        break;
    default: break;
    }
}

static int draw_turn(Screen *screen, DisplayState *state, const DisplayHall *hall, const PersonTurn *turn)
{
    enum { SAID = 5 };
    char log[DISPLAY_LOG][DISPLAY_LOG_SIZE];
    const int logged = display_state_log(state, DIAGRAM_LINES - SAID, log);
    for (int i = 0; i < DIAGRAM_LINES; i++) {
        char text[160];
        ScreenStyle style;
        screen_field(screen, STYLE_PLAIN, DIAGRAM_WIDTH, "%s", turn->diagram[i]);
        turn_line(hall, turn, i, text, sizeof text, &style);
        screen_text(screen, style, "%s", text);
        if (i >= SAID && i - SAID < logged)
            screen_text(screen, STYLE_DIM, "%s", log[i - SAID]);
        screen_newline(screen);
    }
    return DIAGRAM_LINES;
}

/* A person is to move: the diagram, whose turn it is and the prompt come first, then answers, then rows. */
static void draw_for_person(Screen *screen, DisplayState *state, const DisplayFrame *frame, int columns, int rows)
{
    const DisplayHall hall = display_state_hall(state);
    int left = rows - draw_head(screen, &hall, frame, true);
    left -= draw_turn(screen, state, &hall, frame->turn);
    if (frame->hint[0] != '\0' && left > 0) {
        screen_text(screen, STYLE_WARN, "%s", frame->hint);
        screen_newline(screen);
        left--;
    }
    draw_panel(screen, frame->panel, left);
    left -= frame->panel->count < left ? frame->panel->count : left;
    if (left >= TABLE_LEAST)
        draw_table(screen, state, columns, left);
}

static void draw_hall(Screen *screen, DisplayState *state, const DisplayFrame *frame, int columns, int rows)
{
    const DisplayHall hall = display_state_hall(state);
    const DisplayPanel *panel = frame->panel;
    int left = rows - draw_head(screen, &hall, frame, false) - 1;
    screen_newline(screen);
    int below = (panel->count > 0 ? panel->count + LOG_BESIDE_PANEL : LOG_LEAST) + (frame->hint[0] != '\0') + 1;
    if (below > rows / 2)
        below = rows / 2;
    left -= draw_table(screen, state, columns, left - below) + 1;
    screen_newline(screen);
    if (frame->hint[0] != '\0' && left > 0) {
        screen_text(screen, STYLE_WARN, "%s", frame->hint);
        screen_newline(screen);
        left--;
    }
    const int shown = panel->count < left - LOG_BESIDE_PANEL ? panel->count : left - LOG_BESIDE_PANEL;
    draw_panel(screen, panel, shown);
    draw_log(screen, state, left - (shown > 0 ? shown : 0));
}

void display_draw(Screen *screen, DisplayState *state, const DisplayFrame *frame)
{
    int columns;
    int rows;
    screen_begin(screen, &columns, &rows);
    if (frame->turn->board > 0)
        draw_for_person(screen, state, frame, columns, rows);
    else
        draw_hall(screen, state, frame, columns, rows);
    screen_prompt(screen, frame->prompt, frame->typed, frame->cursor);
    screen_show(screen);
}
