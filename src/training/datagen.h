/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Self-play in bulk: threads that play games and append their positions to a chunk file.
 */
#ifndef CAROUSEL_TRAINING_DATAGEN_H
#define CAROUSEL_TRAINING_DATAGEN_H

#include "base/error.h"
#include "training/self_play.h"

typedef struct DatagenOptions {
    const char *path;
    uint64_t seed;
    uint64_t positions; /* stop once the file holds so many */
    int threads;
    int hash_mb; /* an engine */
    SelfPlayOptions play;
} DatagenOptions;

/* Plays until the file holds enough, or until SIGINT, SIGTERM or SIGHUP (`*signal_number`, else 0), which gives up the
 * games in progress and writes the finished ones; goes on where an earlier run with the same seed left off. A finished
 * game is in the file within half a minute. Says on stderr what it begins and ends with, between them the progress if
 * that is a terminal. Takes the program's signals: once at a time. False with the reason if something failed; what was
 * written stays good. */
bool datagen_run(const DatagenOptions *options, int *signal_number, Error *error);

/* A seed that no other run has: from the system's random numbers where it has such, else from its clock. */
uint64_t datagen_draw_seed(void);

#endif
