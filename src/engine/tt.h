/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The transposition table: what a search found out about a position, shared by all threads of an engine.
 *
 * Lockless: an entry is two words, the data and the key XORed with the data, so that a torn entry does
 * not match its key. A hit's move still has to be tested for legality. Mate scores are stored as the
 * distance from the entry's own position. probe and store are safe from any thread; the rest while no
 * search runs.
 */
#ifndef CAROUSEL_ENGINE_TT_H
#define CAROUSEL_ENGINE_TT_H

#include "chess/types.h"

#include <stdatomic.h>
#include <stddef.h>

typedef enum TableBound {
    TABLE_NONE = 0, /* an evaluation only */
    TABLE_UPPER = 1,
    TABLE_LOWER = 2,
    TABLE_EXACT = TABLE_UPPER | TABLE_LOWER
} TableBound;

enum {
    TABLE_DEPTH_MIN = -6, /* below every depth stored */
    TABLE_BUCKET_ENTRIES = 4
};

typedef struct TableEntry {
    _Atomic uint64_t check; /* key ^ data */
    _Atomic uint64_t data;  /* 0: empty */
} TableEntry;

typedef struct TableBucket {
    TableEntry entries[TABLE_BUCKET_ENTRIES];
} TableBucket;

_Static_assert(sizeof(TableBucket) == 64, "a bucket is one cache line");

typedef struct Table {
    TableBucket *buckets; /* from memory_allocate_large() */
    uint64_t bucket_count;
    unsigned generation;
} Table;

typedef struct TableHit {
    Move move;      /* MOVE_NONE if none; to be tested for legality */
    int score;      /* SCORE_NONE if there is none */
    int evaluation; /* SCORE_NONE if there is none */
    int depth;
    TableBound bound;
    bool was_pv;
} TableHit;

/* A table of `megabytes`, empty. False, and the table is as before, if there is no memory. `table` must be
 * zeroed before its first use. */
bool table_resize(Table *table, int megabytes);
void table_destroy(Table *table);

void table_clear(Table *table);

/* What is stored from now on counts as younger than everything before. */
void table_age(Table *table);

/* False if the position is not there; `hit` is then that of an empty entry. */
bool table_probe(const Table *table, uint64_t key, int ply, TableHit *hit);

void table_store(Table *table, uint64_t key, int ply, const TableHit *entry);

/* How much of the table holds entries of this age, per mille. */
int table_full(const Table *table);

/* The bucket index: the key's high bits, spread evenly over any number of buckets. */
static inline uint64_t table_index(const Table *table, uint64_t key)
{
    __extension__ typedef unsigned __int128 Wide;
    return (uint64_t)((Wide)key * table->bucket_count >> 64);
}

static inline void table_prefetch(const Table *table, uint64_t key)
{
    bits_prefetch(&table->buckets[table_index(table, key)]);
}

#endif
