/* SPDX-License-Identifier: GPL-3.0-only */
#include "training/samples.h"

#include "engine/endgame.h"
#include "training/records.h"
#include "training/stats.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { VALIDATION_EVERY = 100 };

/* While loading: two sets of rows, joined at the end. */
typedef struct Loader {
    Samples *samples;
    Sample *validation;
    size_t validation_count;
    size_t validation_capacity;
    size_t row_capacity;
    size_t term_capacity;
    uint64_t games;
} Loader;

/* Makes room for one more element. */
static bool grow(void **array, size_t count, size_t *capacity, size_t more, size_t element)
{
    if (count + more <= *capacity)
        return true;
    const size_t wanted = *capacity == 0 ? 65536 : *capacity * 2;
    void *larger = realloc(*array, wanted * element);
    if (larger == NULL)
        return false;
    *array = larger;
    *capacity = wanted;
    return true;
}

static bool add_terms(Loader *loader, const EvaluateTrace *trace, Sample *sample)
{
    Samples *samples = loader->samples;
    if (!grow((void **)&samples->terms, samples->term_count, &loader->term_capacity, EVALUATE_PARAMETER_COUNT, sizeof *samples->terms))
        return false;
    sample->first_term = samples->term_count;
    for (int i = 0; i < (int)EVALUATE_PARAMETER_COUNT; i++)
        if (trace->count[i] != 0)
            samples->terms[samples->term_count++] = (SampleTerm){(uint16_t)i, trace->count[i]};
    sample->term_count = (uint16_t)(samples->term_count - sample->first_term);
    return true;
}

static void count_agreement(Samples *samples, const PackedPosition *packed)
{
    bool agrees;
    if (!record_decided(packed, &agrees))
        return;
    samples->decided++;
    samples->agreeing += agrees;
}

static bool add_sample(Loader *loader, const PackedPosition *packed, Error *error)
{
    Samples *samples = loader->samples;
    Position position;
    EvaluateTrace trace;
    Sample sample = {.score_cp = packed->score_cp, .result = (float)packed->result / 2};

    if (!packed_to_position(packed, &position))
        return error_set(error, 0, "a record is no legal position");
    evaluate_with_trace(&position, &trace);
    sample.middlegame_weight = (float)trace.phase / EVALUATE_PHASE_MAX;
    sample.endgame_weight = (float)((EVALUATE_PHASE_MAX - trace.phase) * trace.endgame_scale) / (EVALUATE_PHASE_MAX * ENDGAME_SCALE_FULL);

    loader->games += packed->first_of_game;
    const bool validates = loader->games % VALIDATION_EVERY == 0;
    const bool room = add_terms(loader, &trace, &sample) &&
                      (validates
                           ? grow((void **)&loader->validation, loader->validation_count, &loader->validation_capacity, 1, sizeof sample)
                           : grow((void **)&samples->rows, samples->count, &loader->row_capacity, 1, sizeof sample));
    if (!room)
        return error_set(error, ENOMEM, "cannot hold more than %zu positions", samples->count);
    if (validates)
        loader->validation[loader->validation_count++] = sample;
    else
        samples->rows[samples->count++] = sample;
    count_agreement(samples, packed);
    return true;
}

static bool take(void *context, int file, const ChunkHeader *header, const PackedPosition *positions, Error *error)
{
    (void)file;
    for (uint32_t i = 0; i < header->positions; i++)
        if (!add_sample(context, &positions[i], error))
            return false;
    return true;
}

/* Puts the validation rows after the others. */
static bool join(Loader *loader, Error *error)
{
    Samples *samples = loader->samples;
    samples->training_count = samples->count;
    Sample *rows = realloc(samples->rows, (samples->count + loader->validation_count + 1) * sizeof *rows);
    if (rows == NULL)
        return error_set(error, ENOMEM, "cannot hold the positions");
    if (loader->validation_count > 0)
        memcpy(rows + samples->count, loader->validation, loader->validation_count * sizeof *rows);
    samples->rows = rows;
    samples->count += loader->validation_count;
    return true;
}

bool samples_load(Samples *samples, char *const *paths, int path_count, size_t limit, Error *error)
{
    Loader loader = {.samples = samples};
    memset(samples, 0, sizeof *samples);

    const bool ok = records_each(paths, path_count, limit, take, &loader, error) && join(&loader, error);
    free(loader.validation);
    if (!ok)
        samples_destroy(samples);
    return ok;
}

void samples_destroy(Samples *samples)
{
    free(samples->rows);
    free(samples->terms);
    memset(samples, 0, sizeof *samples);
}

double samples_agreement(const Samples *samples)
{
    return stats_agreement(samples->agreeing, samples->decided);
}
