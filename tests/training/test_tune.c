/* SPDX-License-Identifier: GPL-3.0-only */
/* Self-play that can be repeated, and tuning that finds what the games say. */
#include "chess/chess.h"
#include "test.h"
#include "training/chunk.h"
#include "training/parameter_text.h"
#include "training/self_play.h"
#include "training/tune.h"

#include <stdlib.h>
#include <unistd.h>

enum { VALUES = 2 * EVALUATE_PARAMETER_COUNT };

static Engine *engine;
static SelfPlayGame game;

static void play(uint64_t seed, uint64_t number)
{
    SelfPlayOptions options = self_play_default_options();
    options.soft_nodes = 200;
    CHECK(self_play_game(engine, &options, seed, number, &game));
}

static void test_self_play(void)
{
    play(3, 1);
    static SelfPlayGame first;
    first = game;
    play(3, 2);
    CHECK(game.count != first.count || memcmp(game.positions, first.positions, sizeof *game.positions * (size_t)game.count) != 0);
    play(3, 1);
    CHECK_INT(game.count, first.count);
    CHECK_INT(game.nodes, first.nodes);
    CHECK(memcmp(game.positions, first.positions, sizeof *game.positions * (size_t)game.count) == 0);

    CHECK(game.count > 10);
    CHECK_INT(game.positions[0].first_of_game, 1);
    for (int i = 0; i < game.count; i++) {
        Position position;
        CHECK(packed_to_position(&game.positions[i], &position));
        CHECK(!position_in_check(&position));
        CHECK(abs(game.positions[i].score_cp) < SCORE_MATE_BOUND);
        CHECK_INT(game.positions[i].result, game.result);
        CHECK_INT(game.positions[i].first_of_game, i == 0);
    }
}

/* Every parameter is written once, in order. */
static void test_parameter_text(void)
{
    static double values[VALUES];
    for (int v = 0; v < VALUES; v++)
        values[v] = 1000 + v;
    char path[] = "/tmp/carousel-parameters-XXXXXX";
    const int descriptor = mkstemp(path);
    FILE *stream = descriptor < 0 ? NULL : fdopen(descriptor, "w+");
    if (!CHECK(stream != NULL))
        return;
    parameter_text_write(values, stream);
    rewind(stream);
    static char text[1 << 20];
    text[fread(text, 1, sizeof text - 1, stream)] = '\0';
    fclose(stream);
    unlink(path);

    const char *at = text;
    int next = 0;
    for (const char *brace = strstr(at, "evaluate_parameters = {"); brace != NULL && (brace = strstr(brace, "T(")) != NULL; brace += 2) {
        int middlegame = 0;
        int endgame = 0;
        CHECK(sscanf(brace, "T(%d, %d)", &middlegame, &endgame) == 2);
        CHECK_INT(middlegame, 1000 + next);
        CHECK_INT(endgame, 1001 + next);
        next += 2;
    }
    CHECK_INT(next, VALUES);
}

/* The tuned value of one parameter, read back from the text. */
static int tuned_tempo(const TuneOptions *options, const Samples *samples)
{
    Error error = {0};
    char line[256];
    int middlegame = -1;
    FILE *out = tmpfile();
    if (!CHECK(out != NULL))
        return -1;
    CHECK(tune_run(options, samples, out, &error));
    rewind(out);
    while (fgets(line, sizeof line, out) != NULL)
        if (sscanf(line, " .tempo = T(%d", &middlegame) == 1)
            break;
    fclose(out);
    return middlegame;
}

/* Rows that use the tempo alone, whose results say it is worth 80: tuning finds that, with any number of threads. */
static void test_tuning(void)
{
    enum { ROWS = 1000 };
    static Sample rows[ROWS];
    static SampleTerm term = {0, 1};
    for (int i = 0; i < ROWS; i++)
        rows[i] = (Sample){.first_term = 0, .term_count = 1, .middlegame_weight = 1, .score_cp = 80, .result = 1};
    const Samples samples = {.rows = rows, .count = ROWS, .training_count = ROWS, .terms = &term, .term_count = 1};
    TuneOptions options = tune_default_options();
    options.result_weight = 0;
    options.scale_cp = 200;
    options.pull = 0;
    const int one_thread = tuned_tempo(&options, &samples);
    CHECK_INT(one_thread, 80);
    options.threads = 3;
    CHECK_INT(tuned_tempo(&options, &samples), one_thread);
}

/* Data whose results contradict its scores shows. */
static void test_agreement(void)
{
    const Samples good = {.decided = 200, .agreeing = 190};
    const Samples none = {0};
    CHECK(samples_agreement(&good) == 0.95);
    CHECK(samples_agreement(&none) == 1.0);
}

int main(void)
{
    chess_init();
    EngineOptions options = engine_default_options();
    options.hash_mb = 1;
    engine = engine_create(&options);
    if (CHECK(engine != NULL))
        test_self_play();
    engine_destroy(engine);
    test_parameter_text();
    test_tuning();
    test_agreement();
    return test_end("training/tune");
}
