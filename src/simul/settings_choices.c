/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What people give of the settings: keys and shorthands.
 */
#include "simul/settings_table.h"

#include "simul/settings_value.h"

#include <string.h>

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
        if (setting_is_called(key, SHORTHANDS[i].key))
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
    const SimulSetting *setting = simul_setting_at(place);
    if ((setting->flags & SIMUL_NONE_WORDS) != 0 && (text_is(value, "none") || text_is(value, "off")))
        value = text_of("");
    if (!setting_read(&choices->settings, setting, value, message))
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
    return give(choices, SIMUL_AT_draws, word, message) && (number.length == 0 || give(choices, SIMUL_AT_draws_cp, number, message));
}

/* The first limit of A's thinking takes the default one away. */
static bool give_setting(SimulChoices *choices, SimulSettingPlace place, Text value, char message[SIMUL_MESSAGE_SIZE])
{
    if (place == SIMUL_AT_draws)
        return give_draws(choices, value, message);
    if ((simul_setting_at(place)->flags & SIMUL_LIMIT) != 0 && !choices->limited) {
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
        if (!setting_is_called(key, SHORTHANDS[i].key))
            continue;
        taken = give_setting(choices, SHORTHANDS[i].settings[0], value, message) &&
                give_setting(choices, SHORTHANDS[i].settings[1], value, message);
        if (!taken)
            *choices = before;
        return taken;
    }
    const SimulSetting *setting = simul_setting_find(key);
    if (setting == NULL || (setting->flags & SIMUL_INTERNAL) != 0)
        return setting_refuse_key(key, message);
    taken = give_setting(choices, (SimulSettingPlace)(setting - simul_setting_at(0)), value, message);
    if (!taken)
        *choices = before;
    return taken;
}
