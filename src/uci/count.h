/*
 * The long jobs that count: `bench` and `go perft`. One at a time, on a thread of its own, so that the
 * conversation goes on. Each is finished before the program ends; only a perft can be broken off.
 */
#ifndef CAROUSEL_UCI_COUNT_H
#define CAROUSEL_UCI_COUNT_H

#include "chess/position.h"
#include "system/output.h"
#include "system/thread.h"

#include <stdatomic.h>

/* What `bench` searches to unless it is told otherwise. */
enum { UCI_BENCH_DEPTH = 16, UCI_BENCH_DEPTH_MAX = 64 };

typedef struct UciCount {
    Output *output;
    Thread thread;
    atomic_bool running;
    Position position;
    int depth;
    int threads;
    atomic_bool stop;
} UciCount;

/* Each waits for a count that still runs. False if there is no thread to be had. */
bool uci_count_bench(UciCount *count, int depth);
bool uci_count_perft(UciCount *count, const Position *position, int depth, int threads);

/* Breaks a perft off. Any thread. */
void uci_count_stop(UciCount *count);

void uci_count_wait(UciCount *count);

#endif
