/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What the network learns from: packed positions in memory, filtered, without duplicates, shuffled, whole games set
 * apart for validation. Owned by whoever loads them; read-only afterwards, so any thread may read.
 */
#ifndef CAROUSEL_TRAINING_NET_DATA_H
#define CAROUSEL_TRAINING_NET_DATA_H

#include "base/error.h"
#include "training/packed.h"

#include <stddef.h>

typedef struct NetData {
    PackedPosition *training;
    PackedPosition *validation;
    size_t training_count;
    size_t validation_count;
    uint64_t read;       /* positions in the files */
    uint64_t left_out;   /* by the filters */
    uint64_t duplicates; /* left out as they had come before, in whichever part */
    uint64_t decided;    /* kept positions of games that were won, with a clear score … */
    uint64_t agreeing;   /* … and how many of those scores name the winner */
} NetData;

typedef struct NetDataOptions {
    char *const *paths;
    int path_count;
    uint64_t limit;       /* read at most so many positions; 0: all */
    uint64_t seed;        /* of the shuffling */
    bool validation_only; /* leave the training positions out */
} NetDataOptions;

/* True if the network should learn from it: well out of the opening's random moves, at least four pieces, no check, no
 * mate score, and no endgame that the engine judges without the network. */
bool net_data_wanted(const PackedPosition *record, const Position *position);

/* Loads and shuffles; every hundredth game validates. False with the reason: a file is unreadable or damaged, a record
 * is no legal position, the clear scores do not go with the results, memory ran out. */
bool net_data_load(NetData *data, const NetDataOptions *options, Error *error);

void net_data_destroy(NetData *data);

/* What the network should answer for the side to move, 0…1: `result_weight` of the game's result, the rest
 * σ(score / shape_cp). */
float net_data_target(const PackedPosition *record, float result_weight, float shape_cp);

#endif
