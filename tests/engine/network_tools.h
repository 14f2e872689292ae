/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What the tests of the network share: networks of any shape with weights from a seed.
 */
#ifndef CAROUSEL_TESTS_ENGINE_NETWORK_TOOLS_H
#define CAROUSEL_TESTS_ENGINE_NETWORK_TOOLS_H

#include "base/splitmix64.h"
#include "engine/network.h"

#include <stdlib.h>

/* The arrays of a network that a test may change. */
typedef struct Weights {
    _Alignas(NETWORK_ALIGNMENT) int16_t features[NETWORK_FEATURES * NETWORK_HIDDEN_MAX];
    _Alignas(NETWORK_ALIGNMENT) int16_t bias[NETWORK_HIDDEN_MAX];
    _Alignas(NETWORK_ALIGNMENT) int16_t outputs[NETWORK_BUCKETS_MAX * 2 * NETWORK_HIDDEN_MAX];
    int32_t output_bias[NETWORK_BUCKETS_MAX];
} Weights;

static int16_t weight_within(uint64_t *state, int limit)
{
    *state += SPLITMIX64_STEP;
    return (int16_t)((int)(splitmix64_mix(*state) % (uint64_t)(2 * limit + 1)) - limit);
}

/* Weights of about the size of real ones, so that all of clamping below, within and above happens. */
__attribute__((unused)) static Network random_network(Weights *weights, int hidden, int buckets, uint64_t seed)
{
    for (int i = 0; i < NETWORK_FEATURES * hidden; i++)
        weights->features[i] = weight_within(&seed, 120);
    for (int i = 0; i < hidden; i++)
        weights->bias[i] = weight_within(&seed, 200);
    for (int i = 0; i < buckets * 2 * hidden; i++)
        weights->outputs[i] = weight_within(&seed, 100);
    for (int i = 0; i < buckets; i++)
        weights->output_bias[i] = weight_within(&seed, 3000);
    return (Network){.hidden = hidden,
                     .buckets = buckets,
                     .scale_cp = 240,
                     .feature_weights = weights->features,
                     .feature_bias = weights->bias,
                     .output_weights = weights->outputs,
                     .output_bias = weights->output_bias};
}

#endif
