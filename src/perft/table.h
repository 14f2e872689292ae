/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * A table of counts already found, shared by threads without waiting.
 *
 * It cannot give a wrong count. An entry holds the whole position (packed into 24 bytes, nothing lost), so
 * that no two positions are taken for each other, and a version number tells a reader that an entry was
 * being written while it read. Readers and writers never wait: an entry that is being written is a miss for
 * a reader, and another writer leaves it alone.
 */
#ifndef CAROUSEL_PERFT_TABLE_H
#define CAROUSEL_PERFT_TABLE_H

#include "chess/board.h"

#include <stddef.h>

typedef struct PerftTable PerftTable;

/* A board packed without loss: its occupied squares, and four bits for each of at most 32 pieces in their order,
 * which also say which rooks may castle and which pawn can be taken en passant. The side to move is bit 0 of `side`. */
typedef struct PackedBoard {
    uint64_t occupied;
    uint64_t pieces[2];
    uint64_t side;
} PackedBoard;

/* A table of about this many MiB; NULL if memory ran out. Ends with perft_table_destroy(). */
PerftTable *perft_table_create(size_t megabytes);
void perft_table_destroy(PerftTable *table);

PackedBoard perft_table_pack(const Board *board);

/* Finds the count for a position and depth (1…60). False if it is not there. */
bool perft_table_find(PerftTable *table, const PackedBoard *board, int depth, uint64_t *nodes);

/* Keeps a count, unless it is too large for an entry (2^56). */
void perft_table_store(PerftTable *table, const PackedBoard *board, int depth, uint64_t nodes);

#endif
