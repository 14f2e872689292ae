/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The value of one setting, read from text and written as text; private to simul/settings_*.c.
 */
#ifndef CAROUSEL_SIMUL_SETTINGS_VALUE_H
#define CAROUSEL_SIMUL_SETTINGS_VALUE_H

#include "simul/settings_table.h"

/* Reads the whole of `value` into the setting's field. False with a sentence; then nothing has changed. */
bool setting_read(SimulSettings *settings, const SimulSetting *setting, Text value, char message[SIMUL_MESSAGE_SIZE]);

/* A number in the setting's range; `key` is what it is called where it is given. */
bool setting_read_number(const SimulSetting *setting, const char *key, Text value, int64_t *number, char message[SIMUL_MESSAGE_SIZE]);

/* Letters of any case, `_` for `-`. */
bool setting_is_called(Text text, const char *key);

/* False, with the sentence that there is no such setting. */
bool setting_refuse_key(Text key, char message[SIMUL_MESSAGE_SIZE]);

#endif
