/* SPDX-License-Identifier: GPL-3.0-only */
/* carousel-train: makes self-play data and fits the evaluation, and what its scores are worth, to it. */
#include "base/number.h"
#include "chess/chess.h"
#include "system/thread.h"
#include "training/chunk.h"
#include "training/datagen.h"
#include "training/tune.h"
#include "training/wdl_fit.h"

#include <stdlib.h>
#include <string.h>

enum { AGREEMENT_PERCENT_MIN = 80 };

static const char usage[] =
    "Usage: carousel-train datagen FILE [positions=N] [nodes=N] [seed=N] [threads=N] [hash=MB] [plies=N]\n"
    "       carousel-train stats FILE…\n"
    "       carousel-train wdl FILE… [limit=N]\n"
    "       carousel-train tune FILE… [epochs=N] [threads=N] [limit=N] [weight=PERCENT] [out=FILE]\n"
    "\n"
    "datagen plays the engine against itself and appends quiet positions to FILE until it holds\n"
    "positions=N of them; the same command again goes on where it left off.\n"
    "stats says what files hold. tune fits the evaluation to them and writes its table of parameters.\n"
    "wdl fits the chances that UCI_ShowWDL shows: the constants of src/engine/wdl.c.\n"
    "\n"
    "  carousel-train datagen games.dat positions=2000000 nodes=5000 threads=2\n"
    "  carousel-train tune games.dat epochs=400 out=src/engine/evaluate_parameters.c && make\n";

/* The words of a command: files, and `key=number` settings. */
typedef struct Words {
    char *files[64];
    int file_count;
    const char *out;
    int64_t positions, nodes, seed, threads, hash, plies, epochs, limit, weight;
} Words;

typedef struct NumberKey {
    const char *name;
    size_t offset;
    int64_t least;
    int64_t most;
} NumberKey;

static const NumberKey number_keys[] = {
    {"positions", offsetof(Words, positions), 1, INT64_C(1000000000000)},
    {"nodes", offsetof(Words, nodes), 1, 1000000000},
    {"seed", offsetof(Words, seed), 0, INT64_MAX},
    {"threads", offsetof(Words, threads), 1, 256},
    {"hash", offsetof(Words, hash), ENGINE_HASH_MB_MIN, ENGINE_HASH_MB_MAX},
    {"plies", offsetof(Words, plies), 0, 100},
    {"epochs", offsetof(Words, epochs), 1, 100000},
    {"limit", offsetof(Words, limit), 0, INT64_C(1000000000000)},
    {"weight", offsetof(Words, weight), 0, 100},
};

/* Reads `key=value`; false with a message if the key is unknown or the value wrong. */
static bool read_setting(Words *words, const char *word)
{
    const char *value = strchr(word, '=') + 1;
    const size_t length = (size_t)(value - word) - 1;
    if (length == 3 && strncmp(word, "out", 3) == 0) {
        words->out = value;
        return true;
    }
    for (size_t i = 0; i < sizeof number_keys / sizeof *number_keys; i++) {
        const NumberKey *key = &number_keys[i];
        if (strlen(key->name) != length || strncmp(key->name, word, length) != 0)
            continue;
        int64_t number;
        if (number_parse(value, key->least, key->most, &number) != NUMBER_OK) {
            fprintf(stderr, "carousel-train: '%s': expected a whole number from %lld to %lld\n", word,
                    (long long)key->least, (long long)key->most);
            return false;
        }
        memcpy((char *)words + key->offset, &number, sizeof number);
        return true;
    }
    fprintf(stderr, "carousel-train: '%s': there is no such setting; see carousel-train --help\n", word);
    return false;
}

static bool read_words(Words *words, int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        if (strchr(argv[i], '=') != NULL) {
            if (!read_setting(words, argv[i]))
                return false;
        } else if (words->file_count < (int)(sizeof words->files / sizeof *words->files)) {
            words->files[words->file_count++] = argv[i];
        }
    }
    if (words->file_count == 0)
        fputs("carousel-train: which file? See carousel-train --help\n", stderr);
    return words->file_count > 0;
}

static int report(const Error *error)
{
    fprintf(stderr, "carousel-train: %s\n", error->message);
    return 1;
}

static int run_datagen(const Words *words)
{
    DatagenOptions options = {
        .path = words->files[0],
        .seed = (uint64_t)words->seed,
        .positions = (uint64_t)words->positions,
        .threads = (int)words->threads,
        .hash_mb = (int)words->hash,
        .play = self_play_default_options(),
    };
    options.play.soft_nodes = (uint64_t)words->nodes;
    options.play.random_plies = (int)words->plies;
    Error error = {0};
    return datagen_run(&options, &error) ? 0 : report(&error);
}

static bool load(const Words *words, Samples *samples)
{
    Error error = {0};
    if (!samples_load(samples, words->files, words->file_count, (size_t)words->limit, &error)) {
        report(&error);
        return false;
    }
    return true;
}

static int run_stats(const Words *words)
{
    Samples samples;
    if (!load(words, &samples))
        return 1;
    double results = 0;
    for (size_t i = 0; i < samples.count; i++)
        results += samples.rows[i].result;
    printf("positions %zu\nterms %.1f\nwhite %.1f%%\nagreement %.1f%%\n", samples.count,
           samples.count ? (double)samples.term_count / (double)samples.count : 0.0,
           samples.count ? 100 * results / (double)samples.count : 0.0, 100 * samples_agreement(&samples));
    samples_destroy(&samples);
    return 0;
}

static int run_wdl(const Words *words)
{
    Samples samples;
    if (!load(words, &samples))
        return 1;
    WdlFit fit;
    const bool ok = wdl_fit(&samples, &fit);
    if (ok)
        printf("positions %zu\neven %.1f cp\nslope %.1f cp\nloss %.4f\n", samples.count, fit.even_cp, fit.slope_cp,
               fit.loss);
    else
        fputs("carousel-train: these results settle no such model\n", stderr);
    samples_destroy(&samples);
    return ok ? 0 : 1;
}

static int run_tune(const Words *words)
{
    Samples samples;
    if (!load(words, &samples))
        return 1;
    Error error = {0};
    int status = 1;
    FILE *out = stdout;
    if (samples.training_count == 0)
        fputs("carousel-train: no positions to train on\n", stderr);
    else if (samples_agreement(&samples) * 100 < AGREEMENT_PERCENT_MIN)
        fprintf(stderr, "carousel-train: only %.1f%% of the clear scores agree with the results: this data is wrong\n",
                100 * samples_agreement(&samples));
    else if (words->out != NULL && (out = fopen(words->out, "w")) == NULL)
        perror(words->out);
    else {
        TuneOptions options = tune_default_options();
        options.epochs = (int)words->epochs;
        options.threads = (int)words->threads;
        options.result_weight = (double)words->weight / 100;
        status = tune_run(&options, &samples, out, &error) ? 0 : report(&error);
        if (out != stdout && fclose(out) != 0) {
            perror(words->out);
            status = 1;
        }
    }
    samples_destroy(&samples);
    return status;
}

int main(int argc, char **argv)
{
    Words words = {.positions = 1000000, .nodes = 5000, .seed = 1, .threads = system_processor_count(),
                   .hash = 8, .plies = 8, .epochs = 400, .weight = 50};
    chess_init();
    if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        fputs(usage, argc < 2 ? stderr : stdout);
        return argc < 2 ? 2 : 0;
    }
    int (*const command)(const Words *) = strcmp(argv[1], "datagen") == 0 ? run_datagen
                                          : strcmp(argv[1], "stats") == 0 ? run_stats
                                          : strcmp(argv[1], "wdl") == 0   ? run_wdl
                                          : strcmp(argv[1], "tune") == 0  ? run_tune
                                                                          : NULL;
    if (command == NULL) {
        fprintf(stderr, "carousel-train: '%s' is no command; see carousel-train --help\n", argv[1]);
        return 2;
    }
    if (!read_words(&words, argc - 2, argv + 2))
        return 2;
    return command(&words);
}
