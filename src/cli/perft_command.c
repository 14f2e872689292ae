/* SPDX-License-Identifier: GPL-3.0-only */
#include "cli/perft_command.h"

#include "base/number.h"
#include "cli/arguments.h"
#include "cli/perft_request.h"

#include <stdio.h>
#include <string.h>

static const char help_text[] =
    "carousel perft - count the move sequences of a position\n"
    "\n"
    "  carousel perft [FEN|startpos] DEPTH [--divide] [--threads N] [--hash MB] [--json]\n"
    "  carousel perft [FEN|startpos] DEPTH --stats\n"
    "  carousel perft --epd FILE [--max-nodes N] [--threads N] [--hash MB]\n"
    "  carousel perft --compare COMMAND [FEN|startpos] DEPTH [--timeout SECONDS]\n"
    "  carousel perft [FEN|startpos] DEPTH --split PLIES\n"
    "  carousel perft --sum [JOBS]\n"
    "\n"
    "  --divide           also the count of every root move, sorted\n"
    "  --threads N        share the work among N threads\n"
    "  --hash MB          keep counts in a table of this many MiB\n"
    "  --json             one line of JSON instead of text\n"
    "  --stats            a table of captures, en passant, castles, promotions, checks and mates by depth\n"
    "  --epd FILE         run a suite: lines of 'FEN ;D1 20 ;D2 400'\n"
    "  --max-nodes N      leave out the counts of a suite that are larger\n"
    "  --compare COMMAND  compare with a UCI engine that knows 'go perft'; where the counts differ, find the\n"
    "                     position whose moves differ\n"
    "  --timeout SECONDS  how long the engine may take for each answer (60), to start at most 10\n"
    "  --split PLIES      write jobs, a line each, that together are the count\n"
    "  --sum [JOBS]       add the outputs of jobs read from standard input: with the file of jobs it also makes\n"
    "                     sure that none is missing; without, every output line must begin with its job\n"
    "\n"
    "Examples\n"
    "  carousel perft 6\n"
    "  carousel perft 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -' 5 --divide\n"
    "  carousel perft 8 --threads 2 --hash 256\n"
    "  carousel perft --epd perft/known.epd --max-nodes 20000000\n"
    "  carousel perft --compare 'stockfish' startpos 5\n"
    "  carousel perft 9 --split 3 >jobs; parallel --tag --sshlogin 8/one,8/two <jobs | carousel perft --sum jobs\n";

/* Reads the depth into the request; notes a mistake if it is none. */
static void take_depth(Arguments *arguments, PerftRequest *request, const char *text)
{
    const bool deep = request->hash_mb > 0 && request->compare == NULL && !request->statistics;
    const int most = deep ? PERFT_MAX_DEPTH_HASH : PERFT_MAX_DEPTH;
    const int least = request->compare != NULL || request->statistics ? 1 : 0;
    int64_t depth = 0;
    switch (number_parse(text, least, most, &depth)) {
    case NUMBER_OK: break;
    case NUMBER_OUT_OF_RANGE:
        arguments_mistake(arguments, "the depth must be %d to %d%s, not %s", least, most, deep ? "" : " (more only with --hash)", text);
        break;
    default: arguments_mistake(arguments, "the depth must be a whole number, not '%s'", text);
    }
    request->depth = (int)depth;
}

static void take_position(Arguments *arguments, PerftRequest *request, const char *text)
{
    FenReport report;
    if (strcmp(text, "startpos") == 0)
        return;
    if (!fen_parse(text, FEN_LENIENT, &request->position, &report)) {
        arguments_mistake(arguments, "%s", report.message);
        return;
    }
    const char *rest = text + report.length;
    rest += fen_end_length(rest);
    if (*rest != '\0')
        arguments_mistake(arguments, "'%s' after the position is not understood", rest);
    else if (report.warning[0] != '\0')
        fprintf(stderr, "carousel perft: %s\n", report.warning);
}

/* Checks what goes together and reads position and depth from the operands. */
static void take_operands(Arguments *arguments, PerftRequest *request, const char *const *operands, int count)
{
    const int uses = (request->epd != NULL) + (request->compare != NULL) + request->statistics + request->sum + (request->split > 0);
    if (uses > 1) {
        arguments_mistake(arguments, "only one of --epd, --compare, --stats, --split and --sum goes at a time");
    } else if (request->epd != NULL) {
        if (count != 0)
            arguments_mistake(arguments, "'%s' does not go with --epd", operands[0]);
    } else if (request->sum) {
        if (count > 1)
            arguments_mistake(arguments, "--sum takes one file of jobs at most");
        request->jobs = count == 1 ? operands[0] : NULL;
    } else if (count == 0) {
        arguments_mistake(arguments, "a depth is missing");
    } else {
        take_depth(arguments, request, operands[count - 1]);
        if (count == 2 && !arguments->failed)
            take_position(arguments, request, operands[0]);
        if (request->split > request->depth && !arguments->failed)
            arguments_mistake(arguments, "--split %d is more than the depth", request->split);
    }
}

int perft_command(int argc, char **argv)
{
    PerftRequest request = {.threads = 1, .timeout_s = 60};
    const char *operands[2];
    int operand_count = 0;
    const char *word;

    position_start(&request.position);
    Arguments arguments = arguments_begin(argc, argv);
    while (arguments_next(&arguments)) {
        if (arguments_flag(&arguments, "divide"))
            request.divide = true;
        else if (arguments_flag(&arguments, "json"))
            request.json = true;
        else if (arguments_flag(&arguments, "stats"))
            request.statistics = true;
        else if (arguments_flag(&arguments, "sum"))
            request.sum = true;
        else if (arguments_int(&arguments, "threads", 1, PERFT_MAX_THREADS, &request.threads) ||
                 arguments_int(&arguments, "hash", 0, 1 << 20, &request.hash_mb) ||
                 arguments_int(&arguments, "split", 1, 6, &request.split) ||
                 arguments_int(&arguments, "timeout", 1, 1000000, &request.timeout_s) ||
                 arguments_int64(&arguments, "max-nodes", 1, INT64_MAX, &request.max_nodes) ||
                 arguments_text(&arguments, "epd", &request.epd) || arguments_text(&arguments, "compare", &request.compare))
            continue;
        else if (!arguments_operand(&arguments, &word))
            arguments_unknown(&arguments);
        else if (operand_count == 2)
            arguments_mistake(&arguments, "'%s' is one word too many; put the FEN in quotes", word);
        else
            operands[operand_count++] = word;
    }
    if (arguments_help_wanted(&arguments)) {
        fputs(help_text, stdout);
        return 0;
    }
    if (!arguments.failed)
        take_operands(&arguments, &request, operands, operand_count);
    if (arguments_failed(&arguments))
        return 2;

    if (request.epd != NULL)
        return perft_run_suite(&request);
    if (request.sum)
        return perft_sum(&request);
    if (request.split > 0)
        return perft_split(&request);
    if (request.compare != NULL)
        return perft_compare(&request);
    return request.statistics ? perft_count_statistics(&request) : perft_count_position(&request);
}
