/* SPDX-License-Identifier: GPL-3.0-only */
#include "training/stats.h"

#include "training/key_set.h"
#include "training/records.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A seed and the file it was met in first. */
typedef struct SeedSeen {
    uint64_t seed;
    int file;
    bool shared;
} SeedSeen;

typedef struct Counter {
    Stats *stats;
    KeySet keys;
    SeedSeen *seeds;
    size_t seed_count;
    size_t seed_capacity;
} Counter;

static bool note_seed(Counter *counter, uint64_t seed, int file, Error *error)
{
    for (size_t i = 0; i < counter->seed_count; i++) {
        SeedSeen *seen = &counter->seeds[i];
        if (seen->seed != seed)
            continue;
        if (seen->file != file && !seen->shared) {
            seen->shared = true;
            counter->stats->shared_seeds++;
            counter->stats->a_shared_seed = seed;
        }
        return true;
    }
    if (counter->seed_count == counter->seed_capacity) {
        const size_t capacity = counter->seed_capacity * 2 + 16;
        SeedSeen *seeds = realloc(counter->seeds, capacity * sizeof *seeds);
        if (seeds == NULL)
            return error_set(error, ENOMEM, "cannot note the seeds");
        counter->seeds = seeds;
        counter->seed_capacity = capacity;
    }
    counter->seeds[counter->seed_count++] = (SeedSeen){.seed = seed, .file = file};
    return true;
}

static bool take(void *context, int file, const ChunkHeader *header, const PackedPosition *positions, Error *error)
{
    Counter *counter = context;
    Stats *stats = counter->stats;
    if (!note_seed(counter, header->seed, file, error))
        return false;
    for (uint32_t i = 0; i < header->positions; i++) {
        const PackedPosition *record = &positions[i];
        bool agrees;
        bool added;
        if (record->result > PACKED_WHITE_WINS)
            return error_set(error, 0, "a record has no such result");
        if (!key_set_add(&counter->keys, record_key(record), &added))
            return error_set(error, ENOMEM, "cannot note more than %zu positions", counter->keys.count);
        stats->positions++;
        stats->games += record->first_of_game;
        stats->results[record->result]++;
        stats->duplicates += !added;
        if (record_decided(record, &agrees)) {
            stats->decided++;
            stats->agreeing += agrees;
        }
    }
    return true;
}

bool stats_count(Stats *stats, char *const *paths, int path_count, uint64_t limit, Error *error)
{
    Counter counter = {.stats = stats};
    memset(stats, 0, sizeof *stats);
    const bool ok = records_each(paths, path_count, limit, take, &counter, error);
    key_set_destroy(&counter.keys);
    free(counter.seeds);
    return ok;
}

double stats_agreement(uint64_t agreeing, uint64_t decided)
{
    return decided == 0 ? 1.0 : (double)agreeing / (double)decided;
}
