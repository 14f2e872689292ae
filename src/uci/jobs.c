/* SPDX-License-Identifier: GPL-3.0-only */
#include "uci/jobs.h"

#include "chess/move_text.h"
#include "engine/engine.h"
#include "perft/perft.h"

#include <inttypes.h>

static void *bench_main(void *argument)
{
    UciJob *count = argument;
    int64_t time_ns = 0;
    const uint64_t nodes = engine_bench(count->depth > 0 ? count->depth : UCI_BENCH_DEPTH, &time_ns);
    const double seconds = time_ns > 0 ? (double)time_ns / 1e9 : 1e-9;
    output_printf(count->output, "%" PRIu64 " nodes %.0f nps", nodes, (double)nodes / seconds);
    atomic_store(&count->running, false);
    return NULL;
}

static bool start(UciJob *count, void *(*run)(void *))
{
    atomic_store(&count->running, true);
    if (thread_start(&count->thread, run, count, 0))
        return true;
    atomic_store(&count->running, false);
    return false;
}

bool uci_job_bench(UciJob *count, int depth)
{
    uci_job_wait(count);
    count->depth = depth;
    return start(count, bench_main);
}

static void *perft_main(void *argument)
{
    UciJob *count = argument;
    const PerftOptions options = {.threads = count->threads, .stop = &count->stop};
    PerftResult result;
    if (perft_run(&count->position, count->depth, &options, &result)) {
        for (int i = 0; i < result.count; i++) {
            char move[UCI_MOVE_SIZE];
            move_to_uci(&count->position, result.moves[i].move, move);
            output_printf(count->output, "%s: %" PRIu64, move, result.moves[i].nodes);
        }
        output_line(count->output, "");
        output_printf(count->output, "Nodes searched: %" PRIu64, result.nodes);
    } else {
        output_printf(count->output, "info string go perft: %s", perft_error_text(result.error));
    }
    atomic_store(&count->running, false);
    return NULL;
}

bool uci_job_perft(UciJob *count, const Position *position, int depth, int threads)
{
    uci_job_wait(count);
    count->position = *position;
    count->depth = depth < PERFT_MAX_DEPTH ? depth : PERFT_MAX_DEPTH;
    count->threads = threads;
    atomic_store(&count->stop, false);
    return start(count, perft_main);
}

void uci_job_stop(UciJob *count)
{
    atomic_store(&count->stop, true);
}

void uci_job_wait(UciJob *count)
{
    thread_join(&count->thread);
}
