/* SPDX-License-Identifier: GPL-3.0-only */
/* The cases of moves.txt and marked.txt: position, text, answer, three lines each. */
#ifndef CAROUSEL_TESTS_CLI_MOVE_CASES_H
#define CAROUSEL_TESTS_CLI_MOVE_CASES_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct MoveCase {
    char position[128], text[64], answer[64];
    int line;
} MoveCase;

/* The next line that says something, without its end. */
static bool move_case_line(FILE *file, char *to, size_t size, int *number)
{
    char line[512];
    while (fgets(line, sizeof line, file) != NULL) {
        (*number)++;
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '\0' || line[0] == '#')
            continue;
        return snprintf(to, size, "%s", line) < (int)size;
    }
    return false;
}

static bool move_case_next(FILE *file, MoveCase *c, int *number)
{
    const bool more = move_case_line(file, c->position, sizeof c->position, number);
    c->line = *number;
    return more && move_case_line(file, c->text, sizeof c->text, number) && move_case_line(file, c->answer, sizeof c->answer, number);
}

#endif
