/* SPDX-License-Identifier: GPL-3.0-only */
/* Slices of text: words, quotes, numbers, comparisons. */
#include "test.h"

#include "base/text.h"

static void test_words(void)
{
    static const char line[] = "  go\tdepth \r 5\0x\n";
    Text rest = {line, sizeof line - 1};
    Text word;
    static const char *const words[] = {"go", "depth", "5", "x"};
    for (size_t i = 0; i < 4; i++) {
        CHECK(text_next(&rest, &word));
        CHECK_MSG(text_is(word, words[i]), "word %zu is not %s", i, words[i]);
    }
    CHECK(!text_next(&rest, &word));
    CHECK_INT(word.length, 0);
}

static void test_quotes(void)
{
    Text rest = text_of(" name \"Anna \\\"Rook\\\" O.\" a\"b c\"d \"\" end");
    static const char *const words[] = {"name", "Anna \"Rook\" O.", "ab cd", "", "end"};
    char word[32];
    const char *fault;
    for (size_t i = 0; i < 5; i++) {
        CHECK(text_next_quoted(&rest, SHELL_POSIX, word, sizeof word, &fault));
        CHECK_STR(word, words[i]);
    }
    CHECK(!text_next_quoted(&rest, SHELL_POSIX, word, sizeof word, &fault));
    CHECK(fault == NULL);

    /* As in a shell, in every room. */
    rest = text_of("'a \"b' c\\ d x'y'\"z\"'' 'tab\there' \"\\\\ \\x\"");
    static const char *const shell[] = {"a \"b", "c d", "xyz", "tab here", "\\ \\x"};
    for (size_t i = 0; i < sizeof shell / sizeof *shell; i++) {
        CHECK(text_next_quoted(&rest, SHELL_POSIX, word, sizeof word, &fault));
        CHECK_STR(word, shell[i]);
    }
    rest = text_of("'open");
    CHECK(!text_next_quoted(&rest, SHELL_POSIX, word, sizeof word, &fault));
    CHECK_STR(fault, "a quote is not closed");
    rest = text_of("\"open");
    CHECK(!text_next_quoted(&rest, SHELL_POSIX, word, sizeof word, &fault));
    CHECK_STR(fault, "a quote is not closed");
    rest = text_of("12345");
    CHECK(!text_next_quoted(&rest, SHELL_POSIX, word, 5, &fault));
    CHECK_STR(fault, "a word is too long");
    rest = text_of("1234 5");
    CHECK(text_next_quoted(&rest, SHELL_POSIX, word, 5, &fault));
    CHECK_STR(word, "1234");
}

/* Commands as people write them at a prompt or into a file there. */
static void test_windows_quotes(void)
{
    static const struct {
        const char *line, *words[4]; /* NULL: no more; "?": an open quote */
    } cases[] = {
        {".\\engine.exe option.Hash=16", {".\\engine.exe", "option.Hash=16"}},
        {"C:\\a\\b.exe", {"C:\\a\\b.exe"}},
        {"\"C:\\Program Files\\e.exe\" -x", {"C:\\Program Files\\e.exe", "-x"}},
        {"'C:\\Program Files\\' \\\\server\\share", {"C:\\Program Files\\", "\\\\server\\share"}},
        {"\"a\\\\\" b", {"a\\", "b"}},                      /* two before a quote: one, and the quote ends */
        {"\"a\\\\\\\"b\"", {"a\\\"b"}},                     /* three: one, and a quote in the word */
        {"\"Anna \\\"Rook\\\" O.\"", {"Anna \"Rook\" O."}}, /* as everywhere */
        {"a\\\"b c\\", {"a\"b", "c\\"}},
        {"a\\ b", {"a\\", "b"}},
        {"\"C:\\a\\\"", {"?"}},
        {"'\\\"'", {"\\\""}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Text rest = text_of(cases[i].line);
        char word[64];
        const char *fault = NULL;
        for (size_t k = 0; k < 4 && fault == NULL; k++) {
            const char *expected = cases[i].words[k];
            const bool found = text_next_quoted(&rest, SHELL_WINDOWS, word, sizeof word, &fault);
            if (expected == NULL)
                CHECK_MSG(!found && fault == NULL, "%s: no word %zu expected, but \"%s\"", cases[i].line, k, word);
            else if (strcmp(expected, "?") == 0)
                CHECK_MSG(fault != NULL, "%s: an open quote expected", cases[i].line);
            else
                CHECK_MSG(found && strcmp(word, expected) == 0, "%s: \"%s\", expected \"%s\"", cases[i].line, word, expected);
        }
    }
}

static void test_numbers(void)
{
    static const struct {
        const char *text;
        bool valid;
        int64_t value;
    } cases[] = {
        {"0", true, 0},
        {"-17", true, -17},
        {"+3", true, 3},
        {"9223372036854775807", true, INT64_MAX},
        {"9223372036854775808", true, INT64_MAX},
        {"99999999999999999999999999", true, INT64_MAX},
        {"-9223372036854775808", true, INT64_MIN},
        {"-99999999999999999999", true, INT64_MIN},
        {"", false, 0},
        {"-", false, 0},
        {"1.5", false, 0},
        {"5x", false, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t value = 4711;
        CHECK_MSG(text_to_int(text_of(cases[i].text), &value) == cases[i].valid, "'%s'", cases[i].text);
        CHECK_INT(value, cases[i].valid ? cases[i].value : 4711);
    }
}

static void test_compare(void)
{
    CHECK(text_is(text_of("WTime"), "wtime"));
    CHECK(!text_is(text_of("wtim"), "wtime"));
    CHECK(!text_is(text_of("wtimes"), "wtime"));
    CHECK(text_same_words(text_of(" clear \t HASH"), text_of("Clear Hash")));
    CHECK(!text_same_words(text_of("ClearHash"), text_of("Clear Hash")));
    CHECK(!text_same_words(text_of("Clear"), text_of("Clear Hash")));
    CHECK(text_same_words(text_of(""), text_of("  ")));
}

static void test_copy(void)
{
    char to[6];
    CHECK_INT(text_copy(text_of("a\tb\ncdef"), to, sizeof to), 5);
    CHECK_STR(to, "a b c");
    CHECK_INT(text_copy(text_of(""), to, sizeof to), 0);
    CHECK_STR(to, "");
}

int main(void)
{
    test_words();
    test_quotes();
    test_windows_quotes();
    test_numbers();
    test_compare();
    test_copy();
    return test_end("system/text");
}
