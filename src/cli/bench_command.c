/* SPDX-License-Identifier: GPL-3.0-only */
#include "cli/bench_command.h"

#include "cli/arguments.h"
#include "engine/engine.h"
#include "uci/jobs.h"

#include <inttypes.h>
#include <stdio.h>

static const char help_text[] = "carousel bench - search fixed positions with one thread\n"
                                "\n"
                                "  carousel bench           to depth 16\n"
                                "  carousel bench 10        to another depth\n"
                                "\n"
                                "Prints `N nodes M nps`. The node count is the same on every run, machine and build of one version.\n";

int bench_command(int argc, char **argv)
{
    Arguments arguments = arguments_begin(argc, argv);
    const char *operand;
    int64_t depth = UCI_BENCH_DEPTH;
    bool given = false;
    while (arguments_next(&arguments)) {
        if (!given && arguments_operand(&arguments, &operand))
            given = arguments_number(&arguments, "the depth", operand, 1, UCI_BENCH_DEPTH_MAX, &depth);
        else
            arguments_unknown(&arguments);
    }
    if (arguments_help_wanted(&arguments)) {
        fputs(help_text, stdout);
        return 0;
    }
    if (arguments_failed(&arguments))
        return 2;
    int64_t time_ns = 0;
    const uint64_t nodes = engine_bench((int)depth, &time_ns);
    const double seconds = time_ns > 0 ? (double)time_ns / 1e9 : 1e-9;
    printf("%" PRIu64 " nodes %.0f nps\n", nodes, (double)nodes / seconds);
    return fflush(stdout) == 0 && nodes > 0 ? 0 : 1;
}
