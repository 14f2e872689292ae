/* SPDX-License-Identifier: GPL-3.0-only */
/* The engine as a value: asynchronous searches, stop and ponderhit at any moment, threads, independence. */
#include "engine/network_tools.h"
#include "engine/search_tools.h"

#include "base/units.h"
#include "engine/engine_state.h"
#include "system/clock.h"

#include <pthread.h>
#include <time.h>

static void sleep_ms(long ms)
{
    const struct timespec time = {.tv_nsec = ms * 1000000};
    nanosleep(&time, NULL);
}

/* Neither a mate on the board nor the last depth ends a search that must wait. */
static void test_waits(int threads)
{
    static const char *const FENS[] = {START_FEN, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "k7/8/1Q6/8/8/8/8/6K1 b - - 0 1",
                                       "7k/8/8/8/8/8/1r6/K7 w - - 0 1"};
    Engine *engine = open_engine(threads, 1);
    for (size_t i = 0; i < sizeof FENS / sizeof FENS[0]; i++) {
        Game game;
        Reports reports;
        open_game(&game, FENS[i], "");
        SearchListener listener = listen_to(&reports, &game);
        SearchLimits limits = no_limits();
        limits.infinite = true;
        limits.depth = 3;
        CHECK(engine_go(engine, &game, &limits, &listener));
        sleep_ms(20);
        CHECK_INT(atomic_load(&reports.done), 0);
        CHECK(!engine_go(engine, &game, &limits, &listener));
        engine_stop(engine);
        engine_wait(engine);
        CHECK_INT(atomic_load(&reports.done), 1);

        limits = no_limits();
        limits.ponder = true;
        limits.movetime_ms = 5;
        listener = listen_to(&reports, &game);
        CHECK(engine_go(engine, &game, &limits, &listener));
        sleep_ms(20);
        CHECK_INT(atomic_load(&reports.done), 0);
        engine_ponderhit(engine);
        engine_wait(engine);
        CHECK_INT(atomic_load(&reports.done), 1);
        game_destroy(&game);
    }
    /* Both right after the start, before a thread has woken. */
    for (int i = 0; i < 50; i++) {
        Game game;
        Reports reports;
        open_game(&game, START_FEN, "");
        SearchListener listener = listen_to(&reports, &game);
        SearchLimits limits = no_limits();
        limits.ponder = i % 2 == 0;
        limits.infinite = i % 2 != 0;
        limits.depth = 2;
        CHECK(engine_go(engine, &game, &limits, &listener));
        if (limits.ponder)
            engine_ponderhit(engine);
        else
            engine_stop(engine);
        engine_wait(engine);
        CHECK_INT(atomic_load(&reports.done), 1);
        CHECK(reports.result.best != MOVE_NONE);
        CHECK(reports.count >= 1);
        game_destroy(&game);
    }
    engine_stop(engine); /* with nothing running: nothing happens */
    engine_ponderhit(engine);
    engine_destroy(engine);
}

/* The clock says that the opponent has thought for a minute: at the hit the move is due, and not after the time that a
 * move at that moment would get (about four seconds here). */
static void test_pondered_time(void)
{
    Engine *engine = open_engine(1, 1);
    Game game;
    open_game(&game, START_FEN, "");
    for (int i = 0; i < 5; i++) {
        Reports reports;
        SearchListener listener = listen_to(&reports, &game);
        SearchLimits limits = no_limits();
        const int64_t now = system_now_ns();
        limits.start_ns = now - 60 * NS_PER_S;
        limits.ponder = true;
        limits.time_ms[WHITE] = limits.time_ms[BLACK] = 100000;
        CHECK(engine_go(engine, &game, &limits, &listener));
        engine_ponderhit(engine);
        engine_wait(engine);
        CHECK_INT(atomic_load(&reports.done), 1);
        CHECK(system_now_ns() - now < 2 * NS_PER_S);
    }
    game_destroy(&game);
    engine_destroy(engine);
}

static bool prefers(int depth, int score, ScoreBound bound, int best_depth, int best_score)
{
    const RootMove move = {.score = score, .bound = bound};
    const RootMove best = {.score = best_score, .bound = BOUND_EXACT};
    return engine_prefers(depth, &move, best_depth, &best);
}

static void test_choice_of_thread(void)
{
    CHECK(prefers(11, -50, BOUND_EXACT, 10, 20)); /* deeper, and sees what is wrong with the other's move */
    CHECK(prefers(11, -50, BOUND_UPPER, 10, 20));
    CHECK(!prefers(10, 20, BOUND_EXACT, 11, -50));
    CHECK(prefers(10, 30, BOUND_EXACT, 10, 20));
    CHECK(!prefers(10, 30, BOUND_LOWER, 10, 20));
    CHECK(!prefers(10, 20, BOUND_EXACT, 10, 20));
    /* A mate found is a mate, however deep the others are; the shorter one is better. */
    CHECK(prefers(8, SCORE_MATE - 5, BOUND_EXACT, 12, 400));
    CHECK(!prefers(12, 400, BOUND_EXACT, 8, SCORE_MATE - 5));
    CHECK(prefers(8, SCORE_MATE - 3, BOUND_EXACT, 9, SCORE_MATE - 5));
    /* Being mated, seen by the deeper one, is to be believed. */
    CHECK(prefers(12, 6 - SCORE_MATE, BOUND_EXACT, 11, 0));
}

static void *stop_soon(void *engine)
{
    sleep_ms(5);
    engine_stop(engine);
    return NULL;
}

static void test_stop_from_another_thread(int threads)
{
    Engine *engine = open_engine(threads, 1);
    Game game;
    open_game(&game, START_FEN, "e2e4 e7e5 g1f3");
    for (int i = 0; i < 10; i++) {
        Reports reports;
        SearchListener listener = listen_to(&reports, &game);
        SearchLimits limits = no_limits();
        limits.infinite = true;
        pthread_t thread;
        CHECK(engine_go(engine, &game, &limits, &listener));
        CHECK_INT(pthread_create(&thread, NULL, stop_soon, engine), 0);
        engine_wait(engine);
        pthread_join(thread, NULL);
        CHECK_INT(atomic_load(&reports.done), 1);
        CHECK_INT(reports.illegal_pvs, 0);
        CHECK_INT(reports.result.best, reports.best[0]);
    }
    /* Destroying a searching engine stops it and gives its answer. */
    Reports reports;
    SearchListener listener = listen_to(&reports, &game);
    SearchLimits limits = no_limits();
    limits.infinite = true;
    CHECK(engine_go(engine, &game, &limits, &listener));
    engine_destroy(engine);
    CHECK_INT(atomic_load(&reports.done), 1);
    game_destroy(&game);
}

/* Two engines at work at the same time find what each finds alone. */
static void test_independence(void)
{
    Game game;
    open_game(&game, START_FEN, "d2d4 d7d5 c2c4");
    const SearchLimits limits = depth_limit(9);
    Engine *alone = open_engine(1, 1);
    const SearchResult expected = engine_search(alone, &game, &limits, NULL);
    engine_destroy(alone);
    Engine *engines[3];
    Reports reports[3];
    for (int i = 0; i < 3; i++)
        engines[i] = open_engine(1, 1);
    for (int i = 0; i < 3; i++) {
        SearchListener listener = listen_to(&reports[i], &game);
        CHECK(engine_go(engines[i], &game, &limits, &listener));
    }
    for (int i = 0; i < 3; i++) {
        engine_wait(engines[i]);
        CHECK_INT(reports[i].result.nodes, expected.nodes);
        CHECK_INT(reports[i].result.best, expected.best);
        CHECK_INT(reports[i].result.score, expected.score);
        engine_destroy(engines[i]);
    }
    game_destroy(&game);
}

static void test_threads(void)
{
    Engine *engine = open_engine(4, 1);
    Game game;
    open_game(&game, START_FEN, "e2e4 c7c5");
    for (int i = 0; i < 4; i++) {
        Reports reports;
        SearchListener listener = listen_to(&reports, &game);
        const SearchLimits limits = i % 2 == 0 ? depth_limit(8) : node_limit(20000);
        const SearchResult result = engine_search(engine, &game, &limits, &listener);
        CHECK(result.best != MOVE_NONE);
        CHECK_INT(result.best, reports.best[0]);
        CHECK_INT(reports.illegal_pvs, 0);
        CHECK(result.nodes > 0);
    }
    game_destroy(&game);
    engine_destroy(engine);
}

static void test_options(void)
{
    EngineOptions options = engine_default_options();
    CHECK_INT(options.hash_mb, 16);
    CHECK_INT(options.threads, 1);
    Engine *engine = engine_create(&options);
    CHECK(engine != NULL);
    options.hash_mb = 1;
    options.threads = 3;
    options.multipv = 2;
    CHECK(engine_set_options(engine, &options));
    Game game;
    Reports reports;
    open_game(&game, START_FEN, "");
    SearchListener listener = listen_to(&reports, &game);
    const SearchLimits limits = depth_limit(5);
    CHECK(engine_search(engine, &game, &limits, &listener).best != MOVE_NONE);
    CHECK_INT(reports.lines, 2);
    options.threads = 1;
    CHECK(engine_set_options(engine, &options));
    engine_new_game(engine);
    engine_age(engine);
    CHECK(engine_search(engine, &game, &limits, &listener).best != MOVE_NONE);
    game_destroy(&game);
    engine_destroy(engine);
    engine_destroy(NULL);
}

static void test_scores(void)
{
    int moves;
    CHECK(engine_score_is_mate(SCORE_MATE - 1, &moves));
    CHECK_INT(moves, 1);
    CHECK(engine_score_is_mate(SCORE_MATE - 3, &moves));
    CHECK_INT(moves, 2);
    CHECK(engine_score_is_mate(-SCORE_MATE + 2, &moves));
    CHECK_INT(moves, -1);
    CHECK(engine_score_is_mate(-SCORE_MATE, &moves));
    CHECK_INT(moves, 0);
    CHECK(!engine_score_is_mate(20000, &moves));
    Position position;
    position_start(&position);
    CHECK(engine_evaluate(NULL, &position) > 0 && engine_evaluate(NULL, &position) < 60);
}

/* A network belongs to the engine that was given it, and a change of it leaves nothing behind of what was learnt. */
static void test_network_of_one_engine(void)
{
    static Weights weights;
    const Network arrays = random_network(&weights, 64, 8, 17);
    char message[NETWORK_MESSAGE_SIZE];
    size_t size;
    void *bytes = network_bytes(&arrays, &size);
    const Network *network = network_read(bytes, size, message);
    free(bytes);
    if (!CHECK_MSG(network != NULL, "%s", message))
        return;
    Game game;
    open_game(&game, START_FEN, "e2e4 c7c5 g1f3");
    const SearchLimits limits = depth_limit(7);
    Engine *own = open_engine(1, 1);
    const SearchResult expected = engine_search(own, &game, &limits, NULL);

    EngineOptions options = engine_default_options();
    options.hash_mb = 4;
    options.network = network;
    Engine *engine = engine_create(&options);
    network_release(network); /* the engine has it */
    CHECK_INT(engine_evaluate(engine, &game.current), network_evaluate(&arrays, &game.current));
    CHECK_INT(engine_evaluate(NULL, &game.current), engine_evaluate(own, &game.current));
    CHECK(engine_evaluate(own, &game.current) != engine_evaluate(engine, &game.current));
    const SearchResult first = engine_search(engine, &game, &limits, NULL);
    CHECK(first.nodes != expected.nodes);

    options.network = NULL;
    CHECK(engine_set_options(engine, &options));
    CHECK_INT(engine_evaluate(engine, &game.current), engine_evaluate(own, &game.current));
    const SearchResult again = engine_search(engine, &game, &limits, NULL);
    CHECK_INT(again.nodes, expected.nodes);
    CHECK_INT(again.best, expected.best);
    engine_destroy(engine);
    engine_destroy(own);
    game_destroy(&game);
}

int main(void)
{
    chess_init();
    test_network_of_one_engine();
    test_waits(1);
    test_waits(2);
    test_stop_from_another_thread(1);
    test_stop_from_another_thread(3);
    test_pondered_time();
    test_choice_of_thread();
    test_independence();
    test_threads();
    test_options();
    test_scores();
    return test_end("engine/engine");
}
