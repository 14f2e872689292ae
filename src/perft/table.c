/* SPDX-License-Identifier: GPL-3.0-only */
#include "perft/table.h"

#include "system/memory.h"

#include <stdatomic.h>
#include <stdlib.h>

/* What an entry's last word holds: the count, the depth, the side to move. Depth 0 marks an empty entry. */
enum { NODES_BITS = 56, DEPTH_BITS = 6 };
#define NODES_LIMIT ((uint64_t)1 << NODES_BITS)
_Static_assert(NODES_BITS + DEPTH_BITS + 1 <= 64, "an entry's last word is 64 bits");

typedef struct Entry {
    _Atomic uint64_t words[4];
} Entry;

/* Every stored word is atomic, so that racing for it is no undefined behaviour; what makes the four belong
 * together is the version of their stripe: odd while a writer is at it, and 64 bits wide, so it never comes
 * round. A reader that sees a word of a write (acquire) that came later than its first look at the version
 * also sees the version that write had made odd before (release), and drops what it read. Many entries share
 * a stripe, which only means that rarely a store is left out. */
enum { ENTRIES_PER_BUCKET = 2, STRIPES = 4096 };

typedef struct Bucket {
    Entry entries[ENTRIES_PER_BUCKET];
} Bucket;

_Static_assert(sizeof(Bucket) == 64, "a bucket is a cache line");

struct PerftTable {
    Bucket *buckets;
    uint64_t mask;
    _Atomic uint64_t versions[STRIPES];
};

PerftTable *perft_table_create(size_t megabytes)
{
    size_t count = 1;
    while (count * 2 * sizeof(Bucket) <= megabytes << 20)
        count *= 2;
    PerftTable *table = calloc(1, sizeof(*table));
    if (table == NULL)
        return NULL;
    table->buckets = memory_allocate_large(count * sizeof(Bucket));
    if (table->buckets == NULL) {
        free(table);
        return NULL;
    }
    table->mask = count - 1;
    for (size_t i = 0; i < count; i++)
        for (int e = 0; e < ENTRIES_PER_BUCKET; e++)
            for (int w = 0; w < 4; w++)
                atomic_init(&table->buckets[i].entries[e].words[w], 0);
    return table;
}

void perft_table_destroy(PerftTable *table)
{
    if (table == NULL)
        return;
    memory_free_large(table->buckets, (table->mask + 1) * sizeof(Bucket));
    free(table);
}

/* The four-bit codes: type and colour of ordinary pieces as in Piece (0…5, 8…13), then the special ones. */
enum { CODE_CASTLING_WHITE = 6, CODE_CASTLING_BLACK = 14, CODE_EN_PASSANT_PAWN = 7 };

static unsigned code_of(const Board *board, Square square, Square en_passant_pawn)
{
    const Bitboard bit = square_bit(square);
    const unsigned black = (board->by_color[BLACK] & bit) != 0;
    if (board->castling & bit)
        return black ? CODE_CASTLING_BLACK : CODE_CASTLING_WHITE;
    if (square == en_passant_pawn)
        return CODE_EN_PASSANT_PAWN; /* its rank tells its colour */
    unsigned type = PAWN;
    while (!(board->by_type[type] & bit))
        type++;
    return type | black << 3;
}

PackedBoard perft_table_pack(const Board *board)
{
    const Square en_passant_pawn = board->en_passant == NO_SQUARE ? NO_SQUARE : (Square)(board->en_passant ^ 8);
    PackedBoard packed = {.occupied = board_occupied(board), .side = board->side_to_move};
    assert(bits_count(packed.occupied) <= 32);
    int index = 0;
    for (Bitboard squares = packed.occupied; squares != 0; index++) {
        const uint64_t code = code_of(board, (Square)bits_pop(&squares), en_passant_pawn);
        packed.pieces[index / 16] |= code << index % 16 * 4;
    }
    return packed;
}

static uint64_t label_of(const PackedBoard *board, int depth)
{
    return (board->side << DEPTH_BITS | (uint64_t)depth) << NODES_BITS;
}

/* Spreads the position over the buckets; its quality only decides how well the table is filled. */
static uint64_t spread(const PackedBoard *board, uint64_t label)
{
    uint64_t hash = board->occupied ^ label;
    hash = (hash ^ hash >> 32) * 0x9e3779b97f4a7c15u;
    hash = (hash ^ board->pieces[0] ^ hash >> 29) * 0xbf58476d1ce4e5b9u;
    hash = (hash ^ board->pieces[1] ^ hash >> 31) * 0x94d049bb133111ebu;
    return hash ^ hash >> 32;
}

bool perft_table_find(PerftTable *table, const PackedBoard *board, int depth, uint64_t *nodes)
{
    const uint64_t label = label_of(board, depth);
    const uint64_t index = spread(board, label) & table->mask;
    Bucket *bucket = &table->buckets[index];
    _Atomic uint64_t *version = &table->versions[index % STRIPES];

    const uint64_t before = atomic_load_explicit(version, memory_order_acquire);
    uint64_t found = 0;
    for (int e = 0; e < ENTRIES_PER_BUCKET; e++) {
        uint64_t words[4];
        for (int w = 0; w < 4; w++)
            words[w] = atomic_load_explicit(&bucket->entries[e].words[w], memory_order_acquire);
        if (words[0] == board->occupied && words[1] == board->pieces[0] && words[2] == board->pieces[1] &&
            words[3] >> NODES_BITS == label >> NODES_BITS)
            found = words[3];
    }
    if (found == 0 || (before & 1) != 0 || atomic_load_explicit(version, memory_order_relaxed) != before)
        return false;
    *nodes = found & (NODES_LIMIT - 1);
    return true;
}

void perft_table_store(PerftTable *table, const PackedBoard *board, int depth, uint64_t nodes)
{
    if (nodes >= NODES_LIMIT)
        return;
    const uint64_t label = label_of(board, depth);
    const uint64_t index = spread(board, label) & table->mask;
    Bucket *bucket = &table->buckets[index];
    _Atomic uint64_t *version = &table->versions[index % STRIPES];

    uint64_t before = atomic_load_explicit(version, memory_order_relaxed);
    if ((before & 1) != 0 ||
        !atomic_compare_exchange_strong_explicit(version, &before, before + 1, memory_order_acquire, memory_order_relaxed))
        return;

    /* The first entry keeps the larger count, the second is always replaced. */
    Entry *kept = &bucket->entries[0];
    Entry *entry = &bucket->entries[1];
    const uint64_t kept_nodes = atomic_load_explicit(&kept->words[3], memory_order_relaxed) & (NODES_LIMIT - 1);
    if (nodes >= kept_nodes)
        entry = kept;
    atomic_store_explicit(&entry->words[0], board->occupied, memory_order_release);
    atomic_store_explicit(&entry->words[1], board->pieces[0], memory_order_release);
    atomic_store_explicit(&entry->words[2], board->pieces[1], memory_order_release);
    atomic_store_explicit(&entry->words[3], label | nodes, memory_order_release);
    atomic_store_explicit(version, before + 2, memory_order_release);
}
