/* SPDX-License-Identifier: GPL-3.0-only */
#include "base/command_line.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Copies one word at *line to `word` (roomy enough), unquoted; moves *line behind it. False if a quote is open. */
static bool take_word(const char **line, char *word)
{
    const char *at = *line;
    while (*at != '\0' && !is_blank(*at)) {
        if (*at == '\'') {
            for (at++; *at != '\''; at++) {
                if (*at == '\0')
                    return false;
                *word++ = *at;
            }
            at++;
        } else if (*at == '"') {
            for (at++; *at != '"'; at++) {
                if (*at == '\\' && (at[1] == '"' || at[1] == '\\'))
                    at++;
                if (*at == '\0')
                    return false;
                *word++ = *at;
            }
            at++;
        } else {
            if (*at == '\\' && at[1] != '\0')
                at++;
            *word++ = *at++;
        }
    }
    *word = '\0';
    *line = at;
    return true;
}

/* One block: the pointers, then the text they point to; no word needs more room than it takes in the line. */
char **command_split(const char *line, Error *error)
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
    const char *at = line;
    for (;;) {
        while (is_blank(*at))
            at++;
        if (*at == '\0')
            break;
        words[count++] = text;
        if (!take_word(&at, text)) {
            error_set(error, 0, "the command line has an open quote: %s", line);
            free(words);
            return NULL;
        }
        text += strlen(text) + 1;
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
