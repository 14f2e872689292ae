/* SPDX-License-Identifier: GPL-3.0-only */
#include "desk/exhibition_file.h"

#include "system/file.h"
#include "system/shell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* `key = value` and `key=value` become `key value`, in place. */
static void drop_equals(char *line)
{
    Text rest = text_of(line);
    Text word;
    text_next(&rest, &word);
    char *equals = memchr(line + (word.data - line), '=', word.length);
    if (equals != NULL)
        *equals = ' ';
    else if (text_next(&rest, &word) && text_is(word, "="))
        line[word.data - line] = ' ';
}

bool exhibition_file_line(Plan *plan, Text line, char message[SIMUL_MESSAGE_SIZE])
{
    line = text_trim(line);
    if (line.length == 0 || line.data[0] == '#')
        return true;
    Text rest = line;
    Text word;
    text_next(&rest, &word);
    if (text_is(word, "seat"))
        return plan_seat(plan, rest, message);
    if (text_is(word, "exhibitor"))
        return plan_exhibitor(plan, rest, message);
    if (text_is(word, "opponent"))
        return plan_add(plan, rest, message);
    char *copy = malloc(line.length + 1);
    if (copy == NULL)
        return plan_refuse(message, "out of memory");
    text_copy(line, copy, line.length + 1);
    drop_equals(copy);
    const bool valid = plan_settings(plan, text_of(copy), message);
    free(copy);
    return valid;
}

bool exhibition_file_directory(const char *path, char directory[SIMUL_PATH_SIZE])
{
    const size_t length = (size_t)(path_base_name(path) - path);
    if (length >= SIMUL_PATH_SIZE)
        return false;
    memcpy(directory, path, length);
    directory[length] = '\0';
    return true;
}

static bool read_lines(Plan *plan, const char *path, const char *data, size_t size, const ViewLines *mistakes)
{
    bool valid = true;
    const char *at = data;
    const char *end = data + size;
    for (int number = 1; at < end; number++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const size_t length = (size_t)((newline != NULL ? newline : end) - at);
        char reason[SIMUL_MESSAGE_SIZE];
        snprintf(plan->place, sizeof plan->place, "%.100s:%d: ", path, number);
        if (!exhibition_file_line(plan, (Text){at, length}, reason)) {
            char sentence[PLAN_PLACE_SIZE + SIMUL_MESSAGE_SIZE];
            snprintf(sentence, sizeof sentence, "%s%s", plan->place, reason);
            mistakes->line(mistakes->context, sentence);
            valid = false;
        }
        at += length + 1;
    }
    return valid;
}

bool exhibition_file_read(Plan *plan, const char *path, const ViewLines *mistakes)
{
    size_t size;
    Error error;
    char *data = file_read_text(path, &size, &error);
    if (data == NULL || !exhibition_file_directory(path, plan->directory)) {
        mistakes->line(mistakes->context, data == NULL ? error.message : "the exhibition file's path is too long");
        free(data);
        return false;
    }
    const bool valid = read_lines(plan, path, data, size, mistakes);
    plan->place[0] = '\0';
    plan->directory[0] = '\0';
    free(data);
    /* A limit of A's thinking that is given afterwards replaces the file's. */
    plan->choices.limited = false;
    return valid;
}
