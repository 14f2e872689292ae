/* SPDX-License-Identifier: GPL-3.0-only */
#include "training/records.h"

#include "base/splitmix64.h"
#include "system/descriptor.h"
#include "system/terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { CLEAR_SCORE_CP = 150, CHUNKS_A_SIGN = 64 };

typedef struct Stream {
    uint64_t limit; /* UINT64_MAX: none */
    uint64_t taken;
    uint64_t chunks;
    bool watched;
    RecordsTaker *taker;
    void *context;
} Stream;

static void show_progress(Stream *stream, const char *path)
{
    if (stream->watched && stream->chunks++ % CHUNKS_A_SIGN == 0)
        fprintf(stderr, "\r%llu positions, reading %.60s ", (unsigned long long)stream->taken, path);
}

static bool read_file(Stream *stream, int index, const char *path, Error *error)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return error_set(error, errno, "cannot read '%s'", path);
    ChunkHeader header;
    Error fault = {0};
    bool ok = true;
    for (PackedPosition *positions; ok && stream->taken < stream->limit && (positions = chunk_read(file, &header, &fault)) != NULL;
         free(positions)) {
        if (header.positions > stream->limit - stream->taken)
            header.positions = (uint32_t)(stream->limit - stream->taken);
        ok = stream->taker(stream->context, index, &header, positions, error);
        stream->taken += header.positions;
        show_progress(stream, path);
    }
    const bool torn_end = fault.message[0] != '\0' && feof(file) != 0 && ftell(file) > (long)sizeof header;
    fclose(file);
    if (torn_end)
        fprintf(stderr, "carousel-train: '%s' ends in a torn chunk, which is left out\n", path);
    else if (ok && fault.message[0] != '\0')
        ok = error_set(error, 0, "'%s': %s", path, fault.message);
    return ok;
}

bool records_each(char *const *paths, int path_count, uint64_t limit, RecordsTaker *taker, void *context, Error *error)
{
    Stream stream = {.limit = limit == 0 ? UINT64_MAX : limit, .watched = terminal_is(STANDARD_ERROR), .taker = taker, .context = context};
    bool ok = true;
    for (int i = 0; ok && i < path_count; i++)
        ok = read_file(&stream, i, paths[i], error);
    if (stream.watched)
        fputs("\r\033[K", stderr);
    return ok;
}

uint64_t record_key(const PackedPosition *record)
{
    uint64_t pieces[2];
    memcpy(pieces, record->pieces, sizeof pieces);
    uint64_t key = splitmix64_mix(record->occupied + SPLITMIX64_STEP);
    key = splitmix64_mix(key ^ pieces[0]) + pieces[1];
    return splitmix64_mix(splitmix64_mix(key) ^ record->side_and_passant);
}

bool record_decided(const PackedPosition *record, bool *agrees)
{
    *agrees = (record->score_cp > 0) == (record->result == PACKED_WHITE_WINS);
    return record->result != PACKED_DRAW && abs(record->score_cp) >= CLEAR_SCORE_CP;
}
