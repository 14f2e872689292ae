/* SPDX-License-Identifier: GPL-3.0-only */
#include "simul/settings_value.h"

#include "base/number.h"
#include "simul/match_statistics.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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
bool setting_read_number(const SimulSetting *setting, const char *key, Text value, int64_t *number, char message[SIMUL_MESSAGE_SIZE])
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
    if (!setting_read_number(setting, setting->key, value, &number, message))
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
    uint64_t number;
    bool valid = number_parse_unsigned(value.data, value.length, &number) == NUMBER_OK;
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

static bool set_test(SimulSettings *settings, const SimulSetting *setting, Text value, char message[SIMUL_MESSAGE_SIZE])
{
    SimulText text;
    Sprt sprt;
    char reason[SPRT_ERROR_SIZE];
    if (value.length > 0 && text_copy(value, text, sizeof text) == value.length && !sprt_parse(text, &sprt, reason)) {
        snprintf(message, SIMUL_MESSAGE_SIZE, "%s: %s", setting->key, reason);
        return false;
    }
    return set_text(settings, setting, value, message);
}

bool setting_read(SimulSettings *settings, const SimulSetting *setting, Text value, char message[SIMUL_MESSAGE_SIZE])
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
            snprintf(message, SIMUL_MESSAGE_SIZE, "%s takes on or off, not \"%.*s\"", setting->key, TEXT_SHOWN(value));
            return false;
        }
        *(bool *)field = on;
        return true;
    }
    case SIMUL_SETTING_TEXT: return set_text(settings, setting, value, message);
    case SIMUL_SETTING_CONTROL: return set_control(settings, setting, value, message);
    case SIMUL_SETTING_TEST: return set_test(settings, setting, value, message);
    }
    return false;
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
    case SIMUL_SETTING_CONTROL:
    case SIMUL_SETTING_TEST: length = snprintf(value, SIMUL_VALUE_SIZE, "%s", field); break;
    }
    return length > 0 ? (size_t)length : 0;
}
