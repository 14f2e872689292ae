/* SPDX-License-Identifier: GPL-3.0-only */
/* Words of command lines: quoted and taken apart again. */
#include "test.h"

#include "base/command_line.h"

int main(void)
{
    static const struct {
        ShellKind shell;
        const char *word, *quoted;
    } cases[] = {
        {SHELL_POSIX, "stockfish", "stockfish"},
        {SHELL_POSIX, "", "''"},
        {SHELL_POSIX, "option.Skill Level=3", "'option.Skill Level=3'"},
        {SHELL_POSIX, "it's", "'it'\\''s'"},
        {SHELL_POSIX, "a\"b", "'a\"b'"},
        {SHELL_POSIX, "C:\\x", "'C:\\x'"},
        {SHELL_POSIX, "tab\tnewline\n", "'tab\tnewline\n'"},
        {SHELL_POSIX, "a$b", "'a$b'"},
        {SHELL_POSIX, "~x", "'~x'"},
        {SHELL_WINDOWS, "C:\\x", "C:\\x"},
        {SHELL_WINDOWS, "C:\\my folder\\x", "\"C:\\my folder\\x\""},
        {SHELL_WINDOWS, "C:\\my folder\\", "\"C:\\my folder\\\\\""},
        {SHELL_WINDOWS, "\\\\server\\my share", "\"\\\\server\\my share\""},
        {SHELL_WINDOWS, "it's", "\"it's\""},
        {SHELL_WINDOWS, "a\"b", "\"a\\\"b\""},
        {SHELL_WINDOWS, "a\\\"b", "\"a\\\\\\\"b\""},
        {SHELL_WINDOWS, "", "\"\""},
        {SHELL_WINDOWS, "a&b", "\"a&b\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[64];
        Error error;
        CHECK_INT(command_quote(cases[i].word, cases[i].shell, text, sizeof text), strlen(cases[i].quoted));
        CHECK_STR(text, cases[i].quoted);
        char **words = command_split(text, cases[i].shell, &error);
        if (CHECK(words != NULL && words[0] != NULL)) {
            CHECK_STR(words[0], cases[i].word);
            CHECK(words[1] == NULL);
        }
        command_free(words);
        CHECK_INT(command_quote(cases[i].word, cases[i].shell, text, 3), strlen(cases[i].quoted));
        CHECK(strlen(text) <= 2);
    }
    return test_end("base/command_line");
}
