/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Files of packed positions, written in chunks that hold whole games and carry a checksum.
 *
 * A run that is cut off loses at most its unwritten chunks; a torn last chunk is cut away when the file is
 * opened for more. Files of several runs may simply be concatenated. One thread a writer or reader.
 */
#ifndef CAROUSEL_TRAINING_CHUNK_H
#define CAROUSEL_TRAINING_CHUNK_H

#include "system/file.h"
#include "training/packed.h"

#include <stdio.h>

typedef struct ChunkHeader {
    char magic[8];      /* "CARODAT1" */
    uint64_t seed;      /* of the run that wrote it */
    uint64_t next_game; /* one more than the highest game number inside */
    uint32_t positions;
    uint32_t games;
    uint32_t data_checksum; /* CRC-32 of the positions */
    uint32_t head_checksum; /* CRC-32 of the header before this field */
} ChunkHeader;

_Static_assert(sizeof(ChunkHeader) == 40, "the file format");

enum { CHUNK_POSITIONS_MAX = 1 << 20 };

/* What a file holds, by its headers and checksums. */
typedef struct ChunkTotals {
    uint64_t positions;
    uint64_t games;
    uint64_t next_game;  /* of the chunks written with the seed asked for */
    uint64_t good_bytes; /* length up to the end of the last whole chunk */
    bool torn;           /* something else follows it */
} ChunkTotals;

/* Appends one chunk, synced. */
bool chunk_write(File *file, uint64_t seed, uint64_t next_game, uint32_t games, const PackedPosition *positions, uint32_t count,
                 Error *error);

/* Opens `path` to append, makes it if missing, counts what it holds and cuts a torn end away. */
bool chunk_open(File *file, const char *path, uint64_t seed, ChunkTotals *totals, Error *error);

/* Reads the next chunk: an array the caller frees. NULL at the end of the stream, with error->message empty,
 * and on damage, with the reason in it. */
PackedPosition *chunk_read(FILE *stream, ChunkHeader *header, Error *error);

#endif
