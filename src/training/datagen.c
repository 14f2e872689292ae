/* SPDX-License-Identifier: GPL-3.0-only */
#include "training/datagen.h"

#include "system/clock.h"
#include "system/thread.h"
#include "training/chunk.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK_POSITIONS = 16384, THREADS_MAX = 256 };

/* What the workers share. */
typedef struct Datagen {
    const DatagenOptions *options;
    atomic_uint_fast64_t next_game;
    atomic_bool stop;
    pthread_mutex_t lock; /* guards what follows */
    File file;
    uint64_t positions;
    uint64_t games;
    uint64_t started_with;
    int64_t start_ns;
    bool failed;
    Error error;
} Datagen;

/* A worker's games that are not yet in the file. */
typedef struct Buffer {
    PackedPosition *positions;
    uint32_t count;
    uint32_t games;
    uint64_t next_game;
} Buffer;

static void fail(Datagen *datagen, const Error *error)
{
    pthread_mutex_lock(&datagen->lock);
    if (!datagen->failed)
        datagen->error = *error;
    datagen->failed = true;
    pthread_mutex_unlock(&datagen->lock);
    atomic_store(&datagen->stop, true);
}

static void show_progress(const Datagen *datagen)
{
    const double seconds = (double)(system_now_ns() - datagen->start_ns) / 1e9;
    const uint64_t fresh = datagen->positions - datagen->started_with;
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%llu positions, %.0f a second ", (unsigned long long)datagen->positions,
                (double)fresh / (seconds > 0 ? seconds : 1));
}

/* Writes the buffer as a chunk. */
static void flush(Datagen *datagen, Buffer *buffer)
{
    Error error = {0};
    pthread_mutex_lock(&datagen->lock);
    const bool ok = datagen->failed || chunk_write(&datagen->file, datagen->options->seed, buffer->next_game,
                                                   buffer->games, buffer->positions, buffer->count, &error);
    if (ok) {
        datagen->positions += buffer->count;
        datagen->games += buffer->games;
        show_progress(datagen);
        if (datagen->positions >= datagen->options->positions)
            atomic_store(&datagen->stop, true);
    }
    pthread_mutex_unlock(&datagen->lock);
    if (!ok)
        fail(datagen, &error);
    buffer->count = 0;
    buffer->games = 0;
}

static void play_games(Datagen *datagen, Engine *engine, SelfPlayGame *game, Buffer *buffer)
{
    while (!atomic_load(&datagen->stop)) {
        const uint64_t number = atomic_fetch_add(&datagen->next_game, 1);
        if (!self_play_game(engine, &datagen->options->play, datagen->options->seed, number, game)) {
            Error error;
            error_set(&error, ENOMEM, "cannot play game %llu", (unsigned long long)number);
            fail(datagen, &error);
            return;
        }
        memcpy(buffer->positions + buffer->count, game->positions, (size_t)game->count * sizeof *game->positions);
        buffer->count += (uint32_t)game->count;
        buffer->games++;
        buffer->next_game = number + 1;
        if (buffer->count >= CHUNK_POSITIONS)
            flush(datagen, buffer);
    }
    if (buffer->count > 0)
        flush(datagen, buffer);
}

static void *work(void *argument)
{
    Datagen *datagen = argument;
    EngineOptions options = engine_default_options();
    options.hash_mb = datagen->options->hash_mb;
    Engine *engine = engine_create(&options);
    SelfPlayGame *game = malloc(sizeof *game);
    Buffer buffer = {.positions = malloc((CHUNK_POSITIONS + SELF_PLAY_PLIES_MAX) * sizeof *buffer.positions)};

    if (engine != NULL && game != NULL && buffer.positions != NULL) {
        play_games(datagen, engine, game, &buffer);
    } else {
        Error error;
        error_set(&error, ENOMEM, "cannot start a worker");
        fail(datagen, &error);
    }
    free(buffer.positions);
    free(game);
    engine_destroy(engine);
    return NULL;
}

bool datagen_run(const DatagenOptions *options, Error *error)
{
    Datagen datagen = {.options = options, .file = FILE_CLOSED};
    ChunkTotals totals;
    if (!chunk_open(&datagen.file, options->path, options->seed, &totals, error))
        return false;
    atomic_init(&datagen.next_game, totals.next_game);
    atomic_init(&datagen.stop, totals.positions >= options->positions);
    pthread_mutex_init(&datagen.lock, NULL);
    datagen.positions = datagen.started_with = totals.positions;
    datagen.start_ns = system_now_ns();

    Thread threads[THREADS_MAX];
    memset(threads, 0, sizeof threads);
    for (int i = 0; i < options->threads && i < THREADS_MAX; i++)
        if (!thread_start(&threads[i], work, &datagen, 0)) {
            Error none;
            error_set(&none, EAGAIN, "cannot start thread %d", i + 1);
            fail(&datagen, &none);
        }
    for (int i = 0; i < THREADS_MAX; i++)
        thread_join(&threads[i]);

    if (isatty(STDERR_FILENO))
        fputc('\n', stderr);
    pthread_mutex_destroy(&datagen.lock);
    if (!file_close(&datagen.file, datagen.failed ? NULL : &datagen.error))
        datagen.failed = true;
    if (datagen.failed && error != NULL)
        *error = datagen.error;
    return !datagen.failed;
}
