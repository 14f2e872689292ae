/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The bench: a fixed set of positions searched to a depth, one after the other with an empty table. Its node count is a
 * fingerprint of the search: a change that should not alter what is played must not alter it.
 */
#include "chess/fen.h"
#include "engine/engine.h"
#include "system/clock.h"

/* Openings, middlegames, endgames, Chess960, quiet and sharp. */
static const char *const POSITIONS[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P1B2/2P1PN2/PP1N1PPP/R2QKB1R b KQkq - 1 6",
    "rnbq1rk1/pp2ppbp/3p1np1/2p5/2PPP3/2N2N2/PP2BPPP/R1BQK2R w KQ - 0 7",
    "r1b2rk1/2q1bppp/p2ppn2/1p6/3QP3/1BN1B3/PPP2PPP/R4RK1 w - - 0 14",
    "2rq1rk1/pb1n1ppp/1p2pn2/3p4/1bPP4/1PN1PN2/PB2BPPP/2RQ1RK1 w - - 4 12",
    "3r1rk1/p1q2pp1/1p2p2p/2ppPn2/3P1P2/2PB1Q2/PP4PP/R4RK1 w - - 0 18",
    "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP1N1PPP/R1BQ1RK1 w - - 1 8",
    "6k1/5ppp/1p2p3/p2nP3/P2B1P2/6P1/1r3K1P/2R5 b - - 0 31",
    "8/5pk1/4p1p1/7p/R6P/6P1/2r2PK1/8 w - - 0 40",
    "8/8/1p1k4/p1p2p2/P1P2P1p/1P1K3P/8/8 w - - 0 50",
    "2b5/5k2/1p1p2p1/p1pP3p/P1P1K2P/1P2B1P1/8/8 w - - 0 45",
    "8/1k6/3q4/8/2K5/8/5Q2/1P6 w - - 3 60",
    "r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/P1NB1N2/1P2QPPP/R1BR2K1 b - - 2 14",
    "rnb1k2r/pp1p1ppp/4pn2/q1p5/1bPP4/2N1P3/PP1BBPPP/R2QK1NR b KQkq - 3 6",
    "4r1k1/1p3pp1/p1q4p/3p4/3Q1P2/1P2R2P/P5P1/6K1 w - - 0 30",
    "1r3rk1/3bbppp/p2p4/q1pPp3/4P3/1PN2N1P/P1Q2PP1/2R2RK1 b - - 1 19",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
};

enum { BENCH_HASH_MB = 16 };

uint64_t engine_bench(int depth, int64_t *time_ns)
{
    EngineOptions options = engine_default_options();
    options.hash_mb = BENCH_HASH_MB;
    Engine *engine = engine_create(&options);
    uint64_t nodes = 0;
    *time_ns = 0;
    if (engine == NULL)
        return 0;
    for (size_t i = 0; i < sizeof POSITIONS / sizeof POSITIONS[0]; i++) {
        Position position;
        FenReport report;
        Game game;
        if (!fen_parse(POSITIONS[i], FEN_LENIENT, &position, &report) || !game_init(&game, &position))
            continue;
        const SearchLimits limits = {.depth = depth};
        engine_new_game(engine);
        const int64_t begin = system_now_ns();
        nodes += engine_search(engine, &game, &limits, NULL).nodes;
        *time_ns += system_now_ns() - begin;
        game_destroy(&game);
    }
    engine_destroy(engine);
    return nodes;
}
