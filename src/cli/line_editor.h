/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Line editor: one line being typed, from the bytes a terminal sends, key by key.
 *
 * Understands letters in UTF-8, backspace and delete, left and right, home and end, Ctrl-A, -E, -K, -U, -W, and pasting (as
 * terminals bracket it: line ends inside become blanks). Every other key is ignored. Pure; one thread.
 */
#ifndef CAROUSEL_CLI_LINE_EDITOR_H
#define CAROUSEL_CLI_LINE_EDITOR_H

#include <stdbool.h>
#include <stddef.h>

enum { LINE_EDITOR_SIZE = 512, LINE_EDITOR_KEY_SIZE = 16 };

typedef enum LineEditorEvent {
    LINE_EDITOR_NOTHING, /* the key changes nothing, or is not complete yet */
    LINE_EDITOR_CHANGED,
    LINE_EDITOR_FULL,  /* no room for what was typed: it is left out */
    LINE_EDITOR_LINE,  /* Enter: the line is `text`; line_editor_clear() before the next key */
    LINE_EDITOR_END,   /* Ctrl-D */
    LINE_EDITOR_REDRAW /* Ctrl-L */
} LineEditorEvent;

typedef struct LineEditor {
    char text[LINE_EDITOR_SIZE];    /* terminated */
    size_t length, cursor;          /* bytes; the cursor stands between characters */
    char key[LINE_EDITOR_KEY_SIZE]; /* an escape sequence that is not complete yet */
    size_t key_length;
    bool pasting;
    bool after_return; /* the last byte was '\r': a '\n' belongs to it */
} LineEditor;

void line_editor_clear(LineEditor *editor);

LineEditorEvent line_editor_key(LineEditor *editor, unsigned char byte);

/* Characters (not bytes) of the line before the cursor. */
int line_editor_column(const LineEditor *editor);

#endif
