/* SPDX-License-Identifier: GPL-3.0-only */
/* How games end, illegal moves, touching, offers, claims, clocks, A's own failures (M3 to M5, E1 to E7). */
#include "scene.h"

#define START_AFTER_E4 "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"

static void with_fen(int count, const char *fen)
{
    for (int i = 0; i < count; i++)
        scene_boards[i].fen = fen;
    scene_open(count);
    scene_asked(0, 1);
}

/* ---- E1, E2, E4: by the position ---- */

static void mate_ends_the_game_and_the_exhibition(void)
{
    scene_set(1);
    with_fen(1, "6k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 0 1");
    SHOWS(scene_move(10, "d1d8"),
          "move board 1 move d1d8 ms 10 san Rd8# ply 1\n[tell 1]\n"
          "end board 1 result 1-0 termination normal reason Black is checkmated (Article 5.1.1)\n[close 1]\n[close 0]\n"
          "done wins 1 draws 0 losses 0 unfinished 0 rounds 1\n[end]\n");
}

static void a_reply_that_stalemates_ends_the_visit(void)
{
    scene_set(2);
    scene_boards[0].fen = "8/8/8/8/8/6k1/5p2/5K2 b - - 0 1";
    scene_boards[1].fen = START_AFTER_E4;
    scene_open(2);
    scene_asked(0, 1);
    SHOWS(scene_reply(10, 1, "g3f3"), "reply board 1 move g3f3 ms 10 san Kf3 ply 1\n"
                                      "end board 1 result 1/2-1/2 termination normal reason stalemate (Article 5.2.1)\n[close 1]\n"
                                      "[arrive 2 due ask]\narrive board 2 round 1 due reply limit 500\n");
}

static void bare_kings_are_dead_at_once(void)
{
    scene_set(1);
    with_fen(1, "8/8/8/4k3/8/8/4p3/4K3 w - - 0 1");
    BRINGS(scene_move(10, "e1e2"),
           "end board 1 result 1/2-1/2 termination normal reason dead position: neither side can mate (Article 5.2.2)\n");
}

static void mate_comes_before_seventy_five_moves(void)
{
    scene_set(1);
    with_fen(1, "7k/8/5KQ1/8/8/8/8/8 w - - 149 100");
    BRINGS(scene_move(10, "g6g7"), "end board 1 result 1-0 termination normal reason Black is checkmated (Article 5.1.1)\n");
    scene_set(1);
    scene_settings.claims = SIMUL_CLAIMS_FIDE;
    with_fen(1, "7k/8/5KQ1/8/8/8/8/8 w - - 149 100");
    BRINGS(scene_move(10, "g6g4"), "termination normal reason 75 moves by each side without a capture or pawn move (Article 9.6.2)\n");
}

/* Knights out and back until the start has stood `times` times; A is White. Returns what the last move brought. */
static const char *shuffle(int times)
{
    static const char *const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    const char *last = "";
    for (int i = 0; i < 4 * (times - 1); i++) {
        if (i % 2 == 0) {
            last = scene_move(i, moves[i % 4]);
            scene_asked(i, 1);
        } else {
            last = scene_reply(i, 1, moves[i % 4]);
        }
        if (strstr(last, "end board") != NULL)
            break;
    }
    return last;
}

static void the_arbiter_claims_the_third_occurrence(void)
{
    scene_set(1);
    scene_open(1);
    BRINGS(
        shuffle(3),
        "reply board 1 move f6g8 ms 1 san Ng8 ply 8\nend board 1 result 1/2-1/2 termination normal reason threefold repetition, claimed (Article 9.2)\n");
}

static void under_fide_the_fifth_needs_no_claim(void)
{
    scene_set(1);
    scene_settings.claims = SIMUL_CLAIMS_FIDE;
    scene_open(1);
    BRINGS(shuffle(5), "ply 16\nend board 1 result 1/2-1/2 termination normal reason fivefold repetition (Article 9.6.1)\n");
}

static void under_fide_a_claim_is_judged(void)
{
    scene_set(1);
    scene_settings.claims = SIMUL_CLAIMS_FIDE;
    snprintf(scene_settings.tc, sizeof scene_settings.tc, "300");
    scene_open(1);
    scene_move(0, "g1f3");
    scene_asked(0, 1);
    BRINGS(
        scene_event(1, SIMUL_EVENT_CLAIM, 1, "g8f6"),
        "claim board 1 by opponent state wrong reason neither a third occurrence nor fifty moves; two minutes added to A's clock (Article 9.5.3)\n"
        "offer board 1 by opponent state made\noffer board 1 by opponent state declined\nreply board 1 move g8f6 ");
    SimulBoardView view;
    simul_core_view(scene_core, 1, &view);
    CHECK_INT(view.exhibitor_left_ms, 300000 + 120000);
    static const char *const moves[] = {"f3g1", "f6g8", "g1f3", "g8f6", "f3g1"};
    for (int i = 0; i < 5; i++) {
        if (i % 2 == 0) {
            scene_move(2 + i, moves[i]);
            scene_asked(2 + i, 1);
        } else {
            scene_reply(2 + i, 1, moves[i]);
        }
    }
    /* The start stands for the third time after Ng8: claimed with the move. */
    BRINGS(scene_event(9, SIMUL_EVENT_CLAIM, 1, "f6g8"),
           "claim board 1 by opponent state right reason threefold repetition (Article 9.2.1.1)\nend board 1 result 1/2-1/2 ");
}

/* A program claims wrongly while A thinks: the time added to A's clock moves the moment at which the flag falls. */
static void time_added_to_a_running_clock_moves_its_deadline(void)
{
    scene_set(1);
    scene_settings.claims = SIMUL_CLAIMS_FIDE;
    scene_settings.movetime_ms = 0;
    snprintf(scene_settings.tc, sizeof scene_settings.tc, "60");
    scene_open(1);
    CHECK_INT(scene_deadline_ms, 60000);
    scene_move(1000, "g1f3");
    scene_asked(1000, 1);
    scene_reply(1500, 1, "g8f6");
    CHECK_INT(scene_deadline_ms, 60500);
    const uint64_t old = scene_deadline_number;
    BRINGS(scene_event(2000, SIMUL_EVENT_CLAIM, 1, NULL), "claim board 1 by opponent state wrong ");
    CHECK_INT(scene_deadline_ms, 180500);
    SHOWS(scene_give(60500, &(SimulEvent){.kind = SIMUL_EVENT_DEADLINE, .seat = SIMUL_OPERATOR, .deadline = old}), "");
    BRINGS(scene_deadline(), "end board 1 result 0-1 termination time forfeit ");
}

/* ---- M3: illegal moves ---- */

static void an_engines_illegal_move_loses(void)
{
    scene_set(1);
    with_fen(1, START_AFTER_E4);
    BRINGS(scene_reply(10, 1, "e7e4"), "end board 1 result 1-0 termination rules infraction reason Black makes an illegal move (e7e4: ");
}

static void three_fouls_where_they_are_allowed(void)
{
    scene_set(1);
    scene_settings.illegal_engine = 3;
    snprintf(scene_settings.tc, sizeof scene_settings.tc, "60");
    with_fen(1, START_AFTER_E4);
    BRINGS(scene_reply(100, 1, "0000"), "[ask 1 limit 400]\n");
    CHECK_INT(scene_deadline_ms, 500);
    scene_asked(110, 1);
    CHECK_INT(scene_deadline_ms, 500);
    BRINGS(scene_reply(200, 1, "e8e1"), "[ask 1 limit 300]\n");
    SimulBoardView view;
    simul_core_view(scene_core, 1, &view);
    CHECK_INT(view.illegal, 2);
    CHECK_INT(view.exhibitor_left_ms, 60000 + 2 * 120000);
    BRINGS(scene_reply(300, 1, ""), "end board 1 result 1-0 termination rules infraction reason Black makes an illegal move (nothing: ");
}

/* What is typed is no move on a board: it is refused, as often as it may be, costs nothing and binds nothing. */
static void a_persons_impossible_texts_are_refused_only(void)
{
    scene_set(1);
    scene_boards[0].person = true;
    snprintf(scene_settings.tc, sizeof scene_settings.tc, "60");
    with_fen(1, START_AFTER_E4);
    SimulBoardView view;
    for (int i = 0; i < 5; i++)
        SHOWS(scene_reply(10 + i, 1, "b8d7"),
              "[refuse 1]\nrefused board 1 reason b8d7: the knight on b8 cannot go to d7, where Black's own pawn stands; not counted\n");
    simul_core_view(scene_core, 1, &view);
    CHECK_INT(view.illegal, 0);
    CHECK_INT(view.exhibitor_left_ms, 60000);
    BRINGS(scene_reply(40, 1, "e7e5"), "reply board 1 move e7e5 ms 40 san e5 ply 1\n");
    /* Nor does a pawn typed to the last rank stand as a queen. */
    scene_set(1);
    scene_boards[0].person = true;
    scene_settings.color = SIMUL_COLOR_BLACK;
    with_fen(1, "8/P6k/8/8/8/8/p6K/8 w - - 0 1");
    BRINGS(scene_reply(10, 1, "a7a8"), "refused board 1 reason a7a8: ");
    BRINGS(scene_reply(11, 1, "a7a8n"), "reply board 1 move a7a8n ");
    /* Touching that is reported binds as ever, but breaking it is no offence. */
    scene_set(1);
    scene_boards[0].person = true;
    scene_settings.touch = SIMUL_TOUCH_COUNT;
    with_fen(1, START_AFTER_E4);
    scene_event(5, SIMUL_EVENT_TOUCH, 1, "g8");
    BRINGS(scene_reply(10, 1, "e7e5"), "refused board 1 ");
    simul_core_view(scene_core, 1, &view);
    CHECK_INT(view.illegal, 0);
    BRINGS(scene_reply(11, 1, "g8f6"), "reply board 1 move g8f6 ");
    /* And so for a person who plays A. */
    scene_set(1);
    scene_settings.exhibitor_person = true;
    scene_open(1);
    BRINGS(scene_move(10, "e2e5"), "refused board 1 reason e2e5: ");
    BRINGS(scene_move(11, "e2e5"), "refused board 1 reason e2e5: ");
    BRINGS(scene_move(12, "e2e4"), "move board 1 move e2e4 ");
    /* One board may count all the same. */
    scene_set(1);
    scene_boards[0].person = true;
    scene_boards[0].illegal = 1;
    with_fen(1, START_AFTER_E4);
    BRINGS(scene_reply(10, 1, "b8d7"), "end board 1 result 1-0 termination rules infraction ");
}

static void a_person_may_mistype_and_err_once(void)
{
    scene_set(1);
    scene_boards[0].person = true;
    scene_settings.illegal_manual = 2;
    with_fen(1, START_AFTER_E4);
    BRINGS(scene_reply(10, 1, "hello"), "refused board 1 reason hello: ");
    SimulBoardView view;
    simul_core_view(scene_core, 1, &view);
    CHECK_INT(view.illegal, 0);
    BRINGS(scene_reply(20, 1, "b8d7"), "refused board 1 reason b8d7: ");
    simul_core_view(scene_core, 1, &view);
    CHECK_INT(view.illegal, 1);
    /* The knight has been touched: another move of it is owed. */
    BRINGS(scene_reply(30, 1, "e7e5"), "refused board 1 reason the knight on b8 ");
    simul_core_view(scene_core, 1, &view);
    CHECK_INT(view.illegal, 1);
    BRINGS(scene_reply(40, 1, "Nc6"), "reply board 1 move b8c6 ms 40 san Nc6 ply 1\n");
}

static void a_pawn_left_on_the_last_rank_stands_as_a_queen(void)
{
    scene_set(1);
    scene_boards[0].person = true;
    scene_settings.illegal_manual = 2;
    scene_settings.color = SIMUL_COLOR_BLACK;
    with_fen(1, "8/P6k/8/8/8/8/p6K/8 w - - 0 1");
    BRINGS(scene_reply(10, 1, "a7a8"), "reply board 1 move a7a8q ms 10 san a8=Q ply 1\n");
    SimulBoardView view;
    simul_core_view(scene_core, 1, &view);
    CHECK_INT(view.illegal, 1);
}

static void nobody_loses_to_a_bare_king(void)
{
    scene_set(2);
    scene_settings.color = SIMUL_COLOR_BLACK;
    with_fen(2, "8/P6k/8/8/8/8/7K/8 w - - 0 1");
    BRINGS(
        scene_deadline(),
        "end board 1 result 1/2-1/2 termination time forfeit reason White replies late, but Black cannot mate (no reply after 500 ms; the exhibition's rules)\n");
    scene_asked(600, 2);
    BRINGS(scene_event(610, SIMUL_EVENT_RESIGN, 2, NULL),
           "end board 2 result 1/2-1/2 termination normal reason White resigns, but Black cannot mate (Article 5.1.2)\n");
}

/* ---- M4, M5: touching ---- */

static void what_is_touched_binds(void)
{
    scene_set(1);
    scene_boards[0].person = true;
    with_fen(1, START_AFTER_E4);
    SHOWS(scene_event(5, SIMUL_EVENT_TOUCH, 1, "g8"),
          "bound board 1 moves g8f6 g8h6 reason the knight on g8 was touched and must move (Article 4.3.1)\n");
    BRINGS(scene_reply(10, 1, "e7e5"), "refused board 1 reason the knight on g8 was touched and must move (Article 4.3.1); not counted\n");
    BRINGS(scene_event(11, SIMUL_EVENT_CLAIM, 1, NULL), "refused board 1 reason touching a piece has forfeited the claim (Article 9.4)\n");
    BRINGS(scene_reply(20, 1, "g8f6"), "reply board 1 move g8f6 ms 20 ");
    BRINGS(scene_event(30, SIMUL_EVENT_TOUCH, 1, "b8"), "refused board 1 reason touching counts only when a reply is due\n");
}

static void a_touch_binds_for_one_move_only(void)
{
    scene_set(1);
    scene_boards[0].person = true;
    scene_settings.exchanges = 1;
    with_fen(1, START_AFTER_E4);
    scene_event(5, SIMUL_EVENT_TOUCH, 1, "g8");
    scene_reply(10, 1, "g8f6");
    scene_move(20, "d2d4");
    scene_asked(20, 1);
    BRINGS(scene_reply(30, 1, "e7e5"), "reply board 1 move e7e5 ");
}

static void adjusting_binds_to_nothing(void)
{
    scene_set(1);
    scene_boards[0].person = true;
    with_fen(1, START_AFTER_E4);
    BRINGS(scene_event(5, SIMUL_EVENT_TOUCH, 1, "adjust g8"), "bound board 1 moves any reason ");
    BRINGS(scene_reply(10, 1, "e7e5"), "reply board 1 move e7e5 ");
    BRINGS(scene_event(5, SIMUL_EVENT_TOUCH, 1, "x9"), "refused board 1 ");
}

static void a_release_fixes_the_square(void)
{
    scene_set(1);
    scene_boards[0].person = true;
    scene_settings.illegal_manual = 2;
    scene_settings.touch = SIMUL_TOUCH_COUNT;
    with_fen(1, START_AFTER_E4);
    BRINGS(scene_event(5, SIMUL_EVENT_TOUCH, 1, "g8 g8-h6"), "bound board 1 moves g8h6 reason ");
    BRINGS(scene_reply(10, 1, "g8f6"), "refused board 1 ");
    SimulBoardView view;
    simul_core_view(scene_core, 1, &view);
    CHECK_INT(view.illegal, 1);
}

/* ---- E3: offers, resignations ---- */

static void an_offer_is_declined_or_answered(void)
{
    scene_set(1);
    scene_boards[0].person = true;
    scene_settings.exhibitor_person = true;
    with_fen(1, START_AFTER_E4);
    SHOWS(scene_event(1, SIMUL_EVENT_OFFER, 1, NULL), "offer board 1 by opponent state made\n");
    BRINGS(scene_event(2, SIMUL_EVENT_ACCEPT, 0, NULL), "refused board 1 reason a draw can be agreed only after both sides have moved\n");
    BRINGS(scene_event(3, SIMUL_EVENT_ACCEPT, 1, NULL), "refused board 1 reason there is no offer to answer\n");
    scene_reply(10, 1, "e7e5");
    BRINGS(scene_event(20, SIMUL_EVENT_REPLY, 0, "g1f3"), "offer board 1 by opponent state declined\n");
    scene_asked(20, 1);
    scene_reply(30, 1, "b8c6");
    SHOWS(scene_event(40, SIMUL_EVENT_OFFER, 0, NULL), "offer board 1 by exhibitor state made\n[offer 1]\n");
    scene_event(50, SIMUL_EVENT_REPLY, 0, "f1b5");
    scene_asked(50, 1);
    BRINGS(scene_event(60, SIMUL_EVENT_ACCEPT, 1, NULL),
           "offer board 1 by exhibitor state accepted\nend board 1 result 1/2-1/2 termination normal reason draw agreed (Article 5.2.3)\n");
}

static void a_offers_until_the_next_reply(void)
{
    scene_set(1);
    scene_settings.exhibitor_person = true;
    scene_open(1);
    scene_event(10, SIMUL_EVENT_OFFER, 0, NULL);
    scene_event(20, SIMUL_EVENT_REPLY, 0, "e2e4");
    scene_asked(20, 1);
    BRINGS(scene_reply(30, 1, "e7e5"), "offer board 1 by exhibitor state declined\n");
}

static void an_engine_accepts_by_its_score(void)
{
    scene_set(1);
    scene_settings.draws = SIMUL_DRAWS_ACCEPT;
    scene_settings.draws_cp = 10;
    with_fen(1, START_AFTER_E4);
    scene_reply(1, 1, "e7e5");
    BRINGS(scene_scored_move(2, "g1f3", 0), "move board 1 ");
    scene_asked(2, 1);
    scene_event(3, SIMUL_EVENT_OFFER, 1, NULL);
    scene_reply(4, 1, "b8c6");
    BRINGS(scene_scored_move(5, "f1b5", 11), "offer board 1 by opponent state declined\n");
    scene_asked(5, 1);
    scene_reply(6, 1, "a7a6");
    scene_event(7, SIMUL_EVENT_OFFER, 1, NULL);
    BRINGS(scene_scored_move(8, "b5a4", 10),
           "offer board 1 by opponent state accepted\nend board 1 result 1/2-1/2 termination normal reason draw agreed (Article 5.2.3)\n");
}

static void what_an_engine_says_early_waits_for_a(void)
{
    scene_set(2);
    scene_open(2);
    scene_move(10, "e2e4");
    SHOWS(scene_event(11, SIMUL_EVENT_RESIGN, 1, NULL), "");
    SHOWS(
        scene_move(20, "e2e4"),
        "move board 2 move e2e4 ms 10 san e4 ply 1\n[tell 2]\ndepart board 2\n[think 2]\n"
        "[arrive 1 due]\narrive board 1 round 2 due reply limit 500\n"
        "end board 1 result 1-0 termination normal reason Black resigns (Article 5.1.2)\n[close 1]\n[arrive 2 due ask]\narrive board 2 round 2 due reply limit 500\n");
}

static void people_are_heard_only_while_a_is_there(void)
{
    scene_set(2);
    scene_boards[0].person = true;
    scene_open(2);
    scene_move(10, "e2e4");
    BRINGS(scene_event(11, SIMUL_EVENT_RESIGN, 1, NULL), "refused board 1 reason A is at another board: wait until A stands here\n");
    BRINGS(scene_event(11, SIMUL_EVENT_OFFER, 1, NULL), "refused board 1 reason A is at another board: wait until A stands here\n");
}

static void a_may_concede_anywhere(void)
{
    scene_set(2);
    scene_settings.exhibitor_person = true;
    scene_open(2);
    SHOWS(scene_give(5, &(SimulEvent){.kind = SIMUL_EVENT_RESIGN, .seat = 0, .board = 2}),
          "end board 2 result 0-1 termination normal reason White resigns (Article 5.1.2)\n[close 2]\n");
}

/* ---- E5: clocks ---- */

static void a_flag_falls_on_one_board(void)
{
    scene_set(2);
    scene_settings.movetime_ms = 0;
    snprintf(scene_settings.tc, sizeof scene_settings.tc, "2");
    scene_open(2);
    scene_move(500, "e2e4");
    CHECK_INT(scene_deadline_ms, 2500);
    BRINGS(scene_deadline(), "[A cancel]\nend board 2 result 0-1 termination time forfeit reason White runs out of time (Article 6.9)\n");
    scene_asked(2500, 1);
    scene_reply(2600, 1, "e7e5");
    CHECK_INT(scene_deadline_ms, 4100);
}

static void the_halls_flag_ends_every_game(void)
{
    scene_set(3);
    scene_settings.movetime_ms = 0;
    scene_settings.clock_place = SIMUL_CLOCK_HALL;
    snprintf(scene_settings.tc, sizeof scene_settings.tc, "2");
    scene_open(3);
    scene_move(1500, "e2e4");
    CHECK_INT(scene_deadline_ms, 2000);
    BRINGS(scene_deadline(), "done wins 0 draws 0 losses 3 unfinished 0 rounds 1\n");
}

static void an_opponents_clock_runs_while_a_waits(void)
{
    scene_set(1);
    snprintf(scene_settings.opponent_tc, sizeof scene_settings.opponent_tc, "0.3");
    with_fen(1, START_AFTER_E4);
    CHECK_INT(scene_deadline_ms, 300);
    BRINGS(scene_deadline(), "end board 1 result 1-0 termination time forfeit reason Black runs out of time (Article 6.9)\n");
}

/* ---- E6, E7 ---- */

static void who_leaves_or_dies_loses_at_once(void)
{
    scene_set(3);
    scene_open(3);
    SHOWS(
        scene_event(5, SIMUL_EVENT_FAILED, 3, "killed by signal 9"),
        "end board 3 result 1-0 termination abandoned reason Black abandons the game (killed by signal 9; the exhibition's rules)\n[close 3]\n");
    BRINGS(scene_event(6, SIMUL_EVENT_FAILED, 1, "exited"), "[A cancel]\nend board 1 result 1-0 termination abandoned");
    BRINGS(scene_text, "[arrive 2]\n");
}

static void a_missing_player_stops_the_start(void)
{
    scene_set(2);
    scene_make(2);
    scene_operator(0, SIMUL_EVENT_START, 0, NULL);
    scene_event(1, SIMUL_EVENT_READY, 0, NULL);
    SHOWS(scene_event(2, SIMUL_EVENT_FAILED, 2, "no such file"), "");
    SHOWS(
        scene_event(3, SIMUL_EVENT_READY, 1, NULL),
        "error board 2 is not ready: no such file\nerror the exhibition is not started: 1 seat is not ready\n[close 1]\n[close 2]\n[close 0]\n[end]\n");
    SHOWS(scene_operator(4, SIMUL_EVENT_START, 0, NULL), "[open 0]\n[open 1]\n[open 2]\n");
}

static void a_missing_player_may_forfeit_instead(void)
{
    scene_set(2);
    scene_settings.absent = SIMUL_ABSENT_FORFEIT;
    scene_make(2);
    scene_operator(0, SIMUL_EVENT_START, 0, NULL);
    scene_event(1, SIMUL_EVENT_READY, 0, NULL);
    scene_event(2, SIMUL_EVENT_FAILED, 1, "no such file");
    BRINGS(
        scene_event(3, SIMUL_EVENT_READY, 2, NULL),
        "end board 1 result 1-0 termination abandoned reason Black abandons the game (no such file; the exhibition's rules)\n[close 1]\n[arrive 2]\n");
}

static void a_is_stopped_at_its_limit_and_overruns_are_noted(void)
{
    scene_set(1);
    scene_open(1);
    SHOWS(scene_deadline(), "[A stop]\n");
    BRINGS(scene_move(1021, "e2e4"), "incident board 1 A took 1021 ms of 1000\nmove board 1 ");
    scene_set(1);
    scene_open(1);
    scene_deadline();
    CHECK(strstr(scene_move(1020, "e2e4"), "incident") == NULL);
}

static void an_engine_playing_a_is_restarted_once(void)
{
    scene_set(1);
    scene_open(1);
    SHOWS(scene_event(100, SIMUL_EVENT_FAILED, 0, "exit status 139"), "incident board 0 side A failed: exit status 139\n[A restart]\n");
    SHOWS(scene_event(200, SIMUL_EVENT_READY, 0, NULL), "[A thinks at 1]\n");
    SHOWS(
        scene_event(300, SIMUL_EVENT_FAILED, 0, "exit status 139"),
        "incident board 0 side A failed: exit status 139\nerror side A failed (exit status 139): the exhibition is paused and saved; `resume` tries again\npaused\n");
    SHOWS(scene_operator(400, SIMUL_EVENT_RESUME, 0, NULL), "resumed\n[A restart]\n");
    BRINGS(scene_event(500, SIMUL_EVENT_READY, 0, NULL), "[A thinks at 1]\n");
    BRINGS(scene_move(600, "e2e4"), "move board 1 move e2e4 ms 100 ");
}

static void a_that_hangs_is_restarted(void)
{
    scene_set(1);
    scene_open(1);
    scene_deadline();
    CHECK_INT(scene_deadline_ms, 6000);
    SHOWS(scene_deadline(), "[A cancel]\nincident board 0 side A failed: no answer after `stop`\n[A restart]\n");
}

static void an_illegal_move_by_a_costs_that_board(void)
{
    scene_set(2);
    scene_open(2);
    BRINGS(scene_move(10, "e2e5"), "end board 1 result 0-1 termination rules infraction reason White makes an illegal move (e2e5: ");
    BRINGS(scene_text, "[arrive 2]\n");
}

/* ---- W14: adjudication ---- */

static void scores_and_length_end_games(void)
{
    scene_set(1);
    scene_settings.adjudicate_cp = 500;
    scene_settings.adjudicate_moves = 2;
    scene_open(1);
    scene_scored_move(10, "e2e4", 500);
    scene_asked(10, 1);
    scene_reply(20, 1, "e7e5");
    BRINGS(scene_scored_move(30, "g1f3", 800),
           "end board 1 result 1-0 termination adjudication reason adjudicated (A's score has been beyond 500 for 2 moves)\n");
    scene_set(1);
    scene_settings.maxmoves = 1;
    scene_open(1);
    scene_move(10, "e2e4");
    scene_asked(10, 1);
    BRINGS(scene_reply(20, 1, "e7e5"), "end board 1 result 1/2-1/2 termination adjudication reason adjudicated (1 move has been played)\n");
}

static void the_operator_adjudicates(void)
{
    scene_set(2);
    scene_open(2);
    BRINGS(scene_operator(1, SIMUL_EVENT_ADJUDICATE, 2, "1/2-1/2"),
           "end board 2 result 1/2-1/2 termination adjudication reason adjudicated (by the arbiter)\n");
    BRINGS(scene_operator(1, SIMUL_EVENT_ADJUDICATE, 2, "1-0"), "refused board 2 reason no game is in play there\n");
    BRINGS(scene_operator(1, SIMUL_EVENT_ADJUDICATE, 1, "maybe"), "refused board 1 reason the result is 1-0, 0-1, 1/2-1/2 or *\n");
}

/* What tables say is said to the core: with `adjudicate` it ends the game, else it is kept for an early end, as long as the position
 * stands. */
static void tables_judge(void)
{
    scene_set(2);
    scene_settings.adjudicate_cp = 500;
    scene_open(2);
    BRINGS(scene_operator(1, SIMUL_EVENT_TABLES, 2, "0-1 KQvK"),
           "end board 2 result 0-1 termination adjudication reason adjudicated (endgame tables, KQvK)\n");
    SHOWS(scene_operator(1, SIMUL_EVENT_TABLES, 2, "1-0 KQvK"), "");
    SHOWS(scene_operator(1, SIMUL_EVENT_TABLES, 1, "maybe"), "");
    scene_set(2);
    scene_settings.unfinished = SIMUL_UNFINISHED_SCORE;
    scene_open(2);
    SHOWS(scene_operator(1, SIMUL_EVENT_TABLES, 2, "1-0 KQvK"), "");
    const char *said = scene_operator(2, SIMUL_EVENT_ABORT, 0, NULL);
    BRINGS(said, "end board 1 result 1/2-1/2 termination adjudication reason adjudicated (the exhibition was ended early)\n");
    BRINGS(said, "end board 2 result 1-0 termination adjudication reason adjudicated (the exhibition was ended early; endgame tables)\n");
}

/* ---- W15 ---- */

static void scores_are_hidden_from_people(void)
{
    scene_set(2);
    scene_boards[1].person = true;
    scene_open(2);
    CHECK(strstr(scene_scored_move(10, "e2e4", 30), "score") == NULL);
    SimulBoardView view;
    simul_core_view(scene_core, 1, &view);
    CHECK_INT(view.plies[0].score, 30);
}

static void wrong_setups_are_refused(void)
{
    char error[SIMUL_ERROR_SIZE];
    scene_set(2);
    scene_boards[1].fen = "8/8/8/8/8/8/8/8 w - - 0 1";
    CHECK(simul_core_create(&scene_settings, scene_boards, 2, NULL, error) == NULL);
    CHECK_MSG(strncmp(error, "board 2: ", 9) == 0, "%s", error);
    scene_boards[1].fen = "";
    scene_boards[1].moves = "e2e4 e7e5 e1e3";
    CHECK(simul_core_create(&scene_settings, scene_boards, 2, NULL, error) == NULL);
    CHECK_STR(error, "board 2: the opening's move 'e1e3' is not legal");
    scene_boards[1].moves = "";
    scene_settings.reply_engine_ms = 0;
    CHECK(simul_core_create(&scene_settings, scene_boards, 2, NULL, error) == NULL);
    CHECK_STR(error, "reply-engines: out of its range");
}

static void openings_moves_belong_to_the_game(void)
{
    scene_set(1);
    scene_boards[0].moves = "e2e4 e7e5";
    scene_open(1);
    SimulBoardView view;
    simul_core_view(scene_core, 1, &view);
    CHECK_INT(view.game->move_count, 2);
    BRINGS(scene_move(10, "g1f3"), "move board 1 move g1f3 ms 10 san Nf3 ply 3\n");
}

int main(void)
{
    chess_init();
    mate_ends_the_game_and_the_exhibition();
    a_reply_that_stalemates_ends_the_visit();
    bare_kings_are_dead_at_once();
    mate_comes_before_seventy_five_moves();
    the_arbiter_claims_the_third_occurrence();
    under_fide_the_fifth_needs_no_claim();
    under_fide_a_claim_is_judged();
    time_added_to_a_running_clock_moves_its_deadline();
    an_engines_illegal_move_loses();
    three_fouls_where_they_are_allowed();
    a_persons_impossible_texts_are_refused_only();
    a_person_may_mistype_and_err_once();
    a_pawn_left_on_the_last_rank_stands_as_a_queen();
    nobody_loses_to_a_bare_king();
    what_is_touched_binds();
    a_touch_binds_for_one_move_only();
    adjusting_binds_to_nothing();
    a_release_fixes_the_square();
    an_offer_is_declined_or_answered();
    a_offers_until_the_next_reply();
    an_engine_accepts_by_its_score();
    what_an_engine_says_early_waits_for_a();
    people_are_heard_only_while_a_is_there();
    a_may_concede_anywhere();
    a_flag_falls_on_one_board();
    the_halls_flag_ends_every_game();
    an_opponents_clock_runs_while_a_waits();
    who_leaves_or_dies_loses_at_once();
    a_missing_player_stops_the_start();
    a_missing_player_may_forfeit_instead();
    a_is_stopped_at_its_limit_and_overruns_are_noted();
    an_engine_playing_a_is_restarted_once();
    a_that_hangs_is_restarted();
    an_illegal_move_by_a_costs_that_board();
    scores_and_length_end_games();
    the_operator_adjudicates();
    tables_judge();
    scores_are_hidden_from_people();
    wrong_setups_are_refused();
    openings_moves_belong_to_the_game();
    simul_core_destroy(scene_core);
    return test_end("simul/core_games");
}
