/* SPDX-License-Identifier: GPL-3.0-only */
#include "cli/typed.h"

#include "desk/desk.h"

#include <stdio.h>
#include <string.h>

TypedKind typed_complete(const DisplayHall *hall, Text line, char text[TYPED_SIZE])
{
    Text word;
    Text second;
    int64_t number;
    bool board = false;
    line = text_trim(line);
    Text rest = line;
    text[0] = '\0';
    if (!text_next(&rest, &word))
        return TYPED_NOTHING;
    if (text_is(word, "simul")) {
        line = text_trim(rest);
        rest = line;
        if (!text_next(&rest, &word))
            return TYPED_NOTHING;
    }
    if (line.length + 32 > TYPED_SIZE)
        return TYPED_TOO_LONG;
    Text peek = rest;
    const int length = (int)line.length;
    const bool numbered = text_next(&peek, &second) && text_to_int(second, &number);
    if (text_to_int(word, &number)) {
        snprintf(text, TYPED_SIZE, "reply %.*s", length, line.data);
        return TYPED_COMMAND;
    }
    if (text_is(word, "quit") || text_is(word, "exit")) {
        snprintf(text, TYPED_SIZE, "abort");
        return TYPED_COMMAND;
    }
    const bool known = desk_knows(word, &board);
    if (known && board && !numbered && hall->board > 0) {
        snprintf(text, TYPED_SIZE, "%.*s %d%.*s", (int)word.length, word.data, hall->board, (int)rest.length, rest.data);
        return text_is(word, "board") ? TYPED_COMMAND : TYPED_HERE;
    }
    if (known) {
        snprintf(text, TYPED_SIZE, "%.*s", length, line.data);
        return text_is(word, "move") || text_is(word, "takeback") ? TYPED_HERE : TYPED_COMMAND;
    }
    if (hall->due_reply) {
        snprintf(text, TYPED_SIZE, "reply %d %.*s", hall->board, length, line.data);
        return TYPED_REPLY_HERE;
    }
    snprintf(text, TYPED_SIZE, "move %.*s", length, line.data);
    return TYPED_MOVE;
}

bool typed_resigns(const char *text)
{
    return strncmp(text, "resign ", 7) == 0 || strncmp(text, "concede ", 8) == 0;
}
