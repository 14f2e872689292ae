/* SPDX-License-Identifier: GPL-3.0-only */
/* Several games a board, in pairs or not, and how a match is counted. */
#include "scene.h"
#include "simul/match_tally.h"

#define START_BLACK " color black fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"

/* Two boards, `games` each, in pairs: A has White, then Black. */
static void set_match(int games)
{
    scene_set(2);
    scene_settings.games = games;
    scene_settings.repeat = true;
    for (int i = 0; i < 2 * games; i++) {
        scene_boards[i].name = i % 2 == 0 ? "Ada" : "Bob";
        scene_boards[i].color = i / 2 % 2 == 0 ? SIMUL_COLOR_WHITE : SIMUL_COLOR_BLACK;
    }
}

static void open_match(int games)
{
    char error[SIMUL_ERROR_SIZE];
    simul_core_destroy(scene_core);
    scene_core = simul_core_create(&scene_settings, scene_boards, 2 * games, NULL, error);
    CHECK_MSG(scene_core != NULL, "%s", error);
    scene_operator(0, SIMUL_EVENT_START, 0, NULL);
    for (int seat = 0; seat <= 2; seat++)
        scene_event(0, SIMUL_EVENT_READY, seat, NULL);
}

static void check_counts(const MatchCounts *counts, int64_t a, int64_t b, int64_t c, int64_t d, int64_t e)
{
    const int64_t expected[] = {a, b, c, d, e};
    for (int i = 0; i < counts->classes; i++)
        CHECK_MSG(counts->of[i] == expected[i], "class %d of %d: %lld, expected %lld", i, counts->classes, (long long)counts->of[i],
                  (long long)expected[i]);
}

static void the_next_game_begins_with_the_next_round(void)
{
    set_match(2);
    open_match(2);
    SHOWS(scene_operator(5, SIMUL_EVENT_ADJUDICATE, 2, "0-1"),
          "end board 2 result 0-1 termination adjudication reason adjudicated (by the arbiter)\n[close 2]\n[open 2]\n");
    SHOWS(scene_event(6, SIMUL_EVENT_READY, 2, NULL), "board 2 name \"Bob\"" START_BLACK "[tell 2]\n[think 2]\n");
    SimulBoardView view;
    simul_core_view(scene_core, 2, &view);
    CHECK_INT(view.game_number, 2);
    CHECK_INT(view.exhibitor_color, BLACK);
    BRINGS(scene_move(10, "e2e4"), "arrive board 1 round 2 due reply");
    scene_asked(10, 1);
    BRINGS(scene_operator(11, SIMUL_EVENT_ADJUDICATE, 1, "1-0"), "[open 1]\n[arrive 2 due ask]\narrive board 2 round 2 due reply");
}

static void after_its_last_game_a_board_is_done(void)
{
    set_match(2);
    open_match(2);
    BRINGS(scene_operator(5, SIMUL_EVENT_ADJUDICATE, 1, "1-0"), "[open 1]\n");
    BRINGS(scene_operator(6, SIMUL_EVENT_ADJUDICATE, 2, "1/2-1/2"), "[close 2]\n[open 2]\n");
    BRINGS(scene_event(7, SIMUL_EVENT_READY, 1, NULL), "arrive board 1 round 2 due reply");
    CHECK(strstr(scene_operator(8, SIMUL_EVENT_ADJUDICATE, 1, "1-0"), "[open 1]") == NULL);
    scene_event(9, SIMUL_EVENT_READY, 2, NULL);
    BRINGS(scene_operator(10, SIMUL_EVENT_ADJUDICATE, 2, "0-1"), "done wins 2 draws 1 losses 1 unfinished 0 rounds 3\n[end]\n");
    MatchTally tally;
    CHECK(match_tally_make(scene_core, &tally));
    CHECK_INT(tally.count, 2);
    CHECK_STR(tally.rows[0].name, "Ada");
    check_counts(&tally.rows[0].games, 1, 0, 1, 0, 0); /* won as White, lost as Black */
    check_counts(&tally.rows[0].pairs, 0, 0, 1, 0, 0);
    CHECK_STR(tally.rows[1].name, "Bob");
    check_counts(&tally.rows[1].games, 0, 1, 1, 0, 0);
    check_counts(&tally.rows[1].pairs, 0, 0, 0, 1, 0);
    check_counts(&tally.all.games, 1, 1, 2, 0, 0);
    check_counts(&tally.all.pairs, 0, 0, 1, 1, 0);
    match_tally_destroy(&tally);
}

static void half_pairs_and_unfinished_games_are_not_counted(void)
{
    set_match(4);
    open_match(4);
    MatchRow all;
    MatchCounter counter = {0};
    scene_operator(5, SIMUL_EVENT_ADJUDICATE, 2, "1-0");
    scene_event(6, SIMUL_EVENT_READY, 2, NULL);
    CHECK(match_counter_all(&counter, scene_core, &all));
    check_counts(&all.games, 0, 0, 1, 0, 0);
    check_counts(&all.pairs, 0, 0, 0, 0, 0);
    scene_operator(7, SIMUL_EVENT_ADJUDICATE, 2, "*"); /* the pair will never be whole */
    scene_event(8, SIMUL_EVENT_READY, 2, NULL);
    scene_operator(9, SIMUL_EVENT_ADJUDICATE, 2, "1-0");
    scene_event(10, SIMUL_EVENT_READY, 2, NULL);
    scene_operator(11, SIMUL_EVENT_ADJUDICATE, 2, "0-1");
    CHECK(match_counter_all(&counter, scene_core, &all));
    check_counts(&all.games, 0, 0, 3, 0, 0);
    check_counts(&all.pairs, 0, 0, 0, 0, 1);
    match_counter_destroy(&counter);
}

static void nothing_begins_while_it_stops_but_when_it_goes_on(void)
{
    set_match(2);
    open_match(2);
    SHOWS(scene_operator(5, SIMUL_EVENT_STOP, 0, NULL), "");
    SHOWS(scene_operator(6, SIMUL_EVENT_ADJUDICATE, 2, "0-1"),
          "end board 2 result 0-1 termination adjudication reason adjudicated (by the arbiter)\n[close 2]\n");
    BRINGS(scene_move(7, "e2e4"), "[end, games stand]\n");
    SHOWS(scene_operator(8, SIMUL_EVENT_REOPEN, 0, NULL), "[open 0]\n[open 1]\n");
    scene_event(9, SIMUL_EVENT_READY, 0, NULL);
    BRINGS(scene_event(10, SIMUL_EVENT_READY, 1, NULL), "[open 2]\n");
    BRINGS(scene_event(11, SIMUL_EVENT_READY, 2, NULL), "board 2 name \"Bob\"" START_BLACK);
}

static void who_leaves_plays_no_further_game(void)
{
    set_match(2);
    open_match(2);
    CHECK(strstr(scene_operator(5, SIMUL_EVENT_LEAVE, 2, NULL), "[open 2]") == NULL);
    SimulBoardView view;
    simul_core_view(scene_core, 2, &view);
    CHECK_INT(view.state, SIMUL_BOARD_ENDED);
}

/* A board whose opponent left is filled from the waiting list: the guest plays one game, not the other's next ones. */
static void a_guest_plays_one_game(void)
{
    set_match(4);
    scene_settings.refill = true;
    open_match(4);
    SimulBoardSetup guest = scene_boards[0];
    guest.name = "Guest";
    scene_give(4, &(SimulEvent){.kind = SIMUL_EVENT_JOIN, .seat = SIMUL_OPERATOR, .setup = &guest});
    BRINGS(scene_operator(5, SIMUL_EVENT_LEAVE, 2, NULL), "[open 2]\n");
    BRINGS(scene_event(6, SIMUL_EVENT_READY, 2, NULL), "name \"Guest\"");
    CHECK(strstr(scene_operator(7, SIMUL_EVENT_ADJUDICATE, 2, "0-1"), "[open 2]") == NULL);
    MatchRow all;
    MatchCounter counter = {0};
    CHECK(match_counter_all(&counter, scene_core, &all));
    check_counts(&all.games, 1, 0, 1, 0, 0);
    check_counts(&all.pairs, 0, 0, 0, 0, 0); /* two opponents are no pair */
    match_counter_destroy(&counter);
}

static void what_does_not_fit_is_refused(void)
{
    char error[SIMUL_ERROR_SIZE];
    set_match(2);
    CHECK(simul_core_create(&scene_settings, scene_boards, 3, NULL, error) == NULL);
    CHECK_STR(error, "games: the same number for every board, 1000000 in all at most");
    scene_settings.games = 3;
    CHECK(simul_core_create(&scene_settings, scene_boards, 6, NULL, error) == NULL);
    CHECK_STR(error, "games: with repeat they come in pairs, so an even number");
    set_match(2);
    scene_boards[3].moves = "e2e5";
    CHECK(simul_core_create(&scene_settings, scene_boards, 4, NULL, error) == NULL);
    CHECK_STR(error, "board 2, game 2: the opening's move 'e2e5' is not legal");
}

int main(void)
{
    chess_init();
    the_next_game_begins_with_the_next_round();
    after_its_last_game_a_board_is_done();
    half_pairs_and_unfinished_games_are_not_counted();
    nothing_begins_while_it_stops_but_when_it_goes_on();
    who_leaves_plays_no_further_game();
    a_guest_plays_one_game();
    what_does_not_fit_is_refused();
    simul_core_destroy(scene_core);
    return test_end("simul/core_match");
}
