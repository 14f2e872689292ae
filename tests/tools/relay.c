/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The line to another machine: `relay DELAY_MS CUT PROGRAM [ARGUMENT…]` runs the program and passes everything on both
 * ways, DELAY_MS later. After CUT bytes from the program (0: never) the line is cut, and the program goes with it.
 */
#include "system/clock.h"
#include "system/descriptor.h"
#include "system/process.h"
#include "system/wait.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHUNKS = 4096, CHUNK_SIZE = 4096 };

typedef struct Chunk {
    int64_t due_ns;
    size_t size;
    char data[CHUNK_SIZE];
} Chunk;

/* One direction: what has been read and is still on its way. */
typedef struct Way {
    int from, to;
    bool ended;
    size_t passed;
    size_t first, count;
    Chunk *chunks;
} Way;

static bool way_read(Way *way, int64_t delay_ns)
{
    if (way->count == CHUNKS)
        return true;
    Chunk *chunk = &way->chunks[(way->first + way->count) % CHUNKS];
    TransferResult result = descriptor_read(way->from, chunk->data, CHUNK_SIZE, &chunk->size);
    if (result == TRANSFER_OK) {
        chunk->due_ns = system_now_ns() + delay_ns;
        way->count++;
    }
    way->ended = result == TRANSFER_END || result == TRANSFER_FAILED;
    return !way->ended;
}

/* Writes what is due. False once the line is cut or the other end is gone. */
static bool way_write(Way *way, size_t cut)
{
    while (way->count > 0 && way->chunks[way->first].due_ns <= system_now_ns()) {
        Chunk *chunk = &way->chunks[way->first];
        size_t size = cut > 0 && way->passed + chunk->size > cut ? cut - way->passed : chunk->size;
        for (size_t at = 0, done; at < size; at += done) {
            TransferResult result = descriptor_write(way->to, chunk->data + at, size - at, &done);
            if (result == TRANSFER_END || result == TRANSFER_FAILED)
                return false;
        }
        way->passed += size;
        if (cut > 0 && way->passed >= cut)
            return false;
        way->first = (way->first + 1) % CHUNKS;
        way->count--;
    }
    return !way->ended || way->count > 0;
}

static int64_t earlier(int64_t deadline_ns, const Way *way)
{
    return way->count > 0 && way->chunks[way->first].due_ns < deadline_ns ? way->chunks[way->first].due_ns : deadline_ns;
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "relay DELAY_MS CUT PROGRAM [ARGUMENT...]\n");
        return 2;
    }
    system_ignore_broken_pipes();
    int64_t delay_ns = atoll(argv[1]) * 1000000;
    size_t cut = (size_t)atoll(argv[2]);
    Process process;
    Error error;
    ProcessSpec spec = {.arguments = argv + 3};
    if (!process_start(&process, &spec, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    Way out = {.from = 0, .to = process.input, .chunks = malloc(CHUNKS * sizeof(Chunk))};
    Way back = {.from = process.output, .to = 1, .chunks = malloc(CHUNKS * sizeof(Chunk))};
    if (out.chunks == NULL || back.chunks == NULL || !descriptor_set_nonblocking(0, &error))
        return 1;
    bool up = true;
    while (up) {
        Channel channels[2] = {channel_make(out.ended ? -1 : 0, CHANNEL_READ),
                               channel_make(back.ended ? -1 : process.output, CHANNEL_READ)};
        if (system_wait(channels, 2, earlier(earlier(WAIT_FOREVER, &out), &back)) < 0)
            break;
        if (channel_ready(&channels[0]) && !way_read(&out, delay_ns) && out.count == 0)
            up = false;
        if (channel_ready(&channels[1]))
            way_read(&back, delay_ns);
        if (out.count > 0 && !way_write(&out, 0))
            up = false;
        if (!way_write(&back, cut))
            up = false;
    }
    process_destroy(&process);
    free(out.chunks);
    free(back.chunks);
    return 0;
}
