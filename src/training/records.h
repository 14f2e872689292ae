/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Packed positions of many files as one stream, chunk by chunk. Any thread, a stream each.
 */
#ifndef CAROUSEL_TRAINING_RECORDS_H
#define CAROUSEL_TRAINING_RECORDS_H

#include "training/chunk.h"

/* Takes the next positions, `header->positions` of them; `file` is the index of the path they come from. False with
 * the reason ends the stream. */
typedef bool RecordsTaker(void *context, int file, const ChunkHeader *header, const PackedPosition *positions, Error *error);

/* Hands the positions of all files to `taker`, at most `limit` of them (0: all; the last chunk's header then counts only
 * what is handed over). A torn last chunk, as a run leaves it that is being written or was cut off, ends its file with
 * a warning on stderr. Progress on stderr if that is a terminal. False with the file and the reason. */
bool records_each(char *const *paths, int path_count, uint64_t limit, RecordsTaker *taker, void *context, Error *error);

/* The same 64 bits for records of the same position, whatever their scores, counters and results. */
uint64_t record_key(const PackedPosition *record);

/* True for a clear score, of 150 centipawns or more, in a game that was won; `*agrees` then says whether the score
 * named the winner. */
bool record_decided(const PackedPosition *record, bool *agrees);

/* The share of clear scores that name the winner in data worth training on, per cent. Data with its results or the
 * signs of its scores mixed up lies far below. */
enum { AGREEMENT_PERCENT_MIN = 80 };

#endif
