/* SPDX-License-Identifier: GPL-3.0-only */
#include "simul/settings_table.h"

#include <inttypes.h>
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
static const char *const WORDS_PLAYER[] = {"engine", "manual", "builtin", NULL}; /* a program, a person; older journals tell two programs apart */
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

static bool same_key(Text text, const char *key)
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
        if (same_key(key, TABLE[i].key))
            return &TABLE[i];
    return NULL;
}

bool simul_switch_word(Text word, bool *on)
{
    static const char *const WORDS[] = {"off", "on", "no", "yes", "false", "true", "0", "1"};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        if (text_is(word, WORDS[i])) {
            *on = i % 2 == 1;
            return true;
        }
    }
    return false;
}

/* `500`, `500ms`, `60s`, `1.5s`, `2m`, `1h`, in ms; a fraction of a millisecond is cut. False if it is no time. */
static bool read_time(Text text, int64_t *ms)
{
    static const struct {
        const char *word;
        int64_t ms;
    } UNITS[] = {{"", 1}, {"ms", 1}, {"s", 1000}, {"m", 60000}, {"min", 60000}, {"h", 3600000}};
    size_t digits = 0;
    while (digits < text.length && text.data[digits] >= '0' && text.data[digits] <= '9')
        digits++;
    size_t end = digits;
    if (end < text.length && text.data[end] == '.')
        for (end++; end < text.length && text.data[end] >= '0' && text.data[end] <= '9';)
            end++;
    const Text word = {text.data + end, text.length - end};
    int64_t whole = 0;
    if (digits == 0 || end == digits + 1 || !text_to_int((Text){text.data, digits}, &whole) || whole > SIMUL_TIME_MAX)
        return false;
    for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++) {
        if (!text_is(word, UNITS[i].word))
            continue;
        if (i == 0 && end > digits)
            return false; /* a fraction of what? */
        *ms = whole * UNITS[i].ms;
        int64_t place = UNITS[i].ms;
        for (size_t at = digits + 1; at < end; at++) {
            *ms += (text.data[at] - '0') * place / 10;
            place /= 10;
        }
        return true;
    }
    return false;
}

static bool refuse_number(const SimulSetting *setting, const char *key, Text value, char message[SIMUL_MESSAGE_SIZE])
{
    const char *word = setting->words == NULL ? NULL : setting->words[0];
    char range[96];
    const int64_t least = setting->least + (word != NULL && setting->word_value == setting->least);
    if (setting->most == INT64_MAX)
        snprintf(range, sizeof range, "%" PRId64 " or more", setting->least);
    else
        snprintf(range, sizeof range, "%" PRId64 " to %" PRId64, least, setting->most);
    snprintf(message, SIMUL_MESSAGE_SIZE, "%s takes %s, %s%s%s, not \"%.*s\"", key,
             setting->kind == SIMUL_SETTING_TIME ? "a time in ms (or as 60s, 1.5s, 2m)" : "a whole number", range,
             word == NULL ? "" : ", or ", word == NULL ? "" : word, TEXT_SHOWN(value));
    return false;
}

/* A number in the setting's range; `key` is what it is called where it is given. */
static bool read_number(const SimulSetting *setting, const char *key, Text value, int64_t *number, char message[SIMUL_MESSAGE_SIZE])
{
    if (setting->words != NULL && text_is(value, setting->words[0])) {
        *number = setting->word_value;
        return true;
    }
    const bool read = setting->kind == SIMUL_SETTING_TIME ? read_time(value, number) : text_to_int(value, number);
    return (read && *number >= setting->least && *number <= setting->most) || refuse_number(setting, key, value, message);
}

static bool set_number(SimulSettings *settings, const SimulSetting *setting, Text value, char message[SIMUL_MESSAGE_SIZE])
{
    int64_t number;
    if (!read_number(setting, setting->key, value, &number, message))
        return false;
    char *field = (char *)settings + setting->offset;
    if (setting->kind == SIMUL_SETTING_INT) {
        const int small = (int)number;
        memcpy(field, &small, sizeof small);
    } else {
        memcpy(field, &number, sizeof number);
    }
    return true;
}

/* A 64-bit count may lie beyond int64_t (seeds): digits only. */
static bool set_count(SimulSettings *settings, const SimulSetting *setting, Text value, char message[SIMUL_MESSAGE_SIZE])
{
    uint64_t number = 0;
    bool valid = value.length > 0;
    for (size_t i = 0; i < value.length && valid; i++) {
        const char c = value.data[i];
        const uint64_t digit = (uint64_t)(c - '0');
        valid = c >= '0' && c <= '9' && number <= (UINT64_MAX - digit) / 10;
        number = number * 10 + digit;
    }
    if (!valid && setting->words != NULL && text_is(value, setting->words[0])) {
        number = (uint64_t)setting->word_value;
        valid = true;
    }
    if (!valid)
        return refuse_number(setting, setting->key, value, message);
    memcpy((char *)settings + setting->offset, &number, sizeof number);
    return true;
}

/* One of the setting's words, as its number. */
static bool read_word(const SimulSetting *setting, Text value, int *number, char message[SIMUL_MESSAGE_SIZE])
{
    char expected[160] = "";
    size_t length = 0;
    for (int i = 0; setting->words[i] != NULL; i++) {
        if (text_is(value, setting->words[i])) {
            *number = i;
            return true;
        }
        const int added = snprintf(expected + length, sizeof expected - length, "%s%s", i == 0 ? "" : " or ", setting->words[i]);
        length += added > 0 ? (size_t)added : 0;
    }
    snprintf(message, SIMUL_MESSAGE_SIZE, "%s takes %s, not \"%.*s\"", setting->key, expected, TEXT_SHOWN(value));
    return false;
}

_Static_assert(sizeof(SimulColor) == sizeof(int), "words are kept as int");

static bool set_text(SimulSettings *settings, const SimulSetting *setting, Text value, char message[SIMUL_MESSAGE_SIZE])
{
    char *field = (char *)settings + setting->offset;
    if (value.length >= setting->size) {
        snprintf(message, SIMUL_MESSAGE_SIZE, "%s takes at most %zu characters", setting->key, setting->size - 1);
        return false;
    }
    memcpy(field, value.data, value.length);
    memset(field + value.length, 0, setting->size - value.length);
    return true;
}

static bool set_control(SimulSettings *settings, const SimulSetting *setting, Text value, char message[SIMUL_MESSAGE_SIZE])
{
    char text[SIMUL_TC_SIZE];
    TimeControl control;
    if (text_copy(value, text, sizeof text) == value.length &&
        !simul_settings_control(setting->key, text, &control, message, SIMUL_MESSAGE_SIZE))
        return false;
    return set_text(settings, setting, value, message);
}

static bool set_field(SimulSettings *settings, const SimulSetting *setting, Text value, char message[SIMUL_MESSAGE_SIZE])
{
    char *field = (char *)settings + setting->offset;
    switch (setting->kind) {
    case SIMUL_SETTING_INT:
    case SIMUL_SETTING_TIME: return set_number(settings, setting, value, message);
    case SIMUL_SETTING_UINT64: return set_count(settings, setting, value, message);
    case SIMUL_SETTING_WORD: {
        int word;
        if (!read_word(setting, value, &word, message))
            return false;
        memcpy(field, &word, sizeof word);
        return true;
    }
    case SIMUL_SETTING_BOOL: {
        bool on;
        if (setting->words != NULL) {
            int word;
            if (!read_word(setting, value, &word, message))
                return false;
            on = word == 1;
        } else if (!simul_switch_word(value, &on)) {
            snprintf(message, SIMUL_MESSAGE_SIZE, "%s takes on or off, not \"%.*s\"", setting->key,
                     TEXT_SHOWN(value));
            return false;
        }
        *(bool *)field = on;
        return true;
    }
    case SIMUL_SETTING_TEXT: return set_text(settings, setting, value, message);
    case SIMUL_SETTING_CONTROL: return set_control(settings, setting, value, message);
    }
    return false;
}

static bool refuse_key(Text key, char message[SIMUL_MESSAGE_SIZE])
{
    snprintf(message, SIMUL_MESSAGE_SIZE, "no setting is called \"%.*s\"", TEXT_SHOWN(key));
    return false;
}

bool simul_setting_set(SimulSettings *settings, const char *key, const char *value, char message[SIMUL_MESSAGE_SIZE])
{
    const SimulSetting *setting = simul_setting_find(text_of(key));
    return setting == NULL ? refuse_key(text_of(key), message) : set_field(settings, setting, text_of(value), message);
}

size_t simul_setting_write(const SimulSettings *settings, const SimulSetting *setting, char value[SIMUL_VALUE_SIZE])
{
    const char *field = (const char *)settings + setting->offset;
    int length = 0;
    switch (setting->kind) {
    case SIMUL_SETTING_INT: {
        int number;
        memcpy(&number, field, sizeof number);
        length = snprintf(value, SIMUL_VALUE_SIZE, "%d", number);
        break;
    }
    case SIMUL_SETTING_TIME: {
        int64_t number;
        memcpy(&number, field, sizeof number);
        length = snprintf(value, SIMUL_VALUE_SIZE, "%" PRId64, number);
        break;
    }
    case SIMUL_SETTING_UINT64: {
        uint64_t number;
        memcpy(&number, field, sizeof number);
        length = snprintf(value, SIMUL_VALUE_SIZE, "%" PRIu64, number);
        break;
    }
    case SIMUL_SETTING_BOOL: {
        static const char *const SWITCHES[] = {"off", "on"};
        const char *const *words = setting->words != NULL ? setting->words : SWITCHES;
        length = snprintf(value, SIMUL_VALUE_SIZE, "%s", words[*(const bool *)field]);
        break;
    }
    case SIMUL_SETTING_WORD: {
        int number;
        memcpy(&number, field, sizeof number);
        length = snprintf(value, SIMUL_VALUE_SIZE, "%s", setting->words[number]);
        break;
    }
    case SIMUL_SETTING_TEXT:
    case SIMUL_SETTING_CONTROL: length = snprintf(value, SIMUL_VALUE_SIZE, "%s", field); break;
    }
    return length > 0 ? (size_t)length : 0;
}

/* --- what a board has otherwise --- */

const SimulOverride *simul_overrides_all(size_t *count)
{
    *count = OVERRIDE_COUNT;
    return OVERRIDES;
}

const SimulOverride *simul_override_find(Text key)
{
    for (size_t i = 0; i < OVERRIDE_COUNT; i++)
        if (same_key(key, OVERRIDES[i].key))
            return &OVERRIDES[i];
    return same_key(key, "colour") ? simul_override_find(text_of("color")) : NULL;
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
    const SimulSetting *setting = &TABLE[override->engines];
    int64_t number;
    if (override->engines == SIMUL_AT_color) {
        /* One board has one colour. */
        if (!text_is(value, "white") && !text_is(value, "black")) {
            snprintf(message, SIMUL_MESSAGE_SIZE, "%s takes white or black (A's), not \"%.*s\"", override->key, TEXT_SHOWN(value));
            return false;
        }
        number = text_is(value, "white") ? SIMUL_COLOR_WHITE : SIMUL_COLOR_BLACK;
    } else if (!read_number(setting, override->key, value, &number, message)) {
        return false;
    }
    simul_override_put(setup, override, number);
    return true;
}

/* --- what people give --- */

static const struct {
    const char *key;
    SimulSettingPlace settings[2]; /* the same one twice: another name for it */
} SHORTHANDS[] = {
    {"reply", {SIMUL_AT_reply_engine_ms, SIMUL_AT_reply_manual_ms}},
    {"illegal", {SIMUL_AT_illegal_engine, SIMUL_AT_illegal_manual}},
    {"colour", {SIMUL_AT_color, SIMUL_AT_color}},
    {"name", {SIMUL_AT_exhibitor_name, SIMUL_AT_exhibitor_name}},
};

enum { SHORTHAND_COUNT = sizeof SHORTHANDS / sizeof *SHORTHANDS };

void simul_choices_init(SimulChoices *choices)
{
    simul_settings_default(&choices->settings);
    choices->limited = false;
    memset(choices->given, 0, sizeof choices->given);
}

bool simul_choice_known(Text key, bool *needs_value)
{
    *needs_value = true;
    for (size_t i = 0; i < SHORTHAND_COUNT; i++)
        if (same_key(key, SHORTHANDS[i].key))
            return true;
    const SimulSetting *setting = simul_setting_find(key);
    if (setting == NULL || (setting->flags & SIMUL_INTERNAL) != 0)
        return false;
    *needs_value = setting->kind != SIMUL_SETTING_BOOL;
    return true;
}

/* Sets one setting and notes that it was given. */
static bool give(SimulChoices *choices, SimulSettingPlace place, Text value, char message[SIMUL_MESSAGE_SIZE])
{
    const SimulSetting *setting = &TABLE[place];
    if ((setting->flags & SIMUL_NONE_WORDS) != 0 && (text_is(value, "none") || text_is(value, "off")))
        value = text_of("");
    if (!set_field(&choices->settings, setting, value, message))
        return false;
    choices->given[place] = true;
    return true;
}

/* `draws accept 20`: the number belongs to draws-cp. */
static bool give_draws(SimulChoices *choices, Text value, char message[SIMUL_MESSAGE_SIZE])
{
    Text word;
    Text number;
    Text rest = value;
    text_next(&rest, &word);
    if (text_next(&rest, &number) && text_is(number, "cp"))
        text_next(&rest, &number);
    return give(choices, SIMUL_AT_draws, word, message) &&
           (number.length == 0 || give(choices, SIMUL_AT_draws_cp, number, message));
}

/* The first limit of A's thinking takes the default one away. */
static bool give_setting(SimulChoices *choices, SimulSettingPlace place, Text value, char message[SIMUL_MESSAGE_SIZE])
{
    if (place == SIMUL_AT_draws)
        return give_draws(choices, value, message);
    if ((TABLE[place].flags & SIMUL_LIMIT) != 0 && !choices->limited) {
        choices->settings.movetime_ms = 0;
        choices->settings.depth = 0;
        choices->settings.nodes = 0;
        choices->settings.tc[0] = '\0';
        choices->limited = true;
    }
    return give(choices, place, value, message);
}

bool simul_choice_take(SimulChoices *choices, Text key, Text value, char message[SIMUL_MESSAGE_SIZE])
{
    const SimulChoices before = *choices;
    bool taken;
    for (size_t i = 0; i < SHORTHAND_COUNT; i++) {
        if (!same_key(key, SHORTHANDS[i].key))
            continue;
        taken = give_setting(choices, SHORTHANDS[i].settings[0], value, message) &&
                give_setting(choices, SHORTHANDS[i].settings[1], value, message);
        if (!taken)
            *choices = before;
        return taken;
    }
    const SimulSetting *setting = simul_setting_find(key);
    if (setting == NULL || (setting->flags & SIMUL_INTERNAL) != 0)
        return refuse_key(key, message);
    taken = give_setting(choices, (SimulSettingPlace)(setting - TABLE), value, message);
    if (!taken)
        *choices = before;
    return taken;
}
