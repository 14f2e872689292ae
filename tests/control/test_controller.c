/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The controller with real seats: beginnings that fail, side A's own failures, stopping and going on, built-in players,
 * opponents on another machine, too few descriptors.
 */
#include "control/controller_test.h"
#include "system/file.h"

#include <sys/resource.h>

static void two_boards(SimulBoardSetup boards[2], char specs[2][512], const char *second)
{
    for (int i = 0; i < 2; i++)
        simul_board_default(&boards[i]);
    boards[0].spec = fake_spec(specs[0], "", "seed=1");
    boards[1].spec = fake_spec(specs[1], "", second);
}

static void test_refused_start(void)
{
    static Show show;
    SimulBoardSetup boards[2];
    char specs[2][512];
    SimulSettings settings = show_settings();
    two_boards(boards, specs, "handshake=exit");
    show_run(&show, &settings, boards, 2, "refused start");
    CHECK_STR(show.errors, "board 2 is not ready: exited with status 7|the exhibition is not started: 1 seat is not ready|");
    CHECK_INT(show.visits, 0);
    boards[1].spec = "engine ./no-such-engine";
    show_run(&show, &settings, boards, 2, "no such engine");
    CHECK_STR(show.errors, "board 2 is not ready: cannot start './no-such-engine': No such file or directory|"
                           "the exhibition is not started: 1 seat is not ready|");
    boards[1].spec = "engine protocol ftp ./engine";
    show_run(&show, &settings, boards, 2, "bad spec");
    CHECK_STR(show.errors, "board 2 is not ready: engine protocol: auto, uci or xboard expected, not 'ftp'|"
                           "the exhibition is not started: 1 seat is not ready|");
    settings.absent = SIMUL_ABSENT_FORFEIT;
    two_boards(boards, specs, "handshake=exit");
    show_run(&show, &settings, boards, 2, "absent");
    CHECK_STR(show.result[2], "1-0");
    CHECK_STR(show.termination[2], "abandoned");
    CHECK_STR(show.termination[1], "adjudication");
}

/* Side A is an engine that fails: restarted once a visit; if that does not help the exhibition pauses and loses nothing. */
static void test_exhibitor_failures(void)
{
    static Show show;
    SimulBoardSetup boards[2];
    char specs[2][512], exhibitor[512];
    SimulSettings settings = show_settings();
    two_boards(boards, specs, "seed=5");
    static const char *const failures[] = {"crash at=3", "exit=0 at=4", "close at=3", "silent at=3"};
    for (size_t i = 0; i < sizeof failures / sizeof failures[0]; i++) {
        snprintf(settings.exhibitor_spec, sizeof settings.exhibitor_spec, "%s", fake_spec(exhibitor, "", failures[i]));
        settings.maxmoves = 2;
        settings.nodes = i == 3 ? 0 : 300;
        settings.movetime_ms = i == 3 ? 100 : 0;
        settings.hang_ms = 300;
        show_run(&show, &settings, boards, 2, failures[i]);
        CHECK_MSG(strcmp(show.termination[1], "adjudication") == 0 && strcmp(show.termination[2], "adjudication") == 0, "%s: %s, %s",
                  failures[i], show.reason[1], show.reason[2]);
    }
}

static bool wait_for_pause(Show *show)
{
    for (int i = 0; i < 1500; i++) {
        mutex_lock(&show->mutex);
        bool paused = show->pauses > 0;
        mutex_unlock(&show->mutex);
        if (paused)
            return true;
        system_sleep_until(system_now_ns() + 10000000);
    }
    return false;
}

static void test_exhibitor_gone(void)
{
    static Show show;
    SimulBoardSetup boards[2];
    char specs[2][512], exhibitor[512];
    SimulSettings settings = show_settings();
    two_boards(boards, specs, "seed=5");
    snprintf(settings.exhibitor_spec, sizeof settings.exhibitor_spec, "%s", fake_spec(exhibitor, "", "crash always at=1"));
    Controller *controller = show_open(&show, &settings, boards, 2);
    show_command(controller, SIMUL_EVENT_START);
    CHECK(wait_for_pause(&show));
    show_command(controller, SIMUL_EVENT_ABORT);
    CHECK(show_wait(controller));
    controller_destroy(controller);
    CHECK_INT(show.unfinished, 2);
    CHECK_INT(show.losses, 0);
    CHECK(show.remain);
    CHECK(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
}

static void wait_for_visits(Show *show, int visits)
{
    for (int i = 0; i < 2000; i++) {
        mutex_lock(&show->mutex);
        int now = show->visits;
        mutex_unlock(&show->mutex);
        if (now >= visits)
            break;
        system_sleep_until(system_now_ns() + 1000000);
    }
}

/* Stopped in the middle, and gone on with: the same games as without the stop. */
static void test_stop_and_go_on(void)
{
    static Show show, plain;
    SimulBoardSetup boards[2];
    char specs[2][512];
    SimulSettings settings = show_settings();
    settings.maxmoves = 30;
    two_boards(boards, specs, "seed=5");
    show_run(&plain, &settings, boards, 2, "without a stop");
    Controller *controller = show_open(&show, &settings, boards, 2);
    show_command(controller, SIMUL_EVENT_START);
    wait_for_visits(&show, 7);
    show_command(controller, SIMUL_EVENT_STOP);
    CHECK(show_wait(controller));
    CHECK(show.remain);
    CHECK_MSG(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD, "a child is left after the stop");
    show_command(controller, SIMUL_EVENT_REOPEN);
    CHECK(show_wait(controller));
    CHECK(!show.remain);
    controller_destroy(controller);
    for (int board = 1; board <= 2; board++) {
        CHECK_STR(show.moves[board], plain.moves[board]);
        CHECK_STR(show.reason[board], plain.reason[board]);
    }
}

/* Gone on with while those who were sent off are still leaving: that end is not reported any more, only the last one. */
static void test_reopened_at_once(void)
{
    static Show show, plain;
    SimulBoardSetup boards[2];
    char specs[2][512];
    SimulSettings settings = show_settings();
    settings.maxmoves = 12;
    two_boards(boards, specs, "seed=5");
    show_run(&plain, &settings, boards, 2, "without a stop");
    two_boards(boards, specs, "seed=5 at=3 late=1600 ignore-quit ignore-term"); /* and plays on for longer than that takes */
    Controller *controller = show_open(&show, &settings, boards, 2);
    show_command(controller, SIMUL_EVENT_START);
    wait_for_visits(&show, 7);
    show_command(controller, SIMUL_EVENT_ABORT);
    show_command(controller, SIMUL_EVENT_REOPEN);
    CHECK(show_wait(controller));
    CHECK(!show.remain);
    controller_destroy(controller);
    CHECK_INT(show.dones, 2);
    CHECK_INT(show.ends, 1);
    for (int board = 1; board <= 2; board++)
        CHECK_STR(show.reason[board], plain.reason[board]);
}

/* `unfinished score` is for who ends it early: the end of the program leaves the games as they stand. */
static void test_destroyed_unjudged(void)
{
    static Show show;
    SimulBoardSetup boards[2];
    char specs[2][512];
    SimulSettings settings = show_settings();
    settings.maxmoves = 200;
    settings.unfinished = SIMUL_UNFINISHED_SCORE;
    two_boards(boards, specs, "seed=5");
    Controller *controller = show_open(&show, &settings, boards, 2);
    show_command(controller, SIMUL_EVENT_START);
    wait_for_visits(&show, 7);
    controller_destroy(controller);
    CHECK_INT(show.dones, 1);
    CHECK_INT(show.unfinished, 2);
}

/* Ended while everybody thinks. */
static void test_destroyed_in_play(void)
{
    static Show show;
    SimulBoardSetup boards[2];
    char specs[2][512];
    size_t before = descriptor_count_open();
    SimulSettings settings = show_settings();
    settings.nodes = 0;
    settings.movetime_ms = 60000;
    two_boards(boards, specs, "late=60000 always at=1 ignore-quit");
    Controller *controller = show_open(&show, &settings, boards, 2);
    show_command(controller, SIMUL_EVENT_START);
    wait_for_visits(&show, 1);
    controller_destroy(controller);
    CHECK(show.ended || show.visits > 0);
    CHECK(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
    CHECK_INT(descriptor_count_open(), before);
}

/* `late pass` with a real process: A moves on, the late answer is held and played at the next arrival. */
static void test_late_pass(void)
{
    static Show show, plain;
    SimulBoardSetup boards[2];
    char specs[2][512];
    SimulSettings settings = show_settings();
    settings.late = SIMUL_LATE_PASS;
    two_boards(boards, specs, "seed=5");
    show_run(&plain, &settings, boards, 2, "nobody late");
    two_boards(boards, specs, "seed=5 at=2 late=700");
    boards[1].reply_ms = 300;
    /* The other one takes a second, once, so that A is away long enough. */
    boards[0].spec = fake_spec(specs[0], "", "seed=1 at=3 late=1500");
    show_run(&show, &settings, boards, 2, "late pass");
    CHECK_INT(show.lates[2], 1);
    CHECK_INT(show.lates[1], 0);
    for (int board = 1; board <= 2; board++) {
        CHECK_STR(show.moves[board], plain.moves[board]);
        CHECK_STR(show.termination[board], "adjudication");
    }
    CHECK_STR(show.incidents, "");
}

/* Our own slowness is not charged to an opponent: an answer that is there when the deadline is looked at is in time. */
static void test_own_slowness(void)
{
    static Show show;
    SimulBoardSetup boards[2];
    char specs[2][512];
    SimulSettings settings = show_settings();
    settings.reply_engine_ms = 150;
    settings.maxmoves = 2;
    two_boards(boards, specs, "seed=5");
    show.dawdle_ms = 400;
    show_run(&show, &settings, boards, 2, "own slowness");
    show.dawdle_ms = 0;
    CHECK_INT(show.lates[1] + show.lates[2], 0);
    CHECK_STR(show.termination[1], "adjudication");
    CHECK_STR(show.termination[2], "adjudication");
}

/* Built-in opponents answer the same however many threads think for them. */
static void test_builtins(void)
{
    static Show one, three;
    SimulBoardSetup boards[6];
    SimulSettings settings = show_settings();
    for (int i = 0; i < 6; i++) {
        simul_board_default(&boards[i]);
        boards[i].spec = i % 2 == 0 ? "builtin nodes 200" : "builtin elo 1200";
    }
    settings.thinkers = 1;
    show_run(&one, &settings, boards, 6, "one thinker");
    settings.thinkers = 3;
    show_run(&three, &settings, boards, 6, "three thinkers");
    for (int board = 1; board <= 6; board++) {
        CHECK_INT(strlen(one.moves[board]), 40);
        CHECK_STR(three.moves[board], one.moves[board]);
    }
}

static void test_chess960_and_colours(void)
{
    static Show show;
    SimulBoardSetup boards[2];
    char specs[2][512], exhibitor[512];
    SimulSettings settings = show_settings();
    settings.color = SIMUL_COLOR_ALTERNATE;
    settings.maxmoves = 20;
    snprintf(settings.exhibitor_spec, sizeof settings.exhibitor_spec, "%s", fake_spec(exhibitor, "", "960 seed=9"));
    two_boards(boards, specs, "960 seed=5");
    boards[1].fen = "bnrkrqnb/pppppppp/8/8/8/8/PPPPPPPP/BNRKRQNB w KQkq - 0 1";
    show_run(&show, &settings, boards, 2, "Chess960");
    CHECK_STR(show.termination[1], "adjudication");
    CHECK_STR(show.termination[2], "adjudication");
    CHECK_STR(show.incidents, "");
}

/* An opponent at the end of a slow line; the line is cut. */
static void test_relay(void)
{
    static Show show;
    SimulBoardSetup boards[2];
    char specs[2][512], fake[256];
    char tools[200];
    snprintf(tools, sizeof tools, "%s", getenv("TOOLS") != NULL ? getenv("TOOLS") : "build/check/tests/tools");
    SimulSettings settings = show_settings();
    settings.maxmoves = 6;
    settings.lag_ms = 200;
    snprintf(fake, sizeof fake, "%s/fake_engine", tools);
    two_boards(boards, specs, "seed=5");
    snprintf(specs[1], sizeof specs[1], "engine remote %s/relay 40 0 %s seed=5", tools, fake);
    boards[1].remote = true;
    show_run(&show, &settings, boards, 2, "slow line");
    CHECK_STR(show.termination[2], "adjudication");
    snprintf(specs[1], sizeof specs[1], "engine remote %s/relay 10 450 %s seed=5", tools, fake);
    show_run(&show, &settings, boards, 2, "line cut");
    CHECK_STR(show.result[2], "1-0");
    CHECK_STR(show.termination[2], "abandoned");
    CHECK_STR(show.termination[1], "adjudication");
}

/* In a process of its own, as the limit cannot be raised again. */
static void test_descriptors(void)
{
    pid_t child = fork();
    if (child == 0) {
        struct rlimit limit = {.rlim_cur = 80, .rlim_max = 80};
        SimulBoardSetup boards[8];
        SimulSettings settings = show_settings();
        char spec[512], error[SIMUL_ERROR_SIZE];
        fake_spec(spec, "", "");
        for (int i = 0; i < 8; i++) {
            simul_board_default(&boards[i]);
            boards[i].spec = spec;
        }
        setrlimit(RLIMIT_NOFILE, &limit);
        ControllerSetup setup = {.settings = &settings, .boards = boards, .count = 8, .seats = &seat_kinds};
        Controller *controller = controller_create(&setup, NULL, error);
        bool ok = controller == NULL && strstr(error, " open files are needed, the limit is 80 (see ulimit -n)") != NULL;
        if (!ok)
            fprintf(stderr, "created in spite of the limit, or: %s\n", error);
        controller_destroy(controller);
        _exit(ok ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    CHECK_INT(status, 0);
}

int main(void)
{
    chess_init();
    system_ignore_broken_pipes();
    test_descriptors();
    test_refused_start();
    test_exhibitor_failures();
    test_exhibitor_gone();
    test_stop_and_go_on();
    test_reopened_at_once();
    test_destroyed_unjudged();
    test_destroyed_in_play();
    test_late_pass();
    test_own_slowness();
    test_builtins();
    test_chess960_and_colours();
    test_relay();
    return test_end("simul/controller");
}
