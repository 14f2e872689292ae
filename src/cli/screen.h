/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * A terminal's screen, drawn a frame at a time without flicker: only lines that have changed are sent, and none
 * while the terminal has not taken the last ones. Uses the alternate screen, so that what was there comes back.
 *
 *     screen_begin(); screen_text() … screen_newline() …; screen_show()
 *
 * One thread.
 */
#ifndef CAROUSEL_CLI_SCREEN_H
#define CAROUSEL_CLI_SCREEN_H

#include "system/output.h"

#include <stdbool.h>

typedef enum ScreenStyle { STYLE_PLAIN, STYLE_BOLD, STYLE_DIM, STYLE_REVERSE, STYLE_GOOD, STYLE_BAD, STYLE_WARN } ScreenStyle;

typedef struct Screen Screen;

/* Takes the terminal `descriptor`. `keys`: where keys come from one by one, the last row then being left to what is typed; -1:
 * nobody types. NULL if memory ran out or the terminal cannot be had. */
Screen *screen_open(Output *output, int keys, int descriptor);

/* Gives the terminal back as it was. */
void screen_close(Screen *screen);

/* Whatever stands on the terminal is not to be trusted any more: the next frame is sent whole. */
void screen_redraw(Screen *screen);

/* A new frame: how large it may be now. */
void screen_begin(Screen *screen, int *columns, int *rows);

/* Adds to the current line, cut off at the right margin. */
__attribute__((format(printf, 3, 4))) void screen_text(Screen *screen, ScreenStyle style, const char *format, ...);

/* The same in exactly `width` columns, cut off or filled with blanks; negative: filled on the left. */
__attribute__((format(printf, 4, 5))) void screen_field(Screen *screen, ScreenStyle style, int width, const char *format, ...);

void screen_newline(Screen *screen);

/* The last row: what is asked for, and what has been typed, with the cursor at character `cursor` of it. */
void screen_prompt(Screen *screen, const char *prompt, const char *text, int cursor);

/* Sends what has changed. */
void screen_show(Screen *screen);

#endif
