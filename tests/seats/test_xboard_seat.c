/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * XBoard engines at a seat: features or none, the engine's own board kept in step, what it may say beside moves.
 */
#include "seats/seat_test.h"

/* Think, ask, and play the answer and then our own reply on the game. */
static void visit(Table *table, bool think)
{
    if (think)
        seat_think(table->seat, &table->game);
    seat_ask(table->seat, &table->game, &QUICK);
    EXPECT(table, SIMUL_EVENT_REPLY, "");
    if (table->taken > 0)
        table_play(table, table->heard[table->taken - 1].text);
    MoveList list;
    movegen_legal(&table->game.current.board, &list);
    if (list.count > 0)
        CHECK(game_play(&table->game, list.moves[0]));
}

static void play_some(const char *keys, const char *words, const char *fen, const char *name)
{
    Table table;
    table_open(&table, fake(keys, words), fen, WHITE, 1500);
    EXPECT(&table, SIMUL_EVENT_READY, name);
    for (int i = 0; i < 12; i++)
        visit(&table, i % 3 != 2);
    table_close(&table, false);
}

static void test_games(void)
{
    play_some("", "xboard 'name=Two Words'", NULL, "Two Words");
    play_some("protocol xboard", "xboard", NULL, "Fake engine");
    play_some("protocol xboard", "xboard nodone", NULL, "Fake engine");
    play_some("protocol xboard", "xboard nousermove", NULL, "Fake engine");
    play_some("protocol xboard", "xboard", "4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1", "Fake engine");
    play_some("protocol xboard", "xboard bare nousermove", NULL, "");
}

static void test_refusals(void)
{
    Table table;
    table_open(&table, fake("protocol xboard", "xboard bare"), "4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1", WHITE, 1500);
    EXPECT(&table, SIMUL_EVENT_FAILED, "cannot set up a position (no `setboard`)");
    table_close(&table, false);
    table_open(&table, fake("protocol xboard", "xboard"), "bnrkrqnb/pppppppp/8/8/8/8/PPPPPPPP/BNRKRQNB w KQkq - 0 1", WHITE, 5000);
    EXPECT(&table, SIMUL_EVENT_FAILED, "does not play Chess960");
    table_close(&table, false);
}

static void test_more_than_moves(void)
{
    static const struct {
        const char *words;
        SimulEventKind kind;
    } cases[] = {{"resign", SIMUL_EVENT_RESIGN},
                 {"resign 'line=computer resigns'", SIMUL_EVENT_RESIGN},
                 {"resign 'line=tellics resign'", SIMUL_EVENT_RESIGN},
                 {"offer", SIMUL_EVENT_OFFER},
                 {"claim", SIMUL_EVENT_CLAIM}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Table table;
        char words[64];
        snprintf(words, sizeof words, "xboard at=2 %s", cases[i].words);
        /* The first search is the one that tries out whether it obeys. */
        table_open(&table, fake("protocol xboard", words), NULL, WHITE, 5000);
        EXPECT(&table, SIMUL_EVENT_READY, "Fake engine");
        seat_think(table.seat, &table.game);
        seat_ask(table.seat, &table.game, &QUICK);
        EXPECT(&table, cases[i].kind, "");
        EXPECT(&table, SIMUL_EVENT_REPLY, "");
        table_close(&table, false);
    }
}

/* It answers `protover 2` as often as it was asked, and each time slowly: it is none that does not obey. */
static void test_slow_features(void)
{
    Table table;
    table_open(&table, fake("protocol xboard", "xboard handshake=900"), NULL, WHITE, 4500);
    EXPECT(&table, SIMUL_EVENT_READY, "Fake engine");
    seat_think(table.seat, &table.game);
    CHECK(table_next_within(&table, 400) == NULL); /* one that does not obey gets a tenth of a second */
    seat_ask(table.seat, &table.game, &QUICK);
    EXPECT(&table, SIMUL_EVENT_REPLY, "");
    table_close(&table, false);
}

/* A request given up, and a game that went another way than the engine thought. */
static void test_resynchronising(void)
{
    Table table;
    table_open(&table, fake("protocol xboard", "xboard"), NULL, WHITE, 5000);
    EXPECT(&table, SIMUL_EVENT_READY, "Fake engine");
    seat_think(table.seat, &table.game);
    seat_retract(table.seat);
    table_play(&table, "e2e4");
    table_play(&table, "e7e5");
    visit(&table, true);
    /* Taken back and played otherwise. */
    game_take_back(&table.game);
    game_take_back(&table.game);
    table_play(&table, "g1f3");
    table_play(&table, "b8c6");
    visit(&table, false);
    visit(&table, true);
    table_close(&table, false);
}

int main(void)
{
    chess_init();
    system_ignore_broken_pipes();
    test_games();
    test_refusals();
    test_more_than_moves();
    test_slow_features();
    test_resynchronising();
    CHECK(no_children());
    return test_end("seats/xboard_seat");
}
