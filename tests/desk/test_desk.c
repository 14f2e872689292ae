/* SPDX-License-Identifier: GPL-3.0-only */
/* The desk in every phase of an exhibition: each command is answered, and none leaves the organizer at a dead end. */
#include "test.h"

#include "base/units.h"
#include "chess/chess.h"
#include "desk/desk.h"
#include "system/clock.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { PATIENCE_MS = 8000 };

/* What has been answered and announced since the last forget(), a line each; announcements come from another thread. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char said[16384];

static void hear(const char *line)
{
    pthread_mutex_lock(&mutex);
    strncat(said, line, sizeof said - strlen(said) - 1);
    strncat(said, "\n", sizeof said - strlen(said) - 1);
    pthread_mutex_unlock(&mutex);
}

static void on_answer(void *context, const char *line)
{
    (void)context;
    hear(line);
}

static void on_announce(void *context, const SimulAnnouncement *announcement)
{
    char line[1024];
    (void)context;
    simul_announcement_text(announcement, line, sizeof line);
    hear(line);
}

static void forget(void)
{
    pthread_mutex_lock(&mutex);
    said[0] = '\0';
    pthread_mutex_unlock(&mutex);
}

static bool heard(const char *text)
{
    pthread_mutex_lock(&mutex);
    const bool found = strstr(said, text) != NULL;
    pthread_mutex_unlock(&mutex);
    return found;
}

static bool wait_for(const char *text)
{
    const int64_t until_ns = system_now_ns() + PATIENCE_MS * NS_PER_MS;
    while (!heard(text) && system_now_ns() < until_ns)
        usleep(1000);
    return heard(text);
}

static bool say(Desk *desk, const char *line)
{
    return desk_command(desk, text_of(line), 0);
}

static const char MANUAL[] = "new boards 1 nodes 50 reply 100000 pgn none journal none";

/* How each phase is come to: lines, and what is to be heard then. `cat` is an engine that never gets ready, and ends at once. */
static const struct {
    const char *name, *lines[6], *until;
} PHASES[] = {
    {"nothing", {NULL}, NULL},
    {"planned", {MANUAL, "seat 1 manual"}, NULL},
    {"opening", {"new boards 1 nodes 50 start-limit 100000 pgn none journal none", "seat 1 engine cat", "start"}, NULL},
    {"refused", {"new boards 1 nodes 50 pgn none journal none", "seat 1 engine /nowhere/engine", "start"}, "error"},
    {"abandoned", {"new boards 1 nodes 50 start-limit 100000 pgn none journal none", "seat 1 engine cat", "start", "abort"}, NULL},
    {"running", {MANUAL, "seat 1 manual", "start"}, "round 2 due reply"},
    {"paused", {MANUAL, "seat 1 manual", "start", "pause"}, "paused"},
    {"stopped", {MANUAL, "seat 1 manual", "start", "abort"}, "done"},
    {"over", {MANUAL, "seat 1 manual", "start", "adjudicate 1 1-0"}, "done"},
};

/* clang-format off */
static const char *const COMMANDS[] = {
    "help", "new", "new file /nowhere", "seat 1 manual", "seat 1 engine /nowhere/engine", "exhibitor builtin", "start", "pause", "resume",
    "stop", "abort", "load /nowhere", "status", "score", "board 1", "reply 1 e5", "offer 1", "claim 1", "pass 1", "consent 1", "resign 1",
    "touch 1 e7", "move e4", "takeback", "join manual", "leave 1", "adjudicate 1 *", "nonsense",
};
/* clang-format on */

enum { PHASE_COUNT = sizeof PHASES / sizeof *PHASES, COMMAND_COUNT = sizeof COMMANDS / sizeof *COMMANDS };

static Desk *enter(int phase)
{
    const DeskListener listener = {.answer = on_answer, .announce = on_announce};
    Desk *desk = desk_create(&listener);
    if (!CHECK(desk != NULL))
        exit(1);
    forget();
    for (int i = 0; i < 6 && PHASES[phase].lines[i] != NULL; i++) {
        /* What ends or holds the exhibition is said when A has come round to the board. */
        if (i == 3 && phase != 4)
            CHECK_MSG(wait_for("round 2 due reply"), "%s: %s", PHASES[phase].name, said);
        CHECK_MSG(say(desk, PHASES[phase].lines[i]), "%s: %s: %s", PHASES[phase].name, PHASES[phase].lines[i], said);
    }
    if (PHASES[phase].until != NULL)
        CHECK_MSG(wait_for(PHASES[phase].until), "%s: %s", PHASES[phase].name, said);
    return desk;
}

/* Whatever has been said before: an exhibition can be given afterwards. */
static void test_way_on(void)
{
    for (int phase = 0; phase < PHASE_COUNT; phase++)
        for (int command = 0; command < COMMAND_COUNT; command++) {
            Desk *desk = enter(phase);
            say(desk, COMMANDS[command]);
            say(desk, "abort");
            forget();
            bool valid = say(desk, MANUAL) && say(desk, "seat 1 manual") && say(desk, "start") && wait_for("round 2 due reply");
            CHECK_MSG(valid, "%s, %s: %s", PHASES[phase].name, COMMANDS[command], said);
            desk_destroy(desk);
        }
}

/* What is said to orders that have no place in a phase, and what becomes of a plan whose start was refused. */
static void test_answers(void)
{
    static const struct {
        const char *phase, *command, *answer;
    } cases[] = {
        {"nothing", "start", "error start: there is no exhibition yet; `simul new` makes one"},
        {"nothing", "abort", "error abort: no exhibition has been started"},
        {"planned", "status", "status phase planned boards 1"},
        {"opening", "new boards 2", "error new: an exhibition is in progress; `simul stop` or `simul abort` ends it"},
        {"opening", "status", "status phase opening"},
        {"running", "start", "error start: the exhibition is running"},
        {"running", "seat 1 manual", "error seat: the exhibition is in progress; `simul join` adds an opponent"},
        {"running", "move e4", "refused board 1 reason side A is played by a program, it speaks for itself"},
        {"running", "reply 2 e5", "refused board 2 reason there is no such board: they are 1 to 1"},
        {"running", "board 2", "error board: there is no board 2: they are 1 to 1"},
        {"paused", "status", "status phase paused round 2 board 1 stage reply waited "},
        {"stopped", "status", "status phase stopped"},
        {"over", "start", "error start: the exhibition is over; `simul new` makes another"},
        {"over", "stop", "error the exhibition is over"},
        {"over", "reply 1 e5", "refused board 1 reason the exhibition is over"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int phase = 0;
        while (strcmp(PHASES[phase].name, cases[i].phase) != 0)
            phase++;
        Desk *desk = enter(phase);
        forget();
        say(desk, cases[i].command);
        CHECK_MSG(wait_for(cases[i].answer) && strncmp(said, cases[i].answer, strlen(cases[i].answer)) == 0, "%s, %s: %s", cases[i].phase,
                  cases[i].command, said);
        desk_destroy(desk);
    }
}

static void test_refused_plan_is_mended(void)
{
    Desk *desk = enter(3);
    CHECK_STR(PHASES[3].name, "refused");
    forget();
    CHECK(say(desk, "start"));
    CHECK_MSG(wait_for("error"), "%s", said);
    CHECK_MSG(say(desk, "seat 1 manual"), "%s", said);
    forget();
    CHECK(say(desk, "start"));
    CHECK_MSG(wait_for("round 2 due reply"), "%s", said);
    desk_destroy(desk);
    /* One whose seats were being opened as well. */
    desk = enter(4);
    CHECK_MSG(say(desk, "seat 1 manual") && say(desk, "start") && wait_for("round 2 due reply"), "%s", said);
    desk_destroy(desk);
}

/* The clock of the side that is awaited goes on between two events. */
static void test_running_clocks(void)
{
    const DeskListener listener = {.answer = on_answer, .announce = on_announce};
    Desk *desk = desk_create(&listener);
    forget();
    CHECK(say(desk, MANUAL) && say(desk, "seat 1 manual") &&
          say(desk, "new boards 1 nodes 50 reply 100000 pgn none journal none opponent-tc 100 tc 50") && say(desk, "seat 1 manual") &&
          say(desk, "start") && wait_for("round 2 due reply"));
    usleep(300000);
    forget();
    CHECK(say(desk, "board 1"));
    const char *opponent = strstr(said, "clock opponent ");
    const char *exhibitor = strstr(said, "clock exhibitor ");
    if (CHECK_MSG(opponent != NULL && exhibitor != NULL, "%s", said)) {
        const long left = strtol(opponent + strlen("clock opponent "), NULL, 10);
        CHECK_MSG(left <= 99700 && left > 60000, "the opponent's clock shows %ld", left);
        const long still = strtol(exhibitor + strlen("clock exhibitor "), NULL, 10);
        forget();
        CHECK(say(desk, "board 1"));
        exhibitor = strstr(said, "clock exhibitor ");
        CHECK_INT(strtol(exhibitor + strlen("clock exhibitor "), NULL, 10), still);
    }
    desk_destroy(desk);
}

int main(void)
{
    chess_init();
    test_answers();
    test_refused_plan_is_mended();
    test_running_clocks();
    test_way_on();
    return test_end("desk/desk");
}
