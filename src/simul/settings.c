/* SPDX-License-Identifier: GPL-3.0-only */
#include "simul/settings.h"

#include "rules/dead.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void simul_settings_default(SimulSettings *settings)
{
    memset(settings, 0, sizeof *settings);
    strcpy(settings->event, "Simultaneous exhibition");
    strcpy(settings->site, "?");
    strcpy(settings->date, "????.??.??");
    settings->seed = 1;

    settings->color = SIMUL_COLOR_WHITE;
    settings->movetime_ms = 1000;
    settings->overrun_ms = 20;
    settings->hang_ms = 5000;
    settings->restarts = 1;

    settings->reply_engine_ms = 500;
    settings->reply_manual_ms = 10000;
    settings->late = SIMUL_LATE_FORFEIT;
    settings->misses = 3;
    settings->warn_factor = 10;
    settings->think = SIMUL_THINK_AWAY;
    settings->thinkers = 1;
    settings->start_ms = 10000;
    settings->absent = SIMUL_ABSENT_REFUSE;

    settings->illegal_engine = 1;
    settings->illegal_manual = 2;
    settings->illegal_bonus_ms = 120000;
    settings->touch = SIMUL_TOUCH_REFUSE;
    settings->claims = SIMUL_CLAIMS_AUTO;
    settings->draws = SIMUL_DRAWS_DECLINE;
    settings->dead_nodes = DEAD_PLAY_NODES_DEFAULT;
    settings->loss_nodes = DEAD_FAULT_NODES_DEFAULT;
    settings->unfinished = SIMUL_UNFINISHED_OPEN;
    settings->unfinished_cp = 300;
    settings->adjudicate_moves = 4;
}

void simul_board_default(SimulBoardSetup *setup)
{
    memset(setup, 0, sizeof *setup);
    setup->reply_ms = SIMUL_INHERIT;
    setup->lag_ms = SIMUL_INHERIT;
    setup->illegal = SIMUL_INHERIT;
    setup->misses = SIMUL_INHERIT;
    setup->passes = SIMUL_INHERIT;
    setup->exchanges = SIMUL_INHERIT;
    setup->color = SIMUL_INHERIT;
}

bool simul_settings_control(const char *key, const char *text, TimeControl *control, char *message, size_t size)
{
    char reason[TIME_CONTROL_ERROR_SIZE];
    memset(control, 0, sizeof *control);
    if (text[0] == '\0')
        return true;
    if (!time_control_parse(text, control, reason)) {
        snprintf(message, size, "%s: %s", key, reason);
        return false;
    }
    /* A's clock and an opponent's are not two halves of one. */
    if (control->hourglass)
        snprintf(message, size, "%s: an hourglass has no place in an exhibition", key);
    return !control->hourglass;
}

const char *simul_settings_problem(const SimulSettings *settings)
{
    const SimulSettings *s = settings;
    if (s->movetime_ms == 0 && s->depth == 0 && s->nodes == 0 && s->tc[0] == '\0' && !s->exhibitor_person)
        return "movetime, depth, nodes or tc: an engine playing A needs one of them";
    if (s->movetime_ms < 0 || s->overrun_ms < 0 || s->hang_ms < 0)
        return "movetime: no time is negative";
    if (s->depth < 0)
        return "depth: must not be negative";
    if (s->restarts < 0)
        return "restarts: must not be negative";
    if (s->reply_engine_ms <= 0 || s->reply_manual_ms <= 0)
        return "reply: must be at least 1 ms";
    if (s->lag_ms < 0)
        return "lag: must not be negative";
    if (s->misses < 0)
        return "misses: must not be negative";
    if (s->warn_factor < 1)
        return "warn: the factor must be at least 1";
    if (s->passes < 0 || s->exchanges < 0)
        return "passes and exchanges: must not be negative";
    if (s->thinkers < 1 && s->thinkers != SIMUL_NO_LIMIT)
        return "thinkers: at least 1, or all";
    if (s->start_ms <= 0)
        return "start: must be at least 1 ms";
    if (s->illegal_engine < 1 || s->illegal_manual < 1)
        return "illegal: must be at least 1";
    if (s->illegal_bonus_ms < 0)
        return "illegal: the time added must not be negative";
    if (s->unfinished_cp < 0 || s->adjudicate_cp < 0 || s->adjudicate_moves < 1)
        return "adjudicate: must not be negative";
    if (s->maxmoves < 0)
        return "maxmoves: must not be negative";
    return NULL;
}

/* Appends a string to a block being laid out; NULL stays "". */
static const char *lay(char **end, const char *text)
{
    char *start = *end;
    const size_t size = text == NULL ? 1 : strlen(text) + 1;
    memcpy(start, text == NULL ? "" : text, size);
    *end = start + size;
    return start;
}

static size_t room_for(const char *text)
{
    return text == NULL ? 1 : strlen(text) + 1;
}

bool simul_board_copy(SimulBoardSetup *to, char **strings, const SimulBoardSetup *from)
{
    char *block = malloc(room_for(from->name) + room_for(from->spec) + room_for(from->fen) + room_for(from->moves) +
                         room_for(from->opening));
    if (block == NULL)
        return false;
    char *end = block;
    *to = *from;
    to->name = lay(&end, from->name);
    to->spec = lay(&end, from->spec);
    to->fen = lay(&end, from->fen);
    to->moves = lay(&end, from->moves);
    to->opening = lay(&end, from->opening);
    *strings = block;
    return true;
}
