/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The arithmetic of training: a position's output, and what its error says about every weight.
 *
 * Sums run in eight explicit lanes, so that a build gives the same numbers whatever its vector unit. Any thread; the
 * gradient is the caller's.
 */
#ifndef CAROUSEL_TRAINING_NET_KERNEL_H
#define CAROUSEL_TRAINING_NET_KERNEL_H

#include "training/net.h"

/* Adds to `gradient`, numbered like net->values, the derivatives of (σ(output) − target)², and returns that loss. */
float net_learn(const Net *net, const NetInput *input, float target, float *gradient);

/* The logistic function. */
float net_sigmoid(float x);

#endif
