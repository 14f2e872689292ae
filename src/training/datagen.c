/* SPDX-License-Identifier: GPL-3.0-only */
#include "training/datagen.h"

#include "system/clock.h"
#include "system/descriptor.h"
#include "system/signals.h"
#include "system/terminal.h"
#include "system/thread.h"
#include "system/wait.h"
#include "training/chunk.h"
#include "training/random.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_POSITIONS = 16384, THREADS_MAX = 256 };

static const int64_t SECOND_NS = INT64_C(1000000000);
static const int64_t WRITE_EVERY_NS = 30 * INT64_C(1000000000);

/* What the workers share. */
typedef struct Datagen {
    const DatagenOptions *options;
    SelfPlayOptions play;
    atomic_uint_fast64_t next_game;
    atomic_bool stop;    /* start no more games */
    atomic_bool give_up; /* and finish none */
    WakePipe wake;       /* to the main thread: a worker has ended */
    Mutex lock;          /* guards what follows */
    int working;
    File file;
    uint64_t positions; /* in the file */
    uint64_t games;     /* of this run, in the file */
    uint64_t started_with;
    int64_t start_ns;
    int64_t written_ns; /* when the buffer was last written */
    bool failed;
    Error error;
    /* Finished games that are not in the file yet. */
    PackedPosition buffer[CHUNK_POSITIONS + SELF_PLAY_PLIES_MAX];
    uint32_t buffered;
    uint32_t buffered_games;
    uint64_t next_unwritten; /* one more than the highest number of a finished game */
} Datagen;

/* Notes the first failure and ends the run. With the lock held. */
static void fail(Datagen *datagen, const Error *error)
{
    if (!datagen->failed)
        datagen->error = *error;
    datagen->failed = true;
    atomic_store(&datagen->stop, true);
    atomic_store(&datagen->give_up, true);
}

/* Writes the buffer as a chunk. With the lock held. */
static void write_buffer(Datagen *datagen)
{
    Error error = {0};
    datagen->written_ns = system_now_ns();
    if (datagen->buffered == 0 || datagen->failed)
        return;
    if (chunk_write(&datagen->file, datagen->options->seed, datagen->next_unwritten, datagen->buffered_games, datagen->buffer,
                    datagen->buffered, &error)) {
        datagen->positions += datagen->buffered;
        datagen->games += datagen->buffered_games;
    } else {
        fail(datagen, &error);
    }
    datagen->buffered = 0;
    datagen->buffered_games = 0;
}

static void add_game(Datagen *datagen, const SelfPlayGame *game, uint64_t number)
{
    mutex_lock(&datagen->lock);
    memcpy(datagen->buffer + datagen->buffered, game->positions, (size_t)game->count * sizeof *game->positions);
    datagen->buffered += (uint32_t)game->count;
    datagen->buffered_games++;
    if (number + 1 > datagen->next_unwritten)
        datagen->next_unwritten = number + 1;
    const bool enough = datagen->positions + datagen->buffered >= datagen->options->positions;
    if (enough || datagen->buffered >= CHUNK_POSITIONS)
        write_buffer(datagen);
    if (enough)
        atomic_store(&datagen->stop, true);
    mutex_unlock(&datagen->lock);
}

static void fail_in_worker(Datagen *datagen, const char *what)
{
    Error error;
    error_set(&error, ENOMEM, "%s", what);
    mutex_lock(&datagen->lock);
    fail(datagen, &error);
    mutex_unlock(&datagen->lock);
}

static void play_games(Datagen *datagen, Engine *engine, SelfPlayGame *game)
{
    while (!atomic_load(&datagen->stop)) {
        const uint64_t number = atomic_fetch_add(&datagen->next_game, 1);
        if (!self_play_game(engine, &datagen->play, datagen->options->seed, number, game)) {
            fail_in_worker(datagen, "cannot play a game");
            return;
        }
        if (!game->given_up)
            add_game(datagen, game, number);
    }
}

static void *work(void *argument)
{
    Datagen *datagen = argument;
    EngineOptions options = engine_default_options();
    options.hash_mb = datagen->options->hash_mb;
    Engine *engine = engine_create(&options);
    SelfPlayGame *game = malloc(sizeof *game);

    if (engine != NULL && game != NULL)
        play_games(datagen, engine, game);
    else
        fail_in_worker(datagen, "cannot start a worker");
    free(game);
    engine_destroy(engine);

    mutex_lock(&datagen->lock);
    datagen->working--;
    mutex_unlock(&datagen->lock);
    wake_signal(&datagen->wake);
    return NULL;
}

static void show_progress(const Datagen *datagen)
{
    const double seconds = (double)(system_now_ns() - datagen->start_ns) / 1e9;
    const uint64_t all = datagen->positions + datagen->buffered;
    fprintf(stderr, "\r%llu positions, %.0f a second ", (unsigned long long)all,
            (double)(all - datagen->started_with) / (seconds > 0 ? seconds : 1));
}

/* Waits for the end of all workers, writing now and then; hands on the requests to end. Returns the last signal. */
static int supervise(Datagen *datagen, int signals, bool watched)
{
    int number = 0;
    for (bool working = true; working;) {
        Channel channels[] = {channel_make(signals, CHANNEL_READ), channel_make(datagen->wake.reader, CHANNEL_READ)};
        system_wait(channels, sizeof channels / sizeof *channels, system_now_ns() + SECOND_NS);
        wake_drain(&datagen->wake);
        for (int next; (next = signals_take()) != 0; number = next) {
            atomic_store(&datagen->stop, true);
            atomic_store(&datagen->give_up, true);
        }
        mutex_lock(&datagen->lock);
        working = datagen->working > 0;
        if (!working || system_now_ns() - datagen->written_ns >= WRITE_EVERY_NS)
            write_buffer(datagen);
        if (watched)
            show_progress(datagen);
        mutex_unlock(&datagen->lock);
    }
    if (watched)
        fputc('\n', stderr);
    return number;
}

static void start_workers(Datagen *datagen, Thread threads[THREADS_MAX])
{
    mutex_lock(&datagen->lock);
    for (int i = 0; i < datagen->options->threads && i < THREADS_MAX && !datagen->failed; i++) {
        if (thread_start(&threads[i], work, datagen, 0)) {
            datagen->working++;
        } else {
            Error error;
            error_set(&error, EAGAIN, "cannot start thread %d", i + 1);
            fail(datagen, &error);
        }
    }
    mutex_unlock(&datagen->lock);
}

/* Plays with everything open. */
static int run(Datagen *datagen, int signals)
{
    Thread threads[THREADS_MAX];
    memset(threads, 0, sizeof threads);
    datagen->start_ns = datagen->written_ns = system_now_ns();
    fprintf(stderr, "%s holds %llu positions; on with game %llu of seed %llu, %llu nodes a move\n", datagen->options->path,
            (unsigned long long)datagen->positions, (unsigned long long)atomic_load(&datagen->next_game),
            (unsigned long long)datagen->options->seed, (unsigned long long)datagen->play.soft_nodes);
    int number = 0;
    if (!atomic_load(&datagen->stop)) {
        start_workers(datagen, threads);
        number = supervise(datagen, signals, terminal_is(STANDARD_ERROR));
    }
    for (int i = 0; i < THREADS_MAX; i++)
        thread_join(&threads[i]);
    fprintf(stderr, "%s%llu positions of %llu games added in %.0f seconds: %llu\n", number != 0 ? "stopped; " : "",
            (unsigned long long)(datagen->positions - datagen->started_with), (unsigned long long)datagen->games,
            (double)(system_now_ns() - datagen->start_ns) / 1e9, (unsigned long long)datagen->positions);
    return number;
}

bool datagen_run(const DatagenOptions *options, int *signal_number, Error *error)
{
    Datagen *datagen = calloc(1, sizeof *datagen);
    ChunkTotals totals;
    *signal_number = 0;
    if (datagen == NULL)
        return error_set(error, ENOMEM, "cannot make positions");
    const int signals = signals_open();
    if (signals < 0 || !wake_init(&datagen->wake, error)) {
        free(datagen);
        return signals >= 0 || error_set(error, errno, "cannot wait for signals");
    }
    bool ok = chunk_open(&datagen->file, options->path, options->seed, &totals, error);
    if (ok) {
        datagen->options = options;
        datagen->play = options->play;
        datagen->play.give_up = &datagen->give_up;
        datagen->positions = datagen->started_with = totals.positions;
        atomic_init(&datagen->next_game, totals.next_game);
        atomic_init(&datagen->stop, totals.positions >= options->positions);
        atomic_init(&datagen->give_up, false);
        mutex_init(&datagen->lock);
        *signal_number = run(datagen, signals);
        mutex_destroy(&datagen->lock);
        ok = file_close(&datagen->file, datagen->failed ? NULL : &datagen->error) && !datagen->failed;
        if (!ok && error != NULL)
            *error = datagen->error;
    }
    wake_destroy(&datagen->wake);
    free(datagen);
    return ok;
}

uint64_t datagen_draw_seed(void)
{
    uint64_t seed = (uint64_t)system_now_ns();
    FILE *stream = fopen("/dev/urandom", "rb");
    if (stream != NULL) {
        uint64_t drawn;
        if (fread(&drawn, sizeof drawn, 1, stream) == 1)
            seed ^= drawn;
        fclose(stream);
    }
    return random_of(seed, 0).state >> 16; /* short enough to be typed */
}
