/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Settings of an exhibition by lot.
 */
#ifndef CAROUSEL_TESTS_RANDOM_SETTINGS_H
#define CAROUSEL_TESTS_RANDOM_SETTINGS_H

#include "chance.h"
#include "simul/settings.h"

static const char *const endings[] = {
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",      "8/8/4k3/8/8/3QK3/8/8 w - - 0 1",         "8/2k5/8/8/8/2N1B3/4K3/8 w - - 90 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "8/P6k/8/8/8/8/p6K/8 w - - 0 1",          "8/8/8/3k4/8/8/3K4/7R b - - 96 80",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",    "7k/8/5KQ1/8/8/8/8/8 w - - 140 90",       "8/8/1k6/5n2/8/1K1B4/8/8 b - - 0 1",
    "1k6/8/8/8/8/8/8/RK5R w HA - 0 1",      "6k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 0 1", "8/8/6p1/8/1k6/8/1K1n4/8 w - - 10 40"};

static SimulBoardSetup random_board(void)
{
    static char name[32];
    SimulBoardSetup setup;
    simul_board_default(&setup);
    setup.person = chance_of(150);
    setup.remote = chance_of(60);
    snprintf(name, sizeof name, "Player %d", chance_below(1000));
    setup.name = chance_of(500) ? name : "";
    setup.spec = "script \"with\" \\ blanks\tand tabs";
    setup.fen = chance_of(600) ? endings[chance_below((int)(sizeof endings / sizeof endings[0]))] : "";
    if (chance_of(100))
        setup.reply_ms = 1 + chance_below(3000);
    if (chance_of(50))
        setup.lag_ms = chance_below(300);
    if (chance_of(50))
        setup.illegal = 1 + chance_below(4);
    if (chance_of(50))
        setup.misses = chance_below(5);
    if (chance_of(50))
        setup.passes = chance_below(3);
    if (chance_of(50))
        setup.exchanges = chance_below(3);
    if (chance_of(50))
        setup.color = chance_below(2);
    return setup;
}

static void random_settings(SimulSettings *drawn)
{
    simul_settings_default(drawn);
    drawn->exhibitor_person = chance_of(250);
    drawn->color = (SimulColor)chance_below(3);
    drawn->movetime_ms = chance_of(700) ? 20 + chance_below(1000) : 0;
    if (drawn->movetime_ms == 0 || chance_of(100))
        drawn->depth = 5;
    if (chance_of(250))
        snprintf(drawn->tc, sizeof drawn->tc, "%s", chance_of(500) ? "30+0.5" : "10/20:60+1");
    drawn->clock_place = chance_of(300) ? SIMUL_CLOCK_HALL : SIMUL_CLOCK_BOARD;
    if (chance_of(150))
        snprintf(drawn->opponent_tc, sizeof drawn->opponent_tc, "%s", chance_of(500) ? "10+0.1" : "5/8");
    drawn->restarts = chance_below(3);
    drawn->hang_ms = 1000;
    drawn->reply_engine_ms = 20 + chance_below(600);
    drawn->reply_manual_ms = 500 + chance_below(8000);
    drawn->lag_ms = chance_of(200) ? chance_below(100) : 0;
    drawn->late = (SimulLate)chance_below(3);
    drawn->misses = chance_below(5);
    drawn->warn_factor = 2 + chance_below(9);
    drawn->passes = chance_of(300) ? 1 + chance_below(3) : 0;
    drawn->think = chance_of(250) ? SIMUL_THINK_NONE : SIMUL_THINK_AWAY;
    drawn->thinkers = chance_of(250) ? SIMUL_NO_LIMIT : 1 + chance_below(8);
    drawn->exchanges = chance_of(250) ? 1 + chance_below(2) : 0;
    drawn->start_ms = 5000;
    drawn->absent = chance_of(600) ? SIMUL_ABSENT_FORFEIT : SIMUL_ABSENT_REFUSE;
    drawn->refill = chance_of(200);
    drawn->illegal_engine = 1 + chance_below(3);
    drawn->illegal_manual = chance_below(5);
    drawn->touch = (SimulTouch)chance_below(2);
    drawn->claims = (SimulClaims)chance_below(2);
    drawn->draws = (SimulDraws)chance_below(2);
    drawn->draws_cp = chance_below(60) - 30;
    drawn->dead_nodes = chance_of(100) ? 50 : 0;
    drawn->loss_nodes = chance_of(300) ? 2000 : 0;
    drawn->unfinished = (SimulUnfinished)chance_below(2);
    drawn->adjudicate_cp = chance_of(150) ? 80 : 0;
    drawn->adjudicate_moves = 2;
    drawn->maxmoves = chance_of(800) ? 2 + chance_below(20) : 0;
    drawn->show_scores = chance_of(200);
    snprintf(drawn->pgn_path, sizeof drawn->pgn_path, "x.pgn");
    snprintf(drawn->journal_path, sizeof drawn->journal_path, "x.journal");
}

static int random_count(void)
{
    const int lot = chance_below(1000);
    return lot < 500   ? 1 + chance_below(6)
           : lot < 850 ? 7 + chance_below(9)
           : lot < 975 ? 16 + chance_below(25)
           : lot < 995 ? 41 + chance_below(60)
                       : 101 + chance_below(100);
}

#endif
