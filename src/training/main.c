/* SPDX-License-Identifier: GPL-3.0-only */
/* carousel-train: makes self-play data and fits the evaluation, and what its scores are worth, to it. */
#include "chess/chess.h"
#include "system/startup.h"
#include "training/datagen.h"
#include "training/net_export.h"
#include "training/net_train.h"
#include "training/records.h"
#include "training/settings.h"
#include "training/stats.h"
#include "training/tune.h"
#include "training/wdl_fit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { SIGNAL_STATUS = 128 }; /* as shells have it: the exit status after signal n is 128 + n */

static const char usage[] =
    "Usage: carousel-train datagen FILE [positions=N] [nodes=N] [seed=N] [threads=N] [hash=MB] [plies=N] [chess960=PERCENT]\n"
    "       carousel-train stats FILE… [limit=N]\n"
    "       carousel-train wdl FILE… [limit=N]\n"
    "       carousel-train train FILE… out=TRAINED [hidden=N] [buckets=N] [passes=N] [threads=N] [seed=N] [limit=N]\n"
    "                      [weight=PERCENT] [shape=CP] [patience=PASSES] [rate=MILLIONTHS] [from=TRAINED]\n"
    "       carousel-train export TRAINED FILE… out=NETWORK [source=FILE] [limit=N]\n"
    "       carousel-train tune FILE… [epochs=N] [threads=N] [limit=N] [weight=PERCENT] [out=FILE]\n"
    "\n"
    "datagen plays the engine against itself and appends quiet positions to FILE until it holds\n"
    "positions=N of them. Without seed=N one is drawn and told; the same seed goes on after its last game\n"
    "in the file. Ctrl-C or SIGTERM ends it with all finished games written.\n"
    "stats says what files hold.\n"
    "train makes a network from them, with weight=PERCENT of the game's result in what it learns and the score,\n"
    "through σ(score/shape), for the rest. export makes of it the file the engine reads, and the source of the\n"
    "network that is part of the program; its scale is fitted to positions that were not trained on.\n"
    "tune fits the hand-written evaluation to them and writes its table of parameters.\n"
    "wdl fits the chances that UCI_ShowWDL shows: the constants of src/engine/wdl.c.\n"
    "\n"
    "  carousel-train datagen games.dat positions=2000000 nodes=5000 threads=2\n"
    "  carousel-train train games.dat hidden=64 passes=30 out=trained.net\n"
    "  carousel-train export trained.net games.dat out=games.net source=src/engine/network_weights.c && make\n"
    "  carousel-train tune games.dat epochs=400 out=src/engine/evaluate_parameters.c && make\n";

static int report(const Error *error)
{
    fprintf(stderr, "carousel-train: %s\n", error->message);
    return 1;
}

static int run_datagen(const Settings *settings)
{
    DatagenOptions options = {
        .path = settings->files[0],
        .seed = settings->seeded ? (uint64_t)settings->seed : datagen_draw_seed(),
        .positions = (uint64_t)settings->positions,
        .threads = (int)settings->threads,
        .hash_mb = (int)settings->hash,
        .play = self_play_default_options(),
    };
    options.play.soft_nodes = (uint64_t)settings->nodes;
    options.play.random_plies = (int)settings->plies;
    options.play.chess960_percent = (int)settings->chess960;
    Error error = {0};
    int signal_number;
    if (!datagen_run(&options, &signal_number, &error))
        return report(&error);
    return signal_number != 0 ? SIGNAL_STATUS + signal_number : 0;
}

static bool load(const Settings *settings, Samples *samples)
{
    Error error = {0};
    if (!samples_load(samples, settings->files, settings->file_count, (size_t)settings->limit, &error)) {
        report(&error);
        return false;
    }
    return true;
}

static int run_stats(const Settings *settings)
{
    Stats stats;
    Error error = {0};
    if (!stats_count(&stats, settings->files, settings->file_count, (uint64_t)settings->limit, &error))
        return report(&error);
    const double percent = stats.positions == 0 ? 0 : 100.0 / (double)stats.positions;
    printf("positions %llu\ngames %llu\n", (unsigned long long)stats.positions, (unsigned long long)stats.games);
    printf("white wins %.1f%%\ndrawn %.1f%%\nblack wins %.1f%%\n", percent * (double)stats.results[PACKED_WHITE_WINS],
           percent * (double)stats.results[PACKED_DRAW], percent * (double)stats.results[PACKED_BLACK_WINS]);
    printf("agreement %.1f%% of %llu clear scores\n", 100 * stats_agreement(stats.agreeing, stats.decided),
           (unsigned long long)stats.decided);
    printf("duplicates %llu\n", (unsigned long long)stats.duplicates);
    printf("seeds in several files %llu\n", (unsigned long long)stats.shared_seeds);
    if (stats.shared_seeds > 0)
        fprintf(stderr, "carousel-train: seed %llu is in more than one file: the same games, if made alike\n",
                (unsigned long long)stats.a_shared_seed);
    return 0;
}

/* Adds a chunk to the WdlCounts that is the context. */
static bool count_results(void *context, int file, const ChunkHeader *header, const PackedPosition *positions, Error *error)
{
    (void)file;
    for (uint32_t i = 0; i < header->positions; i++) {
        if (positions[i].result > PACKED_WHITE_WINS)
            return error_set(error, 0, "a record has no such result");
        wdl_count(context, positions[i].score_cp, (PackedResult)positions[i].result);
    }
    return true;
}

static int run_wdl(const Settings *settings)
{
    Error error = {0};
    WdlFit fit;
    WdlCounts *counts = calloc(1, sizeof *counts);
    if (counts == NULL)
        error_set(&error, ENOMEM, "cannot count results");
    else if (!records_each(settings->files, settings->file_count, (uint64_t)settings->limit, count_results, counts, &error))
        ;
    else if (!wdl_fit(counts, &fit))
        error_set(&error, 0, "these results settle no such model");
    else
        printf("positions %llu\neven %.1f cp\nslope %.1f cp\nloss %.4f\n", (unsigned long long)counts->positions, fit.even_cp, fit.slope_cp,
               fit.loss);
    free(counts);
    return error.message[0] == '\0' ? 0 : report(&error);
}

static int run_tune(const Settings *settings)
{
    Samples samples;
    if (!load(settings, &samples))
        return 1;
    Error error = {0};
    int status = 1;
    FILE *out = stdout;
    if (samples.training_count == 0)
        fputs("carousel-train: no positions to train on\n", stderr);
    else if (samples_agreement(&samples) * 100 < AGREEMENT_PERCENT_MIN)
        fprintf(stderr, "carousel-train: only %.1f%% of the clear scores agree with the results: this data is wrong\n",
                100 * samples_agreement(&samples));
    else if (settings->out != NULL && (out = fopen(settings->out, "w")) == NULL)
        perror(settings->out);
    else {
        TuneOptions options = tune_default_options();
        options.epochs = (int)settings->epochs;
        options.threads = (int)settings->threads;
        options.result_weight = (double)settings->weight / 100;
        status = tune_run(&options, &samples, out, &error) ? 0 : report(&error);
        if (out != stdout && fclose(out) != 0) {
            perror(settings->out);
            status = 1;
        }
    }
    samples_destroy(&samples);
    return status;
}

/* The files from the `first` on. */
static bool load_net_data(const Settings *settings, int first, bool validation_only, NetData *data, Error *error)
{
    const NetDataOptions options = {.paths = settings->files + first,
                                    .path_count = settings->file_count - first,
                                    .limit = (uint64_t)settings->limit,
                                    .seed = (uint64_t)settings->seed,
                                    .validation_only = validation_only};
    if (!net_data_load(data, &options, error))
        return false;
    fprintf(stderr, "%llu positions: %llu left out, %llu duplicates, %zu to train on, %zu to validate; agreement %.1f%%\n",
            (unsigned long long)data->read, (unsigned long long)data->left_out, (unsigned long long)data->duplicates, data->training_count,
            data->validation_count, 100 * stats_agreement(data->agreeing, data->decided));
    return true;
}

static int run_train(const Settings *settings)
{
    NetData data = {0};
    Net net = {0};
    NetTrainResult result;
    NetTrainOptions options = net_train_default_options();
    options.passes = (int)settings->passes;
    options.patience = (int)settings->patience;
    options.rate = (double)settings->rate / 1e6;
    options.go_on = settings->from != NULL;
    options.threads = (int)settings->threads;
    options.result_weight = (float)settings->weight / 100;
    options.shape_cp = (float)settings->shape;
    options.seed = (uint64_t)settings->seed;
    options.path = settings->out;
    if (settings->out == NULL) {
        fputs("carousel-train: train writes a network: out=FILE\n", stderr);
        return 2;
    }
    Error error = {0};
    const bool ok = (settings->from != NULL ? net_load(&net, settings->from, &error)
                                            : net_init(&net, (int)settings->hidden, (int)settings->buckets, &error)) &&
                    load_net_data(settings, 0, false, &data, &error) && net_train(&net, &data, &options, &result, &error);
    if (ok)
        printf("passes %d\nbest pass %d\nvalidation %.6f\n", result.passes, result.best_pass, result.validation_loss);
    net_data_destroy(&data);
    net_destroy(&net);
    return ok ? 0 : report(&error);
}

static int run_export(const Settings *settings)
{
    NetData data = {0};
    Net net = {0};
    QuantizedNet quantized = {0};
    NetScale scale;
    Error error = {0};
    if (settings->out == NULL || settings->file_count < 2) {
        fputs("carousel-train: export needs a trained network, positions and out=FILE; see carousel-train --help\n", stderr);
        return 2;
    }
    const bool ok = net_load(&net, settings->files[0], &error) && load_net_data(settings, 1, true, &data, &error) &&
                    net_quantize(&net, 1, &quantized, &error) && net_correct_bias(&net, &quantized, &data, &error) &&
                    net_fit_scale(&net, &quantized, &data, &scale, &error) &&
                    net_write(&quantized.network, settings->out, settings->source, &error);
    if (ok)
        printf("hidden %d\nbuckets %d\nscale %d cp\nslope %.1f cp, of the hand-written evaluation %.1f cp\nrounding %.2f cp\n", net.hidden,
               net.buckets, scale.scale_cp, scale.slope_cp, scale.reference_slope_cp, scale.rounding_cp);
    net_data_destroy(&data);
    net_quantized_destroy(&quantized);
    net_destroy(&net);
    return ok ? 0 : report(&error);
}

typedef struct CommandEntry {
    const char *name;
    SettingsCommand command;
    int (*run)(const Settings *settings);
} CommandEntry;

static const CommandEntry commands[] = {
    {"datagen", COMMAND_DATAGEN, run_datagen}, {"stats", COMMAND_STATS, run_stats}, {"wdl", COMMAND_WDL, run_wdl},
    {"tune", COMMAND_TUNE, run_tune},          {"train", COMMAND_TRAIN, run_train}, {"export", COMMAND_EXPORT, run_export},
};

static bool asks_for_help(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0 || (i == 1 && strcmp(argv[i], "help") == 0))
            return true;
    return false;
}

int main(int argc, char **argv)
{
    system_startup(&argc, &argv);
    chess_init();
    if (argc < 2 || asks_for_help(argc, argv)) {
        fputs(usage, argc < 2 ? stderr : stdout);
        return argc < 2 ? 2 : 0;
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(argv[1], commands[i].name) != 0)
            continue;
        Settings settings = settings_default(commands[i].command);
        return settings_read(&settings, commands[i].command, argc - 2, argv + 2) ? commands[i].run(&settings) : 2;
    }
    fprintf(stderr, "carousel-train: '%s' is no command; see carousel-train --help\n", argv[1]);
    return 2;
}
