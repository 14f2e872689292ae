/* SPDX-License-Identifier: GPL-3.0-only */
/* The pages' copy of an exhibition: how far A is from every board, and memory that runs out anywhere in it. */
#include "failing_allocator.h"
#include "test.h"

#include "chess/chess.h"
#include "web/draw.h"

#include <stdlib.h>

static SimulCore *core;
static SimulBoardSetup setups[5];

/* Five boards; their games have this many moves, by now. */
static void make(const char *moves)
{
    char error[SIMUL_ERROR_SIZE];
    SimulSettings settings;
    simul_core_destroy(core);
    simul_settings_default(&settings);
    settings.dead_nodes = settings.loss_nodes = 0;
    for (int i = 0; i < 5; i++) {
        simul_board_default(&setups[i]);
        setups[i].moves = moves;
        setups[i].name = "Anna";
        setups[i].person = true;
        setups[i].spec = "browser 0123456789abcdef0123456789abcdef";
    }
    core = simul_core_create(&settings, setups, 5, NULL, error);
    CHECK_MSG(core != NULL, "%s", error);
}

static void give(SimulEventKind kind, int seat, int board)
{
    size_t count;
    const SimulEvent event = {.kind = kind, .seat = seat, .board = board};
    CHECK(simul_core_handle(core, &event, &count) != NULL);
}

static bool take(HallCopy *copy)
{
    bool complete = hall_copy_status(copy, core, 0);
    for (int i = 1; i <= copy->count; i++)
        complete &= hall_copy_board(copy, core, i);
    hall_copy_measure(copy);
    return complete;
}

/* All there is to draw; false if something of it failed. */
static bool draw(HallCopy *copy)
{
    PageText text = {0};
    bool complete = true;
    draw_hall_json(&text, copy);
    draw_hall_html(&text, copy);
    draw_games_pgn(&text, copy);
    for (int i = 1; i <= copy->count; i++) {
        complete &= draw_board_json(copy, i) != NULL;
        draw_seat_json(&text, copy, i);
    }
    complete &= !text.failed;
    page_text_destroy(&text);
    return complete;
}

static void test_distances(void)
{
    HallCopy copy = {0};
    make("e2e4 e7e5");
    take(&copy);
    CHECK_INT(copy.boards[1].away, 0); /* nobody knows yet */
    give(SIMUL_EVENT_START, SIMUL_OPERATOR, 0);
    for (int i = 0; i <= 5; i++)
        give(SIMUL_EVENT_READY, i, 0);
    give(SIMUL_EVENT_RESIGN, 3, 0);
    CHECK(take(&copy));
    CHECK_INT(copy.status.board, 1);
    static const int AWAY[] = {0, 1, 2, 3, 4};
    for (int i = 0; i < 5; i++)
        CHECK_INT(copy.boards[i].away, AWAY[i]);
    give(SIMUL_EVENT_LEAVE, SIMUL_OPERATOR, 3);
    CHECK(take(&copy));
    static const int WITHOUT[] = {0, 1, 0, 2, 3};
    for (int i = 0; i < 5; i++)
        CHECK_INT(copy.boards[i].away, WITHOUT[i]);
    hall_copy_destroy(&copy);
}

/* The games grow, and there is no memory for that at one place or another: what is missing is drawn as missing. */
static void test_memory(void)
{
    HallCopy copy = {0};
    unsigned long n = 0;
    bool failed;
    do {
        n++;
        hall_copy_destroy(&copy);
        make("e2e4 e7e5");
        CHECK(take(&copy) && draw(&copy));
        make("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3 c6b8 d2d4 b8d7 c3c4 c7c6 c4b5 a6b5 "
             "b1c3 c8b7 c1g5 b5b4 c3b1 h7h6 g5h4 c6c5 d4e5 f6e4 h4e7 d8e7 e5d6 e7f6");
        failing_allocator_set(n, 1);
        const bool taken = take(&copy);
        const bool drawn = draw(&copy);
        failed = failing_allocator_refused() > 0;
        failing_allocator_set(0, 0);
        CHECK_MSG((taken && drawn) == !failed, "allocation %lu: taken %d, drawn %d", n, taken, drawn);
        CHECK(take(&copy) && draw(&copy)); /* once there is memory again */
        CHECK_INT(copy.boards[4].game.move_count, 38);
    } while (failed);
    CHECK_MSG(n > 20, "%lu allocations", n);
    hall_copy_destroy(&copy);
}

int main(void)
{
    chess_init();
    test_distances();
    test_memory();
    simul_core_destroy(core);
    return test_end("web/hall_copy");
}
