/* SPDX-License-Identifier: GPL-3.0-only */
#include "simul/settings.h"

#include "simul/match_statistics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT(kind, type, field, key, value, ...) .field = value,
static const SimulSettings DEFAULTS = {SIMUL_SETTING_ROWS(DEFAULT)};

void simul_settings_default(SimulSettings *settings)
{
    memcpy(settings, &DEFAULTS, sizeof *settings);
}

#define INHERIT(type, field, ...) .field = SIMUL_INHERIT,

void simul_board_default(SimulBoardSetup *setup)
{
    *setup = (SimulBoardSetup){SIMUL_OVERRIDE_ROWS(INHERIT)};
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

/* True if a number lies outside its row's range. */
#define WRONG_NUMBER(field, least, most) (settings->field < (least) || settings->field > (most))
#define WRONG_TIME WRONG_NUMBER
#define WRONG_INT WRONG_NUMBER
#define WRONG_UINT64(field, least, most) false
#define WRONG_BOOL(field, least, most) false
#define WRONG_WORD(field, least, most) false /* the compiler knows their range */
#define WRONG_TEXT(field, least, most) false
#define WRONG_CONTROL(field, least, most) false
#define WRONG_TEST(field, least, most) false
#define CHECK_RANGE(kind, type, field, key, value, least, most, ...) \
    if (WRONG_##kind(field, least, most)) \
        return key ": out of its range";

const char *simul_settings_problem(const SimulSettings *settings)
{
    SIMUL_SETTING_ROWS(CHECK_RANGE)
    if (settings->thinkers == 0)
        return "thinkers: at least 1, or all";
    if (settings->movetime_ms == 0 && settings->depth == 0 && settings->nodes == 0 && settings->tc[0] == '\0' &&
        !settings->exhibitor_person)
        return "movetime, depth, nodes or tc: an engine playing A needs one of them";
    if (settings->tablebase[0] != '\0' && settings->adjudicate_cp == 0 && settings->unfinished != SIMUL_UNFINISHED_SCORE)
        return "tablebase: goes with `adjudicate` or `unfinished score`: without them nothing is judged";
    if (settings->log_path[0] != '\0' &&
        (strcmp(settings->log_path, settings->pgn_path) == 0 || strcmp(settings->log_path, settings->journal_path) == 0))
        return "log: the score sheets or the journal go to this file";
    if (settings->repeat && settings->games % 2 != 0)
        return "games: with repeat they come in pairs, so an even number";
    Sprt sprt;
    char reason[SPRT_ERROR_SIZE];
    if (settings->sprt[0] != '\0' && !sprt_parse(settings->sprt, &sprt, reason))
        return "sprt: expected elo0 E elo1 E [alpha A] [beta B] [model normalized|logistic]";
    if (settings->sprt[0] != '\0' && settings->unfinished != SIMUL_UNFINISHED_OPEN)
        return "sprt: does not go with unfinished score: it counts only games that have been played to their end";
    return NULL;
}

bool simul_exhibitor_has_white(const SimulSettings *settings, const SimulBoardSetup *setup, int board)
{
    if (setup->color != SIMUL_INHERIT)
        return setup->color == SIMUL_COLOR_WHITE;
    return settings->color == SIMUL_COLOR_ALTERNATE ? board % 2 == 1 : settings->color == SIMUL_COLOR_WHITE;
}

/* Appends a string to a block being laid out; NULL becomes "". */
static const char *append(char **end, const char *text)
{
    char *start = *end;
    const size_t size = text == NULL ? 1 : strlen(text) + 1;
    memcpy(start, text == NULL ? "" : text, size);
    *end = start + size;
    return start;
}

static size_t size_of(const char *text)
{
    return text == NULL ? 1 : strlen(text) + 1;
}

#define ADD_SIZE(field) +size_of(from->field)
#define APPEND(field) to->field = append(&end, from->field);

bool simul_board_copy(SimulBoardSetup *to, char **strings, const SimulBoardSetup *from)
{
    char *block = malloc(0 SIMUL_SETUP_TEXTS(ADD_SIZE));
    if (block == NULL)
        return false;
    char *end = block;
    *to = *from;
    SIMUL_SETUP_TEXTS(APPEND)
    *strings = block;
    return true;
}
