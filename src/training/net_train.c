/* SPDX-License-Identifier: GPL-3.0-only */
#include "training/net_train.h"

#include "system/clock.h"
#include "system/memory.h"
#include "system/thread.h"
#include "training/net_kernel.h"
#include "training/random.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 64, PREFETCH_AHEAD = 16, NUMBERS_ALIGNMENT = 16 };

/* Output weights must stay within 127/64 as integers; the first layer's 32 largest must add up in 16 bits. */
static const float WEIGHT_MOST = 1.98f;
static const float KEEP_MOMENTUM = 0.9f;
static const float KEEP_VARIANCE = 0.999f;
static const float EPSILON = 1e-8f;

/* Threads that wait for each other between the steps. */
typedef struct Barrier {
    Mutex lock;
    Condition all_here;
    int threads;
    int waiting;
    unsigned round;
} Barrier;

typedef struct Trainer {
    const NetTrainOptions *options;
    const NetData *data;
    Net *net;
    Net best;
    float *momentum;
    float *variance;
    size_t bytes; /* of each such array */
    size_t batch;
    int threads;
    Barrier barrier;
    /* Set by the first thread between two barriers. */
    uint64_t stride, offset; /* the order of this pass: position j is number (offset + j * stride) mod count */
    bool ended;
    int pass;
    int stale_passes;
    int64_t start_ns; /* of this pass */
    NetTrainResult *result;
    bool failed;
    Error error;
} Trainer;

typedef struct Worker {
    Trainer *trainer;
    int index;
    Thread thread;
    float *gradient;
    double loss;
    double validation_loss;
} Worker;

typedef struct Team {
    Trainer trainer;
    Worker workers[THREADS_MAX];
} Team;

NetTrainOptions net_train_default_options(void)
{
    return (NetTrainOptions){
        .passes = 30,
        .patience = 6,
        .batch = 16384,
        .threads = 1,
        .rate = 1e-3,
        .last_rate = 1e-5,
        .decay = 0.01,
        .result_weight = 0.4f,
        .shape_cp = 400,
        .seed = 1,
    };
}

static void wait_for_all(Barrier *barrier)
{
    mutex_lock(&barrier->lock);
    const unsigned round = barrier->round;
    if (++barrier->waiting == barrier->threads) {
        barrier->waiting = 0;
        barrier->round++;
        condition_broadcast(&barrier->all_here);
    } else {
        while (barrier->round == round)
            condition_wait(&barrier->all_here, &barrier->lock);
    }
    mutex_unlock(&barrier->lock);
}

/* The part of `count` things that falls to a worker: from *first to before the value returned. */
static size_t share(const Worker *worker, size_t count, size_t alignment, size_t *first)
{
    const size_t pieces = (count + alignment - 1) / alignment;
    const size_t threads = (size_t)worker->trainer->threads;
    const size_t end = pieces * ((size_t)worker->index + 1) / threads * alignment;
    *first = pieces * (size_t)worker->index / threads * alignment;
    return end < count ? end : count;
}

static float learn_record(const Trainer *trainer, const PackedPosition *record, float *gradient)
{
    NetInput input;
    net_input(record, trainer->net->buckets, &input);
    return net_learn(trainer->net, &input, net_data_target(record, trainer->options->result_weight, trainer->options->shape_cp), gradient);
}

/* Learns this worker's share of a batch into its own gradient. */
static void learn_share(Worker *worker, size_t batch_start)
{
    const Trainer *trainer = worker->trainer;
    const uint64_t count = trainer->data->training_count;
    const PackedPosition *records = trainer->data->training;
    size_t first;
    const size_t end = share(worker, trainer->batch, 1, &first);
    uint64_t at = (trainer->offset + (batch_start + first) % count * trainer->stride) % count;
    uint64_t ahead = (at + PREFETCH_AHEAD * trainer->stride) % count;

    memset(worker->gradient, 0, trainer->bytes);
    double loss = 0;
    for (size_t i = first; i < end; i++) {
        __builtin_prefetch(&records[ahead]);
        loss += learn_record(trainer, &records[at], worker->gradient);
        at += trainer->stride;
        at -= at >= count ? count : 0;
        ahead += trainer->stride;
        ahead -= ahead >= count ? count : 0;
    }
    worker->loss += loss;
}

static double rate_at(const NetTrainOptions *options, double progress)
{
    return options->last_rate + (options->rate - options->last_rate) * 0.5 * (1 + cos(3.14159265358979 * progress));
}

/* Adds up the gradients of all workers for this worker's share of the weights and takes AdamW's step there. */
static void step_share(Worker *worker, uint64_t step, uint64_t steps)
{
    Trainer *trainer = worker->trainer;
    const Worker *first_worker = worker - worker->index;
    const double rate = rate_at(trainer->options, (double)step / (double)steps);
    const float shrink = (float)(1 - rate * trainer->options->decay);
    const float each = 1 / (float)trainer->batch;
    /* The corrections for momentum and variance that begin at zero. */
    const float step_size = (float)(rate / (1 - pow(KEEP_MOMENTUM, (double)step + 1)));
    const float variance_scale = (float)(1 / (1 - pow(KEEP_VARIANCE, (double)step + 1)));
    const size_t unclipped = net_output_bias_offset(trainer->net);
    float *restrict values = trainer->net->values;
    float *restrict momentum = trainer->momentum;
    float *restrict variance = trainer->variance;
    size_t first;
    const size_t end = share(worker, trainer->net->count, NUMBERS_ALIGNMENT, &first);

    float *restrict sum = worker->gradient;
    for (int t = 0; t < trainer->threads; t++) {
        const float *restrict other = first_worker[t].gradient;
        if (t == worker->index)
            continue;
        for (size_t i = first; i < end; i++)
            sum[i] += other[i];
    }
    for (size_t i = first; i < end; i++) {
        const float gradient = sum[i] * each;
        momentum[i] = KEEP_MOMENTUM * momentum[i] + (1 - KEEP_MOMENTUM) * gradient;
        variance[i] = KEEP_VARIANCE * variance[i] + (1 - KEEP_VARIANCE) * gradient * gradient;
        const float value = values[i] * shrink - step_size * momentum[i] / (sqrtf(variance[i] * variance_scale) + EPSILON);
        const float most = i < unclipped ? WEIGHT_MOST : INFINITY;
        values[i] = value > most ? most : value < -most ? -most : value;
    }
}

static double loss_of(const Net *net, const PackedPosition *records, size_t first, size_t end, float result_weight, float shape_cp)
{
    double sum = 0;
    for (size_t i = first; i < end; i++) {
        NetInput input;
        net_input(&records[i], net->buckets, &input);
        const double error = net_sigmoid(net_output(net, &input)) - net_data_target(&records[i], result_weight, shape_cp);
        sum += error * error;
    }
    return sum;
}

double net_train_loss(const Net *net, const PackedPosition *records, size_t count, float result_weight, float shape_cp)
{
    return count == 0 ? 0 : loss_of(net, records, 0, count, result_weight, shape_cp) / (double)count;
}

static uint64_t greatest_common_divisor(uint64_t a, uint64_t b)
{
    while (b != 0) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* A new order for the next pass. */
static void draw_order(Trainer *trainer)
{
    const uint64_t count = trainer->data->training_count;
    Random random = random_of(trainer->options->seed, (uint64_t)trainer->pass + 2);
    trainer->offset = random_below(&random, count);
    do
        trainer->stride = count == 1 ? 1 : 1 + random_below(&random, count - 1);
    while (greatest_common_divisor(trainer->stride, count) != 1);
}

/* Inputs that no position has would keep the numbers they were drawn with, and disturb the first game that has them. */
static void forget_unseen(Trainer *trainer)
{
    const NetData *data = trainer->data;
    const size_t hidden = (size_t)trainer->net->hidden;
    bool seen[NETWORK_FEATURES] = {false};
    for (size_t i = 0; i < data->training_count; i++) {
        NetInput input;
        net_input(&data->training[i], trainer->net->buckets, &input);
        for (int n = 0; n < input.count; n++)
            seen[input.index[0][n]] = seen[input.index[1][n]] = true;
    }
    for (size_t feature = 0; feature < NETWORK_FEATURES; feature++)
        if (!seen[feature])
            memset(trainer->net->values + feature * hidden, 0, hidden * sizeof *trainer->net->values);
}

/* By the first thread, while the others wait: what this pass has brought. */
static void end_pass(Trainer *trainer, Worker *workers, size_t batches)
{
    const NetTrainOptions *options = trainer->options;
    NetTrainResult *result = trainer->result;
    double training = 0;
    double validation = 0;
    for (int t = 0; t < trainer->threads; t++) {
        training += workers[t].loss;
        validation += workers[t].validation_loss;
        workers[t].loss = 0;
    }
    trainer->pass++;
    const double learnt = (double)(batches * trainer->batch);
    training /= learnt;
    if (trainer->data->validation_count > 0)
        validation /= (double)trainer->data->validation_count;
    const double seconds = (double)(system_now_ns() - trainer->start_ns) / 1e9;
    result->passes = trainer->pass;
    result->training_loss = training;
    result->positions_a_second = learnt / (seconds > 0 ? seconds : 1);
    fprintf(stderr, "pass %d of %d: training %.6f, validation %.6f, %.0f positions a second\n", trainer->pass, options->passes, training,
            validation, result->positions_a_second);

    if (result->best_pass == 0 || validation < result->validation_loss || trainer->data->validation_count == 0) {
        result->best_pass = trainer->pass;
        result->validation_loss = validation;
        trainer->stale_passes = 0;
        memcpy(trainer->best.values, trainer->net->values, trainer->net->count * sizeof *trainer->net->values);
        if (options->path != NULL && !net_save(&trainer->best, options->path, &trainer->error))
            trainer->failed = true;
    } else {
        trainer->stale_passes++;
    }
    trainer->ended = trainer->failed || trainer->pass == options->passes ||
                     (options->patience > 0 && trainer->stale_passes >= options->patience);
    if (!trainer->ended)
        draw_order(trainer);
    trainer->start_ns = system_now_ns();
}

static void *work(void *argument)
{
    Worker *worker = argument;
    Trainer *trainer = worker->trainer;
    mutex_lock(&trainer->barrier.lock); /* held until all are there, or it is clear that they will not be */
    mutex_unlock(&trainer->barrier.lock);
    const size_t batches = trainer->data->training_count / trainer->batch;
    const uint64_t steps = (uint64_t)batches * (uint64_t)trainer->options->passes;
    uint64_t step = 0;
    while (!trainer->ended) {
        for (size_t batch = 0; batch < batches; batch++, step++) {
            learn_share(worker, batch * trainer->batch);
            wait_for_all(&trainer->barrier);
            step_share(worker, step, steps);
            wait_for_all(&trainer->barrier);
        }
        size_t first;
        const size_t end = share(worker, trainer->data->validation_count, 1, &first);
        worker->validation_loss = loss_of(trainer->net, trainer->data->validation, first, end, trainer->options->result_weight,
                                          trainer->options->shape_cp);
        wait_for_all(&trainer->barrier);
        if (worker->index == 0)
            end_pass(trainer, worker, batches);
        wait_for_all(&trainer->barrier);
    }
    return NULL;
}

static bool allocate(Team *team, Error *error)
{
    Trainer *trainer = &team->trainer;
    bool ok = net_init(&trainer->best, trainer->net->hidden, trainer->net->buckets, error);
    trainer->momentum = memory_allocate_large(trainer->bytes);
    trainer->variance = memory_allocate_large(trainer->bytes);
    if (ok && (trainer->momentum == NULL || trainer->variance == NULL))
        ok = error_set(error, ENOMEM, "cannot train");
    for (int t = 0; ok && t < trainer->threads; t++) {
        Worker *worker = &team->workers[t];
        *worker = (Worker){.trainer = trainer, .index = t, .gradient = memory_allocate_large(trainer->bytes)};
        ok = worker->gradient != NULL || error_set(error, ENOMEM, "cannot train with %d threads", trainer->threads);
    }
    return ok;
}

static void give_back(Team *team)
{
    Trainer *trainer = &team->trainer;
    for (int t = 0; t < trainer->threads; t++)
        memory_free_large(team->workers[t].gradient, trainer->bytes);
    memory_free_large(trainer->momentum, trainer->bytes);
    memory_free_large(trainer->variance, trainer->bytes);
    net_destroy(&trainer->best);
}

/* Trains with all threads, this one among them. */
static void run(Team *team)
{
    Trainer *trainer = &team->trainer;
    mutex_lock(&trainer->barrier.lock);
    for (int t = 1; t < trainer->threads && !trainer->failed; t++) {
        if (thread_start(&team->workers[t].thread, work, &team->workers[t], 0))
            continue;
        trainer->failed = trainer->ended = true;
        error_set(&trainer->error, EAGAIN, "cannot start thread %d", t + 1);
    }
    mutex_unlock(&trainer->barrier.lock);
    work(&team->workers[0]);
    for (int t = 1; t < trainer->threads; t++)
        thread_join(&team->workers[t].thread);
}

bool net_train(Net *net, const NetData *data, const NetTrainOptions *options, NetTrainResult *result, Error *error)
{
    if (data->training_count == 0 || data->training_count > UINT32_MAX)
        return error_set(error, 0, "cannot train on %zu positions", data->training_count);
    Team *team = calloc(1, sizeof *team);
    if (team == NULL)
        return error_set(error, ENOMEM, "cannot train");
    Trainer *trainer = &team->trainer;
    memset(result, 0, sizeof *result);
    *trainer = (Trainer){.options = options,
                         .data = data,
                         .net = net,
                         .bytes = net->count * sizeof *net->values,
                         .batch = data->training_count < (size_t)options->batch ? data->training_count : (size_t)options->batch,
                         .threads = options->threads < THREADS_MAX ? options->threads : THREADS_MAX,
                         .result = result};
    bool ok = allocate(team, error);
    if (ok && !condition_init(&trainer->barrier.all_here))
        ok = error_set(error, ENOMEM, "cannot train");
    else if (ok) {
        mutex_init(&trainer->barrier.lock);
        trainer->barrier.threads = trainer->threads;
        if (!options->go_on) {
            net_randomize(net, options->seed);
            forget_unseen(trainer);
        }
        draw_order(trainer);
        trainer->start_ns = system_now_ns();
        run(team);
        mutex_destroy(&trainer->barrier.lock);
        condition_destroy(&trainer->barrier.all_here);
        memcpy(net->values, trainer->best.values, trainer->bytes);
        ok = !trainer->failed;
        if (!ok && error != NULL)
            *error = trainer->error;
    }
    give_back(team);
    free(team);
    return ok;
}
