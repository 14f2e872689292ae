/* SPDX-License-Identifier: GPL-3.0-only */
/* `carousel perft --split` and `--sum`: one count spread over many processes or machines. */
#include "cli/perft_request.h"

#include "base/number.h"
#include "perft/split.h"
#include "system/file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int perft_split(const PerftRequest *request)
{
    SplitList list;
    if (!split_positions(&request->position, request->split, &list)) {
        fprintf(stderr, "carousel perft: not enough memory.\n");
        return 1;
    }
    for (size_t i = 0; i < list.count; i++) {
        Position position = request->position;
        char fen[FEN_SIZE];
        position.board = list.jobs[i].board;
        position.halfmove_clock = 0;
        position.fullmove_number = 1;
        position_refresh(&position);
        fen_write(&position, fen);
        printf("carousel perft '%s' %d # weight %" PRIu64 "\n", fen, request->depth - request->split, list.jobs[i].weight);
    }
    split_destroy(&list);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return 0;
    fprintf(stderr, "carousel perft: the jobs could not be written.\n");
    return 1;
}

/* One job of the file: its key is the text `FEN' DEPTH`. */
typedef struct SumJob {
    char key[FEN_SIZE + 8];
    uint64_t weight;
    uint64_t nodes;
    bool done;
} SumJob;

typedef struct Sum {
    SumJob *jobs; /* sorted by key; NULL without a file */
    size_t count;
    uint64_t nodes;
    size_t added;
    char message[512];
} Sum;

static bool read_number(const char *text, int64_t *number)
{
    return number_parse_span(text, strspn(text, "0123456789"), 0, INT64_MAX, number) == NUMBER_OK;
}

/* Reads a job out of a line that holds `perft 'FEN' DEPTH # weight W`. */
static bool read_job(const char *line, SumJob *job)
{
    const char *quote = strstr(line, "perft '");
    const char *mark = quote != NULL ? strstr(quote, " # weight ") : NULL;
    int64_t weight;
    if (mark == NULL || !read_number(mark + strlen(" # weight "), &weight))
        return false;
    const char *key = quote + strlen("perft '");
    const size_t length = (size_t)(mark - key);
    if (length >= sizeof(job->key))
        return false;
    memcpy(job->key, key, length);
    job->key[length] = '\0';
    job->weight = (uint64_t)weight;
    job->nodes = 0;
    job->done = false;
    return true;
}

static int compare_jobs(const void *a, const void *b)
{
    return strcmp(((const SumJob *)a)->key, ((const SumJob *)b)->key);
}

static bool read_jobs(const char *path, Sum *sum)
{
    Error error;
    size_t size, lines = 1;
    char *text = file_read_all(path, &size, &error);
    if (text == NULL) {
        snprintf(sum->message, sizeof(sum->message), "%s", error.message);
        return false;
    }
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    sum->jobs = malloc(lines * sizeof(*sum->jobs));
    for (char *line = text, *next; line != NULL && sum->jobs != NULL; line = next) {
        next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        if (*line == '\0')
            continue;
        if (!read_job(line, &sum->jobs[sum->count])) {
            snprintf(sum->message, sizeof(sum->message), "%.100s: this is no job: '%.100s'", path, line);
            free(text);
            return false;
        }
        sum->count++;
    }
    free(text);
    if (sum->jobs == NULL)
        snprintf(sum->message, sizeof(sum->message), "not enough memory");
    else
        qsort(sum->jobs, sum->count, sizeof(*sum->jobs), compare_jobs);
    return sum->jobs != NULL;
}

static bool add(Sum *sum, uint64_t nodes, uint64_t weight)
{
    if (split_add(&sum->nodes, nodes, weight)) {
        sum->added++;
        return true;
    }
    snprintf(sum->message, sizeof(sum->message), "%s", perft_error_text(PERFT_OVERFLOW));
    return false;
}

/* Takes one count for a job of the file. Counted twice is all right if both say the same. */
static bool add_known(Sum *sum, const char *key, uint64_t nodes)
{
    SumJob wanted;
    snprintf(wanted.key, sizeof(wanted.key), "%s", key);
    SumJob *job = sum->count > 0 ? bsearch(&wanted, sum->jobs, sum->count, sizeof(*sum->jobs), compare_jobs) : NULL;
    if (job == NULL) {
        snprintf(sum->message, sizeof(sum->message), "an output is of none of the jobs: '%.140s", key);
        return false;
    }
    if (job->done) {
        if (job->nodes == nodes)
            return true;
        snprintf(sum->message, sizeof(sum->message), "two outputs of one job differ: '%.140s", key);
        return false;
    }
    job->done = true;
    job->nodes = nodes;
    return add(sum, nodes, job->weight);
}

/* What of an output has been read so far: its lines come one after the other. */
typedef struct Output {
    bool has_nodes;
    uint64_t nodes;
    char fen[FEN_SIZE];
} Output;

/* Takes a line of an output. Lines that begin with their job tell its weight; others are told apart by the position
 * and depth that follow the count. */
static bool take_line(Sum *sum, Output *output, const char *line)
{
    SumJob job;
    int64_t number;
    const bool tagged = read_job(line, &job);
    const char *nodes = strstr(line, "Nodes searched: ");
    const char *fen = strstr(line, "Position: ");
    const char *depth = strstr(line, "Depth: ");

    if (nodes != NULL) {
        if (!read_number(nodes + strlen("Nodes searched: "), &number)) {
            snprintf(sum->message, sizeof(sum->message), "no count in '%.200s'", line);
            return false;
        }
        if (tagged)
            return sum->jobs != NULL ? add_known(sum, job.key, (uint64_t)number) : add(sum, (uint64_t)number, job.weight);
        if (sum->jobs == NULL) {
            snprintf(sum->message, sizeof(sum->message),
                     "an output does not begin with its job (parallel --tag does that): give the file of jobs");
            return false;
        }
        *output = (Output){.has_nodes = true, .nodes = (uint64_t)number};
    } else if (fen != NULL && !tagged && output->has_nodes) {
        snprintf(output->fen, sizeof(output->fen), "%.120s", fen + strlen("Position: "));
    } else if (depth != NULL && !tagged && output->fen[0] != '\0' && read_number(depth + strlen("Depth: "), &number)) {
        char key[FEN_SIZE + 8];
        snprintf(key, sizeof(key), "%s' %d", output->fen, (int)(number % 100));
        output->fen[0] = '\0';
        output->has_nodes = false;
        return add_known(sum, key, output->nodes);
    }
    return true;
}

static bool take_all(Sum *sum)
{
    char line[4096];
    Output output = {.has_nodes = false};
    while (fgets(line, sizeof(line), stdin) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        if (!take_line(sum, &output, line))
            return false;
    }
    if (ferror(stdin)) {
        snprintf(sum->message, sizeof(sum->message), "standard input could not be read");
        return false;
    }
    if (sum->jobs != NULL && sum->added != sum->count) {
        size_t first = 0;
        while (sum->jobs[first].done)
            first++;
        snprintf(sum->message, sizeof(sum->message), "%zu of %zu jobs have no output, the first '%.140s", sum->count - sum->added,
                 sum->count, sum->jobs[first].key);
        return false;
    }
    if (sum->added == 0)
        snprintf(sum->message, sizeof(sum->message), "there is no output to add");
    return sum->added != 0;
}

int perft_sum(const PerftRequest *request)
{
    Sum sum = {.jobs = NULL};
    const bool ok = (request->jobs == NULL || read_jobs(request->jobs, &sum)) && take_all(&sum);
    free(sum.jobs);
    if (!ok) {
        fprintf(stderr, "carousel perft: %s.\n", sum.message);
        return 1;
    }
    if (request->json)
        printf("{\"jobs\":%zu,\"nodes\":%" PRIu64 "}\n", sum.added, sum.nodes);
    else
        printf("Nodes searched: %" PRIu64 "\nJobs: %zu\n", sum.nodes, sum.added);
    return 0;
}
