/* SPDX-License-Identifier: GPL-3.0-only */
#include "base/command_line.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* One block: the pointers, then the text they point to; no word needs more room than it takes in the line. */
char **command_split(const char *line, ShellKind shell, Error *error)
{
    size_t length = strlen(line);
    size_t most_words = length / 2 + 1;
    char **words = malloc((most_words + 1) * sizeof *words + length + most_words);
    if (words == NULL) {
        error_set(error, ENOMEM, "cannot read the command line");
        return NULL;
    }
    char *text = (char *)(words + most_words + 1);
    size_t count = 0;
    Text rest = {line, length};
    const char *fault;
    while (text_next_shell(&rest, shell, text, length + 1, &fault)) {
        words[count++] = text;
        text += strlen(text) + 1;
    }
    if (fault != NULL) {
        error_set(error, 0, "the command line has an open quote: %s", line);
        free(words);
        return NULL;
    }
    words[count] = NULL;
    if (count == 0) {
        error_set(error, 0, "the command line is empty");
        free(words);
        return NULL;
    }
    return words;
}

void command_free(char **words)
{
    free(words);
}

static void put(const char *piece, char *to, size_t size, size_t *length)
{
    for (; *piece != '\0'; piece++, (*length)++)
        if (*length + 1 < size)
            to[*length] = *piece;
}

/* In '…'; an apostrophe stands outside them. */
static void put_for_posix(const char *word, char *to, size_t size, size_t *length)
{
    put("'", to, size, length);
    for (const char *c = word; *c != '\0'; c++)
        put(*c == '\'' ? "'\\''" : (const char[2]){*c, '\0'}, to, size, length);
    put("'", to, size, length);
}

/* In "…"; a row of backslashes counts only before a quote, and is doubled there. */
static void put_for_windows(const char *word, char *to, size_t size, size_t *length)
{
    put("\"", to, size, length);
    for (const char *c = word; *c != '\0'; c++) {
        const char after = c[strspn(c, "\\")];
        if (*c == '"' || (*c == '\\' && (after == '"' || after == '\0')))
            put("\\", to, size, length);
        put((const char[2]){*c, '\0'}, to, size, length);
    }
    put("\"", to, size, length);
}

size_t command_quote(const char *word, ShellKind shell, char *to, size_t size)
{
    const char *const special = shell == SHELL_WINDOWS ? " \t\r\n\v\f\"'&|<>^()%!;,=" : " \t\r\n\v\f\"'\\&|<>^();$`*?[]{}#~!";
    size_t length = 0;
    if (word[0] != '\0' && word[strcspn(word, special)] == '\0')
        put(word, to, size, &length);
    else if (shell == SHELL_WINDOWS)
        put_for_windows(word, to, size, &length);
    else
        put_for_posix(word, to, size, &length);
    if (size > 0)
        to[length < size ? length : size - 1] = '\0';
    return length;
}
