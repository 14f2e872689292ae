/* SPDX-License-Identifier: GPL-3.0-only */
#include "desk/exhibition_file.h"

#include "system/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* `key = value` and `key=value` become `key value`. */
static bool drop_equals(Text line, char copy[], size_t size)
{
    if (text_copy(line, copy, size) < line.length)
        return false;
    Text rest = text_of(copy);
    Text word;
    text_next(&rest, &word);
    char *equals = memchr(copy + (word.data - copy), '=', word.length);
    if (equals != NULL)
        *equals = ' ';
    else if (text_next(&rest, &word) && text_is(word, "="))
        copy[word.data - copy] = ' ';
    return true;
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
    char copy[4096];
    if (!drop_equals(line, copy, sizeof copy)) {
        snprintf(message, SIMUL_MESSAGE_SIZE, "the line is too long");
        return false;
    }
    return plan_settings(plan, text_of(copy), message);
}

bool exhibition_file_read(Plan *plan, const char *path, char message[SIMUL_MESSAGE_SIZE])
{
    size_t size;
    Error error;
    char *data = file_read_text(path, &size, &error);
    if (data == NULL) {
        snprintf(message, SIMUL_MESSAGE_SIZE, "%s", error.message);
        return false;
    }
    bool valid = true;
    const char *at = data;
    const char *end = data + size;
    for (int number = 1; at < end && valid; number++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const size_t length = (size_t)((newline != NULL ? newline : end) - at);
        char reason[SIMUL_MESSAGE_SIZE];
        snprintf(plan->place, sizeof plan->place, "%.100s:%d: ", path, number);
        valid = exhibition_file_line(plan, (Text){at, length}, reason);
        if (!valid)
            snprintf(message, SIMUL_MESSAGE_SIZE, "%s%.190s", plan->place, reason);
        at += length + 1;
    }
    plan->place[0] = '\0';
    free(data);
    /* A limit of A's thinking that is given afterwards replaces the file's. */
    plan->choices.limited = false;
    return valid;
}
