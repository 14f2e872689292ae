/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/tt.h"

#include "engine/score.h"
#include "system/memory.h"

#include <string.h>

/*
 * Data word:  bits 0–15 move · 16–31 score · 32–47 evaluation · 48–55 depth - TABLE_DEPTH_MIN ·
 *             56–57 bound · 58 was PV · 59–63 generation
 */
#define MOVE_MASK ((uint64_t)0xffff)
enum { GENERATION_CYCLE = 32, AGE_WEIGHT = 4 };

static uint64_t pack(const TableHit *entry, int score, unsigned generation)
{
    return (uint64_t)entry->move | (uint64_t)(uint16_t)(int16_t)score << 16 | (uint64_t)(uint16_t)(int16_t)entry->evaluation << 32 |
           (uint64_t)(uint8_t)(entry->depth - TABLE_DEPTH_MIN) << 48 | (uint64_t)entry->bound << 56 | (uint64_t)entry->was_pv << 58 |
           (uint64_t)generation << 59;
}

static int data_depth(uint64_t data)
{
    return (int)(data >> 48 & 0xff) + TABLE_DEPTH_MIN;
}

static unsigned data_generation(uint64_t data)
{
    return (unsigned)(data >> 59);
}

static int score_to_table(int score, int ply)
{
    return score == SCORE_NONE ? score : score_is_win(score) ? score + ply : score_is_loss(score) ? score - ply : score;
}

static int score_from_table(int score, int ply)
{
    return score == SCORE_NONE ? score : score_is_win(score) ? score - ply : score_is_loss(score) ? score + ply : score;
}

bool table_resize(Table *table, int megabytes)
{
    const size_t size = (size_t)megabytes << 20;
    TableBucket *buckets = memory_allocate_large(size);
    if (buckets == NULL)
        return false;
    table_destroy(table);
    table->buckets = buckets;
    table->bucket_count = size / sizeof(TableBucket);
    return true;
}

void table_destroy(Table *table)
{
    memory_free_large(table->buckets, (size_t)table->bucket_count * sizeof(TableBucket));
    *table = (Table){0};
}

void table_clear(Table *table)
{
    memset(table->buckets, 0, (size_t)table->bucket_count * sizeof(TableBucket));
    table->generation = 0;
}

void table_age(Table *table)
{
    table->generation = (table->generation + 1) % GENERATION_CYCLE;
}

bool table_probe(const Table *table, uint64_t key, int ply, TableHit *hit)
{
    const TableBucket *bucket = &table->buckets[table_index(table, key)];
    for (int i = 0; i < TABLE_BUCKET_ENTRIES; i++) {
        const TableEntry *entry = &bucket->entries[i];
        const uint64_t data = atomic_load_explicit(&entry->data, memory_order_relaxed);
        const uint64_t check = atomic_load_explicit(&entry->check, memory_order_relaxed);
        if ((check ^ data) != key || data == 0)
            continue;
        hit->move = (Move)(data & 0xffff);
        hit->score = score_from_table((int16_t)(uint16_t)(data >> 16 & 0xffff), ply);
        hit->evaluation = (int16_t)(uint16_t)(data >> 32 & 0xffff);
        hit->depth = data_depth(data);
        hit->bound = (TableBound)(data >> 56 & 3);
        hit->was_pv = (data >> 58 & 1) != 0;
        return true;
    }
    *hit = (TableHit){.move = MOVE_NONE, .score = SCORE_NONE, .evaluation = SCORE_NONE, .depth = TABLE_DEPTH_MIN};
    return false;
}

/* Worth of keeping an entry: its depth, less for every search that has passed since. */
static int data_worth(const Table *table, uint64_t data)
{
    if (data == 0)
        return INT32_MIN;
    const int age = (int)((table->generation + GENERATION_CYCLE - data_generation(data)) % GENERATION_CYCLE);
    return data_depth(data) - AGE_WEIGHT * age;
}

static void put(TableEntry *entry, uint64_t key, uint64_t data)
{
    atomic_store_explicit(&entry->check, key ^ data, memory_order_relaxed);
    atomic_store_explicit(&entry->data, data, memory_order_relaxed);
}

void table_store(Table *table, uint64_t key, int ply, const TableHit *given)
{
    TableBucket *bucket = &table->buckets[table_index(table, key)];
    TableEntry *victim = NULL;
    int victim_worth = INT32_MAX;
    TableHit kept = *given;

    for (int i = 0; i < TABLE_BUCKET_ENTRIES; i++) {
        TableEntry *entry = &bucket->entries[i];
        const uint64_t data = atomic_load_explicit(&entry->data, memory_order_relaxed);
        const uint64_t check = atomic_load_explicit(&entry->check, memory_order_relaxed);
        if (data != 0 && (check ^ data) == key) {
            if (kept.move == MOVE_NONE)
                kept.move = (Move)(data & 0xffff);
            /* A much deeper result of this age is worth more than a shallow bound, but the move is the newer one. */
            if (kept.bound != TABLE_EXACT && data_generation(data) == table->generation &&
                kept.depth + 4 + 2 * kept.was_pv <= data_depth(data)) {
                put(entry, key, (data & ~MOVE_MASK) | kept.move);
                return;
            }
            victim = entry;
            break;
        }
        const int worth = data_worth(table, data);
        if (worth < victim_worth) {
            victim = entry;
            victim_worth = worth;
        }
    }
    put(victim, key, pack(&kept, score_to_table(kept.score, ply), table->generation));
}

int table_full(const Table *table)
{
    const uint64_t sample = table->bucket_count < 250 ? table->bucket_count : 250;
    int used = 0;
    for (uint64_t b = 0; b < sample; b++)
        for (int i = 0; i < TABLE_BUCKET_ENTRIES; i++) {
            const uint64_t data = atomic_load_explicit(&table->buckets[b].entries[i].data, memory_order_relaxed);
            used += data != 0 && data_generation(data) == table->generation;
        }
    return used * 1000 / (int)(sample * TABLE_BUCKET_ENTRIES);
}
