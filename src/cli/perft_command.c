#include "cli/perft_command.h"

#include "chess/fen.h"
#include "chess/move_text.h"
#include "chess/number.h"
#include "cli/arguments.h"
#include "perft/perft.h"
#include "perft/suite.h"
#include "system/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help_text[] =
    "carousel perft - count the move sequences of a position\n"
    "\n"
    "  carousel perft [FEN|startpos] DEPTH [--divide] [--threads N] [--hash MB]\n"
    "  carousel perft --epd FILE [--max-nodes N]\n"
    "\n"
    "  --divide        also the count of every root move, sorted\n"
    "  --threads N     share the work among N threads\n"
    "  --hash MB       keep counts in a table of so many MiB\n"
    "  --epd FILE      run a suite: lines of 'FEN ;D1 20 ;D2 400'\n"
    "  --max-nodes N   leave out the counts of a suite that are larger\n"
    "\n"
    "Examples\n"
    "  carousel perft 6\n"
    "  carousel perft 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -' 5 --divide\n"
    "  carousel perft 8 --threads 2 --hash 256\n"
    "  carousel perft --epd perft/known.epd --max-nodes 20000000\n";

/* What the command line asks for. */
typedef struct Request {
    const char *fen;
    const char *depth_text;
    const char *epd;
    int64_t max_nodes;
    bool divide;
    int threads;
    int hash_mb;
} Request;

static void print_division(const Position *position, const PerftResult *result)
{
    for (int i = 0; i < result->count; i++) {
        char text[UCI_MOVE_SIZE];
        move_to_uci(position, result->moves[i].move, text);
        printf("%s: %llu\n", text, (unsigned long long)result->moves[i].nodes);
    }
    if (result->count > 0)
        printf("\n");
}

static void print_totals(const PerftResult *result)
{
    const double seconds = (double)result->elapsed_ns / 1e9;
    printf("Nodes searched: %llu\n", (unsigned long long)result->nodes);
    printf("Time: %.3f s\n", seconds);
    if (result->elapsed_ns > 0)
        printf("Nodes/second: %.0f\n", (double)result->nodes / seconds);
}

static int count_position(const Request *request, const Position *position, int depth)
{
    const PerftOptions options = {.threads = request->threads, .hash_mb = request->hash_mb};
    PerftResult result;
    if (!perft_run(position, depth, &options, &result)) {
        fprintf(stderr, "carousel perft: %s.\n", perft_error_text(result.error));
        return 1;
    }
    if (request->divide)
        print_division(position, &result);
    print_totals(&result);
    return 0;
}

/* Runs one line of a suite; prints what fails. */
static bool run_line(const Request *request, const SuiteLine *line, const char *file, int number)
{
    const PerftOptions options = {.threads = request->threads, .hash_mb = request->hash_mb};
    for (int i = 0; i < line->count; i++) {
        const SuiteCount *expected = &line->counts[i];
        PerftResult result;
        if (request->max_nodes > 0 && expected->nodes > (uint64_t)request->max_nodes)
            continue;
        if (!perft_run(&line->position, expected->depth, &options, &result)) {
            printf("%s:%d: depth %d: %s\n", file, number, expected->depth, perft_error_text(result.error));
            return false;
        }
        if (result.nodes != expected->nodes) {
            printf("%s:%d: depth %d: counted %llu, expected %llu\n", file, number, expected->depth,
                   (unsigned long long)result.nodes, (unsigned long long)expected->nodes);
            return false;
        }
    }
    return true;
}

static int run_suite(const Request *request)
{
    SystemError error;
    size_t size;
    char *text = file_read_all(request->epd, &size, &error);
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
        if (read == SUITE_WRONG || (read == SUITE_LINE && !run_line(request, &parsed, request->epd, number)))
            failed++;
        else if (read == SUITE_LINE)
            passed++;
    }
    free(text);
    printf("%d passed, %d failed\n", passed, failed);
    return failed == 0 && passed > 0 ? 0 : 1;
}

/* The position and depth of the request; false with a message on stderr. */
static bool read_position(const Request *request, Position *position, int *depth)
{
    const int most = request->hash_mb > 0 ? PERFT_MAX_DEPTH_HASH : PERFT_MAX_DEPTH;
    int64_t number;
    const NumberError error = number_parse(request->depth_text, 0, most, &number);
    if (error == NUMBER_OUT_OF_RANGE) {
        fprintf(stderr, "carousel perft: the depth must be 0 to %d%s, not %s.\n", most,
                request->hash_mb > 0 ? "" : " (more only with --hash)", request->depth_text);
        return false;
    }
    if (error != NUMBER_OK) {
        fprintf(stderr, "carousel perft: the depth must be a whole number, not '%s'.\n", request->depth_text);
        return false;
    }
    *depth = (int)number;
    if (request->fen == NULL || strcmp(request->fen, "startpos") == 0) {
        position_start(position);
        return true;
    }
    FenReport report;
    if (!fen_parse(request->fen, FEN_LENIENT, position, &report)) {
        fprintf(stderr, "carousel perft: %s\n", report.message);
        return false;
    }
    if (report.warning[0] != '\0')
        fprintf(stderr, "carousel perft: %s\n", report.warning);
    const char *rest = request->fen + report.length;
    rest += strspn(rest, " \t");
    if (*rest != '\0') {
        fprintf(stderr, "carousel perft: '%s' behind the position is not understood.\n", rest);
        return false;
    }
    return true;
}

int perft_command(int argc, char **argv)
{
    Request request = {.threads = 1};
    const char *operands[2];
    int operand_count = 0;
    const char *word;

    Arguments arguments = arguments_begin(argc, argv);
    while (arguments_next(&arguments)) {
        if (arguments_flag(&arguments, "divide"))
            request.divide = true;
        else if (arguments_int(&arguments, "threads", 1, PERFT_MAX_THREADS, &request.threads) ||
                 arguments_int(&arguments, "hash", 0, 1 << 20, &request.hash_mb) ||
                 arguments_int64(&arguments, "max-nodes", 1, INT64_MAX, &request.max_nodes) ||
                 arguments_text(&arguments, "epd", &request.epd))
            continue;
        else if (arguments_operand(&arguments, &word)) {
            if (operand_count == 2)
                arguments_mistake(&arguments, "'%s' is one word too many; put the FEN in quotes", word);
            else
                operands[operand_count++] = word;
        } else
            arguments_unknown(&arguments);
    }
    if (arguments_help_wanted(&arguments)) {
        fputs(help_text, stdout);
        return 0;
    }
    if (request.epd == NULL && operand_count == 0)
        arguments_mistake(&arguments, "a depth is missing");
    if (request.epd != NULL && operand_count != 0)
        arguments_mistake(&arguments, "'%s' does not go with --epd", operands[0]);
    if (arguments_failed(&arguments))
        return 2;
    if (request.epd != NULL)
        return run_suite(&request);

    request.depth_text = operands[operand_count - 1];
    request.fen = operand_count == 2 ? operands[0] : NULL;
    Position position;
    int depth;
    if (!read_position(&request, &position, &depth))
        return 2;
    return count_position(&request, &position, depth);
}
