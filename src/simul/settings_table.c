/* SPDX-License-Identifier: GPL-3.0-only */
#include "simul/settings_table.h"

#include "simul/settings_value.h"

#include <stdio.h>
#include <string.h>

static const char *const WORDS_COLOR[] = {"white", "black", "alternate", NULL};
static const char *const WORDS_LATE[] = {"forfeit", "pass", "warn", NULL};
static const char *const WORDS_THINK[] = {"away", "none", NULL};
static const char *const WORDS_CLOCK[] = {"board", "hall", NULL};
static const char *const WORDS_CLAIMS[] = {"auto", "fide", NULL};
static const char *const WORDS_DRAWS[] = {"decline", "accept", NULL};
static const char *const WORDS_TOUCH[] = {"refuse", "count", NULL};
static const char *const WORDS_ABSENT[] = {"refuse", "forfeit", NULL};
static const char *const WORDS_UNFINISHED[] = {"*", "score", NULL};
static const char *const WORDS_PLAYER[] = {"engine", "manual", "builtin",
                                           NULL}; /* a program, a person; older journals tell two programs apart */
static const char *const WORDS_OFF[] = {"off", NULL};
static const char *const WORDS_ALL[] = {"all", NULL};

#define ROW(kind, type, field, key, value, least, most, words, word_value, unit, flags, found, help) \
    {key, SIMUL_SETTING_##kind, offsetof(SimulSettings, field), sizeof(type), least, most, words, word_value, unit, flags, found, help},
static const SimulSetting TABLE[] = {SIMUL_SETTING_ROWS(ROW)};

#define OVERRIDE(type, field, key, engines, people) \
    {key, offsetof(SimulBoardSetup, field), sizeof(type), SIMUL_AT_##engines, SIMUL_AT_##people},
static const SimulOverride OVERRIDES[] = {SIMUL_OVERRIDE_ROWS(OVERRIDE)};

enum { SETTING_COUNT = SIMUL_SETTING_COUNT, OVERRIDE_COUNT = sizeof OVERRIDES / sizeof *OVERRIDES };

const SimulSetting *simul_settings_all(size_t *count)
{
    *count = SETTING_COUNT;
    return TABLE;
}

const SimulSetting *simul_setting_at(SimulSettingPlace place)
{
    return &TABLE[place];
}

bool setting_is_called(Text text, const char *key)
{
    char copy[32];
    if (text_copy(text, copy, sizeof copy) != text.length)
        return false;
    for (char *c = copy; *c != '\0'; c++)
        if (*c == '_')
            *c = '-';
    return text_is(text_of(copy), key);
}

const SimulSetting *simul_setting_find(Text key)
{
    for (size_t i = 0; i < SETTING_COUNT; i++)
        if (setting_is_called(key, TABLE[i].key))
            return &TABLE[i];
    return NULL;
}

bool setting_refuse_key(Text key, char message[SIMUL_MESSAGE_SIZE])
{
    snprintf(message, SIMUL_MESSAGE_SIZE, "no setting is called \"%.*s\"", TEXT_SHOWN(key));
    return false;
}

bool simul_setting_set(SimulSettings *settings, const char *key, const char *value, char message[SIMUL_MESSAGE_SIZE])
{
    const SimulSetting *setting = simul_setting_find(text_of(key));
    return setting == NULL ? setting_refuse_key(text_of(key), message) : setting_read(settings, setting, text_of(value), message);
}

const SimulOverride *simul_overrides_all(size_t *count)
{
    *count = OVERRIDE_COUNT;
    return OVERRIDES;
}

const SimulOverride *simul_override_find(Text key)
{
    for (size_t i = 0; i < OVERRIDE_COUNT; i++)
        if (setting_is_called(key, OVERRIDES[i].key))
            return &OVERRIDES[i];
    return setting_is_called(key, "colour") ? simul_override_find(text_of("color")) : NULL;
}

int64_t simul_override_get(const SimulBoardSetup *setup, const SimulOverride *override)
{
    const char *field = (const char *)setup + override->offset;
    int64_t wide;
    int small;
    if (override->size == sizeof wide) {
        memcpy(&wide, field, sizeof wide);
        return wide;
    }
    memcpy(&small, field, sizeof small);
    return small;
}

void simul_override_put(SimulBoardSetup *setup, const SimulOverride *override, int64_t value)
{
    char *field = (char *)setup + override->offset;
    const int small = (int)value;
    if (override->size == sizeof value)
        memcpy(field, &value, sizeof value);
    else
        memcpy(field, &small, sizeof small);
}

bool simul_override_set(SimulBoardSetup *setup, const SimulOverride *override, Text value, char message[SIMUL_MESSAGE_SIZE])
{
    const SimulSetting *setting = &TABLE[override->people]; /* the wider range, if they differ: who sits there may not be known yet */
    int64_t number;
    if (override->engines == SIMUL_AT_color) {
        /* One board has one colour. */
        if (!text_is(value, "white") && !text_is(value, "black")) {
            snprintf(message, SIMUL_MESSAGE_SIZE, "%s takes white or black (A's), not \"%.*s\"", override->key, TEXT_SHOWN(value));
            return false;
        }
        number = text_is(value, "white") ? SIMUL_COLOR_WHITE : SIMUL_COLOR_BLACK;
    } else if (!setting_read_number(setting, override->key, value, &number, message)) {
        return false;
    }
    simul_override_put(setup, override, number);
    return true;
}
