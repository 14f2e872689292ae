/* SPDX-License-Identifier: GPL-3.0-only */
#include "training/chunk.h"

#include "base/checksum.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const char chunk_magic[8] = {'C', 'A', 'R', 'O', 'D', 'A', 'T', '1'};

static uint32_t head_checksum(const ChunkHeader *header)
{
    return checksum_crc32(header, offsetof(ChunkHeader, head_checksum));
}

bool chunk_write(File *file, uint64_t seed, uint64_t next_game, uint32_t games, const PackedPosition *positions, uint32_t count,
                 Error *error)
{
    ChunkHeader header = {.seed = seed, .next_game = next_game, .positions = count, .games = games};
    memcpy(header.magic, chunk_magic, sizeof header.magic);
    header.data_checksum = checksum_crc32(positions, count * sizeof *positions);
    header.head_checksum = head_checksum(&header);

    return file_write(file, &header, sizeof header, error) && file_write(file, positions, count * sizeof *positions, error) &&
           file_sync(file, error);
}

PackedPosition *chunk_read(FILE *stream, ChunkHeader *header, Error *error)
{
    error->code = 0;
    error->message[0] = '\0';
    const size_t got = fread(header, 1, sizeof *header, stream);
    if (got == 0 && !ferror(stream))
        return NULL;
    if (got != sizeof *header || memcmp(header->magic, chunk_magic, sizeof chunk_magic) != 0 ||
        header->head_checksum != head_checksum(header) || header->positions > CHUNK_POSITIONS_MAX) {
        error_set(error, ferror(stream) ? errno : 0, "no chunk of positions, or a torn one");
        return NULL;
    }
    PackedPosition *positions = malloc(header->positions * sizeof *positions + 1);
    if (positions == NULL) {
        error_set(error, ENOMEM, "cannot read a chunk of %u positions", (unsigned)header->positions);
        return NULL;
    }
    if (fread(positions, sizeof *positions, header->positions, stream) != header->positions ||
        checksum_crc32(positions, header->positions * sizeof *positions) != header->data_checksum) {
        error_set(error, ferror(stream) ? errno : 0, "a chunk is torn or altered (wrong checksum)");
        free(positions);
        return NULL;
    }
    return positions;
}

/* Adds up the whole chunks of a stream. */
static void count_chunks(FILE *stream, uint64_t seed, ChunkTotals *totals)
{
    ChunkHeader header;
    Error error;
    for (PackedPosition *positions; (positions = chunk_read(stream, &header, &error)) != NULL; free(positions)) {
        totals->positions += header.positions;
        totals->games += header.games;
        totals->good_bytes += sizeof header + header.positions * sizeof *positions;
        if (header.seed == seed && header.next_game > totals->next_game)
            totals->next_game = header.next_game;
    }
    totals->torn = error.message[0] != '\0';
}

bool chunk_open(File *file, const char *path, uint64_t seed, ChunkTotals *totals, Error *error)
{
    memset(totals, 0, sizeof *totals);
    if (!file_open(file, path, FILE_APPEND, error))
        return false;
    bool ok = file_lock(file, error);
    FILE *stream = ok ? fopen(path, "rb") : NULL;
    if (stream != NULL) {
        count_chunks(stream, seed, totals);
        fclose(stream);
        if (totals->torn && totals->good_bytes == 0)
            ok = error_set(error, 0, "'%s' is no file of positions; it is left as it is", path);
        else if (totals->torn)
            ok = file_truncate(file, totals->good_bytes, error);
    } else if (ok) {
        ok = error_set(error, errno, "cannot read '%s'", path);
    }
    if (!ok)
        file_close(file, NULL);
    return ok;
}
