/* SPDX-License-Identifier: GPL-3.0-only */
#include "seats/engine_spec.h"

#include "base/number.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool read_protocol(EngineSpec *engine, const char *word, Error *error)
{
    static const char *const names[] = {"auto", "uci", "xboard"};
    for (int i = 0; i < 3; i++)
        if (word != NULL && strcmp(word, names[i]) == 0) {
            engine->protocol = (EngineProtocol)i;
            return true;
        }
    return error_set(error, 0, "engine protocol: auto, uci or xboard expected, not '%s'", word != NULL ? word : "");
}

static bool read_option(EngineSpec *engine, char *word, Error *error)
{
    char *name = word + strlen("option.");
    char *equals = strchr(name, '=');
    if (equals == NULL || equals == name)
        return error_set(error, 0, "engine: option.NAME=VALUE expected, not '%s'", word);
    *equals = '\0';
    engine->options[engine->option_count++] = (EngineOption){.name = name, .value = equals + 1};
    return true;
}

/* The value of `KEY=VALUE`, which may stand anywhere, or of `KEY VALUE` if the command has not begun; NULL if it is neither.
 * Moves on to the value's word. */
static char *value_of(char ***words, const char *key, bool begun)
{
    char *word = **words;
    const size_t length = strlen(key);
    if (strncmp(word, key, length) == 0 && word[length] == '=' && word[length + 1] != '\0')
        return word + length + 1;
    if (begun || strcmp(word, key) != 0 || (*words)[1] == NULL)
        return NULL;
    return *++*words;
}

/* `nodes N` and the like. True if it is such a key; `*ok` is false, with a sentence, if its value is none. */
static bool read_limit(EngineSpec *engine, char ***words, bool *ok, Error *error)
{
    static const struct {
        const char *key;
        int64_t most;
    } limits[] = {{"nodes", INT64_C(1000000000000)}, {"depth", 127}, {"movetime", INT64_C(1000000000)}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        const size_t length = strlen(limits[i].key);
        if (strncmp(**words, limits[i].key, length) != 0 || ((**words)[length] != '\0' && (**words)[length] != '='))
            continue;
        int64_t number = 0;
        const char *value = value_of(words, limits[i].key, false);
        *ok = value != NULL && number_parse(value, 1, limits[i].most, &number) == NUMBER_OK;
        if (!*ok)
            error_set(error, 0, "engine %s: a number from 1 to %lld expected, not '%s'", limits[i].key, (long long)limits[i].most,
                      value != NULL ? value : "");
        if (i == 0)
            engine->nodes = (uint64_t)number;
        else if (i == 1)
            engine->depth = (int)number;
        else
            engine->movetime_ms = number;
        return true;
    }
    return false;
}

/* Room for every word in each list, in one block. */
static EngineSpec *make_room(size_t words)
{
    EngineSpec *engine = calloc(1, sizeof *engine + (words + 1) * (sizeof(EngineOption) + 2 * sizeof(char *)));
    if (engine == NULL)
        return NULL;
    engine->options = (EngineOption *)(engine + 1);
    engine->environment = (const char **)(engine->options + words + 1);
    engine->init = engine->environment + words + 1;
    return engine;
}

bool engine_spec_read(SeatSpec *spec, char **words, Error *error)
{
    size_t count = 0, environment_count = 0, init_count = 0;
    while (words[count] != NULL)
        count++;
    EngineSpec *engine = spec->own = make_room(count);
    if (engine == NULL)
        return error_set(error, ENOMEM, "cannot read the seat");
    char **command = words; /* its words are moved together */
    size_t length = 0;
    for (; *words != NULL; words++) {
        char *value;
        char **at = words;
        bool ok;
        const bool begun = length > 0;
        if ((!begun && strcmp(*words, "protocol") == 0) || strncmp(*words, "protocol=", strlen("protocol=")) == 0) {
            if (!read_protocol(engine, value_of(&words, "protocol", begun), error))
                return false;
        } else if ((value = value_of(&words, "dir", begun)) != NULL) {
            engine->directory = value;
        } else if ((value = value_of(&words, "env", begun)) != NULL) {
            if (strchr(value, '=') != NULL) {
                engine->environment[environment_count++] = value;
            } else {
                words = at;
                command[length++] = *words;
            }
        } else if ((value = value_of(&words, "init", begun)) != NULL) {
            engine->init[init_count++] = value;
        } else if (!begun && read_limit(engine, &words, &ok, error)) {
            if (!ok)
                return false;
        } else if (!begun && strcmp(*words, "remote") == 0) {
            spec->traits.remote = true;
        } else if (strncmp(*words, "option.", strlen("option.")) == 0 && (!begun || strchr(*words, '=') != NULL)) {
            if (!read_option(engine, *words, error))
                return false;
        } else {
            command[length++] = *words;
        }
    }
    command[length] = NULL;
    engine->command = command;
    return length > 0 || error_set(error, 0, "engine: a command is missing");
}
