/* SPDX-License-Identifier: GPL-3.0-only */
#include "cli/screen.h"

#include "system/terminal.h"
#include "system/terminal_keys.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 1024, TEXT_SIZE = 512, ROWS_MAX = 500, COLUMNS_MAX = 250, PROMPT_ROWS = 1, CLOSE_PATIENCE_MS = 1000 };

/* The alternate screen, pasted text marked as such; and back. */
static const char ENTER[] = "\033[?1049h\033[?2004h\033[2J";
static const char LEAVE[] = "\033[0m\033[?25h\033[?2004l\033[?1049l";

typedef struct Line {
    char text[LINE_SIZE];
    size_t length;
    int width; /* columns used */
} Line;

struct Screen {
    Output *output;
    int descriptor;
    bool prompt;
    bool colors;
    int cursor; /* its column on the prompt's row; -1: hidden */
    int cursor_shown;
    int columns, rows;
    int row;     /* being written */
    Line *frame; /* ROWS_MAX of each */
    Line *shown;
    char *batch; /* what a frame sends, in one piece */
    size_t batch_length, batch_capacity;
};

static void send_bytes(Screen *screen, const char *bytes, size_t length)
{
    if (screen->batch_length + length > screen->batch_capacity) {
        const size_t capacity = (screen->batch_length + length) * 2 + LINE_SIZE;
        char *batch = realloc(screen->batch, capacity);
        if (batch == NULL)
            return;
        screen->batch = batch;
        screen->batch_capacity = capacity;
    }
    memcpy(screen->batch + screen->batch_length, bytes, length);
    screen->batch_length += length;
}

static void send(Screen *screen, const char *text)
{
    send_bytes(screen, text, strlen(text));
}

static void flush(Screen *screen)
{
    if (screen->batch_length > 0)
        output_bytes(screen->output, screen->batch, screen->batch_length);
    screen->batch_length = 0;
}

Screen *screen_open(Output *output, int keys, int descriptor)
{
    Screen *screen = calloc(1, sizeof *screen);
    if (screen == NULL)
        return NULL;
    screen->frame = calloc(ROWS_MAX, sizeof *screen->frame);
    screen->shown = calloc(ROWS_MAX, sizeof *screen->shown);
    screen->output = output;
    screen->descriptor = descriptor;
    screen->prompt = keys >= 0;
    screen->colors = terminal_colors(descriptor);
    screen->cursor = screen->cursor_shown = -1;
    if (screen->frame == NULL || screen->shown == NULL || !terminal_take(keys, descriptor, ENTER, LEAVE)) {
        free(screen->frame);
        free(screen->shown);
        free(screen);
        return NULL;
    }
    return screen;
}

void screen_close(Screen *screen)
{
    if (screen == NULL)
        return;
    output_wait(screen->output, CLOSE_PATIENCE_MS);
    terminal_give_back();
    free(screen->batch);
    free(screen->frame);
    free(screen->shown);
    free(screen);
}

void screen_redraw(Screen *screen)
{
    screen->columns = 0;
}

void screen_begin(Screen *screen, int *columns, int *rows)
{
    int wide;
    int high;
    terminal_size(screen->descriptor, &wide, &high);
    wide = wide > COLUMNS_MAX ? COLUMNS_MAX : wide;
    high = high > ROWS_MAX ? ROWS_MAX : high;
    if (wide != screen->columns || high != screen->rows) {
        screen->columns = wide;
        screen->rows = high;
        screen->cursor_shown = screen->columns; /* no column there is */
        send(screen, "\033[2J");
        memset(screen->shown, 0, ROWS_MAX * sizeof *screen->shown);
    }
    memset(screen->frame, 0, ROWS_MAX * sizeof *screen->frame);
    screen->row = 0;
    screen->cursor = -1;
    *columns = wide;
    *rows = screen->prompt ? (high > PROMPT_ROWS ? high - PROMPT_ROWS : 0) : high;
}

static void append(Line *line, const char *text, size_t length)
{
    if (line->length + length < LINE_SIZE) {
        memcpy(line->text + line->length, text, length);
        line->length += length;
    }
}

/* The bytes of the first `*columns` characters of UTF-8 text; `*columns` becomes how many there were. */
static size_t fit(const char *text, int *columns)
{
    size_t length = 0;
    int width = 0;
    while (text[length] != '\0') {
        size_t next = length + 1;
        while (((unsigned char)text[next] & 0xc0) == 0x80)
            next++;
        if (width == *columns)
            break;
        width++;
        length = next;
    }
    *columns = width;
    return length;
}

static void put(Screen *screen, ScreenStyle style, const char *text, int width, bool fill, bool right)
{
    static const char *const CODES[] = {"", "\033[1m", "\033[2m", "\033[7m", "\033[32m", "\033[31m", "\033[33m"};
    static const char *const PLAIN_CODES[] = {"", "\033[1m", "", "\033[7m", "", "", "\033[1m"};
    const int limit = screen->prompt ? screen->rows - PROMPT_ROWS : screen->rows;
    if (screen->row >= limit || screen->row >= ROWS_MAX)
        return;
    Line *line = &screen->frame[screen->row];
    const int room = screen->columns - line->width;
    if (width > room)
        width = room;
    int used = width;
    const size_t length = fit(text, &used);
    const char *code = screen->colors ? CODES[style] : PLAIN_CODES[style];
    append(line, code, strlen(code));
    for (int i = used; fill && right && i < width; i++)
        append(line, " ", 1);
    append(line, text, length);
    for (int i = used; fill && !right && i < width; i++)
        append(line, " ", 1);
    if (code[0] != '\0')
        append(line, "\033[0m", 4);
    line->width += fill ? width : used;
}

/* Control characters from names and engines must not steer the terminal. */
static void disarm(char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < ' ' || *text == 127)
            *text = ' ';
}

void screen_text(Screen *screen, ScreenStyle style, const char *format, ...)
{
    char text[TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    disarm(text);
    put(screen, style, text, COLUMNS_MAX, false, false);
}

void screen_field(Screen *screen, ScreenStyle style, int width, const char *format, ...)
{
    char text[TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    disarm(text);
    put(screen, style, text, width < 0 ? -width : width, true, width < 0);
}

void screen_newline(Screen *screen)
{
    screen->row++;
}

void screen_prompt(Screen *screen, const char *prompt, const char *text, int cursor)
{
    if (!screen->prompt || screen->rows < 1)
        return;
    Line *line = &screen->frame[screen->rows - 1];
    int before = screen->columns;
    append(line, prompt, fit(prompt, &before));
    /* A line that is too long is shown around the cursor. */
    int room = screen->columns - before - 1;
    int hidden = cursor > room ? cursor - room : 0;
    int skipped = hidden;
    const char *shown = text + fit(text, &skipped);
    if (room > 0)
        append(line, shown, fit(shown, &room));
    screen->cursor = before + cursor - hidden;
}

void screen_show(Screen *screen)
{
    char move[32];
    const size_t begun = screen->batch_length;
    if (output_pending(screen->output) > 0 || !terminal_in_hand())
        return;
    for (int row = 0; row < screen->rows && row < ROWS_MAX; row++) {
        Line *now = &screen->frame[row];
        Line *before = &screen->shown[row];
        if (now->length == before->length && memcmp(now->text, before->text, now->length) == 0)
            continue;
        snprintf(move, sizeof move, "\033[%d;1H", row + 1);
        send(screen, move);
        send_bytes(screen, now->text, now->length);
        send(screen, "\033[K");
        *before = *now;
    }
    const bool drawn = screen->batch_length > begun;
    move[0] = '\0';
    if (screen->cursor >= 0 && (drawn || screen->cursor != screen->cursor_shown))
        snprintf(move, sizeof move, "\033[%d;%dH\033[?25h", screen->rows, screen->cursor + 1);
    else if (screen->cursor < 0 && screen->cursor_shown >= 0)
        snprintf(move, sizeof move, "\033[?25l");
    send(screen, move);
    screen->cursor_shown = screen->cursor;
    flush(screen);
}
