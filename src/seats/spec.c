/* SPDX-License-Identifier: GPL-3.0-only */
#include "seats/spec.h"

#include "base/command_line.h"
#include "base/number.h"
#include "engine/engine.h"
#include "system/process.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Reads a whole number of the built-in player's. */
static bool take_number(const char *key, const char *word, int64_t lowest, int64_t highest, int64_t *value, Error *error)
{
    if (word != NULL && number_parse(word, lowest, highest, value) == NUMBER_OK)
        return true;
    return error_set(error, 0, "builtin %s: a number from %lld to %lld expected, not '%s'", key, (long long)lowest,
                       (long long)highest, word != NULL ? word : "");
}

static bool parse_builtin(SeatSpec *spec, char **words, Error *error)
{
    for (; *words != NULL; words++) {
        const char *key = *words;
        int64_t value = 0;
        if (strcmp(key, "fresh") == 0) {
            spec->fresh = true;
        } else if (strcmp(key, "elo") == 0) {
            if (!take_number(key, *++words, ENGINE_ELO_MIN, ENGINE_ELO_MAX, &value, error))
                return false;
            spec->elo = (int)value;
        } else if (strcmp(key, "nodes") == 0) {
            if (!take_number(key, *++words, 1, 1000000000, &value, error))
                return false;
            spec->nodes = (uint64_t)value;
        } else if (strcmp(key, "hash") == 0) {
            if (!take_number(key, *++words, ENGINE_HASH_MB_MIN, ENGINE_HASH_MB_MAX, &value, error))
                return false;
            spec->hash_mb = (int)value;
        } else if (strcmp(key, "threads") == 0) {
            if (!take_number(key, *++words, 1, ENGINE_THREADS_MAX, &value, error))
                return false;
            spec->threads = (int)value;
        } else {
            return error_set(error, 0, "builtin: elo E, nodes N, hash MB, threads K or fresh expected, not '%s'", key);
        }
    }
    return true;
}

static bool parse_protocol(SeatSpec *spec, const char *word, Error *error)
{
    static const char *const names[] = {"auto", "uci", "xboard"};
    for (int i = 0; i < 3; i++)
        if (word != NULL && strcmp(word, names[i]) == 0) {
            spec->protocol = (SeatProtocol)i;
            return true;
        }
    return error_set(error, 0, "engine protocol: auto, uci or xboard expected, not '%s'", word != NULL ? word : "");
}

static bool parse_option(SeatSpec *spec, char *word, Error *error)
{
    char *name = word + strlen("option.");
    char *equals = strchr(name, '=');
    if (equals == NULL || equals == name)
        return error_set(error, 0, "engine: option.NAME=VALUE expected, not '%s'", word);
    *equals = '\0';
    spec->options[spec->option_count++] = (SeatOption){.name = name, .value = equals + 1};
    return true;
}

/* KEY=VALUE is KEY VALUE, as command lines say it: the value, or NULL if the word is another. */
static char *pair_value(char *word, const char *key)
{
    const size_t length = strlen(key);
    return strncmp(word, key, length) == 0 && word[length] == '=' && word[length + 1] != '\0' ? word + length + 1 : NULL;
}

static bool parse_engine(SeatSpec *spec, char **words, Error *error)
{
    size_t count = 0, environment_count = 0, init_count = 0;
    while (words[count] != NULL)
        count++;
    /* Room for every word in each list: one block. */
    spec->lists = calloc(count + 1, sizeof(SeatOption) + 2 * sizeof(char *));
    if (spec->lists == NULL)
        return error_set(error, ENOMEM, "cannot read the seat");
    spec->options = spec->lists;
    spec->environment = (const char **)(spec->options + count + 1);
    spec->init = spec->environment + count + 1;
    for (; *words != NULL; words++) {
        char *value;
        if ((value = pair_value(*words, "protocol")) != NULL) {
            if (!parse_protocol(spec, value, error))
                return false;
        } else if ((value = pair_value(*words, "dir")) != NULL) {
            spec->directory = value;
        } else if ((value = pair_value(*words, "env")) != NULL && strchr(value, '=') != NULL) {
            spec->environment[environment_count++] = value;
        } else if ((value = pair_value(*words, "init")) != NULL) {
            spec->init[init_count++] = value;
        } else if (strcmp(*words, "protocol") == 0) {
            if (!parse_protocol(spec, words[1], error))
                return false;
            words++;
        } else if (strcmp(*words, "dir") == 0 && words[1] != NULL) {
            spec->directory = *++words;
        } else if (strcmp(*words, "env") == 0 && words[1] != NULL && strchr(words[1], '=') != NULL) {
            spec->environment[environment_count++] = *++words;
        } else if (strcmp(*words, "init") == 0 && words[1] != NULL) {
            spec->init[init_count++] = *++words;
        } else if (strcmp(*words, "remote") == 0) {
            spec->remote = true;
        } else if (strncmp(*words, "option.", strlen("option.")) == 0) {
            if (!parse_option(spec, *words, error))
                return false;
        } else {
            break;
        }
    }
    spec->command = words;
    return *words != NULL || error_set(error, 0, "engine: a command is missing");
}

bool seat_spec_parse(const char *text, SeatSpec *spec, Error *error)
{
    *spec = (SeatSpec){0};
    spec->words = command_split(text, error);
    if (spec->words == NULL)
        return false;
    bool ok;
    const char *kind = spec->words[0];
    if (strcmp(kind, "engine") == 0) {
        spec->kind = SEAT_ENGINE;
        ok = parse_engine(spec, spec->words + 1, error);
    } else if (strcmp(kind, "builtin") == 0) {
        spec->kind = SEAT_BUILTIN;
        ok = parse_builtin(spec, spec->words + 1, error);
    } else if (strcmp(kind, "manual") == 0) {
        spec->kind = SEAT_MANUAL;
        ok = spec->words[1] == NULL || error_set(error, 0, "manual: nothing may follow, not '%s'", spec->words[1]);
    } else {
        ok = error_set(error, 0, "engine COMMAND, builtin or manual expected, not '%s'", kind);
    }
    if (!ok)
        seat_spec_destroy(spec);
    return ok;
}

void seat_spec_destroy(SeatSpec *spec)
{
    command_free(spec->words);
    free(spec->lists);
    *spec = (SeatSpec){0};
}
