/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The live table of an exhibition: what a frame shows. One thread.
 */
#ifndef CAROUSEL_CLI_DISPLAY_H
#define CAROUSEL_CLI_DISPLAY_H

#include "cli/display_state.h"
#include "cli/screen.h"

enum { PANEL_LINES = 24, PANEL_LINE_SIZE = 160 };

/* Answers to what was typed, shown below the table until the next. */
typedef struct DisplayPanel {
    char lines[PANEL_LINES][PANEL_LINE_SIZE];
    int count;
} DisplayPanel;

void display_panel_add(DisplayPanel *panel, const char *line);

void display_draw(Screen *screen, DisplayState *state, const DisplayPanel *panel, const char *exhibitor, const char *hint,
                  int64_t elapsed_ns);

#endif
