/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Trains the network: AdamW (Loshchilov, Hutter 2019) on batches drawn in a new order every pass, the rate falling by a
 * cosine, the weights kept where they can be quantised.
 *
 * The same data, seed, number of threads and build give the same network.
 */
#ifndef CAROUSEL_TRAINING_NET_TRAIN_H
#define CAROUSEL_TRAINING_NET_TRAIN_H

#include "training/net.h"
#include "training/net_data.h"

typedef struct NetTrainOptions {
    int passes;   /* over the training positions */
    int patience; /* passes without a better validation loss that end it early; 0: none do */
    int batch;    /* positions a step; fewer if there are fewer */
    int threads;
    double rate;         /* the step at the start … */
    double last_rate;    /* … and at the end */
    double decay;        /* of the weights, times the rate, a step */
    float result_weight; /* of the game's result in what is learnt, the rest is the score */
    float shape_cp;      /* the score at which that rest expects 73 % */
    bool go_on;          /* from the numbers that the network has, instead of random ones */
    uint64_t seed;       /* of the first numbers and of the order */
    const char *path;    /* where the best network so far is kept, by net_save(); NULL: nowhere */
} NetTrainOptions;

typedef struct NetTrainResult {
    int passes; /* made */
    int best_pass;
    double training_loss;      /* of the last pass, while it learnt */
    double validation_loss;    /* of the best */
    double positions_a_second; /* in the last pass, validation included */
} NetTrainResult;

NetTrainOptions net_train_default_options(void);

/* Trains `net`, which has its shape, from random numbers (zero for inputs that the data never has) or its own; it ends as the one with the best validation loss (the last,
 * where nothing validates). A line on stderr every pass. False with the reason. */
bool net_train(Net *net, const NetData *data, const NetTrainOptions *options, NetTrainResult *result, Error *error);

/* The mean loss over positions. */
double net_train_loss(const Net *net, const PackedPosition *records, size_t count, float result_weight, float shape_cp);

#endif
