/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The words of a carousel-train command: files, and `key=value` settings. Plain values, read once by main().
 */
#ifndef CAROUSEL_TRAINING_SETTINGS_H
#define CAROUSEL_TRAINING_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum SettingsCommand {
    COMMAND_DATAGEN = 1,
    COMMAND_STATS = 2,
    COMMAND_WDL = 4,
    COMMAND_TUNE = 8,
    COMMAND_TRAIN = 16,
    COMMAND_EXPORT = 32
} SettingsCommand;

typedef struct Settings {
    char **files; /* points into argv */
    int file_count;
    const char *out; /* these three: NULL if not given, else into argv */
    const char *from;
    const char *source;
    bool seeded; /* a seed was given */
    int64_t positions, nodes, seed, threads, hash, plies, chess960, epochs, limit, weight;
    int64_t hidden, buckets, passes, patience, rate, shape;
} Settings;

/* Every setting at its default for the command. */
Settings settings_default(SettingsCommand command);

/* Reads the words after the command; its files are moved to the front of argv. False, with a message on stderr, if a
 * word is no setting of this command, a value is wrong or no file is named. */
bool settings_read(Settings *settings, SettingsCommand command, int argc, char **argv);

#endif
