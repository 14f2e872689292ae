/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * A short exhibition of two boards on a memory disk, step by step: mate on the second board, a resignation on the first.
 */
#ifndef CAROUSEL_TESTS_RECORD_SHORT_EXHIBITION_H
#define CAROUSEL_TESTS_RECORD_SHORT_EXHIBITION_H

#include "record/memory_files.h"
#include "record/session.h"
#include "test.h"

static MemoryDisk disk;
static SimulFiles files;
static char all_said[65536];
static __attribute__((unused)) bool ended; /* DO_END has come out */

static void collect(SimulSession *session)
{
    const SimulAction *action;
    while (session_next(session, &action)) {
        ended = ended || action->kind == SIMUL_DO_END;
        if (action->kind != SIMUL_DO_ANNOUNCE)
            continue;
        const size_t used = strlen(all_said);
        simul_announcement_text(&action->announcement, all_said + used, sizeof all_said - used - 2);
        strcat(all_said, "\n");
    }
}

/* False if memory ran out. */
static bool give(SimulSession *session, int64_t ms, SimulEventKind kind, int seat, const char *text)
{
    if (!session_event(session, &(SimulEvent){.kind = kind, .time_ns = ms * 1000000, .seat = seat, .text = text}))
        return false;
    collect(session);
    return true;
}

static SimulSession *begin_with(const char *journal, char error[SIMUL_ERROR_SIZE])
{
    SimulSettings settings;
    SimulBoardSetup boards[2];
    simul_settings_default(&settings);
    settings.loss_nodes = 0;
    settings.dead_nodes = 0;
    strcpy(settings.pgn_path, "x.pgn");
    strcpy(settings.journal_path, journal);
    strcpy(settings.date, "2026.01.31");
    simul_board_default(&boards[0]);
    simul_board_default(&boards[1]);
    boards[0].name = "One";
    boards[1].name = "Two";
    boards[1].fen = "6k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 0 1";
    all_said[0] = '\0';
    ended = false;
    return session_create(&settings, boards, 2, 12345 + strlen(journal), &files, NULL, error);
}

static __attribute__((unused)) SimulSession *begin(char error[SIMUL_ERROR_SIZE])
{
    return begin_with("x.journal", error);
}

/* Two boards; mate on the second, a resignation on the first. The events by number, so that it can go on anywhere. */
enum { STEPS = 11 };

static bool step(SimulSession *session, int number)
{
    switch (number) {
    case 0: return give(session, 0, SIMUL_EVENT_START, SIMUL_OPERATOR, NULL);
    case 1: return give(session, 1, SIMUL_EVENT_READY, 0, "Anna");
    case 2: return give(session, 2, SIMUL_EVENT_READY, 1, NULL);
    case 3: return give(session, 3, SIMUL_EVENT_READY, 2, NULL);
    case 4: return give(session, 10, SIMUL_EVENT_REPLY, 0, "e2e4");
    case 5: return give(session, 20, SIMUL_EVENT_REPLY, 0, "d1d8");
    case 6: return give(session, 30, SIMUL_EVENT_ASKED, 1, NULL);
    case 7: return give(session, 40, SIMUL_EVENT_REPLY, 1, "e7e5");
    case 8: return give(session, 50, SIMUL_EVENT_REPLY, 0, "g1f3");
    case 9: return give(session, 60, SIMUL_EVENT_ASKED, 1, NULL);
    default: return give(session, 70, SIMUL_EVENT_RESIGN, 1, NULL);
    }
}

static __attribute__((unused)) void fresh_disk(void)
{
    memory_disk_free(&disk);
    files = memory_files(&disk);
}

static __attribute__((unused)) void run_all(void)
{
    char error[SIMUL_ERROR_SIZE];
    fresh_disk();
    SimulSession *session = begin(error);
    CHECK_MSG(session != NULL, "%s", error);
    for (int i = 0; i < STEPS; i++)
        step(session, i);
    session_destroy(session);
}

static __attribute__((unused)) const char expected_pgn[] =
    "[Event \"Simultaneous exhibition\"]\n[Site \"?\"]\n[Date \"2026.01.31\"]\n[Round \"1\"]\n[White \"Anna\"]\n[Black \"Two\"]\n"
    "[Result \"1-0\"]\n[Board \"2\"]\n[FEN \"6k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 0 1\"]\n[SetUp \"1\"]\n[TimeControl \"-\"]\n"
    "[Termination \"normal\"]\n\n1. Rd8# {0.010s} {Black is checkmated (Article 5.1.1)} 1-0\n\n"
    "[Event \"Simultaneous exhibition\"]\n[Site \"?\"]\n[Date \"2026.01.31\"]\n[Round \"1\"]\n[White \"Anna\"]\n[Black \"One\"]\n"
    "[Result \"1-0\"]\n[Board \"1\"]\n[ECO \"C40\"]\n[Opening \"King's Knight Opening\"]\n[TimeControl \"-\"]\n"
    "[Termination \"normal\"]\n\n1. e4 {0.007s} 1... e5 {10 ms} 2. Nf3 {0.010s} {Black resigns (Article 5.1.2)}\n1-0\n\n";

/* How many games stand in a file; -1: there is no such file. */
static __attribute__((unused)) int games_in(const char *path)
{
    const MemoryFile *file = memory_find(&disk, path);
    if (file == NULL)
        return -1;
    int games = 0;
    for (const char *at = file->data; (at = strstr(at, "[Event ")) != NULL; at++)
        games++;
    return games;
}

static __attribute__((unused)) void go_on(SimulSession *session, int64_t ms)
{
    give(session, ms, SIMUL_EVENT_REOPEN, SIMUL_OPERATOR, NULL);
    for (int seat = 0; seat <= 2; seat++)
        give(session, ms, SIMUL_EVENT_READY, seat, seat == 0 ? "Anna" : NULL);
}

#endif
