/* SPDX-License-Identifier: GPL-3.0-only */
/* `carousel perft` proper: one count as text or JSON, progress on a terminal, statistics, suites. */
#include "chess/move_text.h"
#include "cli/perft_request.h"
#include "perft/statistics.h"
#include "perft/suite.h"
#include "system/clock.h"
#include "system/descriptor.h"
#include "system/file.h"
#include "system/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A count that takes longer than this shows how far it is. */
#define PROGRESS_AFTER_NS ((int64_t)2 * 1000 * 1000 * 1000)
enum { PROGRESS_WIDTH = 60 };

static double seconds_of(int64_t ns)
{
    return (double)ns / 1e9;
}

static double speed_of(uint64_t nodes, int64_t elapsed_ns)
{
    return elapsed_ns > 0 ? (double)nodes / seconds_of(elapsed_ns) : 0;
}

static void show_progress(void *context, const PerftProgress *progress)
{
    bool *shown = context;
    if (progress->elapsed_ns < PROGRESS_AFTER_NS || progress->done <= 0)
        return;
    const double left = seconds_of(progress->elapsed_ns) * (1 / progress->done - 1);
    fprintf(stderr, "\r%5.1f %%  %8.0f million nodes/s  %7.0f s left ", 100 * progress->done,
            speed_of(progress->nodes, progress->elapsed_ns) / 1e6, left);
    *shown = true;
}

static void print_division(const PerftRequest *request, const PerftResult *result)
{
    for (int i = 0; i < result->count; i++) {
        char text[UCI_MOVE_SIZE];
        move_to_uci(&request->position, result->moves[i].move, text);
        if (request->json)
            printf("%s\"%s\":%llu", i > 0 ? "," : "", text, (unsigned long long)result->moves[i].nodes);
        else
            printf("%s: %llu\n", text, (unsigned long long)result->moves[i].nodes);
    }
}

static void print_json(const PerftRequest *request, const PerftResult *result)
{
    char fen[FEN_SIZE];
    fen_write(&request->position, fen);
    printf("{\"fen\":\"%s\",\"depth\":%d,\"nodes\":%llu,\"seconds\":%.6f,\"nodes_per_second\":%.0f", fen, request->depth,
           (unsigned long long)result->nodes, seconds_of(result->elapsed_ns), speed_of(result->nodes, result->elapsed_ns));
    if (request->divide) {
        printf(",\"moves\":{");
        print_division(request, result);
        printf("}");
    }
    printf("}\n");
}

static void print_text(const PerftRequest *request, const PerftResult *result)
{
    char fen[FEN_SIZE];
    fen_write(&request->position, fen);
    if (request->divide) {
        print_division(request, result);
        printf("\n");
    }
    /* The position stands here so that outputs of many jobs can be told apart. */
    printf("Nodes searched: %llu\nPosition: %s\nDepth: %d\nTime: %.3f s\nNodes/second: %.0f\n", (unsigned long long)result->nodes, fen,
           request->depth, seconds_of(result->elapsed_ns), speed_of(result->nodes, result->elapsed_ns));
}

/* What was printed may be what another program adds up: it must have got out. */
static int finish_output(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    fprintf(stderr, "carousel perft: the output could not be written.\n");
    return 1;
}

int perft_count_position(const PerftRequest *request)
{
    bool progress_shown = false;
    const PerftOptions options = {
        .threads = request->threads,
        .hash_mb = request->hash_mb,
        .progress = terminal_is(STANDARD_ERROR) ? show_progress : NULL,
        .context = &progress_shown,
    };
    PerftResult result;
    const bool ok = perft_run(&request->position, request->depth, &options, &result);
    if (progress_shown)
        fprintf(stderr, "\r%*s\r", PROGRESS_WIDTH, "");
    if (!ok) {
        fprintf(stderr, "carousel perft: %s.\n", perft_error_text(result.error));
        return 1;
    }
    if (request->json)
        print_json(request, &result);
    else
        print_text(request, &result);
    return finish_output(0);
}

int perft_count_statistics(const PerftRequest *request)
{
    static const char *const names[] = {"nodes",  "captures",          "en_passant",    "castles", "promotions",
                                        "checks", "discovered_checks", "double_checks", "mates"};
    enum { COLUMNS = sizeof(names) / sizeof(names[0]) };
    if (!request->json)
        printf("depth        nodes    captures  en passant   castles  promotions      checks  discovered  double     mates\n");
    for (int depth = 1; depth <= request->depth; depth++) {
        PerftStatistics s = {0};
        statistics_count(&request->position.board, depth, &s);
        const uint64_t values[COLUMNS] = {s.nodes,  s.captures,          s.en_passant,    s.castles, s.promotions,
                                          s.checks, s.discovered_checks, s.double_checks, s.mates};
        static const int widths[COLUMNS] = {13, 12, 12, 10, 12, 12, 12, 8, 10};
        printf(request->json ? "{\"depth\":%d" : "%5d", depth);
        for (int i = 0; i < COLUMNS; i++) {
            if (request->json)
                printf(",\"%s\":%llu", names[i], (unsigned long long)values[i]);
            else
                printf("%*llu", widths[i], (unsigned long long)values[i]);
        }
        printf(request->json ? "}\n" : "\n");
        fflush(stdout);
    }
    return finish_output(0);
}

/* Runs one line of a suite; prints what fails. */
static bool run_line(const PerftRequest *request, const SuiteLine *line, int number)
{
    const PerftOptions options = {.threads = request->threads, .hash_mb = request->hash_mb};
    for (int i = 0; i < line->count; i++) {
        const SuiteCount *expected = &line->counts[i];
        PerftResult result;
        if (request->max_nodes > 0 && expected->nodes > (uint64_t)request->max_nodes)
            continue;
        if (!perft_run(&line->position, expected->depth, &options, &result)) {
            printf("%s:%d: depth %d: %s\n", request->epd, number, expected->depth, perft_error_text(result.error));
            return false;
        }
        if (result.nodes != expected->nodes) {
            printf("%s:%d: depth %d: counted %llu, expected %llu\n", request->epd, number, expected->depth,
                   (unsigned long long)result.nodes, (unsigned long long)expected->nodes);
            return false;
        }
    }
    return true;
}

int perft_run_suite(const PerftRequest *request)
{
    Error error;
    size_t size;
    char *text = file_read_text(request->epd, &size, &error);
    if (text == NULL) {
        fprintf(stderr, "carousel perft: %s\n", error.message);
        return 1;
    }
    int passed = 0, failed = 0, number = 0;
    for (char *line = text, *next; line != NULL; line = next) {
        next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        SuiteLine parsed;
        char message[256];
        number++;
        const SuiteRead read = suite_read_line(line, &parsed, message);
        if (read == SUITE_WRONG)
            printf("%s:%d: %s\n", request->epd, number, message);
        if (read == SUITE_WRONG || (read == SUITE_LINE && !run_line(request, &parsed, number)))
            failed++;
        else if (read == SUITE_LINE)
            passed++;
    }
    free(text);
    printf("%d passed, %d failed\n", passed, failed);
    return finish_output(failed == 0 && passed > 0 ? 0 : 1);
}
