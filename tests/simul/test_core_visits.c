/* SPDX-License-Identifier: GPL-3.0-only */
/* Rotation, the visit's steps, replies in time, late, early, passed and taken back (W1 to W14). */
#include "scene.h"

static void plays_a_first_round(void)
{
    scene_set(2);
    scene_make(2);
    SHOWS(scene_operator(0, SIMUL_EVENT_START, 0, NULL), "[open 0]\n[open 1]\n[open 2]\n");
    SHOWS(scene_event(5, SIMUL_EVENT_READY, 2, "Otto"), "");
    SHOWS(scene_event(6, SIMUL_EVENT_READY, 0, "Anna"), "");
    SHOWS(scene_event(7, SIMUL_EVENT_READY, 1, NULL),
          "board 1 name \"board 1\" color white fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n[tell 1]\n"
          "board 2 name \"Otto\" color white fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n[tell 2]\n"
          "[arrive 1]\narrive board 1 round 1 due move limit 1000\n[A thinks at 1]\n");
    CHECK_INT(scene_deadline_ms, 1007);
    SHOWS(scene_scored_move(107, "e2e4", 25),
          "move board 1 move e2e4 ms 100 san e4 ply 1 score cp 25 depth 9\n[tell 1]\ndepart board 1\n[think 1]\n"
          "[arrive 2]\narrive board 2 round 1 due move limit 1000\n[A thinks at 2]\n");
    SHOWS(scene_move(207, "d2d4"), "move board 2 move d2d4 ms 100 san d4 ply 1\n[tell 2]\ndepart board 2\n[think 2]\n"
                                   "[arrive 1 due ask]\narrive board 1 round 2 due reply limit 500\n");
    CHECK_INT(scene_deadline_ms, -1);
    SHOWS(scene_asked(210, 1), "");
    CHECK_INT(scene_deadline_ms, 710);
    SHOWS(scene_reply(310, 1, "e7e5"), "reply board 1 move e7e5 ms 100 san e5 ply 2\n[A thinks at 1]\n");
    CHECK_INT(scene_deadline_ms, 1310);
}

/* One board, a fixed position, Black to reply at once. */
static void open_black_to_reply(int count)
{
    for (int i = 0; i < count; i++)
        scene_boards[i].fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    scene_open(count);
    scene_asked(0, 1);
}

static void a_late_reply_loses(void)
{
    scene_set(2);
    open_black_to_reply(2);
    CHECK_INT(scene_deadline_ms, 500);
    BRINGS(
        scene_deadline(),
        "late board 1 ms 500\nend board 1 result 1-0 termination time forfeit reason Black replies late (no reply after 500 ms; the exhibition's rules)\n"
        "[close 1]\n[arrive 2 due ask]\n");
    SHOWS(scene_reply(501, 1, "e7e5"), "");
}

static void a_reply_read_before_the_deadline_is_declared_counts(void)
{
    scene_set(1);
    open_black_to_reply(1);
    BRINGS(scene_reply(503, 1, "e7e5"), "reply board 1 move e7e5 ms 503 san e5 ply 1\n[A thinks at 1]\n");
}

static void an_old_deadline_means_nothing(void)
{
    scene_set(1);
    open_black_to_reply(1);
    const uint64_t old = scene_deadline_number;
    scene_reply(100, 1, "e7e5");
    SHOWS(scene_give(500, &(SimulEvent){.kind = SIMUL_EVENT_DEADLINE, .seat = SIMUL_OPERATOR, .deadline = old}), "");
}

static void late_pass_moves_on_and_the_answer_is_prepared(void)
{
    scene_set(2);
    scene_settings.late = SIMUL_LATE_PASS;
    open_black_to_reply(2);
    SHOWS(scene_deadline(),
          "late board 1 ms 500\npass board 1 state late\ndepart board 1\n[arrive 2 due ask]\narrive board 2 round 1 due reply limit 500\n");
    SHOWS(scene_reply(510, 1, "e7e5"), "");
    scene_asked(520, 2);
    scene_reply(530, 2, "c7c5");
    SHOWS(scene_move(540, "g1f3"),
          "move board 2 move g1f3 ms 10 san Nf3 ply 2\n[tell 2]\ndepart board 2\n[think 2]\n[arrive 1 due]\n"
          "arrive board 1 round 2 due reply limit 500\nreply board 1 move e7e5 ms 0 san e5 ply 1\n[A thinks at 1]\n");
}

static void the_last_allowed_miss_loses(void)
{
    scene_set(2);
    scene_settings.late = SIMUL_LATE_PASS;
    scene_settings.misses = 2;
    open_black_to_reply(2);
    BRINGS(scene_deadline(), "pass board 1 state late\n");
    scene_asked(600, 2);
    scene_reply(610, 2, "c7c5");
    BRINGS(scene_move(620, "g1f3"), "[arrive 1 due ask]\n");
    scene_asked(620, 1);
    BRINGS(scene_deadline(),
           "end board 1 result 1-0 termination time forfeit reason Black replies late (late reply number 2; the exhibition's rules)\n");
}

static void on_the_last_board_a_miss_is_waited_for(void)
{
    scene_set(1);
    scene_settings.late = SIMUL_LATE_PASS;
    open_black_to_reply(1);
    SHOWS(scene_deadline(), "late board 1 ms 500\n");
    CHECK_INT(scene_deadline_ms, 5000);
    BRINGS(scene_deadline(),
           "end board 1 result 1-0 termination time forfeit reason Black replies late (no reply after 5000 ms; the exhibition's rules)\n");
}

static void under_warn_the_late_reply_is_still_played(void)
{
    scene_set(2);
    scene_settings.late = SIMUL_LATE_WARN;
    open_black_to_reply(2);
    SHOWS(scene_deadline(), "late board 1 ms 500\n");
    BRINGS(scene_reply(1700, 1, "e7e5"), "reply board 1 move e7e5 ms 1700 san e5 ply 1\n[A thinks at 1]\n");
    SimulBoardView view;
    simul_core_view(scene_core, 1, &view);
    CHECK_INT(view.plies[0].flags, SIMUL_PLY_LATE);
    CHECK_INT(view.misses, 1);
}

static void the_network_allowance_is_added_once(void)
{
    scene_set(1);
    scene_settings.lag_ms = 70;
    scene_settings.late = SIMUL_LATE_WARN;
    open_black_to_reply(1);
    CHECK_INT(scene_deadline_ms, 570);
    scene_deadline();
    CHECK_INT(scene_deadline_ms, 5070);
}

static void an_early_answer_waits_and_a_second_is_dropped(void)
{
    scene_set(2);
    scene_open(2);
    scene_move(10, "e2e4");
    SHOWS(scene_reply(20, 1, "e7e5"), "");
    SHOWS(scene_reply(30, 1, "c7c5"), "incident board 1 an answer nobody asked for is dropped: c7c5\n");
    BRINGS(scene_move(40, "d2d4"), "reply board 1 move e7e5 ms 0 san e5 ply 2\n[A thinks at 1]\n");
}

static void a_typed_move_away_from_a_is_refused(void)
{
    scene_set(2);
    scene_boards[0].person = true;
    scene_open(2);
    SHOWS(scene_reply(5, 1, "e7e5"), "[refuse 1]\nrefused board 1 reason it is A's move\n");
    scene_move(10, "e2e4");
    SHOWS(scene_reply(20, 1, "e7e5"), "[refuse 1]\nrefused board 1 reason A is at another board: a move counts only while A stands here\n");
    BRINGS(scene_move(30, "d2d4"), "arrive board 1 round 2 due reply limit 10000\n");
    scene_asked(30, 1);
    BRINGS(scene_reply(40, 1, "e5"), "reply board 1 move e7e5 ms 10 san e5 ply 2\n");
}

static void thinkers_are_those_a_reaches_next(void)
{
    scene_set(5);
    scene_settings.thinkers = 2;
    scene_settings.color = SIMUL_COLOR_BLACK;
    scene_open(5);
    BRINGS(scene_text, "[arrive 1 due ask]\narrive board 1 round 1 due reply limit 500\n[think 2]\n[think 3]\n");
    scene_asked(0, 1);
    scene_reply(1, 1, "e2e4");
    BRINGS(scene_move(2, "e7e5"), "[arrive 2 due ask]\narrive board 2 round 1 due reply limit 500\n[think 4]\n");
    scene_asked(2, 2);
    scene_reply(3, 2, "e2e4");
    BRINGS(scene_move(4, "e7e5"), "[think 5]\n");
    scene_asked(4, 3);
    scene_reply(5, 3, "e2e4");
    BRINGS(scene_move(6, "e7e5"), "[think 1]\n");
    /* One of the two answers early: the next takes his place. */
    SHOWS(scene_reply(7, 5, "d2d4"), "[think 2]\n");
}

/* A's game ends during a pause: whoever thinks meanwhile still comes to an end of the hall. */
static void thinkers_while_a_stands_nowhere(void)
{
    scene_set(4);
    scene_settings.thinkers = 1;
    scene_settings.color = SIMUL_COLOR_BLACK;
    scene_open(4);
    scene_asked(0, 1);
    scene_reply(1, 1, "e2e4");
    BRINGS(scene_move(2, "e7e5"), "[arrive 2 due ask]\narrive board 2 round 1 due reply limit 500\n[think 3]\n");
    scene_operator(3, SIMUL_EVENT_PAUSE, 0, NULL);
    scene_operator(4, SIMUL_EVENT_LEAVE, 2, NULL);
    SHOWS(scene_reply(5, 3, "e2e4"), "[think 4]\n");
    SHOWS(scene_reply(6, 4, "e2e4"), "[think 1]\n");
    SHOWS(scene_reply(7, 1, "d2d4"), "");
    BRINGS(scene_operator(8, SIMUL_EVENT_RESUME, 0, NULL), "reply board 3 move e2e4 ms 0 ");
}

static void think_none_asks_on_arrival_only(void)
{
    scene_set(2);
    scene_settings.think = SIMUL_THINK_NONE;
    scene_open(2);
    SHOWS(
        scene_move(1, "e2e4"),
        "move board 1 move e2e4 ms 1 san e4 ply 1\n[tell 1]\ndepart board 1\n[arrive 2]\narrive board 2 round 1 due move limit 1000\n[A thinks at 2]\n");
}

static void passing_needs_consent_and_is_counted(void)
{
    scene_set(2);
    scene_boards[0].person = true;
    scene_settings.exhibitor_person = true;
    scene_settings.passes = 1;
    open_black_to_reply(2);
    SHOWS(scene_event(100, SIMUL_EVENT_PASS, 1, NULL), "pass board 1 state asked\n");
    CHECK_INT(scene_deadline_ms, -1);
    SHOWS(scene_event(5000, SIMUL_EVENT_DECLINE, 0, NULL), "pass board 1 state declined\n[refuse 1]\n");
    CHECK_INT(scene_deadline_ms, 14900);
    scene_event(5100, SIMUL_EVENT_PASS, 1, NULL);
    BRINGS(scene_event(5200, SIMUL_EVENT_CONSENT, 0, NULL), "pass board 1 state granted\ndepart board 1\n[arrive 2 due ask]\n");
    scene_asked(5200, 2);
    scene_reply(5300, 2, "e7e5");
    scene_event(5400, SIMUL_EVENT_REPLY, 0, "g1f3");
    scene_asked(5400, 1);
    BRINGS(scene_event(5500, SIMUL_EVENT_PASS, 1, NULL), "refused board 1 reason all passes allowed have been used\n");
    BRINGS(scene_event(5500, SIMUL_EVENT_PASS, 0, NULL), "reason A never passes\n");
}

static void nobody_passes_on_the_last_board(void)
{
    scene_set(1);
    scene_settings.passes = 3;
    open_black_to_reply(1);
    BRINGS(scene_event(10, SIMUL_EVENT_PASS, 1, NULL), "refused board 1 reason nobody passes on the last board in play\n");
}

static void a_person_playing_a_takes_back(void)
{
    scene_set(2);
    scene_settings.exhibitor_person = true;
    scene_open(2);
    scene_event(10, SIMUL_EVENT_REPLY, 0, "e2e4");
    SHOWS(
        scene_event(20, SIMUL_EVENT_TAKEBACK, 0, NULL),
        "[A cancel]\ndepart board 2\n[retract 1]\ntakeback board 1 move e2e4 ply 0\n[tell 1]\n[arrive 1]\narrive board 1 round 1 due move limit 0\n[A thinks at 1]\n");
    BRINGS(scene_event(30, SIMUL_EVENT_TAKEBACK, 0, NULL), "reason A's last move is final\n");
    SHOWS(
        scene_event(40, SIMUL_EVENT_REPLY, 0, "d2d4"),
        "move board 1 move d2d4 ms 20 san d4 ply 1\n[tell 1]\ndepart board 1\n[think 1]\n[arrive 2]\narrive board 2 round 1 due move limit 0\n[A thinks at 2]\n");
    CHECK(strstr(scene_event(5000, SIMUL_EVENT_REPLY, 0, "c2c4"), "incident") == NULL);
    /* Board 1's move has become final with it; board 2's can still be taken back. */
    BRINGS(scene_event(5060, SIMUL_EVENT_TAKEBACK, 0, NULL), "takeback board 2 move c2c4 ply 0\n");
}

static void an_engine_takes_nothing_back(void)
{
    scene_set(2);
    scene_open(2);
    scene_move(10, "e2e4");
    BRINGS(scene_event(20, SIMUL_EVENT_TAKEBACK, 0, NULL), "reason only a person playing A may take a move back\n");
}

static void exchanges_may_be_answered_at_once(void)
{
    scene_set(2);
    scene_settings.exchanges = 1;
    scene_open(2);
    SHOWS(scene_move(10, "e2e4"), "move board 1 move e2e4 ms 10 san e4 ply 1\n[tell 1]\n[ask 1 optional limit 500]\n");
    scene_asked(10, 1);
    SHOWS(scene_reply(20, 1, "e7e5"), "reply board 1 move e7e5 ms 10 san e5 ply 2\n[A thinks at 1]\n");
    BRINGS(scene_move(30, "g1f3"), "depart board 1\n[think 1]\n[arrive 2]\n");
    scene_move(40, "e2e4");
    scene_asked(40, 2);
    SHOWS(scene_deadline(), "depart board 2\n[arrive 1 due ask]\narrive board 1 round 2 due reply limit 500\n");
    SimulBoardView view;
    simul_core_view(scene_core, 2, &view);
    CHECK_INT(view.misses, 0);
}

static void a_pause_stops_the_clock(void)
{
    scene_set(1);
    open_black_to_reply(1);
    SHOWS(scene_operator(200, SIMUL_EVENT_PAUSE, 0, NULL), "paused\n");
    CHECK_INT(scene_deadline_ms, -1);
    SHOWS(scene_reply(300, 1, "e7e5"), "");
    SHOWS(scene_operator(9000, SIMUL_EVENT_RESUME, 0, NULL), "resumed\nreply board 1 move e7e5 ms 200 san e5 ply 1\n[A thinks at 1]\n");
    scene_operator(9100, SIMUL_EVENT_PAUSE, 0, NULL);
    SHOWS(scene_move(9400, "g1f3"), "");
    BRINGS(scene_operator(9900, SIMUL_EVENT_RESUME, 0, NULL), "move board 1 move g1f3 ms 100 san Nf3 ply 2\n");
}

static void late_comers_play_from_the_next_round(void)
{
    scene_set(2);
    scene_open(2);
    SimulBoardSetup setup = scene_boards[0];
    setup.name = "Late";
    SHOWS(scene_give(5, &(SimulEvent){.kind = SIMUL_EVENT_JOIN, .seat = SIMUL_OPERATOR, .setup = &setup}), "[open 3]\n");
    BRINGS(scene_event(6, SIMUL_EVENT_READY, 3, "x"), "board 3 name \"Late\" color white fen ");
    scene_move(10, "e2e4");
    BRINGS(scene_move(20, "e2e4"), "arrive board 1 round 2 ");
    scene_asked(20, 1);
    scene_reply(30, 1, "e7e5");
    scene_move(40, "g1f3");
    scene_asked(40, 2);
    scene_reply(50, 2, "e7e5");
    BRINGS(scene_move(60, "g1f3"), "arrive board 3 round 2 due move limit 1000\n");
}

static void an_ended_board_is_filled_again(void)
{
    scene_set(2);
    scene_settings.refill = true;
    scene_open(2);
    SimulBoardSetup setup = scene_boards[0];
    setup.name = "Next";
    SHOWS(scene_give(5, &(SimulEvent){.kind = SIMUL_EVENT_JOIN, .seat = SIMUL_OPERATOR, .setup = &setup}), "");
    BRINGS(
        scene_operator(6, SIMUL_EVENT_LEAVE, 2, NULL),
        "end board 2 result 1-0 termination abandoned reason Black abandons the game (left the exhibition; the exhibition's rules)\n[close 2]\n[open 2]\n");
    BRINGS(scene_event(7, SIMUL_EVENT_READY, 2, NULL), "board 2 name \"Next\"");
    SimulBoardView view;
    simul_core_view(scene_core, 2, &view);
    CHECK_INT(view.game_number, 2);
    int count;
    CHECK_STR(simul_core_past(scene_core, &count)[0].name, "Otto");
    CHECK_STR(simul_core_past(scene_core, &count)[0].reason, "Black abandons the game (left the exhibition; the exhibition's rules)");
    CHECK_INT(count, 1);
    setup.fen = "nonsense";
    BRINGS(scene_give(8, &(SimulEvent){.kind = SIMUL_EVENT_JOIN, .seat = SIMUL_OPERATOR, .setup = &setup}), "error nobody joins: ");
    BRINGS(scene_move(10, "e2e4"), "arrive board 1 round 2 ");
}

static void stop_waits_for_the_visit_and_abort_does_not(void)
{
    scene_set(2);
    scene_open(2);
    SHOWS(scene_operator(5, SIMUL_EVENT_STOP, 0, NULL), "");
    SHOWS(scene_move(10, "e2e4"),
          "move board 1 move e2e4 ms 10 san e4 ply 1\n[tell 1]\ndepart board 1\n[think 1]\n[close 1]\n[close 2]\n[close 0]\n"
          "done wins 0 draws 0 losses 0 unfinished 2 rounds 1\n[end, games stand]\n");
    SHOWS(scene_operator(20, SIMUL_EVENT_REOPEN, 0, NULL), "[open 0]\n[open 1]\n[open 2]\n");
    scene_event(21, SIMUL_EVENT_READY, 0, NULL);
    scene_event(22, SIMUL_EVENT_READY, 1, NULL);
    SHOWS(
        scene_event(23, SIMUL_EVENT_READY, 2, NULL),
        "board 1 name \"Otto\" color white fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n[tell 1]\n"
        "board 2 name \"Otto\" color white fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n[tell 2]\n[arrive 2]\narrive board 2 round 1 due move limit 1000\n[think 1]\n[A thinks at 2]\n");
    SHOWS(scene_operator(30, SIMUL_EVENT_ABORT, 0, NULL),
          "[A cancel]\n[close 1]\n[close 2]\n[close 0]\ndone wins 0 draws 0 losses 0 unfinished 2 rounds 1\n[end, games stand]\n");
}

static void an_unanswered_arrival_is_repeated_after_a_resumption(void)
{
    scene_set(1);
    open_black_to_reply(1);
    scene_operator(400, SIMUL_EVENT_REOPEN, 0, NULL);
    scene_event(410, SIMUL_EVENT_READY, 0, NULL);
    BRINGS(scene_event(420, SIMUL_EVENT_READY, 1, NULL), "[arrive 1 due ask]\narrive board 1 round 1 due reply limit 500\n");
    scene_asked(430, 1);
    CHECK_INT(scene_deadline_ms, 930);
    SimulStatus status;
    simul_core_status(scene_core, &status);
    CHECK_INT(status.visits, 1);
}

static void games_that_stand_are_judged_when_asked(void)
{
    scene_set(2);
    scene_settings.unfinished = SIMUL_UNFINISHED_SCORE;
    scene_open(2);
    scene_scored_move(10, "e2e4", 310);
    BRINGS(scene_operator(20, SIMUL_EVENT_ABORT, 0, NULL),
           "end board 1 result 1-0 termination adjudication reason adjudicated (the exhibition was ended early)\n");
    BRINGS(scene_text, "end board 2 result 1/2-1/2 termination adjudication");
    BRINGS(scene_text, "done wins 1 draws 1 losses 0 unfinished 0 rounds 1\n[end]\n");
}

static void colours_alternate(void)
{
    scene_set(3);
    scene_settings.color = SIMUL_COLOR_ALTERNATE;
    scene_boards[2].color = SIMUL_COLOR_BLACK;
    scene_open(3);
    SimulBoardView view;
    const Color expected[] = {WHITE, BLACK, BLACK};
    for (int board = 1; board <= 3; board++) {
        simul_core_view(scene_core, board, &view);
        CHECK_INT(view.exhibitor_color, expected[board - 1]);
    }
}

int main(void)
{
    chess_init();
    plays_a_first_round();
    a_late_reply_loses();
    a_reply_read_before_the_deadline_is_declared_counts();
    an_old_deadline_means_nothing();
    late_pass_moves_on_and_the_answer_is_prepared();
    the_last_allowed_miss_loses();
    on_the_last_board_a_miss_is_waited_for();
    under_warn_the_late_reply_is_still_played();
    the_network_allowance_is_added_once();
    an_early_answer_waits_and_a_second_is_dropped();
    a_typed_move_away_from_a_is_refused();
    thinkers_are_those_a_reaches_next();
    thinkers_while_a_stands_nowhere();
    think_none_asks_on_arrival_only();
    passing_needs_consent_and_is_counted();
    nobody_passes_on_the_last_board();
    a_person_playing_a_takes_back();
    an_engine_takes_nothing_back();
    exchanges_may_be_answered_at_once();
    a_pause_stops_the_clock();
    late_comers_play_from_the_next_round();
    an_ended_board_is_filled_again();
    stop_waits_for_the_visit_and_abort_does_not();
    an_unanswered_arrival_is_repeated_after_a_resumption();
    games_that_stand_are_judged_when_asked();
    colours_alternate();
    simul_core_destroy(scene_core);
    return test_end("simul/core_visits");
}
