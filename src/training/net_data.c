/* SPDX-License-Identifier: GPL-3.0-only */
#include "training/net_data.h"

#include "engine/endgame.h"
#include "engine/engine.h"
#include "training/key_set.h"
#include "training/net_kernel.h"
#include "training/random.h"
#include "training/records.h"
#include "training/stats.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { VALIDATION_EVERY = 100, PLY_LEAST = 16, PIECES_LEAST = 4 };

typedef struct Loader {
    NetData *data;
    const NetDataOptions *options;
    KeySet keys;
    size_t training_capacity;
    size_t validation_capacity;
    uint64_t games;
} Loader;

bool net_data_wanted(const PackedPosition *record, const Position *position)
{
    int score;
    return record->ply >= PLY_LEAST && bits_count(record->occupied) >= PIECES_LEAST && !position_in_check(position) &&
           abs(record->score_cp) < SCORE_MATE_BOUND && !endgame_score(position, &score);
}

static bool append(PackedPosition **records, size_t *count, size_t *capacity, const PackedPosition *record)
{
    if (*count == *capacity) {
        const size_t wanted = *capacity == 0 ? 65536 : *capacity * 2;
        PackedPosition *larger = realloc(*records, wanted * sizeof *larger);
        if (larger == NULL)
            return false;
        *records = larger;
        *capacity = wanted;
    }
    (*records)[(*count)++] = *record;
    return true;
}

static bool take_record(Loader *loader, const PackedPosition *record, Error *error)
{
    NetData *data = loader->data;
    Position position;
    bool added;
    bool agrees;
    data->read++;
    loader->games += record->first_of_game;
    const bool validates = loader->games % VALIDATION_EVERY == 0;
    if (!validates && loader->options->validation_only)
        return true;
    if (!packed_to_position(record, &position))
        return error_set(error, 0, "record %llu is no legal position", (unsigned long long)data->read);
    if (!net_data_wanted(record, &position)) {
        data->left_out++;
        return true;
    }
    bool ok = key_set_add(&loader->keys, record_key(record), &added);
    if (ok && !added) {
        data->duplicates++;
        return true;
    }
    if (record_decided(record, &agrees)) {
        data->decided++;
        data->agreeing += agrees;
    }
    ok = ok && (validates ? append(&data->validation, &data->validation_count, &loader->validation_capacity, record)
                          : append(&data->training, &data->training_count, &loader->training_capacity, record));
    return ok || error_set(error, ENOMEM, "cannot hold more than %zu positions", data->training_count);
}

static bool take(void *context, int file, const ChunkHeader *header, const PackedPosition *positions, Error *error)
{
    (void)file;
    for (uint32_t i = 0; i < header->positions; i++)
        if (!take_record(context, &positions[i], error))
            return false;
    return true;
}

/* Fisher–Yates. */
static void shuffle(PackedPosition *records, size_t count, Random *random)
{
    for (size_t i = count; i > 1; i--) {
        const size_t other = (size_t)random_below(random, i);
        const PackedPosition record = records[i - 1];
        records[i - 1] = records[other];
        records[other] = record;
    }
}

bool net_data_load(NetData *data, const NetDataOptions *options, Error *error)
{
    Loader loader = {.data = data, .options = options};
    memset(data, 0, sizeof *data);
    bool ok = records_each(options->paths, options->path_count, options->limit, take, &loader, error);
    key_set_destroy(&loader.keys);
    const double agreement = 100 * stats_agreement(data->agreeing, data->decided);
    if (ok && agreement < AGREEMENT_PERCENT_MIN)
        ok = error_set(error, 0, "only %.1f%% of the clear scores agree with the results: this data is wrong", agreement);
    if (!ok) {
        net_data_destroy(data);
        return false;
    }
    Random random = random_of(options->seed, 1);
    shuffle(data->training, data->training_count, &random);
    return true;
}

void net_data_destroy(NetData *data)
{
    free(data->training);
    free(data->validation);
    memset(data, 0, sizeof *data);
}

float net_data_target(const PackedPosition *record, float result_weight, float shape_cp)
{
    const bool black = (record->side_and_passant & 0x80) != 0;
    const float result = 0.5f * (float)(black ? PACKED_WHITE_WINS - record->result : record->result);
    const float score = (float)(black ? -record->score_cp : record->score_cp);
    return result_weight * result + (1 - result_weight) * net_sigmoid(score / shape_cp);
}
