/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The network of engine/network.h while it is trained: the same features and layers in floating point.
 *
 * A Net owns its numbers; readers may share it.
 */
#ifndef CAROUSEL_TRAINING_NET_H
#define CAROUSEL_TRAINING_NET_H

#include "base/error.h"
#include "engine/network.h"
#include "training/packed.h"

#include <stddef.h>

enum {
    NET_HIDDEN_STEP = 64, /* hidden neurons come in multiples of this */
    NET_PIECES_MAX = 32
};

/* The output of the network is in units of the logistic function: σ(output) is the expected result. */
typedef struct Net {
    int hidden;
    int buckets;   /* sets of output weights, by the number of pieces: 1, 2, 4 or 8 */
    size_t count;  /* of all numbers */
    float *values; /* in this order: first layer [768][hidden] and bias [hidden], output [buckets][2][hidden] and bias
                    * [buckets]; aligned to 64 bytes */
} Net;

/* What of a position the network sees. */
typedef struct NetInput {
    int count;
    int bucket;
    uint16_t index[2][NET_PIECES_MAX]; /* the inputs that are 1: the side to move's view, the other's */
} NetInput;

static inline size_t net_bias_offset(const Net *net)
{
    return (size_t)NETWORK_FEATURES * (size_t)net->hidden;
}

static inline size_t net_output_offset(const Net *net, int bucket)
{
    return net_bias_offset(net) + (size_t)net->hidden * (size_t)(1 + 2 * bucket);
}

static inline size_t net_output_bias_offset(const Net *net)
{
    return net_output_offset(net, net->buckets);
}

/* All numbers zero. False if memory ran out or there is no such shape. */
bool net_init(Net *net, int hidden, int buckets, Error *error);

void net_destroy(Net *net);

/* Draws the numbers to start from: first layer within ±1/√32, as about 32 of its inputs are 1, output within
 * ±1/√(2·hidden), biases 0. */
void net_randomize(Net *net, uint64_t seed);

/* The inputs of a legal position. */
void net_input(const PackedPosition *record, int buckets, NetInput *input);

/* The output, from the side to move's view. */
float net_output(const Net *net, const NetInput *input);

/* A file of floating point numbers, for export later: written as a whole or not at all; read with every check. */
bool net_save(const Net *net, const char *path, Error *error);
bool net_load(Net *net, const char *path, Error *error);

#endif
