/* SPDX-License-Identifier: GPL-3.0-only */
/* The line being typed: each row is what the keys send, and what stands there afterwards, the cursor as '|'. */
#include "test.h"

#include "cli/line_editor.h"

#include <string.h>

typedef struct Row {
    const char *keys;
    const char *line;
} Row;

static const Row rows[] = {
    {"e4", "e4|"},
    {"e5\1\x1b[3~d", "d|5"},
    {"Nf3\x7f\x7f", "N|"},
    {"é\x7f", "|"},
    {"aéb\x1b[D\x1b[D\x1b[Dx", "x|aéb"},
    {"aéb\x1b[D\x7f", "a|b"},
    {"abc\1\x1b[C\x0b", "a|"},
    {"offer draw\x17\x17", "|"},
    {"offer draw\x17", "offer |"},
    {"abc\x15", "|"},
    {"\x1b[A\x1b[5~\x1bOPe4", "e4|"},       /* up, page up and F1 do nothing */
    {"\x1b[200~e4\ne5\x1b[201~", "e4 e5|"}, /* pasted line ends are blanks */
    {"\x1b[1;5De4", "e4|"},
    {"a\x01\x05"
     "b",
     "ab|"},
    {"\x7f\x1b[D\x1b[C\x1b[3~", "|"},
};

static void test_rows(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        LineEditor editor = {0};
        char seen[LINE_EDITOR_SIZE + 2];
        for (const char *key = rows[i].keys; *key != '\0'; key++)
            CHECK(line_editor_key(&editor, (unsigned char)*key) != LINE_EDITOR_LINE);
        snprintf(seen, sizeof seen, "%.*s|%s", (int)editor.cursor, editor.text, editor.text + editor.cursor);
        CHECK_STR(seen, rows[i].line);
    }
}

static void test_events(void)
{
    LineEditor editor = {0};
    CHECK_INT(line_editor_key(&editor, 'e'), LINE_EDITOR_CHANGED);
    CHECK_INT(line_editor_key(&editor, 4), LINE_EDITOR_END);
    CHECK_INT(line_editor_key(&editor, 12), LINE_EDITOR_REDRAW);
    CHECK_INT(line_editor_key(&editor, '\r'), LINE_EDITOR_LINE);
    CHECK_STR(editor.text, "e");
    line_editor_clear(&editor);
    CHECK_INT(line_editor_key(&editor, '\n'), LINE_EDITOR_NOTHING); /* of the \r before it */
    CHECK_INT(line_editor_key(&editor, '\n'), LINE_EDITOR_LINE);
    for (int i = 0; i < LINE_EDITOR_SIZE - 1; i++)
        CHECK_INT(line_editor_key(&editor, 'x'), LINE_EDITOR_CHANGED);
    CHECK_INT(line_editor_key(&editor, 'x'), LINE_EDITOR_FULL);
    CHECK_INT((int)strlen(editor.text), LINE_EDITOR_SIZE - 1);
    for (int i = 0; i < 100; i++) /* a sequence without an end */
        line_editor_key(&editor, i == 0 ? 27 : '1');
    CHECK_INT(line_editor_key(&editor, '~'), LINE_EDITOR_NOTHING);
    CHECK_INT(line_editor_key(&editor, 0x7f), LINE_EDITOR_CHANGED);
}

static void test_column(void)
{
    LineEditor editor = {0};
    const char *text = "Zürich";
    for (const char *c = text; *c != '\0'; c++)
        line_editor_key(&editor, (unsigned char)*c);
    CHECK_INT(line_editor_column(&editor), 6);
}

int main(void)
{
    test_rows();
    test_events();
    test_column();
    return test_end("cli/line_editor");
}
