/* SPDX-License-Identifier: GPL-3.0-only */
/* Counting: known numbers, every way of counting against the plain one, threads, table, overflow, stopping. */
#include "test.h"

#include "chess/chess.h"
#include "chess/fen.h"
#include "chess/move_text.h"
#include "perft/count.h"
#include "perft/lanes_inline.h"
#include "perft/perft.h"
#include "perft/split.h"
#include "perft/statistics.h"
#include "perft/suite.h"
#include "system/thread.h"

#define KIWIPETE "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
#define POSITION_3 "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
#define POSITION_4 "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"
#define POSITION_5 "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"
#define POSITION_6 "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"
#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static PerftResult result;

static Position read_fen(const char *fen)
{
    Position position;
    FenReport report;
    if (!CHECK_MSG(fen_parse(fen, FEN_LENIENT, &position, &report), "%s: %s", fen, report.message))
        position_start(&position);
    return position;
}

static uint64_t count(const char *fen, int depth, const PerftOptions *options)
{
    const Position position = read_fen(fen);
    CHECK(perft_run(&position, depth, options, &result));
    return result.nodes;
}

static void test_known_numbers(void)
{
    static const struct {
        const char *fen;
        uint64_t nodes[6];
    } known[] = {
        {START, {1, 20, 400, 8902, 197281, 4865609}},    {KIWIPETE, {1, 48, 2039, 97862, 4085603, 0}},
        {POSITION_3, {1, 14, 191, 2812, 43238, 674624}}, {POSITION_4, {1, 6, 264, 9467, 422333, 0}},
        {POSITION_5, {1, 44, 1486, 62379, 2103487, 0}},  {POSITION_6, {1, 46, 2079, 89890, 3894594, 0}},
    };
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        for (int depth = 0; depth < 6; depth++)
            if (known[i].nodes[depth] != 0)
                CHECK_INT(count(known[i].fen, depth, NULL), known[i].nodes[depth]);
}

static void test_plain_twin(void)
{
    const char *const fens[] = {START, KIWIPETE, POSITION_3, POSITION_4, POSITION_5, POSITION_6};
    for (size_t i = 0; i < sizeof(fens) / sizeof(fens[0]); i++) {
        const Position position = read_fen(fens[i]);
        Counter counter = {.table = NULL};
        for (int depth = 0; depth <= 3; depth++)
            CHECK_INT(count_moves(&counter, &position.board, depth), count_moves_plain(&position.board, depth));
    }
}

static void test_division(void)
{
    CHECK_INT(count(KIWIPETE, 3, NULL), 97862);
    const Position position = read_fen(KIWIPETE);
    CHECK_INT(result.count, 48);
    uint64_t sum = 0;
    char last[UCI_MOVE_SIZE] = "";
    for (int i = 0; i < result.count; i++) {
        char text[UCI_MOVE_SIZE];
        move_to_uci(&position, result.moves[i].move, text);
        CHECK(strcmp(last, text) < 0);
        memcpy(last, text, sizeof(last));
        sum += result.moves[i].nodes;
        if (strcmp(text, "e1g1") == 0)
            CHECK_INT(result.moves[i].nodes, 2059);
    }
    CHECK_INT(sum, 97862);
    CHECK_INT(count(START, 0, NULL), 1);
    CHECK_INT(result.count, 0);
    CHECK_INT(count("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 3, NULL), 0); /* stalemate */
}

static void test_threads_and_table(void)
{
    for (int threads = 1; threads <= 4; threads++) {
        CHECK_INT(count(KIWIPETE, 4, &(PerftOptions){.threads = threads}), 4085603);
        CHECK_INT(count(KIWIPETE, 4, &(PerftOptions){.threads = threads, .hash_mb = 1}), 4085603);
    }
    CHECK_INT(count(POSITION_3, 6, &(PerftOptions){.threads = 3, .hash_mb = 1}), 11030083);
    CHECK_INT(count(START, 6, &(PerftOptions){.threads = 2, .hash_mb = 8}), 119060324);
}

static void test_overflow_and_stop(void)
{
    const Position kings = read_fen("k7/8/8/8/8/8/8/K7 w - - 0 1");
    CHECK(perft_run(&kings, 20, &(PerftOptions){.hash_mb = 4}, &result));
    CHECK_INT(result.error, PERFT_OK);
    const uint64_t twenty = result.nodes;
    CHECK(twenty > 1000000000000000u);
    CHECK(!perft_run(&kings, 40, &(PerftOptions){.hash_mb = 4}, &result));
    CHECK_INT(result.error, PERFT_OVERFLOW);
    CHECK(!perft_run(&kings, 40, &(PerftOptions){.hash_mb = 4, .threads = 2}, &result));
    CHECK_INT(result.error, PERFT_OVERFLOW);

    const atomic_bool stop = true;
    const Position start = read_fen(START);
    CHECK(!perft_run(&start, 15, &(PerftOptions){.threads = 2, .stop = &stop}, &result));
    CHECK_INT(result.error, PERFT_STOPPED);
}

static void test_table(void)
{
    PerftTable *table = perft_table_create(1);
    uint64_t nodes = 0;
    if (!CHECK(table != NULL))
        return;
    const char *const near[] = {
        "r3k2r/8/8/8/1pP5/8/8/R3K2R b KQkq c3 0 1", "r3k2r/8/8/8/1pP5/8/8/R3K2R b KQkq - 0 1", "r3k2r/8/8/8/1pP5/8/8/R3K2R b Qkq c3 0 1",
        "r3k2r/8/8/8/1pP5/8/8/R3K2R b KQk c3 0 1",  "r3k2r/8/8/8/1pP5/8/8/R3K2R w KQkq - 0 1", "r3k2q/8/8/8/1pP5/8/8/R3K2R b KQq c3 0 1",
        "r3k2r/8/8/8/1pP5/8/8/R3K2Q b Qkq c3 0 1",
    };
    enum { NEAR = sizeof(near) / sizeof(near[0]) };
    PackedBoard packed[NEAR];
    for (size_t i = 0; i < NEAR; i++) {
        const Position position = read_fen(near[i]);
        packed[i] = perft_table_pack(&position.board);
        for (size_t j = 0; j < i; j++)
            CHECK_MSG(memcmp(&packed[i], &packed[j], sizeof(packed[0])) != 0, "%s packs as %s", near[i], near[j]);
        CHECK(!perft_table_find(table, &packed[i], 5, &nodes));
        perft_table_store(table, &packed[i], 5, 1000 + i);
    }
    for (size_t i = 0; i < NEAR; i++) {
        CHECK(!perft_table_find(table, &packed[i], 4, &nodes));
        CHECK(perft_table_find(table, &packed[i], 5, &nodes));
        CHECK_INT(nodes, 1000 + i);
    }
    perft_table_store(table, &packed[0], 7, (uint64_t)1 << 56); /* too large to keep */
    CHECK(!perft_table_find(table, &packed[0], 7, &nodes));
    perft_table_store(table, &packed[0], 7, 0); /* a mate: nothing follows */
    CHECK(perft_table_find(table, &packed[0], 7, &nodes));
    CHECK_INT(nodes, 0);
    perft_table_destroy(table);
}

/* Threads that store and look up in a table of one bucket, where everything collides, never see a wrong count. */
enum { CONTENDERS = 4, CONTENDED_STEPS = 200000, CONTENDED_BOARDS = 6 };

static PackedBoard contended[CONTENDED_BOARDS];
static PerftTable *contended_table;
static atomic_long contended_found;
static atomic_long contended_wrong;

static uint64_t contended_count(int board, int depth)
{
    return (uint64_t)(board * 64 + depth) * 0x9e3779b97f4au + 1;
}

static void *contend(void *seed)
{
    uint64_t state = (uint64_t)(uintptr_t)seed * 0x9e3779b97f4a7c15u + 1;
    for (int i = 0; i < CONTENDED_STEPS; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        const int board = (int)(state >> 20 & 0xffff) % CONTENDED_BOARDS;
        const int depth = 3 + (int)(state >> 40 & 1);
        uint64_t nodes;
        if (state >> 60 < 6) {
            perft_table_store(contended_table, &contended[board], depth, contended_count(board, depth));
        } else if (perft_table_find(contended_table, &contended[board], depth, &nodes)) {
            atomic_fetch_add(&contended_found, 1);
            if (nodes != contended_count(board, depth))
                atomic_fetch_add(&contended_wrong, 1);
        }
    }
    return NULL;
}

static void test_contended_table(void)
{
    const char *const fens[CONTENDED_BOARDS] = {
        START,
        KIWIPETE,
        POSITION_3,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qkq - 0 1",  /* differs in the first word of pieces */
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1",  /* in the second */
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", /* in the side to move */
    };
    Thread threads[CONTENDERS];
    contended_table = perft_table_create(0);
    if (!CHECK(contended_table != NULL))
        return;
    for (int i = 0; i < CONTENDED_BOARDS; i++) {
        const Position position = read_fen(fens[i]);
        contended[i] = perft_table_pack(&position.board);
    }
    for (int i = 0; i < CONTENDERS; i++)
        CHECK(thread_start(&threads[i], contend, (void *)(uintptr_t)(i + 1), 0));
    for (int i = 0; i < CONTENDERS; i++)
        thread_join(&threads[i]);
    CHECK(atomic_load(&contended_found) > 0);
    CHECK_INT(atomic_load(&contended_wrong), 0);

    uint64_t nodes;
    perft_table_store(contended_table, &contended[0], 5, UINT64_C(1) << 55); /* the largest is kept */
    CHECK(!perft_table_find(contended_table, &contended[0], 6, &nodes));
    CHECK(!perft_table_find(contended_table, &contended[1], 5, &nodes));
    CHECK(perft_table_find(contended_table, &contended[0], 5, &nodes));
    CHECK_INT(nodes, INT64_C(1) << 55);
    perft_table_destroy(contended_table);
}

static void check_statistics(const char *fen, int depth, PerftStatistics expected)
{
    const Position position = read_fen(fen);
    PerftStatistics s = {0};
    statistics_count(&position.board, depth, &s);
    CHECK_MSG(memcmp(&s, &expected, sizeof(s)) == 0, "%s depth %d: %d %d %d %d %d %d %d %d %d", fen, depth, (int)s.nodes, (int)s.captures,
              (int)s.en_passant, (int)s.castles, (int)s.promotions, (int)s.checks, (int)s.discovered_checks, (int)s.double_checks,
              (int)s.mates);
}

/* The columns of the published tables. Position 4's has no discovered and double checks, those of 5 and 6 only nodes. */
static void test_statistics(void)
{
    check_statistics(START, 4, (PerftStatistics){197281, 1576, 0, 0, 0, 469, 0, 0, 8});
    check_statistics(START, 5, (PerftStatistics){4865609, 82719, 258, 0, 0, 27351, 6, 0, 347});
    check_statistics(KIWIPETE, 2, (PerftStatistics){2039, 351, 1, 91, 0, 3, 0, 0, 0});
    check_statistics(KIWIPETE, 3, (PerftStatistics){97862, 17102, 45, 3162, 0, 993, 0, 0, 1});
    check_statistics(KIWIPETE, 4, (PerftStatistics){4085603, 757163, 1929, 128013, 15172, 25523, 42, 6, 43});
    check_statistics(POSITION_3, 4, (PerftStatistics){43238, 3348, 123, 0, 0, 1680, 106, 0, 17});
    check_statistics(POSITION_3, 5, (PerftStatistics){674624, 52051, 1165, 0, 0, 52950, 1292, 3, 0});
    check_statistics(POSITION_4, 3, (PerftStatistics){9467, 1021, 4, 0, 120, 38, 2, 0, 22});
    check_statistics(POSITION_4, 4, (PerftStatistics){422333, 131393, 0, 7795, 60032, 15492, 19, 0, 5});
}

static void test_split(void)
{
    SplitList list;
    const Position position = read_fen(START);
    uint64_t sum = 0, sequences = 0;
    CHECK(split_positions(&position, 3, &list));
    CHECK_INT(list.count, 5362); /* different positions after three plies, and after four */
    split_destroy(&list);
    CHECK(split_positions(&position, 4, &list));
    CHECK_INT(list.count, 72078);
    for (size_t i = 0; i < list.count; i++) {
        Counter counter = {.table = NULL};
        sequences += list.jobs[i].weight;
        CHECK(split_add(&sum, count_moves(&counter, &list.jobs[i].board, 1), list.jobs[i].weight));
    }
    CHECK_INT(sequences, 197281);
    CHECK_INT(sum, 4865609);
    split_destroy(&list);

    sum = UINT64_MAX - 10;
    CHECK(split_add(&sum, 5, 2));
    CHECK(!split_add(&sum, 1, 1));
    sum = 0;
    CHECK(!split_add(&sum, (uint64_t)1 << 62, 4));
}

static void test_suite_lines(void)
{
    SuiteLine line;
    char message[256];
    CHECK_INT(suite_read_line("  ", &line, message), SUITE_NOTHING);
    CHECK_INT(suite_read_line("# D1 20", &line, message), SUITE_NOTHING);
    CHECK_INT(suite_read_line(START " ;D1 20 ;D3 8902\r", &line, message), SUITE_LINE);
    CHECK_INT(line.count, 2);
    CHECK_INT(line.counts[1].depth, 3);
    CHECK_INT(line.counts[1].nodes, 8902);
    CHECK_INT(suite_read_line("; a comment", &line, message), SUITE_NOTHING);
    CHECK_INT(suite_read_line("% another", &line, message), SUITE_NOTHING);
    CHECK_INT(suite_read_line(START " D1 20; d2 400;", &line, message), SUITE_LINE);
    CHECK_INT(line.count, 2);
    CHECK_INT(line.counts[1].nodes, 400);
    CHECK_INT(suite_read_line("8/8/8/8/8/8/8/8 w - - 0 1 ;D1 20", &line, message), SUITE_WRONG);
    CHECK_INT(suite_read_line(START, &line, message), SUITE_WRONG);
    CHECK_STR(message, "no ';D<depth> <nodes>' after the position");
    CHECK_INT(suite_read_line("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1 ;D1 5", &line, message), SUITE_WRONG);
    CHECK(strstr(message, "castling") != NULL);
    CHECK_INT(suite_read_line(START " ;D1 x", &line, message), SUITE_WRONG);
    CHECK_STR(message, "expected ';D<depth> <nodes>' at 'D1 x'");
    CHECK_INT(suite_read_line(START " ;D99 1", &line, message), SUITE_WRONG);
    CHECK_INT(suite_read_line(START " ;D1 99999999999999999999", &line, message), SUITE_WRONG);
}

/* The lanes' attacks are those of single sliders. */
static void test_lanes(void)
{
    uint64_t state = 88172645463325252u;
    for (int i = 0; i < 2000; i++) {
        uint64_t random[3];
        for (int j = 0; j < 3; j++) {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            random[j] = state;
        }
        const Bitboard occupied = random[0] & random[1];
        const Bitboard straight = occupied & random[2];
        const Bitboard diagonal = occupied & ~random[2];
        Bitboard by_rooks = 0, by_bishops = 0;
        for (Bitboard pieces = straight; pieces != 0;)
            by_rooks |= attacks_slider_slow(ROOK, (Square)bits_pop(&pieces), occupied);
        for (Bitboard pieces = diagonal; pieces != 0;)
            by_bishops |= attacks_slider_slow(BISHOP, (Square)bits_pop(&pieces), occupied);
        Lanes lanes;
        lanes_attacks(&lanes, straight, diagonal, ~occupied);
        CHECK(lanes_straight(&lanes) == by_rooks);
        CHECK(lanes_diagonal(&lanes) == by_bishops);
    }
}

int main(void)
{
    chess_init();
    test_known_numbers();
    test_plain_twin();
    test_division();
    test_threads_and_table();
    test_overflow_and_stop();
    test_table();
    test_contended_table();
    test_statistics();
    test_split();
    test_suite_lines();
    test_lanes();
    return test_end("perft/perft");
}
