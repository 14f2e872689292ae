/* SPDX-License-Identifier: GPL-3.0-only */
/* The transposition table: what goes in comes out, mate scores by ply, replacement, age. */
#include "engine/score.h"
#include "engine/tt.h"
#include "test.h"

static TableHit entry(Move move, int score, int depth, TableBound bound)
{
    return (TableHit){.move = move, .score = score, .evaluation = -17, .depth = depth, .bound = bound};
}

static void test_round_trip(Table *table)
{
    static const int SCORES[] = {0, 1, -1, 1234, -20000, SCORE_NONE};
    static const int DEPTHS[] = {TABLE_DEPTH_MIN + 1, 0, 1, 127};
    static const TableBound BOUNDS[] = {TABLE_NONE, TABLE_UPPER, TABLE_LOWER, TABLE_EXACT};
    TableHit hit;
    uint64_t key = 0x123456789abcdef0u;
    CHECK(!table_probe(table, key, 0, &hit));
    CHECK_INT(hit.move, MOVE_NONE);
    CHECK_INT(hit.score, SCORE_NONE);
    CHECK_INT(hit.bound, TABLE_NONE);
    for (size_t s = 0; s < sizeof SCORES / sizeof SCORES[0]; s++)
        for (size_t d = 0; d < sizeof DEPTHS / sizeof DEPTHS[0]; d++)
            for (size_t b = 0; b < sizeof BOUNDS / sizeof BOUNDS[0]; b++) {
                TableHit given = entry(0xffff, SCORES[s], DEPTHS[d], BOUNDS[b]);
                given.was_pv = b % 2 != 0;
                key += 0x9e3779b97f4a7c15u;
                table_store(table, key, 5, &given);
                CHECK(table_probe(table, key, 9, &hit));
                CHECK_INT(hit.move, 0xffff);
                CHECK_INT(hit.score, SCORES[s]);
                CHECK_INT(hit.evaluation, -17);
                CHECK_INT(hit.depth, DEPTHS[d]);
                CHECK_INT(hit.bound, BOUNDS[b]);
                CHECK_INT(hit.was_pv, b % 2 != 0);
            }
}

/* A mate found 7 plies from the root at a node 4 plies from it is 3 plies away from that node. */
static void test_mate_scores(Table *table)
{
    TableHit hit;
    TableHit given = entry(1, score_mate_in(7), 3, TABLE_EXACT);
    table_store(table, 42, 4, &given);
    CHECK(table_probe(table, 42, 4, &hit));
    CHECK_INT(hit.score, SCORE_MATE - 7);
    CHECK(table_probe(table, 42, 10, &hit));
    CHECK_INT(hit.score, SCORE_MATE - 13);
    given = entry(1, score_mated_in(6), 3, TABLE_EXACT);
    table_store(table, 43, 6, &given);
    CHECK(table_probe(table, 43, 0, &hit));
    CHECK_INT(hit.score, -SCORE_MATE);
}

static void test_replacement(Table *table)
{
    TableHit hit;
    table_clear(table);
    /* Six keys of one bucket: their high bits are the same. Four survive, the deepest among them. */
    for (unsigned i = 0; i < 6; i++) {
        const TableHit given = entry(2, 10, i == 0 ? 20 : (int)i, TABLE_LOWER);
        table_store(table, 1000 + i, 0, &given);
    }
    int found = 0;
    for (unsigned i = 0; i < 6; i++)
        found += table_probe(table, 1000 + i, 0, &hit);
    CHECK_INT(found, 4);
    CHECK(table_probe(table, 1000, 0, &hit));
    CHECK_INT(hit.depth, 20);
    CHECK(!table_probe(table, 1001, 0, &hit));

    /* A shallow bound neither throws out a deep one of its age nor loses its move. */
    TableHit given = entry(MOVE_NONE, 11, 2, TABLE_UPPER);
    table_store(table, 1000, 0, &given);
    CHECK(table_probe(table, 1000, 0, &hit));
    CHECK_INT(hit.depth, 20);
    CHECK_INT(hit.move, 2);
    /* Its own move, being newer, takes the old one's place; the rest stays. */
    given.move = 7;
    table_store(table, 1000, 0, &given);
    CHECK(table_probe(table, 1000, 0, &hit));
    CHECK_INT(hit.depth, 20);
    CHECK_INT(hit.move, 7);
    CHECK_INT(hit.score, 10);
    CHECK_INT(hit.bound, TABLE_LOWER);
    given.move = MOVE_NONE;
    given.bound = TABLE_EXACT;
    table_store(table, 1000, 0, &given);
    CHECK(table_probe(table, 1000, 0, &hit));
    CHECK_INT(hit.depth, 2);
    CHECK_INT(hit.move, 7);

    /* Old entries give way to shallow new ones. */
    for (unsigned i = 0; i < 4; i++) {
        const TableHit old = entry(3, 10, 12, TABLE_EXACT);
        table_store(table, 2000 + i, 0, &old);
    }
    for (int i = 0; i < 5; i++)
        table_age(table);
    for (unsigned i = 0; i < 4; i++) {
        const TableHit young = entry(4, 10, 0, TABLE_UPPER);
        table_store(table, 3000 + i, 0, &young);
    }
    found = 0;
    for (unsigned i = 0; i < 4; i++)
        found += table_probe(table, 3000 + i, 0, &hit);
    CHECK_INT(found, 4);
}

static void test_sizes(void)
{
    Table table = {0};
    CHECK(table_resize(&table, 3));
    CHECK_INT(table.bucket_count, 3 * 1024 * 1024 / 64);
    CHECK_INT((uintptr_t)table.buckets % 64, 0);
    CHECK_INT(table_index(&table, 0), 0);
    CHECK_INT(table_index(&table, UINT64_MAX), table.bucket_count - 1);
    CHECK_INT(table_full(&table), 0);
    table_clear(&table);
    TableHit hit;
    const TableHit given = entry(2, 10, 1, TABLE_LOWER);
    const uint64_t step = UINT64_MAX / table.bucket_count;
    for (uint64_t i = 0; i < table.bucket_count; i++) /* one entry in the middle of each bucket */
        table_store(&table, i * step + step / 2, 0, &given);
    CHECK_INT(table_full(&table), 250);
    table_clear(&table);
    CHECK_INT(table_full(&table), 0);
    CHECK(!table_probe(&table, step / 2, 0, &hit));
    table_destroy(&table);
}

int main(void)
{
    Table table = {0};
    CHECK(table_resize(&table, 1));
    test_round_trip(&table);
    test_mate_scores(&table);
    test_replacement(&table);
    table_destroy(&table);
    test_sizes();
    return test_end("engine/tt");
}
