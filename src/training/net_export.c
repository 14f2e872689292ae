/* SPDX-License-Identifier: GPL-3.0-only */
#include "training/net_export.h"

#include "engine/evaluate.h"
#include "system/file.h"
#include "system/memory.h"
#include "training/wdl_fit.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROVISIONAL_SCALE_CP = 400, NUMBERS_A_LINE = 24 };

static size_t padded(size_t size)
{
    return (size + NETWORK_ALIGNMENT - 1) & ~(size_t)(NETWORK_ALIGNMENT - 1);
}

/* Numbers times `unit`, rounded, into 16 bits. */
static bool round_all(const float *values, size_t count, double unit, int16_t *numbers)
{
    for (size_t i = 0; i < count; i++) {
        const double number = rint((double)values[i] * unit);
        if (!(fabs(number) <= INT16_MAX))
            return false;
        numbers[i] = (int16_t)number;
    }
    return true;
}

bool net_quantize(const Net *net, int scale_cp, QuantizedNet *quantized, Error *error)
{
    const size_t hidden = (size_t)net->hidden;
    const size_t buckets = (size_t)net->buckets;
    const size_t features = NETWORK_FEATURES * hidden;
    const size_t outputs = buckets * 2 * hidden;
    const size_t bias_at = padded(features * sizeof(int16_t));
    const size_t outputs_at = bias_at + padded(hidden * sizeof(int16_t));
    const size_t output_bias_at = outputs_at + padded(outputs * sizeof(int16_t));
    memset(quantized, 0, sizeof *quantized);
    quantized->size = output_bias_at + buckets * sizeof(int32_t);
    quantized->memory = memory_allocate_large(quantized->size);
    if (quantized->memory == NULL)
        return error_set(error, ENOMEM, "cannot hold the network");

    char *memory = quantized->memory;
    int16_t *feature_weights = (int16_t *)(void *)memory;
    int16_t *feature_bias = (int16_t *)(void *)(memory + bias_at);
    int16_t *output_weights = (int16_t *)(void *)(memory + outputs_at);
    int32_t *output_bias = (int32_t *)(void *)(memory + output_bias_at);
    quantized->network = (Network){.hidden = net->hidden,
                                   .buckets = net->buckets,
                                   .scale_cp = scale_cp,
                                   .feature_weights = feature_weights,
                                   .feature_bias = feature_bias,
                                   .output_weights = output_weights,
                                   .output_bias = output_bias};
    quantized->output_bias = output_bias;
    bool ok = round_all(net->values, features, NETWORK_QA, feature_weights) &&
              round_all(net->values + net_bias_offset(net), hidden, NETWORK_QA, feature_bias) &&
              round_all(net->values + net_output_offset(net, 0), outputs, NETWORK_QB, output_weights);
    for (size_t i = 0; ok && i < buckets; i++) {
        const double number = rint((double)net->values[net_output_bias_offset(net) + i] * NETWORK_QA * NETWORK_QB);
        ok = fabs(number) <= INT32_MAX;
        if (ok)
            output_bias[i] = (int32_t)number;
    }
    char message[NETWORK_MESSAGE_SIZE] = "a number is too large for an integer of the network";
    ok = ok && network_is_sound(&quantized->network, message);
    if (ok)
        return true;
    net_quantized_destroy(quantized);
    return error_set(error, 0, "%.250s", message);
}

void net_quantized_destroy(QuantizedNet *quantized)
{
    memory_free_large(quantized->memory, quantized->size);
    memset(quantized, 0, sizeof *quantized);
}

bool net_correct_bias(const Net *net, QuantizedNet *quantized, const NetData *data, Error *error)
{
    double shift[NETWORK_BUCKETS_MAX] = {0}; /* in units of the output */
    size_t counts[NETWORK_BUCKETS_MAX] = {0};
    Network fine = quantized->network;
    fine.scale_cp = NETWORK_SCALE_MAX;
    for (size_t i = 0; i < data->validation_count; i++) {
        Position position;
        NetInput input;
        if (!packed_to_position(&data->validation[i], &position))
            return error_set(error, 0, "a record is no legal position");
        net_input(&data->validation[i], net->buckets, &input);
        shift[input.bucket] += (double)network_evaluate(&fine, &position) / NETWORK_SCALE_MAX - (double)net_output(net, &input);
        counts[input.bucket]++;
    }
    for (int bucket = 0; bucket < net->buckets; bucket++)
        if (counts[bucket] > 0)
            quantized->output_bias[bucket] -= (int32_t)rint(shift[bucket] / (double)counts[bucket] * NETWORK_QA * NETWORK_QB);
    return true;
}

/* Scores the validation positions: counts for the reference and the network, the sum of the distances between the
 * network's integers and its floating point numbers. */
static bool score_all(const Net *net, const Network *network, const NetData *data, WdlCounts *reference, WdlCounts *counts,
                      double *distance, Error *error)
{
    *distance = 0;
    for (size_t i = 0; i < data->validation_count; i++) {
        const PackedPosition *record = &data->validation[i];
        const PackedResult result = (PackedResult)record->result;
        Position position;
        NetInput input;
        if (!packed_to_position(record, &position))
            return error_set(error, 0, "a record is no legal position");
        const int sign = position_side_to_move(&position) == WHITE ? 1 : -1;
        const int score = network_evaluate(network, &position);
        net_input(record, net->buckets, &input);
        *distance += fabs(score - (double)network->scale_cp * (double)net_output(net, &input));
        wdl_count(counts, sign * score, result);
        wdl_count(reference, sign * evaluate(&position, NULL), result);
    }
    return true;
}

bool net_fit_scale(const Net *net, QuantizedNet *quantized, const NetData *data, NetScale *scale, Error *error)
{
    Network *network = &quantized->network;
    WdlCounts *reference = calloc(1, sizeof *reference);
    WdlCounts *counts = calloc(1, sizeof *counts);
    WdlFit reference_fit;
    WdlFit fit;
    double distance = 0;
    network->scale_cp = PROVISIONAL_SCALE_CP;
    bool ok = reference != NULL && counts != NULL;
    if (!ok)
        error_set(error, ENOMEM, "cannot fit the scale");
    ok = ok && score_all(net, network, data, reference, counts, &distance, error);
    if (ok && !(wdl_fit(reference, &reference_fit) && wdl_fit(counts, &fit)))
        ok = error_set(error, 0, "the results of %zu validation positions settle no scale", data->validation_count);
    free(reference);
    free(counts);
    if (!ok)
        return false;
    const double factor = reference_fit.slope_cp / fit.slope_cp;
    const double fitted = rint(PROVISIONAL_SCALE_CP * factor);
    if (!(fitted >= 1 && fitted <= NETWORK_SCALE_MAX))
        return error_set(error, 0, "a scale of %.0f centipawns would be needed; at most %d fits", fitted, NETWORK_SCALE_MAX);
    network->scale_cp = (int)fitted;
    *scale = (NetScale){.scale_cp = network->scale_cp,
                        .reference_slope_cp = reference_fit.slope_cp,
                        .slope_cp = fit.slope_cp * network->scale_cp / PROVISIONAL_SCALE_CP,
                        .rounding_cp = distance * factor / (double)data->validation_count};
    return true;
}

/* The source as it grows. */
typedef struct Source {
    char *text;
    size_t length;
    size_t capacity;
} Source;

/* The text has room for what is to come: see net_source(). */
__attribute__((format(printf, 2, 3))) static void add(Source *source, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(source->text + source->length, source->capacity - source->length, format, arguments);
    va_end(arguments);
    assert(length >= 0 && (size_t)length < source->capacity - source->length);
    source->length += (size_t)length;
}

static void add_shorts(Source *source, const char *name, const int16_t *numbers, size_t count)
{
    add(source, "\nstatic const _Alignas(NETWORK_ALIGNMENT) int16_t %s[%zu] = {", name, count);
    for (size_t i = 0; i < count; i++)
        add(source, "%s%d,", i % NUMBERS_A_LINE == 0 ? "\n" : "", numbers[i]);
    add(source, "\n};\n");
}

/* src/engine/network_weights.c; free() its text. */
static bool net_source(const Network *network, Source *source)
{
    const size_t hidden = (size_t)network->hidden;
    const size_t buckets = (size_t)network->buckets;
    const size_t numbers = (NETWORK_FEATURES + 1 + 2 * buckets) * hidden + buckets;
    *source = (Source){.capacity = numbers * 13 + 4096}; /* "-2147483648,\n" and the words */
    source->text = malloc(source->capacity);
    if (source->text == NULL)
        return false;
    add(source, "/* SPDX-License-Identifier: GPL-3.0-only */\n"
                "/* The network that is part of the program. Written by `carousel-train export`: change it there. */\n"
                "#include \"engine/network.h\"\n\n"
                "/* clang-format off */\n");
    add_shorts(source, "feature_weights", network->feature_weights, NETWORK_FEATURES * hidden);
    add_shorts(source, "feature_bias", network->feature_bias, hidden);
    add_shorts(source, "output_weights", network->output_weights, buckets * 2 * hidden);
    add(source, "\nstatic const int32_t output_bias[%zu] = {\n", buckets);
    for (size_t i = 0; i < buckets; i++)
        add(source, "%d,", network->output_bias[i]);
    add(source,
        "\n};\n\n"
        "static const Network network = {\n"
        "    .hidden = %d,\n    .buckets = %d,\n    .scale_cp = %d,\n"
        "    .feature_weights = feature_weights,\n    .feature_bias = feature_bias,\n"
        "    .output_weights = output_weights,\n    .output_bias = output_bias,\n};\n\n"
        "const Network *const network_embedded = &network;\n",
        network->hidden, network->buckets, network->scale_cp);
    return true;
}

bool net_write(const Network *network, const char *path, const char *source_path, Error *error)
{
    size_t size;
    Source source = {0};
    void *bytes = network_bytes(network, &size);
    bool ok = bytes != NULL && (source_path == NULL || net_source(network, &source));
    if (!ok)
        error_set(error, ENOMEM, "cannot write '%s'", path);
    ok = ok && file_replace(path, bytes, size, error) &&
         (source_path == NULL || file_replace(source_path, source.text, source.length, error));
    free(bytes);
    free(source.text);
    return ok;
}
