/* SPDX-License-Identifier: GPL-3.0-only */
/* Words of command lines: quoted and taken apart again. */
#include "test.h"

#include "base/command_line.h"

int main(void)
{
    static const struct {
        const char *word, *quoted;
    } cases[] = {
        {"stockfish", "stockfish"},
        {"", "''"},
        {"option.Skill Level=3", "'option.Skill Level=3'"},
        {"it's", "'it'\\''s'"},
        {"a\"b", "'a\"b'"},
        {"C:\\x", "'C:\\x'"},
        {"tab\tnewline\n", "'tab\tnewline\n'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[64];
        Error error;
        CHECK_INT(command_quote(cases[i].word, text, sizeof text), strlen(cases[i].quoted));
        CHECK_STR(text, cases[i].quoted);
        char **words = command_split(text, &error);
        if (CHECK(words != NULL && words[0] != NULL)) {
            CHECK_STR(words[0], cases[i].word);
            CHECK(words[1] == NULL);
        }
        command_free(words);
        CHECK_INT(command_quote(cases[i].word, text, 3), strlen(cases[i].quoted));
        CHECK(strlen(text) <= 2);
    }
    return test_end("base/command_line");
}
