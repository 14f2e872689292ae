/* SPDX-License-Identifier: GPL-3.0-only */
/* The search: mates, draws, limits, several lines, and that everything it says is legal. */
#include "engine/search_tools.h"

#include "engine/score.h"

static SearchResult search_fen(Engine *engine, const char *fen, const char *moves, SearchLimits limits, Reports *reports)
{
    Game game;
    open_game(&game, fen, moves);
    engine_new_game(engine);
    SearchListener listener = listen_to(reports, &game);
    const SearchResult result = engine_search(engine, &game, &limits, &listener);
    CHECK_INT(reports->illegal_pvs, 0);
    CHECK_INT(reports->overlong_pvs, 0);
    CHECK_INT(atomic_load(&reports->done), 1);
    CHECK_INT(result.best, reports->best[0]);
    game_destroy(&game);
    return result;
}

static void test_mates(Engine *engine)
{
    static const struct {
        const char *fen;
        const char *best;
        int moves;
    } CASES[] = {
        {"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", 1},
        {"r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "h5f7", 1},
        {"r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1", "d5f6", 2},
        {"1rb4r/pkPp3p/1b1P3n/1Q6/N3Pp2/8/P1P3PP/7K w - - 1 1", "b5d5", 2},
        {"4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 1", "b3b8", 2},
        {"r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 1 1", "d5d8", 2},
        {"r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 1 1", "f6a6", 3},
        {"5B2/6P1/1p6/8/1N6/kP6/2K5/8 w - - 1 1", "g7g8n", 3},
        {"r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 1 1", "d2h6", 2},
        {"8/8/8/8/8/1k6/7r/K7 b - - 0 1", "h2h1", 1},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Reports reports;
        int moves = 0;
        SearchLimits limits = depth_limit(20);
        limits.mate = CASES[i].moves;
        const SearchResult result = search_fen(engine, CASES[i].fen, "", limits, &reports);
        Game game;
        open_game(&game, CASES[i].fen, "");
        CHECK_MSG(engine_score_is_mate(result.score, &moves) && moves == CASES[i].moves, "%s: mate in %d, expected %d", CASES[i].fen, moves,
                  CASES[i].moves);
        CHECK_STR(uci_text(&game.current, result.best), CASES[i].best);
        CHECK_INT(reports.last[0].pv_length, 2 * CASES[i].moves - 1);
        game_destroy(&game);
    }
}

static void test_ends(Engine *engine)
{
    Reports reports;
    SearchResult result = search_fen(engine, "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "", depth_limit(5), &reports);
    CHECK_INT(result.best, MOVE_NONE);
    CHECK_INT(reports.last[0].score, -SCORE_MATE);
    CHECK_INT(reports.last[0].wdl[2], 1000);
    result = search_fen(engine, "k7/8/1Q6/8/8/8/8/6K1 b - - 0 1", "", depth_limit(5), &reports);
    CHECK_INT(result.best, MOVE_NONE);
    CHECK_INT(reports.last[0].score, 0);
    CHECK_INT(reports.last[0].wdl[1], 1000);
}

static void test_draws(Engine *engine)
{
    Reports reports;
    /* Bare material. */
    CHECK_INT(search_fen(engine, "8/8/4k3/8/8/3NK3/8/8 w - - 0 1", "", depth_limit(8), &reports).score, 0);
    CHECK_INT(search_fen(engine, "8/8/4k1b1/8/8/3BK3/8/8 w - - 0 1", "", depth_limit(8), &reports).score, 0);
    /* A queen up, but the hundredth half-move is about to be made without mate. */
    CHECK_INT(search_fen(engine, "8/8/4k3/8/8/4K3/8/Q7 w - - 99 90", "", depth_limit(8), &reports).score, 0);
    /* Mate comes before the fifty moves. */
    int moves = 0;
    SearchResult result = search_fen(engine, "6k1/8/6K1/8/8/8/8/R7 w - - 99 90", "", depth_limit(8), &reports);
    CHECK(engine_score_is_mate(result.score, &moves) && moves == 1);
    /* A rook down White holds by perpetual check. */
    result = search_fen(engine, "6k1/5pp1/8/6Q1/8/8/1q6/r6K w - - 0 1", "", depth_limit(12), &reports);
    CHECK(result.score <= 0);
    /* The game's own repetitions count: going back a third time draws, so a winning side avoids it. */
    Game game;
    open_game(&game, "7k/8/8/8/8/8/R7/K7 w - - 0 1", "a2b2 h8g8 b2a2 g8h8 a2b2 h8g8 b2a2 g8h8");
    SearchListener listener = listen_to(&reports, &game);
    const Move only[] = {move_make(8, 9, MOVE_NORMAL)};
    SearchLimits limits = depth_limit(6);
    limits.search_moves = only;
    limits.search_move_count = 1;
    engine_new_game(engine);
    CHECK_INT(game_repetitions(&game), 3);
    result = engine_search(engine, &game, &limits, &listener);
    CHECK_INT(result.best, only[0]);
    CHECK_INT(result.score, 0); /* a2b2 brings a position for the third time */
    limits.search_moves = NULL;
    result = engine_search(engine, &game, &limits, &listener);
    CHECK(result.score > 300);
    CHECK(result.best != only[0]);
    game_destroy(&game);
}

static void test_nodes(Engine *engine)
{
    static const char *const FENS[] = {START_FEN, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                                       "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"};
    static const uint64_t LIMITS[] = {1, 2, 10, 511, 512, 513, 1000, 5000, 20011};
    Reports reports;
    for (size_t f = 0; f < sizeof FENS / sizeof FENS[0]; f++) {
        for (size_t l = 0; l < sizeof LIMITS / sizeof LIMITS[0]; l++) {
            const SearchResult result = search_fen(engine, FENS[f], "", node_limit(LIMITS[l]), &reports);
            CHECK_INT(result.nodes, LIMITS[l]);
            CHECK(result.best != MOVE_NONE);
            CHECK(reports.count >= 1);
            CHECK_INT(reports.last[0].bound, BOUND_EXACT);
            CHECK_INT(reports.last[0].score, result.score);
        }
        /* The same again gives the same again. */
        const SearchResult one = search_fen(engine, FENS[f], "", depth_limit(9), &reports);
        const SearchResult two = search_fen(engine, FENS[f], "", depth_limit(9), &reports);
        CHECK_INT(one.nodes, two.nodes);
        CHECK_INT(one.score, two.score);
        CHECK_INT(one.best, two.best);
        CHECK_INT(one.depth, 9);
    }
    SearchLimits limits = no_limits();
    limits.soft_nodes = 3000;
    const SearchResult soft = search_fen(engine, START_FEN, "", limits, &reports);
    CHECK(soft.nodes >= 3000 && soft.nodes < 100000);
    int64_t time_ns;
    const uint64_t bench = engine_bench(5, &time_ns);
    CHECK(bench > 1000);
    CHECK_INT(engine_bench(5, &time_ns), bench);
}

static void test_search_moves(Engine *engine)
{
    Game game;
    Reports reports;
    open_game(&game, START_FEN, "");
    SearchListener listener = listen_to(&reports, &game);
    Move wanted[2];
    CHECK_INT(move_from_text(&game.current, "a2a3", &wanted[0]), MOVE_TEXT_OK);
    CHECK_INT(move_from_text(&game.current, "h2h4", &wanted[1]), MOVE_TEXT_OK);
    SearchLimits limits = depth_limit(6);
    limits.search_moves = wanted;
    limits.search_move_count = 2;
    const SearchResult result = engine_search(engine, &game, &limits, &listener);
    CHECK(result.best == wanted[0] || result.best == wanted[1]);
    game_destroy(&game);

    /* White, not allowed to mate, gives the rook away: that is not what the position is worth. */
    static const char *const BEFORE = "7k/1p3ppp/8/1p1P4/4P3/8/8/R5K1 b - - 0 1";
    open_game(&game, BEFORE, "h8g8");
    limits = depth_limit(12);
    limits.search_moves = wanted;
    limits.search_move_count = 1;
    CHECK_INT(move_from_text(&game.current, "a1a6", &wanted[0]), MOVE_TEXT_OK);
    engine_new_game(engine);
    CHECK(engine_search(engine, &game, &limits, &listener).score < 0);
    game_destroy(&game);
    open_game(&game, BEFORE, "");
    CHECK_INT(move_from_text(&game.current, "h8g8", &wanted[0]), MOVE_TEXT_OK);
    limits.depth = 1;
    CHECK(engine_search(engine, &game, &limits, &listener).score < 0);
    game_destroy(&game);
}

static void test_several_lines(void)
{
    Engine *engine = open_engine(1, 5);
    Reports reports;
    search_fen(engine, "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", "", depth_limit(8), &reports);
    CHECK_INT(reports.lines, 5);
    for (int i = 0; i < 5; i++) {
        CHECK_INT(reports.last[i].depth, 8);
        CHECK(i == 0 || reports.last[i].score <= reports.last[i - 1].score);
        for (int j = 0; j < i; j++)
            CHECK(reports.best[i] != reports.best[j]);
    }
    /* No more lines than moves. */
    search_fen(engine, "7k/8/8/8/8/8/1r6/K7 w - - 0 1", "", depth_limit(4), &reports);
    CHECK_INT(reports.lines, 1);
    engine_destroy(engine);
}

/* Random games, searched a little at every ply: no report may hold an illegal move or go on after the end. */
static void test_random_games(Engine *engine)
{
    uint64_t state = 2024;
    for (int g = 0; g < 12; g++) {
        Game game;
        open_game(&game, g % 4 == 3 ? "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9" : START_FEN, "");
        for (int ply = 0; ply < 160; ply++) {
            MoveList list;
            movegen_legal(&game.current.board, &list);
            if (list.count == 0)
                break;
            Reports reports;
            SearchListener listener = listen_to(&reports, &game);
            const SearchLimits limits = node_limit(400);
            const SearchResult result = engine_search(engine, &game, &limits, &listener);
            CHECK_INT(reports.illegal_pvs, 0);
            CHECK_INT(reports.overlong_pvs, 0);
            LegalMasks masks;
            movegen_masks(&game.current.board, &masks);
            CHECK(movegen_is_legal(&game.current.board, &masks, result.best));
            state = state * 6364136223846793005u + 1442695040888963407u;
            const Move random = list.moves[(state >> 33) % (unsigned)list.count];
            if (!game_play(&game, ply % 2 == 0 ? random : result.best))
                exit(1);
        }
        game_destroy(&game);
    }
}

/* No clock left, or less than none: a legal move comes all the same. */
static void test_no_time(Engine *engine)
{
    static const int64_t CLOCKS[] = {1, 2, INT64_MIN, -100000};
    for (size_t i = 0; i < sizeof CLOCKS / sizeof CLOCKS[0]; i++) {
        Reports reports;
        SearchLimits limits = no_limits();
        limits.time_ms[WHITE] = CLOCKS[i];
        const SearchResult result = search_fen(engine, START_FEN, "", limits, &reports);
        CHECK(result.best != MOVE_NONE);
        CHECK(result.depth >= 1);
        CHECK(reports.count >= 1);
    }
    Reports reports;
    SearchLimits limits = no_limits();
    limits.movetime_ms = 1;
    CHECK(search_fen(engine, START_FEN, "", limits, &reports).best != MOVE_NONE);
}

int main(void)
{
    chess_init();
    Engine *engine = open_engine(1, 1);
    test_mates(engine);
    test_ends(engine);
    test_draws(engine);
    test_nodes(engine);
    test_search_moves(engine);
    test_several_lines();
    test_random_games(engine);
    test_no_time(engine);
    engine_destroy(engine);
    return test_end("engine/search");
}
