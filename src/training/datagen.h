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
    int hash_mb;        /* an engine */
    SelfPlayOptions play;
} DatagenOptions;

/* Plays until the file holds enough; goes on where an earlier run with the same seed left off. Progress on
 * stderr if it is a terminal. False with the reason if something failed; what was written stays good. */
bool datagen_run(const DatagenOptions *options, Error *error);

#endif
