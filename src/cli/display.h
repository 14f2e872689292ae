/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The live table of an exhibition: what a frame shows. One thread.
 */
#ifndef CAROUSEL_CLI_DISPLAY_H
#define CAROUSEL_CLI_DISPLAY_H

#include "cli/display_state.h"
#include "cli/person_turn.h"
#include "cli/screen.h"

enum { PANEL_LINES = 24, PANEL_LINE_SIZE = 160 };

/* Answers to what was typed, shown below the table until the next. */
typedef struct DisplayPanel {
    char lines[PANEL_LINES][PANEL_LINE_SIZE];
    int count;
} DisplayPanel;

void display_panel_add(DisplayPanel *panel, const char *line);

/* What a frame shows beside the table. Texts are never NULL. */
typedef struct DisplayFrame {
    const char *exhibitor;
    const char *missing; /* who is not ready yet; "": nobody */
    const char *hint;    /* what is being done about a wish to stop, and so on; "": nothing */
    const DisplayPanel *panel;
    const PersonTurn *turn; /* its `board` 0: no person is to move */
    const char *prompt;
    const char *typed; /* so far, the cursor standing at character `cursor` */
    int cursor;
    int64_t elapsed_ns;
} DisplayFrame;

/* If a person is to move, the board comes first, then answers, then as many rows as there is room for; else the table. */
void display_draw(Screen *screen, DisplayState *state, const DisplayFrame *frame);

#endif
