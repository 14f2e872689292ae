/* SPDX-License-Identifier: GPL-3.0-only */
#include "training/tune.h"

#include "system/descriptor.h"
#include "system/terminal.h"
#include "system/thread.h"
#include "training/parameter_text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The data is summed in so many slices whatever the number of threads, so that the result is always the same. */
enum { SLICES = 64, THREADS_MAX = 256 };

enum { VALUES = 2 * EVALUATE_PARAMETER_COUNT }; /* middlegame, endgame, middlegame, … */

typedef struct Slice {
    double gradient[VALUES];
    double loss;
} Slice;

typedef struct Tuner {
    const TuneOptions *options;
    const Samples *samples;
    double scale_cp;
    double values[VALUES];
    double initial[VALUES];
    double momentum[VALUES];
    double variance[VALUES];
    Slice *slices;
} Tuner;

/* The slices from `first` on, every `step`-th: one thread's share. */
typedef struct Share {
    Tuner *tuner;
    int first;
    int step;
} Share;

TuneOptions tune_default_options(void)
{
    return (TuneOptions){.epochs = 400, .threads = 1, .rate_cp = 2.0, .result_weight = 0.5, .pull = 3e-8};
}

static double sigmoid(double x)
{
    return 1.0 / (1.0 + exp(-x));
}

/* The evaluation with the tuner's values, White's view. */
static double evaluate_row(const Tuner *tuner, const Sample *row)
{
    const SampleTerm *terms = tuner->samples->terms + row->first_term;
    double middlegame = 0;
    double endgame = 0;
    for (int i = 0; i < row->term_count; i++) {
        middlegame += terms[i].count * tuner->values[2 * terms[i].parameter];
        endgame += terms[i].count * tuner->values[2 * terms[i].parameter + 1];
    }
    return middlegame * row->middlegame_weight + endgame * row->endgame_weight;
}

static double target(const Tuner *tuner, const Sample *row)
{
    const double weight = tuner->options->result_weight;
    return weight * row->result + (1 - weight) * sigmoid(row->score_cp / tuner->scale_cp);
}

static void add_row(const Tuner *tuner, const Sample *row, Slice *slice)
{
    const SampleTerm *terms = tuner->samples->terms + row->first_term;
    const double expected = sigmoid(evaluate_row(tuner, row) / tuner->scale_cp);
    const double error = expected - target(tuner, row);
    const double slope = 2 * error * expected * (1 - expected) / tuner->scale_cp;

    slice->loss += error * error;
    for (int i = 0; i < row->term_count; i++) {
        slice->gradient[2 * terms[i].parameter] += slope * terms[i].count * row->middlegame_weight;
        slice->gradient[2 * terms[i].parameter + 1] += slope * terms[i].count * row->endgame_weight;
    }
}

static void *sum_slices(void *argument)
{
    const Share *share = argument;
    const size_t count = share->tuner->samples->training_count;
    for (int s = share->first; s < SLICES; s += share->step) {
        Slice *slice = &share->tuner->slices[s];
        memset(slice, 0, sizeof *slice);
        for (size_t i = count * (size_t)s / SLICES; i < count * ((size_t)s + 1) / SLICES; i++)
            add_row(share->tuner, &share->tuner->samples->rows[i], slice);
    }
    return NULL;
}

/* Sums gradient and loss over all training rows into slice 0, by means. */
static void sum_all(Tuner *tuner)
{
    Thread threads[THREADS_MAX];
    Share shares[THREADS_MAX];
    const int count = tuner->options->threads < THREADS_MAX ? tuner->options->threads : THREADS_MAX;
    memset(threads, 0, sizeof threads);
    for (int i = 0; i < count; i++) {
        shares[i] = (Share){tuner, i, count};
        if (i == count - 1 || !thread_start(&threads[i], sum_slices, &shares[i], 0))
            sum_slices(&shares[i]);
    }
    for (int i = 0; i < count; i++)
        thread_join(&threads[i]);

    Slice *total = &tuner->slices[0];
    const double rows = (double)tuner->samples->training_count;
    for (int s = 1; s < SLICES; s++) {
        total->loss += tuner->slices[s].loss;
        for (int v = 0; v < VALUES; v++)
            total->gradient[v] += tuner->slices[s].gradient[v];
    }
    total->loss /= rows;
    for (int v = 0; v < VALUES; v++)
        total->gradient[v] /= rows;
}

/* One step of Adam (Kingma, Ba 2015). */
static void step(Tuner *tuner, int epoch)
{
    static const double keep_momentum = 0.9;
    static const double keep_variance = 0.999;
    const double progress = (double)epoch / tuner->options->epochs;
    const double rate = tuner->options->rate_cp * (0.01 + 0.99 * 0.5 * (1 + cos(3.14159265358979 * progress)));

    for (int v = 0; v < VALUES; v++) {
        const double gradient = tuner->slices[0].gradient[v] + tuner->options->pull * (tuner->values[v] - tuner->initial[v]);
        tuner->momentum[v] = keep_momentum * tuner->momentum[v] + (1 - keep_momentum) * gradient;
        tuner->variance[v] = keep_variance * tuner->variance[v] + (1 - keep_variance) * gradient * gradient;
        const double momentum = tuner->momentum[v] / (1 - pow(keep_momentum, epoch + 1));
        const double variance = tuner->variance[v] / (1 - pow(keep_variance, epoch + 1));
        tuner->values[v] -= rate * momentum / (sqrt(variance) + 1e-10);
    }
}

/* The mean squared error between the search's scores and the results for one scale. */
static double score_error(const Samples *samples, double scale_cp)
{
    double sum = 0;
    for (size_t i = 0; i < samples->count; i++) {
        const double error = sigmoid(samples->rows[i].score_cp / scale_cp) - samples->rows[i].result;
        sum += error * error;
    }
    return sum;
}

/* The scale at which scores predict results best, by golden section search. */
static double fit_scale(const Samples *samples)
{
    double low = 50;
    double high = 1000;
    while (high - low > 1) {
        const double a = high - 0.618 * (high - low);
        const double b = low + 0.618 * (high - low);
        if (score_error(samples, a) < score_error(samples, b))
            high = b;
        else
            low = a;
    }
    return (low + high) / 2;
}

static double validation_loss(const Tuner *tuner)
{
    const Samples *samples = tuner->samples;
    double sum = 0;
    for (size_t i = samples->training_count; i < samples->count; i++) {
        const Sample *row = &samples->rows[i];
        const double error = sigmoid(evaluate_row(tuner, row) / tuner->scale_cp) - target(tuner, row);
        sum += error * error;
    }
    return samples->count == samples->training_count ? 0 : sum / (double)(samples->count - samples->training_count);
}

bool tune_run(const TuneOptions *options, const Samples *samples, FILE *out, Error *error)
{
    Tuner *tuner = calloc(1, sizeof *tuner);
    Slice *slices = calloc(SLICES, sizeof *slices);
    if (tuner == NULL || slices == NULL) {
        free(tuner);
        free(slices);
        return error_set(error, ENOMEM, "cannot tune");
    }
    tuner->options = options;
    tuner->samples = samples;
    tuner->slices = slices;
    tuner->scale_cp = options->scale_cp > 0 ? options->scale_cp : fit_scale(samples);
    const Tapered *own = (const Tapered *)&evaluate_parameters;
    for (int i = 0; i < (int)EVALUATE_PARAMETER_COUNT; i++) {
        tuner->values[2 * i] = tuner->initial[2 * i] = tapered_middlegame(own[i]);
        tuner->values[2 * i + 1] = tuner->initial[2 * i + 1] = tapered_endgame(own[i]);
    }
    fprintf(stderr, "%zu positions, %zu for validation, scale %.0f cp\n", samples->count, samples->count - samples->training_count,
            tuner->scale_cp);
    for (int epoch = 0; epoch < options->epochs; epoch++) {
        sum_all(tuner);
        if (epoch == options->epochs - 1 || (epoch % 20 == 0 && terminal_is(STANDARD_ERROR)))
            fprintf(stderr, "epoch %d: loss %.6f, validation %.6f\n", epoch, tuner->slices[0].loss, validation_loss(tuner));
        step(tuner, epoch);
    }
    parameter_text_write(tuner->values, out);
    const bool ok = fflush(out) == 0 || error_set(error, errno, "cannot write the parameters");
    free(slices);
    free(tuner);
    return ok;
}
