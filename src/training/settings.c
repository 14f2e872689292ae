/* SPDX-License-Identifier: GPL-3.0-only */
#include "training/settings.h"

#include "base/number.h"
#include "engine/engine.h"
#include "system/thread.h"
#include "training/net_train.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct NumberKey {
    const char *name;
    size_t offset;
    unsigned commands; /* that know it */
    int64_t least;
    int64_t most;
} NumberKey;

enum { READS_FILES = COMMAND_STATS | COMMAND_WDL | COMMAND_TUNE | COMMAND_TRAIN | COMMAND_EXPORT };

static const NumberKey number_keys[] = {
    {"positions", offsetof(Settings, positions), COMMAND_DATAGEN, 1, INT64_C(1000000000000)},
    {"nodes", offsetof(Settings, nodes), COMMAND_DATAGEN, 1, 1000000000},
    {"seed", offsetof(Settings, seed), COMMAND_DATAGEN | COMMAND_TRAIN, 0, INT64_MAX},
    {"threads", offsetof(Settings, threads), COMMAND_DATAGEN | COMMAND_TUNE | COMMAND_TRAIN, 1, 256},
    {"hash", offsetof(Settings, hash), COMMAND_DATAGEN, ENGINE_HASH_MB_MIN, ENGINE_HASH_MB_MAX},
    {"plies", offsetof(Settings, plies), COMMAND_DATAGEN, 2, 100},
    {"chess960", offsetof(Settings, chess960), COMMAND_DATAGEN, 0, 100},
    {"epochs", offsetof(Settings, epochs), COMMAND_TUNE, 1, 100000},
    {"limit", offsetof(Settings, limit), READS_FILES, 0, INT64_C(1000000000000)},
    {"weight", offsetof(Settings, weight), COMMAND_TUNE | COMMAND_TRAIN, 0, 100},
    {"hidden", offsetof(Settings, hidden), COMMAND_TRAIN, NET_HIDDEN_STEP, NETWORK_HIDDEN_MAX},
    {"buckets", offsetof(Settings, buckets), COMMAND_TRAIN, 1, NETWORK_BUCKETS_MAX},
    {"passes", offsetof(Settings, passes), COMMAND_TRAIN, 1, 10000},
    {"patience", offsetof(Settings, patience), COMMAND_TRAIN, 0, 10000},
    {"rate", offsetof(Settings, rate), COMMAND_TRAIN, 1, 1000000},
    {"shape", offsetof(Settings, shape), COMMAND_TRAIN, 1, 10000},
};

Settings settings_default(SettingsCommand command)
{
    return (Settings){.positions = 1000000,
                      .nodes = 5000,
                      .threads = system_processor_count(),
                      .hash = 8,
                      .plies = 8,
                      .chess960 = 10,
                      .epochs = 400,
                      .weight = command == COMMAND_TRAIN ? 40 : 50,
                      .seed = 1,
                      .hidden = 64,
                      .buckets = 1,
                      .passes = 30,
                      .patience = net_train_default_options().patience,
                      .rate = 1000,
                      .shape = 400};
}

static bool named(const char *word, size_t length, const char *name)
{
    return strlen(name) == length && strncmp(word, name, length) == 0;
}

static bool read_number(Settings *settings, const NumberKey *key, const char *word, const char *value)
{
    int64_t number;
    if (number_parse(value, key->least, key->most, &number) != NUMBER_OK) {
        fprintf(stderr, "carousel-train: '%s': expected a whole number from %lld to %lld\n", word, (long long)key->least,
                (long long)key->most);
        return false;
    }
    memcpy((char *)settings + key->offset, &number, sizeof number);
    settings->seeded |= key->offset == offsetof(Settings, seed);
    return true;
}

/* Takes a setting that is a path. */
static bool read_path(Settings *settings, SettingsCommand command, const char *word, size_t length, const char *value)
{
    const struct {
        const char *name;
        const char **path;
        unsigned commands;
    } keys[] = {{"out", &settings->out, COMMAND_TUNE | COMMAND_TRAIN | COMMAND_EXPORT},
                {"from", &settings->from, COMMAND_TRAIN},
                {"source", &settings->source, COMMAND_EXPORT}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (named(word, length, keys[i].name) && (keys[i].commands & command)) {
            *keys[i].path = value;
            return true;
        }
    return false;
}

/* Reads `key=value`. */
static bool read_setting(Settings *settings, SettingsCommand command, const char *word)
{
    const char *value = strchr(word, '=') + 1;
    const size_t length = (size_t)(value - word) - 1;
    if (read_path(settings, command, word, length, value))
        return true;
    for (size_t i = 0; i < sizeof number_keys / sizeof *number_keys; i++)
        if (named(word, length, number_keys[i].name) && (number_keys[i].commands & command))
            return read_number(settings, &number_keys[i], word, value);
    fprintf(stderr, "carousel-train: '%s': this command has no such setting; see carousel-train --help\n", word);
    return false;
}

bool settings_read(Settings *settings, SettingsCommand command, int argc, char **argv)
{
    settings->files = argv;
    for (int i = 0; i < argc; i++) {
        if (argv[i][0] == '-') {
            fprintf(stderr, "carousel-train: '%s' is no file and no setting; see carousel-train --help\n", argv[i]);
            return false;
        }
        if (strchr(argv[i], '=') == NULL)
            argv[settings->file_count++] = argv[i];
        else if (!read_setting(settings, command, argv[i]))
            return false;
    }
    if (settings->file_count == 0)
        fputs("carousel-train: which file? See carousel-train --help\n", stderr);
    else if (command == COMMAND_DATAGEN && settings->file_count > 1)
        fprintf(stderr, "carousel-train: '%s': datagen writes one file\n", argv[1]);
    else
        return true;
    return false;
}
