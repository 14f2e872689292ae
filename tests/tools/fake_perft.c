/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * A UCI engine that only counts, with a chosen fault: `fake_perft FAULT`.
 *
 *     none          counts rightly
 *     no-castling   knows no castling
 *     extra         has one move too many, a1a1, wherever no capture can be made
 *     wrong-sum     gives one more than it has
 *     hang          falls silent at `go perft`
 *     die           ends at `go perft` with status 3
 *     crash         is ended by a signal at `go perft`
 *     search        answers `go perft` with a `bestmove`
 *     deaf          does not answer `uci`
 */
#include "chess/chess.h"
#include "chess/fen.h"
#include "chess/move_text.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *fault;

static bool has_fault(const char *name)
{
    return strcmp(fault, name) == 0;
}

static uint64_t count(const Position *position, int depth, bool print)
{
    MoveList list;
    uint64_t nodes = 0;
    bool captures = false;
    if (depth == 0)
        return 1;
    movegen_legal(&position->board, &list);
    for (int i = 0; i < list.count; i++) {
        char text[UCI_MOVE_SIZE];
        Position child = *position;
        captures = captures || position_is_capture(position, list.moves[i]);
        if (has_fault("no-castling") && move_kind(list.moves[i]) == MOVE_CASTLING)
            continue;
        position_make_move(&child, list.moves[i], NULL);
        const uint64_t below = count(&child, depth - 1, false);
        nodes += below;
        move_to_uci(position, list.moves[i], text);
        if (print)
            printf("%s: %llu\n", text, (unsigned long long)below);
    }
    if (has_fault("extra") && !captures) {
        nodes++;
        if (print)
            printf("a1a1: 1\n");
    }
    return nodes;
}

static void go_perft(const Position *position, int depth)
{
    if (has_fault("hang"))
        for (;;)
            pause();
    if (has_fault("die"))
        exit(3);
    if (has_fault("crash"))
        raise(SIGKILL);
    if (has_fault("search")) {
        printf("bestmove e2e4\n");
        return;
    }
    const uint64_t nodes = count(position, depth, true);
    printf("\nNodes searched: %llu\n", (unsigned long long)(nodes + has_fault("wrong-sum")));
}

int main(int argc, char **argv)
{
    char line[512];
    Position position;
    FenReport report;
    fault = argc > 1 ? argv[1] : "none";
    chess_init();
    position_start(&position);
    while (fgets(line, sizeof(line), stdin) != NULL && strncmp(line, "quit", 4) != 0) {
        if (strncmp(line, "uci", 3) == 0 && !has_fault("deaf"))
            printf("id name fake\nuciok\n");
        else if (strncmp(line, "isready", 7) == 0)
            printf("readyok\n");
        else if (strncmp(line, "position fen ", 13) == 0)
            fen_parse(line + 13, FEN_LENIENT, &position, &report);
        else if (strncmp(line, "go perft ", 9) == 0)
            go_perft(&position, (int)strtol(line + 9, NULL, 10));
        fflush(stdout);
    }
    return 0;
}
