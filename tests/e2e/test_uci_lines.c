/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What the program prints in a search, line by line, over many positions and limits: integers only, time and nodes
 * never go back, every principal variation is legal to its end and does not run on past the end of the game, the last
 * line about the best move is exact, and bestmove is its first move.
 */
#include "test.h"

#include "base/text.h"
#include "chess/chess.h"
#include "chess/fen.h"
#include "chess/game.h"
#include "chess/move_text.h"
#include "rules/outcome.h"
#include "system/clock.h"
#include "system/descriptor.h"
#include "system/process.h"
#include "system/wait.h"

#include <stdlib.h>
#include <unistd.h>

enum { BUFFER_SIZE = 1 << 16, PATIENCE_MS = 10000 };

typedef struct Talk {
    Process process;
    char buffer[BUFFER_SIZE];
    size_t length;
    size_t taken; /* the line given out last: dropped with the next call */
} Talk;

static void say(Talk *talk, const char *text)
{
    size_t done;
    CHECK(descriptor_write(talk->process.input, text, strlen(text), &done) == TRANSFER_OK && done == strlen(text));
}

/* The next line; NULL if none comes in time. */
static char *hear(Talk *talk)
{
    const int64_t deadline_ns = system_now_ns() + (int64_t)PATIENCE_MS * 1000000;
    memmove(talk->buffer, talk->buffer + talk->taken, talk->length - talk->taken);
    talk->length -= talk->taken;
    talk->taken = 0;
    for (;;) {
        char *newline = memchr(talk->buffer, '\n', talk->length);
        if (newline != NULL) {
            *newline = '\0';
            talk->taken = (size_t)(newline - talk->buffer) + 1;
            return talk->buffer;
        }
        Channel channel = channel_make(talk->process.output, CHANNEL_READ);
        size_t done = 0;
        if (talk->length == BUFFER_SIZE || system_wait(&channel, 1, deadline_ns) <= 0 ||
            descriptor_read(talk->process.output, talk->buffer + talk->length, BUFFER_SIZE - talk->length, &done) != TRANSFER_OK)
            return NULL;
        talk->length += done;
    }
}

typedef struct Progress {
    int64_t time_ms, nodes, depth;
    bool exact;
    Move first; /* of the last line of multipv 1 */
} Progress;

static int64_t number_after(Text *rest, const char *line)
{
    Text word;
    int64_t number = -1;
    text_next(rest, &word);
    CHECK_MSG(text_to_int(word, &number), "no whole number: %s", line);
    return number;
}

static void check_variation(const Game *start, Text rest, const char *line, Move *first)
{
    Game game;
    Text word;
    CHECK(game_copy(&game, start));
    const size_t before = game.move_count;
    while (text_next(&rest, &word)) {
        char text[16];
        Move move = MOVE_NONE;
        text_copy(word, text, sizeof text);
        if (game.move_count > before)
            CHECK_MSG(outcome_of_game(&game, NULL) == OUTCOME_NONE && game_repetitions(&game) < 3, "runs on past the end: %s", line);
        if (!CHECK_MSG(move_from_text(&game.current, text, &move) == MOVE_TEXT_OK, "illegal %s in: %s", text, line))
            break;
        if (game.move_count == before)
            *first = move;
        CHECK(game_play(&game, move));
    }
    game_destroy(&game);
}

static void check_info(const Game *game, const char *line, Progress *progress)
{
    Text rest = text_of(line);
    Text word;
    int64_t multipv = 1;
    bool scored = false;
    bool bound = false;
    Move first = MOVE_NONE;
    text_next(&rest, &word);
    while (text_next(&rest, &word)) {
        if (text_is(word, "string") || text_is(word, "currmove"))
            return;
        if (text_is(word, "depth")) {
            progress->depth = number_after(&rest, line);
        } else if (text_is(word, "seldepth")) {
            CHECK(number_after(&rest, line) >= 0);
        } else if (text_is(word, "multipv")) {
            multipv = number_after(&rest, line);
        } else if (text_is(word, "score")) {
            text_next(&rest, &word);
            CHECK(text_is(word, "cp") || text_is(word, "mate"));
            number_after(&rest, line);
            scored = true;
        } else if (text_is(word, "lowerbound") || text_is(word, "upperbound")) {
            bound = true;
        } else if (text_is(word, "nodes")) {
            const int64_t nodes = number_after(&rest, line);
            CHECK_MSG(nodes >= progress->nodes, "nodes go back: %s", line);
            progress->nodes = nodes;
        } else if (text_is(word, "time")) {
            const int64_t time_ms = number_after(&rest, line);
            CHECK_MSG(time_ms >= progress->time_ms, "time goes back: %s", line);
            progress->time_ms = time_ms;
        } else if (text_is(word, "nps") || text_is(word, "hashfull")) {
            CHECK(number_after(&rest, line) >= 0);
        } else if (text_is(word, "pv")) {
            check_variation(game, rest, line, &first);
            break;
        }
    }
    CHECK_MSG(scored, "no score: %s", line);
    if (multipv == 1 && first != MOVE_NONE) {
        progress->first = first;
        progress->exact = !bound;
    }
}

static void check_search(Talk *talk, const char *fen, const char *moves, const char *go)
{
    char text[1024];
    Game game;
    Position start;
    FenReport report;
    CHECK(fen_parse(fen, FEN_LENIENT, &start, &report));
    CHECK(game_init(&game, &start));
    Text rest = text_of(moves);
    Text word;
    while (text_next(&rest, &word)) {
        Move move;
        CHECK(move_from_text(&game.current, word.data, &move) == MOVE_TEXT_OK);
        CHECK(game_play(&game, move));
    }
    snprintf(text, sizeof text, "position fen %s moves %s\n%s\n", fen, moves, go);
    say(talk, text);
    Progress progress = {0};
    const char *line;
    for (;;) {
        line = hear(talk);
        if (!CHECK_MSG(line != NULL, "no answer to %s in %s", go, fen))
            break;
        if (strncmp(line, "info ", 5) == 0) {
            check_info(&game, line, &progress);
        } else if (strncmp(line, "bestmove ", 9) == 0) {
            Move best = MOVE_NONE;
            CHECK_MSG(move_from_text(&game.current, line + 9, &best) == MOVE_TEXT_OK, "%s in %s", line, fen);
            CHECK_MSG(best == progress.first, "%s is not the first of the variation (%s, %s)", line, fen, go);
            CHECK_MSG(progress.exact, "the last score is a bound (%s, %s)", fen, go);
            break;
        }
    }
    game_destroy(&game);
}

int main(void)
{
    static const char *const FENS[][2] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ""},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1"},
        {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", ""},
        {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", ""},
        {"7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", ""},
        {"8/8/8/8/8/5k2/7p/7K w - - 0 1", ""},
        {"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", ""},
        {"8/8/8/3k4/8/8/2Q1K3/8 w - - 97 120", ""},
        {"k7/8/1K6/8/8/8/8/7R w - - 99 120", ""},
        {"r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1", ""},
        {"8/P1k5/8/8/8/8/1p1K4/8 w - - 0 1", ""},
        {"4k3/8/8/8/8/8/8/4KBN1 w - - 0 1", ""},
    };
    static const char *const GOS[] = {
        "go depth 9", "go movetime 60",   "go nodes 3000", "go nodes 1", "go wtime 600 btime 600 winc 10 binc 10",
        "go wtime 1", "go mate 2 depth 6"};
    const char *program = getenv("CAROUSEL");
    char *arguments[] = {(char *)(program != NULL ? program : "./carousel"), NULL};
    const ProcessSpec spec = {.arguments = arguments};
    Error error;
    Talk *talk = calloc(1, sizeof *talk);
    chess_init();
    system_ignore_broken_pipes();
    if (!CHECK_MSG(process_start(&talk->process, &spec, &error), "%s", error.message))
        return test_end("e2e/uci_lines");
    for (int threads = 1; threads <= 2; threads++) {
        say(talk, threads == 1 ? "setoption name Threads value 1\n" : "setoption name Threads value 2\n");
        for (size_t i = 0; i < sizeof FENS / sizeof *FENS; i++)
            for (size_t j = 0; j < sizeof GOS / sizeof *GOS; j++)
                check_search(talk, FENS[i][0], FENS[i][1], GOS[j]);
    }
    say(talk, "setoption name MultiPV value 4\n");
    for (size_t i = 0; i < sizeof FENS / sizeof *FENS; i++)
        check_search(talk, FENS[i][0], FENS[i][1], "go depth 6");
    say(talk, "quit\n");
    process_destroy(&talk->process);
    free(talk);
    return test_end("e2e/uci_lines");
}
