/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Giving actions and announcements, and the memory of what they say.
 */
#include "simul/core_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_SIZE = 4096 };

/* Strings of one event, in chunks that never move. */
struct TextChunk {
    TextChunk *next;
    size_t used, size;
    char text[];
};

void core_texts_reset(SimulCore *core)
{
    if (core->texts == NULL)
        return;
    /* One chunk is kept: most events need no more. */
    TextChunk *chunk = core->texts->next;
    while (chunk != NULL) {
        TextChunk *next = chunk->next;
        free(chunk);
        chunk = next;
    }
    core->texts->next = NULL;
    core->texts->used = 0;
}

void core_texts_free(SimulCore *core)
{
    core_texts_reset(core);
    free(core->texts);
    core->texts = NULL;
}

static char *text_room(SimulCore *core, size_t size)
{
    TextChunk *chunk = core->texts;
    if (chunk == NULL || chunk->size - chunk->used < size) {
        const size_t room = size > CHUNK_SIZE ? size : CHUNK_SIZE;
        chunk = malloc(sizeof *chunk + room);
        if (chunk == NULL) {
            core->out_of_memory = true;
            return NULL;
        }
        chunk->next = core->texts;
        chunk->used = 0;
        chunk->size = room;
        core->texts = chunk;
    }
    char *text = chunk->text + chunk->used;
    chunk->used += size;
    return text;
}

const char *core_text(SimulCore *core, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0)
        return "";
    char *text = text_room(core, (size_t)length + 1);
    if (text == NULL)
        return "";
    va_start(arguments, format);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return text;
}

SimulAction *core_act(SimulCore *core, SimulActionKind kind, int board)
{
    if (core->action_count == core->action_capacity) {
        const size_t capacity = core->action_capacity == 0 ? 32 : 2 * core->action_capacity;
        SimulAction *grown = realloc(core->actions, capacity * sizeof *grown);
        if (grown != NULL) {
            core->actions = grown;
            core->action_capacity = capacity;
        } else {
            core->out_of_memory = true;
            if (core->action_count == 0)
                abort(); /* simul_core_create() made room for the first ones */
            core->action_count--;
        }
    }
    SimulAction *action = &core->actions[core->action_count++];
    memset(action, 0, sizeof *action);
    action->kind = kind;
    action->board = board;
    return action;
}

SimulAnnouncement *core_say(SimulCore *core, SimulAnnouncementKind kind, int board)
{
    SimulAction *action = core_act(core, SIMUL_DO_ANNOUNCE, board);
    action->announcement.kind = kind;
    action->announcement.board = board;
    return &action->announcement;
}

void core_incident(SimulCore *core, int board, const char *text)
{
    core->incidents++;
    core_say(core, SIMUL_SAYS_INCIDENT, board)->text = text;
}

void core_error(SimulCore *core, const char *text)
{
    core_say(core, SIMUL_SAYS_ERROR, 0)->text = text;
}

void core_refuse(SimulCore *core, int seat, int board, const char *reason)
{
    if (seat >= 0 && seat <= core->board_count && core->phase == SIMUL_RUNNING)
        core_act(core, SIMUL_DO_REFUSE, seat)->text = reason;
    core_say(core, board != 0 ? SIMUL_SAYS_REFUSED : SIMUL_SAYS_ERROR, board)->text = reason;
}
