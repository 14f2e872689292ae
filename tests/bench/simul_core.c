/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What the core of an exhibition costs: visits a second, time a visit and bytes a board at 10, 1000 and 10 000 boards,
 * without records, with the journal's lines written to memory, and (otherwise it is off) with the dead position analysis
 * at its default bounds.
 *
 *     simul_core [BOARDS ...]
 *
 * Every board plays one of sixteen games of 40 moves; the moves are drawn beforehand, so that only the core is timed:
 * reading and judging replies, SAN and announcements, rotation, clocks, ends.
 */
#include "chess/chess.h"
#include "chess/move_text.h"
#include "record/journal.h"
#include "rules/outcome.h"
#include "simul/core.h"
#include "system/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 16, PLIES = 80 };

static char lines[LINES][PLIES][UCI_MOVE_SIZE];
static uint64_t lot = 1;

static unsigned draw(unsigned most)
{
    lot = lot * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(lot >> 33) % most;
}

/* A game that goes on for all its plies. False if this draw ended early. */
static bool draw_line(char line[PLIES][UCI_MOVE_SIZE])
{
    Game game;
    Position start;
    bool long_enough = true;
    position_start(&start);
    if (!game_init(&game, &start))
        return false;
    for (int ply = 0; ply < PLIES && long_enough; ply++) {
        MoveList list;
        movegen_legal(&game.current.board, &list);
        const Move move = list.moves[draw((unsigned)list.count)];
        move_to_uci(&game.current, move, line[ply]);
        game_play(&game, move);
        long_enough = outcome_of_game(&game, NULL) == OUTCOME_NONE && game_repetitions(&game) < 3;
    }
    game_destroy(&game);
    return long_enough;
}

typedef struct Run {
    SimulCore *core;
    bool journaling;
    JournalText journal;
    JournalState state;
    int64_t now_ns;
    int at; /* the board a reply is due from, or A thinks at */
    bool ask, think;
    int thinking_at;
    uint64_t request;
    bool over;
} Run;

static void give(Run *run, SimulEventKind kind, int seat, const char *text)
{
    SimulEvent event = {.kind = kind, .time_ns = run->now_ns += 1000, .seat = seat, .text = text};
    if (seat == 0 && kind == SIMUL_EVENT_REPLY) {
        event.board = run->thinking_at;
        event.request = run->request;
        event.has_score = true;
        event.score = 12;
        event.depth = 7;
    }
    if (run->journaling) {
        run->journal.length = 0;
        journal_write_event(&run->journal, &run->state, &event);
    }
    size_t count;
    const SimulAction *actions = simul_core_handle(run->core, &event, &count);
    run->ask = run->think = false;
    for (size_t i = 0; i < count; i++) {
        if ((actions[i].kind == SIMUL_DO_ARRIVE || actions[i].kind == SIMUL_DO_ASK) && actions[i].ask) {
            run->at = actions[i].board;
            run->ask = true;
        } else if (actions[i].kind == SIMUL_DO_EXHIBITOR_THINK) {
            run->thinking_at = actions[i].board;
            run->request = actions[i].request;
            run->think = true;
        } else if (actions[i].kind == SIMUL_DO_END) {
            run->over = true;
        }
    }
}

/* The whole exhibition, to the last ply but one. */
static int64_t play(Run *run)
{
    int64_t visits = 0;
    while (!run->over) {
        const int board = run->ask ? run->at : run->thinking_at;
        const size_t ply = simul_core_game(run->core, board)->move_count;
        if (ply == PLIES - 1)
            break;
        if (run->ask) {
            give(run, SIMUL_EVENT_ASKED, board, NULL);
            give(run, SIMUL_EVENT_REPLY, board, lines[board % LINES][ply]);
        } else {
            give(run, SIMUL_EVENT_REPLY, 0, lines[board % LINES][ply]);
            visits++;
        }
    }
    return visits;
}

typedef enum What { ALONE, JOURNALING, ANALYSING, WHATS } What;

static const char *const what_words[] = {"core alone:", "journal's text:", "dead positions:"};

static bool measure(int boards, What what, WinnableMemory *memory)
{
    const bool journaling = what == JOURNALING;
    SimulSettings settings;
    simul_settings_default(&settings);
    if (what != ANALYSING)
        settings.dead_nodes = settings.loss_nodes = 0;
    settings.thinkers = 4;
    SimulBoardSetup *setups = malloc((size_t)boards * sizeof *setups);
    if (setups == NULL)
        return false;
    for (int i = 0; i < boards; i++) {
        simul_board_default(&setups[i]);
        setups[i].name = "An opponent";
        setups[i].spec = "engine some-program --with arguments";
    }
    int64_t visits = 0, spent_ns = 0;
    size_t bytes = 0;
    while (visits < (what == ANALYSING ? 40000 : 400000)) {
        char error[SIMUL_ERROR_SIZE];
        Run run = {.core = simul_core_create(&settings, setups, boards, memory, error), .journaling = journaling};
        if (run.core == NULL) {
            fprintf(stderr, "%s\n", error);
            free(setups);
            return false;
        }
        give(&run, SIMUL_EVENT_START, SIMUL_OPERATOR, NULL);
        for (int seat = 0; seat <= boards; seat++)
            give(&run, SIMUL_EVENT_READY, seat, NULL);
        const int64_t began_ns = system_now_ns();
        visits += play(&run);
        spent_ns += system_now_ns() - began_ns;
        bytes = simul_core_bytes(run.core);
        simul_core_destroy(run.core);
        journal_text_destroy(&run.journal);
    }
    free(setups);
    printf("%6d boards, %-15s %8.0f visits/s  %5.2f us a visit  %6zu bytes a board\n", boards, what_words[what],
           (double)visits * 1e9 / (double)spent_ns, (double)spent_ns / 1000.0 / (double)visits, bytes / (size_t)boards);
    return true;
}

int main(int argc, char **argv)
{
    static const int usual[] = {10, 1000, 10000};
    chess_init();
    for (int i = 0; i < LINES;)
        i += draw_line(lines[i]);
    WinnableMemory memory;
    void *block = malloc(WINNABLE_MEMORY_DEFAULT);
    bool good = block != NULL && winnable_memory_init(&memory, block, WINNABLE_MEMORY_DEFAULT);
    for (What what = ALONE; good && what < WHATS; what++) {
        for (int i = 1; i < argc; i++)
            good &= measure((int)strtol(argv[i], NULL, 10), what, &memory);
        for (size_t i = 0; argc == 1 && i < sizeof usual / sizeof usual[0]; i++)
            good &= measure(usual[i], what, &memory);
    }
    free(block);
    return good ? 0 : 1;
}
