/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * From the network that was trained to the one the engine plays with: integers, checked, with a scale at which its
 * centipawns mean what they meant before; as a file and as C source.
 */
#ifndef CAROUSEL_TRAINING_NET_EXPORT_H
#define CAROUSEL_TRAINING_NET_EXPORT_H

#include "base/error.h"
#include "engine/network.h"
#include "training/net.h"
#include "training/net_data.h"

/* A network in integers with its numbers beside it. */
typedef struct QuantizedNet {
    Network network;      /* its arrays lie in `memory` */
    int32_t *output_bias; /* the network's, to be corrected */
    void *memory;
    size_t size;
} QuantizedNet;

/* Rounds the numbers. False with the reason if memory ran out or an integer or a sum of them would not fit. */
bool net_quantize(const Net *net, int scale_cp, QuantizedNet *quantized, Error *error);

void net_quantized_destroy(QuantizedNet *quantized);

/* What the scale was fitted to, and how well the integers follow the floating point numbers. */
typedef struct NetScale {
    int scale_cp;
    double reference_slope_cp; /* of the hand-written evaluation: centipawns to the logistic function's unit */
    double slope_cp;           /* of the network at this scale */
    double rounding_cp;        /* mean distance of the integers' score from the floating point one's */
} NetScale;

/* Corrects the output's bias of `quantized` by what rounding the weights shifts the score of the validation positions on
 * average, bucket by bucket: far more than what is then left. */
bool net_correct_bias(const Net *net, QuantizedNet *quantized, const NetData *data, Error *error);

/* Sets the scale of `quantized`, which is `net` in integers, so that one centipawn of it is worth as much in results, on
 * the validation positions, as one of the hand-written evaluation. False with the reason if they settle no such thing. */
bool net_fit_scale(const Net *net, QuantizedNet *quantized, const NetData *data, NetScale *scale, Error *error);

/* Writes the network's file to `path` and, unless `source_path` is NULL, src/engine/network_weights.c there; each as a
 * whole or not at all. False with the reason. */
bool net_write(const Network *network, const char *path, const char *source_path, Error *error);

#endif
