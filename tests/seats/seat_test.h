/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * A seat under test: opened on a reactor of its own, its events written down, waited for with a deadline.
 */
#ifndef CAROUSEL_TESTS_SEATS_SEAT_TEST_H
#define CAROUSEL_TESTS_SEATS_SEAT_TEST_H

#include "chess/chess.h"
#include "chess/fen.h"
#include "chess/move_text.h"
#include "seats/kinds.h"
#include "system/clock.h"
#include "system/descriptor.h"
#include "system/file.h"
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HEARD_MAX = 256, PATIENCE_MS = 15000 };

/* Beside the kinds of events: the seat has closed. */
enum { SEAT_CLOSED = SIMUL_EVENT_COUNT };

typedef struct Heard {
    SimulEventKind kind;
    char text[400];
    bool has_score;
    int score;
} Heard;

typedef struct Table {
    Reactor *reactor;
    void *hall;
    Seat *seat;
    Game game;
    Heard heard[HEARD_MAX];
    int heard_count;
    int taken; /* looked at by the test */
} Table;

static void table_listen(void *context, Seat *seat, const SimulEvent *event)
{
    (void)seat;
    Table *table = context;
    if (table->heard_count == HEARD_MAX)
        return;
    Heard *heard = &table->heard[table->heard_count++];
    heard->kind = event->kind;
    snprintf(heard->text, sizeof heard->text, "%s", event->text != NULL ? event->text : "");
    heard->has_score = event->has_score;
    heard->score = event->score;
}

static void table_closed(void *context, Seat *seat)
{
    const SimulEvent closed = {.kind = (SimulEventKind)SEAT_CLOSED};
    table_listen(context, seat, &closed);
}

/* The next event, waited for; NULL if none comes. */
static const Heard *table_next_within(Table *table, int64_t ms)
{
    int64_t until_ns = system_now_ns() + ms * 1000000;
    while (table->taken == table->heard_count && system_now_ns() < until_ns)
        if (!reactor_turn(table->reactor, until_ns))
            break;
    return table->taken < table->heard_count ? &table->heard[table->taken++] : NULL;
}

#define EXPECT(table, kind_wanted, text_wanted) table_expect(table, kind_wanted, text_wanted, __LINE__)

/* The next event is of this kind, and its text begins so. */
__attribute__((unused)) static void table_expect(Table *table, int kind, const char *text, int line)
{
    const Heard *heard = table_next_within(table, PATIENCE_MS);
    if (!test_check(heard != NULL, __FILE__, line, "nothing was heard, expected event %d '%s'", kind, text))
        return;
    test_check((int)heard->kind == kind && strncmp(heard->text, text, strlen(text)) == 0, __FILE__, line,
               "heard event %d '%s', expected %d '%s'", (int)heard->kind, heard->text, kind, text);
}

static void table_open_with(Table *table, const char *spec, const char *fen, Color color, int64_t start_ms, const char *log)
{
    Position start;
    FenReport report;
    Error error;
    memset(table, 0, sizeof *table);
    position_start(&start);
    if (fen != NULL)
        CHECK_MSG(fen_parse(fen, FEN_LENIENT, &start, &report), "%s", fen);
    CHECK(game_init(&table->game, &start));
    table->reactor = reactor_create();
    table->hall = seat_kinds.begin(table->reactor, 1, log, &error);
    SeatRequest request = {
        .reactor = table->reactor,
        .board = 1,
        .spec = spec,
        .game = &table->game,
        .color = color,
        .seed = 1,
        .start_ms = start_ms,
        .listener = {.says = table_listen, .closed = table_closed, .context = table},
    };
    table->seat = seat_kinds.open(table->hall, &request, &error);
    CHECK_MSG(table->seat != NULL, "%s: %s", spec, error.message);
}

__attribute__((unused)) static void table_open(Table *table, const char *spec, const char *fen, Color color, int64_t start_ms)
{
    table_open_with(table, spec, fen, color, start_ms, "");
}

/* With a log of what is said to and by it. */
__attribute__((unused)) static void table_open_logged(Table *table, const char *spec, const char *log)
{
    table_open_with(table, spec, NULL, WHITE, 5000, log);
}

/* Closes; CLOSED must come, and nothing but it. */
__attribute__((unused)) static void table_close(Table *table, bool at_once)
{
    table->taken = table->heard_count;
    seat_close(table->seat, at_once);
    EXPECT(table, SEAT_CLOSED, "");
    seat_destroy(table->seat);
    seat_kinds.end(table->hall);
    reactor_destroy(table->reactor);
    game_destroy(&table->game);
}

__attribute__((unused)) static void table_play(Table *table, const char *uci)
{
    Move move;
    if (CHECK_MSG(move_from_text(&table->game.current, uci, &move) == MOVE_TEXT_OK, "%s", uci))
        CHECK(game_play(&table->game, move));
}

static const SeatLimits QUICK = {.movetime_ms = 20};

/* "engine [keys] …/fake_engine words" */
__attribute__((unused)) static const char *fake(const char *keys, const char *words)
{
    static char spec[4096];
    const char *tools = getenv("TOOLS");
    snprintf(spec, sizeof spec, "engine %s %s/fake_engine %s", keys, tools != NULL ? tools : "build/check/tests/tools", words);
    return spec;
}

/* No child is ours. A killed grandchild becomes one when its parent has gone, and on a busy machine takes a moment to end: the dead are waited for. */
__attribute__((unused)) static bool no_children(void)
{
    for (int i = 0; i < 200; i++) {
        const pid_t child = waitpid(-1, NULL, WNOHANG);
        if (child == -1)
            return errno == ECHILD;
        if (child == 0)
            system_sleep_until(system_now_ns() + 10000000);
    }
    return false;
}

#endif
