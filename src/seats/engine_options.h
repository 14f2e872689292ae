/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The options an engine is to be given, beside those it declares: each is sent in the engine's own spelling, with a
 * value it takes, or left out with an incident that says why. The same for both languages.
 */
#ifndef CAROUSEL_SEATS_ENGINE_OPTIONS_H
#define CAROUSEL_SEATS_ENGINE_OPTIONS_H

#include "seats/engine_spec.h"

typedef struct EngineSeat EngineSeat;

typedef enum OptionType { OPTION_STRING, OPTION_CHECK, OPTION_SPIN, OPTION_COMBO, OPTION_BUTTON } OptionType;

/* What an engine said of an option that the spec wants set. */
typedef struct DeclaredOption {
    char *name; /* as it spells it; NULL: it has not declared it */
    OptionType type;
    int64_t least, most; /* SPIN */
    char *choices;       /* COMBO: each followed by '\n' */
    char *like;          /* while `name` is NULL: of the others' names the nearest one, if any is near; else NULL */
    int distance;        /* from that, words_distance() */
} DeclaredOption;

/* NULL if memory ran out. */
DeclaredOption *options_create(const EngineSpec *spec);
void options_destroy(DeclaredOption *options, const EngineSpec *spec);

/* The engine has declared an option of this name: fills in those wanted. `choices` is copied (COMBO, else NULL). False if
 * memory ran out. */
bool options_declare(EngineSeat *seat, const char *name, OptionType type, int64_t least, int64_t most, const char *choices);

/* The value in the engine's words: "true", a number, one of the choices as the engine spells it, the text. NULL, after an
 * incident, if the option cannot be set. For a button "". */
const char *options_value(EngineSeat *seat, int option);

#endif
