/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The long jobs: `bench` and `go perft`. One at a time, on a thread of its own, so that the
 * conversation goes on. Each is finished before the program ends; only a perft can be broken off.
 */
#ifndef CAROUSEL_UCI_JOBS_H
#define CAROUSEL_UCI_JOBS_H

#include "chess/position.h"
#include "system/output.h"
#include "system/thread.h"

#include <stdatomic.h>

/* What `bench` searches to unless it is told otherwise. */
enum { UCI_BENCH_DEPTH = 16, UCI_BENCH_DEPTH_MAX = 64 };

typedef struct UciJob {
    Output *output;
    Thread thread;
    atomic_bool running;
    Position position;
    int depth;
    int threads;
    atomic_bool stop;
} UciJob;

/* Each waits for the job that still runs. False if there is no thread to be had. */
bool uci_job_bench(UciJob *job, int depth);
bool uci_job_perft(UciJob *job, const Position *position, int depth, int threads);

/* Breaks a perft off. Any thread. */
void uci_job_stop(UciJob *job);

void uci_job_wait(UciJob *job);

#endif
