/* SPDX-License-Identifier: GPL-3.0-only */
#include "uci/jobs.h"

#include "chess/move_text.h"
#include "engine/engine.h"
#include "perft/perft.h"

#include <inttypes.h>

static void *bench_main(void *argument)
{
    UciJob *job = argument;
    int64_t time_ns = 0;
    const uint64_t nodes = engine_bench(job->depth > 0 ? job->depth : UCI_BENCH_DEPTH, &time_ns);
    const double seconds = time_ns > 0 ? (double)time_ns / 1e9 : 1e-9;
    output_printf(job->output, "%" PRIu64 " nodes %.0f nps", nodes, (double)nodes / seconds);
    atomic_store(&job->running, false);
    return NULL;
}

static bool start(UciJob *job, void *(*run)(void *))
{
    atomic_store(&job->running, true);
    if (thread_start(&job->thread, run, job, 0))
        return true;
    atomic_store(&job->running, false);
    return false;
}

bool uci_job_bench(UciJob *job, int depth)
{
    uci_job_wait(job);
    job->depth = depth;
    return start(job, bench_main);
}

static void *perft_main(void *argument)
{
    UciJob *job = argument;
    const PerftOptions options = {.threads = job->threads, .stop = &job->stop};
    PerftResult result;
    if (perft_run(&job->position, job->depth, &options, &result)) {
        for (int i = 0; i < result.count; i++) {
            char move[UCI_MOVE_SIZE];
            move_to_uci(&job->position, result.moves[i].move, move);
            output_printf(job->output, "%s: %" PRIu64, move, result.moves[i].nodes);
        }
        output_line(job->output, "");
        output_printf(job->output, "Nodes searched: %" PRIu64, result.nodes);
    } else {
        output_printf(job->output, "info string go perft: %s", perft_error_text(result.error));
    }
    atomic_store(&job->running, false);
    return NULL;
}

bool uci_job_perft(UciJob *job, const Position *position, int depth, int threads)
{
    uci_job_wait(job);
    job->position = *position;
    job->depth = depth < PERFT_MAX_DEPTH ? depth : PERFT_MAX_DEPTH;
    job->threads = threads;
    atomic_store(&job->stop, false);
    return start(job, perft_main);
}

void uci_job_stop(UciJob *job)
{
    atomic_store(&job->stop, true);
}

void uci_job_wait(UciJob *job)
{
    thread_join(&job->thread);
}
