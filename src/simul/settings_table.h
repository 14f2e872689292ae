/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The settings of an exhibition by name: one table for the `simul` commands, the command line, the exhibition
 * file and the journal, so that they can never differ. Pure; any thread.
 */
#ifndef CAROUSEL_SIMUL_SETTINGS_TABLE_H
#define CAROUSEL_SIMUL_SETTINGS_TABLE_H

#include "base/text.h"
#include "simul/settings.h"

#include <stddef.h>

enum { SIMUL_MESSAGE_SIZE = 320, SIMUL_VALUE_SIZE = SIMUL_SPEC_SIZE };

typedef enum SimulSettingKind {
    SIMUL_SETTING_INT,
    SIMUL_SETTING_TIME, /* int64_t, ms */
    SIMUL_SETTING_UINT64,
    SIMUL_SETTING_BOOL, /* on or off, or words[1] or words[0]; where people give settings, its name alone means on */
    SIMUL_SETTING_WORD, /* one of `words`, kept as its number */
    SIMUL_SETTING_TEXT,
    SIMUL_SETTING_CONTROL, /* text that is a time control, or empty */
    SIMUL_SETTING_TEST     /* text that is a sequential test (simul/match_statistics.h), or empty */
} SimulSettingKind;

/* What is special about a setting. */
enum {
    SIMUL_LIMIT = 1,      /* of A's thinking: the first that is given replaces the default one */
    SIMUL_NONE_WORDS = 2, /* `none` and `off` stand for an empty text */
    SIMUL_INTERNAL = 4    /* kept in the journal, not for people to give */
};

/* SIMUL_AT_movetime_ms …: every setting's place in the table. */
#define SIMUL_SETTING_PLACE(kind, type, field, ...) SIMUL_AT_##field,
typedef enum SimulSettingPlace { SIMUL_SETTING_ROWS(SIMUL_SETTING_PLACE) SIMUL_SETTING_COUNT } SimulSettingPlace;

typedef struct SimulSetting {
    const char *key;
    SimulSettingKind kind;
    size_t offset, size;      /* in SimulSettings */
    int64_t least, most;      /* numbers */
    const char *const *words; /* WORD: NULL-terminated. Numbers: words[0], if any, stands for `word_value` */
    int64_t word_value;
    const char *unit; /* for help: "MS", "K", "FILE" … */
    unsigned flags;
    const char *found; /* what help says of a default that is found out at the start; NULL: the default stands */
    const char *help;  /* one line */
} SimulSetting;

/* Every field of SimulSettings, in the order of help. */
const SimulSetting *simul_settings_all(size_t *count);

const SimulSetting *simul_setting_at(SimulSettingPlace place);

/* NULL if there is none of that name. Letters of any case, `_` for `-`. */
const SimulSetting *simul_setting_find(Text key);

/* Sets one field, nothing else, from the whole of `value`. False with a sentence that names the key and what was
 * expected; then nothing has changed. */
bool simul_setting_set(SimulSettings *settings, const char *key, const char *value, char message[SIMUL_MESSAGE_SIZE]);

/* The field's value as text that simul_setting_set() reads back without loss. Returns its length. */
size_t simul_setting_write(const SimulSettings *settings, const SimulSetting *setting, char value[SIMUL_VALUE_SIZE]);

/* What a board may have otherwise: `reply`, `lag` … */
typedef struct SimulOverride {
    const char *key;
    size_t offset, size;               /* of an int or int64_t in SimulBoardSetup */
    SimulSettingPlace engines, people; /* the settings it overrides; range and reading are theirs */
} SimulOverride;

const SimulOverride *simul_overrides_all(size_t *count);
const SimulOverride *simul_override_find(Text key);

/* The board's value, or SIMUL_INHERIT. */
int64_t simul_override_get(const SimulBoardSetup *setup, const SimulOverride *override);

/* Sets it without asking, as a journal does. */
void simul_override_put(SimulBoardSetup *setup, const SimulOverride *override, int64_t value);

/* Reads it as people give it. */
bool simul_override_set(SimulBoardSetup *setup, const SimulOverride *override, Text value, char message[SIMUL_MESSAGE_SIZE]);

/* What people give: keys and shorthands (`reply` for everyone's reply time, `illegal` likewise, `draws accept 20`). The
 * first limit of A's thinking that is given replaces the default one; `limited` remembers that. */
typedef struct SimulChoices {
    SimulSettings settings;
    bool limited;
    bool given[SIMUL_SETTING_COUNT]; /* by SIMUL_AT_… */
} SimulChoices;

void simul_choices_init(SimulChoices *choices);

/* True if `key` is a setting or a shorthand that people may give. `*needs_value`: false if its name alone will do. */
bool simul_choice_known(Text key, bool *needs_value);

/* Takes one. */
bool simul_choice_take(SimulChoices *choices, Text key, Text value, char message[SIMUL_MESSAGE_SIZE]);

/* True for the words of a switch: on, off, yes, no, true, false, 1, 0. */
bool simul_switch_word(Text word, bool *on);

#endif
