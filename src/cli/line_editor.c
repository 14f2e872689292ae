/* SPDX-License-Identifier: GPL-3.0-only */
#include "cli/line_editor.h"

#include <string.h>

enum { CTRL_A = 1, CTRL_D = 4, CTRL_E = 5, CTRL_H = 8, CTRL_K = 11, CTRL_L = 12, CTRL_U = 21, CTRL_W = 23, ESCAPE = 27, DELETE = 127 };

void line_editor_clear(LineEditor *editor)
{
    editor->length = editor->cursor = 0;
    editor->text[0] = '\0';
}

static bool continues(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* Where the character before `at`, or the one after it, begins. */
static size_t before(const LineEditor *editor, size_t at)
{
    while (at > 0 && continues(editor->text[--at])) {
    }
    return at;
}

static size_t after(const LineEditor *editor, size_t at)
{
    if (at < editor->length)
        at++;
    while (at < editor->length && continues(editor->text[at]))
        at++;
    return at;
}

/* Takes [from, to) out; the cursor stands there afterwards. */
static LineEditorEvent cut(LineEditor *editor, size_t from, size_t to)
{
    if (from == to)
        return LINE_EDITOR_NOTHING;
    memmove(editor->text + from, editor->text + to, editor->length - to + 1);
    editor->length -= to - from;
    editor->cursor = from;
    return LINE_EDITOR_CHANGED;
}

static LineEditorEvent go_to(LineEditor *editor, size_t at)
{
    const bool moved = editor->cursor != at;
    editor->cursor = at;
    return moved ? LINE_EDITOR_CHANGED : LINE_EDITOR_NOTHING;
}

static LineEditorEvent insert(LineEditor *editor, char c)
{
    if (editor->length + 1 >= LINE_EDITOR_SIZE)
        return LINE_EDITOR_FULL;
    memmove(editor->text + editor->cursor + 1, editor->text + editor->cursor, editor->length - editor->cursor + 1);
    editor->text[editor->cursor++] = c;
    editor->length++;
    return LINE_EDITOR_CHANGED;
}

static size_t word_before(const LineEditor *editor)
{
    size_t at = editor->cursor;
    while (at > 0 && editor->text[at - 1] == ' ')
        at--;
    while (at > 0 && editor->text[at - 1] != ' ')
        at--;
    return at;
}

/* A whole sequence: ESC [ … or ESC O …, as terminals send them for keys that are no characters. */
static LineEditorEvent sequence(LineEditor *editor)
{
    const char *keys = editor->key + 1;
    const size_t length = editor->key_length - 1;
    const struct {
        const char *keys;
        char action;
    } known[] = {{"[D", '<'}, {"OD", '<'}, {"[C", '>'},  {"OC", '>'},  {"[H", 'h'},    {"OH", 'h'},   {"[1~", 'h'},
                 {"[F", 'e'}, {"OF", 'e'}, {"[4~", 'e'}, {"[3~", 'd'}, {"[200~", '('}, {"[201~", ')'}};
    char action = '\0';
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i].keys) == length && memcmp(known[i].keys, keys, length) == 0)
            action = known[i].action;
    switch (action) {
    case '<': return go_to(editor, before(editor, editor->cursor));
    case '>': return go_to(editor, after(editor, editor->cursor));
    case 'h': return go_to(editor, 0);
    case 'e': return go_to(editor, editor->length);
    case 'd': return cut(editor, editor->cursor, after(editor, editor->cursor));
    case '(': editor->pasting = true; return LINE_EDITOR_NOTHING;
    case ')': editor->pasting = false; return LINE_EDITOR_NOTHING;
    default: return LINE_EDITOR_NOTHING;
    }
}

/* One more byte of an escape sequence. */
static LineEditorEvent escape(LineEditor *editor, char c)
{
    if (editor->key_length < LINE_EDITOR_KEY_SIZE)
        editor->key[editor->key_length++] = c;
    const bool opens = editor->key_length == 2 && (c == '[' || c == 'O');
    const bool ends = editor->key_length >= 2 && !opens && (unsigned char)c >= 0x40 && (unsigned char)c <= 0x7e;
    if (!ends && (unsigned char)c >= ' ')
        return LINE_EDITOR_NOTHING;
    const LineEditorEvent event = ends && editor->key_length < LINE_EDITOR_KEY_SIZE ? sequence(editor) : LINE_EDITOR_NOTHING;
    editor->key_length = 0;
    return event;
}

LineEditorEvent line_editor_key(LineEditor *editor, unsigned char byte)
{
    const bool second_of_return = editor->after_return && byte == '\n';
    editor->after_return = byte == '\r';
    if (editor->key_length > 0 && byte != ESCAPE)
        return escape(editor, (char)byte);
    switch (byte) {
    case ESCAPE:
        editor->key[0] = ESCAPE;
        editor->key_length = 1;
        return LINE_EDITOR_NOTHING;
    case '\r':
    case '\n':
        if (second_of_return)
            return LINE_EDITOR_NOTHING;
        return editor->pasting ? insert(editor, ' ') : LINE_EDITOR_LINE;
    case CTRL_A: return go_to(editor, 0);
    case CTRL_D: return LINE_EDITOR_END;
    case CTRL_E: return go_to(editor, editor->length);
    case CTRL_H:
    case DELETE: return cut(editor, before(editor, editor->cursor), editor->cursor);
    case CTRL_K: return cut(editor, editor->cursor, editor->length);
    case CTRL_L: return LINE_EDITOR_REDRAW;
    case CTRL_U: return cut(editor, 0, editor->cursor);
    case CTRL_W: return cut(editor, word_before(editor), editor->cursor);
    case '\t': return insert(editor, ' ');
    default: return byte < ' ' ? LINE_EDITOR_NOTHING : insert(editor, (char)byte);
    }
}

int line_editor_column(const LineEditor *editor)
{
    int column = 0;
    for (size_t i = 0; i < editor->cursor; i++)
        column += !continues(editor->text[i]);
    return column;
}
