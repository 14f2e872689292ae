/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * An exhibition under test: real seats, real processes, everything announced written down.
 */
#ifndef CAROUSEL_TESTS_SIMUL_CONTROLLER_TEST_H
#define CAROUSEL_TESTS_SIMUL_CONTROLLER_TEST_H

#include "chess/chess.h"
#include "control/controller.h"
#include "seats/kinds.h"
#include "system/clock.h"
#include "system/descriptor.h"
#include "system/thread.h"
#include "test.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SHOW_BOARDS = 8, SHOW_PATIENCE_S = 40 };

/* What was announced. Written on the controller's thread, read once it has ended. */
typedef struct Show {
    char moves[SHOW_BOARDS + 1][2048];
    char result[SHOW_BOARDS + 1][8];
    char termination[SHOW_BOARDS + 1][32];
    char reason[SHOW_BOARDS + 1][256];
    char incidents[4096]; /* "board text|" */
    char errors[2048];
    int lates[SHOW_BOARDS + 1];
    int pauses, dones;
    int wins, draws, losses, unfinished;
    bool ended, remain;
    int ends;    /* reported */
    Mutex mutex; /* guards what a test looks at while the show goes on: `pauses`, `visits` */
    int visits;
    int64_t dawdle_ms; /* the controller is held up so long at every arrival */
} Show;

static void show_append(char *text, size_t size, const char *more)
{
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s", more);
}

static void show_announce(void *context, const SimulAnnouncement *says)
{
    Show *show = context;
    char line[400];
    int board = says->board >= 0 && says->board <= SHOW_BOARDS ? says->board : 0;
    mutex_lock(&show->mutex);
    switch (says->kind) {
    case SIMUL_SAYS_ARRIVE: show->visits++; break;
    case SIMUL_SAYS_MOVE:
    case SIMUL_SAYS_REPLY:
        snprintf(line, sizeof line, "%s ", says->move);
        show_append(show->moves[board], sizeof show->moves[board], line);
        break;
    case SIMUL_SAYS_END:
        snprintf(show->result[board], sizeof show->result[board], "%s", result_text(says->result));
        snprintf(show->termination[board], sizeof show->termination[board], "%s", says->termination);
        snprintf(show->reason[board], sizeof show->reason[board], "%s", says->text);
        break;
    case SIMUL_SAYS_LATE: show->lates[board]++; break;
    case SIMUL_SAYS_INCIDENT:
        snprintf(line, sizeof line, "%d %.380s|", says->board, says->text);
        show_append(show->incidents, sizeof show->incidents, line);
        break;
    case SIMUL_SAYS_ERROR:
        snprintf(line, sizeof line, "%.390s|", says->text);
        show_append(show->errors, sizeof show->errors, line);
        break;
    case SIMUL_SAYS_PAUSED: show->pauses++; break;
    case SIMUL_SAYS_DONE:
        show->dones++;
        show->wins = says->wins;
        show->draws = says->draws;
        show->losses = says->losses;
        show->unfinished = says->unfinished;
        break;
    default: break;
    }
    mutex_unlock(&show->mutex);
    if (says->kind == SIMUL_SAYS_ARRIVE && show->dawdle_ms > 0)
        system_sleep_until(system_now_ns() + show->dawdle_ms * 1000000);
}

static void show_ended(void *context, bool remain)
{
    Show *show = context;
    show->ended = true;
    show->ends++;
    show->remain = remain;
}

/* Few nodes, a table cleared a visit, short games: the same moves on every machine. Time is long where it is not tested. */
static SimulSettings show_settings(void)
{
    SimulSettings settings;
    simul_settings_default(&settings);
    snprintf(settings.date, sizeof settings.date, "2026.01.31");
    snprintf(settings.exhibitor_spec, sizeof settings.exhibitor_spec, "builtin hash 1 fresh");
    settings.movetime_ms = 0;
    settings.nodes = 300;
    settings.maxmoves = 4;
    settings.thinkers = 2;
    settings.reply_engine_ms = 20000;
    settings.start_ms = 10000;
    settings.overrun_ms = 100000;
    return settings;
}

/* The words of a scripted engine's seat. */
static const char *fake_spec(char spec[512], const char *keys, const char *words)
{
    const char *tools = getenv("TOOLS");
    snprintf(spec, 512, "engine %s %s/fake_engine %s", keys, tools != NULL ? tools : "build/check/tests/tools", words);
    return spec;
}

static Controller *show_open(Show *show, const SimulSettings *settings, const SimulBoardSetup *boards, int count)
{
    char error[SIMUL_ERROR_SIZE];
    int64_t dawdle_ms = show->dawdle_ms;
    memset(show, 0, sizeof *show);
    show->dawdle_ms = dawdle_ms;
    mutex_init(&show->mutex);
    ControllerSetup setup = {
        .settings = settings,
        .boards = boards,
        .count = count,
        .seats = &seat_kinds,
        .announce = show_announce,
        .ended = show_ended,
        .context = show,
    };
    Controller *controller = controller_create(&setup, NULL, error);
    CHECK_MSG(controller != NULL, "not created: %s", error);
    return controller;
}

static void show_command(Controller *controller, SimulEventKind kind)
{
    CHECK(controller_post(controller, &(SimulEvent){.kind = kind, .seat = SIMUL_OPERATOR}));
}

static bool show_wait(Controller *controller)
{
    return controller_wait(controller, system_now_ns() + SHOW_PATIENCE_S * (int64_t)1000000000);
}

/* What an exhibition must give back. */
typedef struct Holdings {
    size_t descriptors;
    size_t threads;      /* 0 where that cannot be told, as below */
    long memory_pages;   /* all that is in the machine's memory */
    long most_kilobytes; /* … and at most was so far */
} Holdings;

static size_t count_threads(void)
{
    size_t count = 0;
    DIR *folder = opendir("/proc/self/task");
    while (folder != NULL && readdir(folder) != NULL)
        count++;
    if (folder != NULL)
        closedir(folder);
    return count;
}

static Holdings holdings_now(void)
{
    Holdings now = {.descriptors = descriptor_count_open(), .threads = count_threads()};
    struct rusage used;
    long whole;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%ld %ld", &whole, &now.memory_pages) != 2)
        now.memory_pages = 0;
    if (file != NULL)
        fclose(file);
    if (getrusage(RUSAGE_SELF, &used) == 0)
        now.most_kilobytes = used.ru_maxrss;
    return now;
}

/* `generous`: under a sanitizer, which keeps what is freed and may have a thread of its own, and before the first exhibition, after which its tables are there. */
static void holdings_check(const Holdings *before, bool generous, const char *what)
{
    enum { LEFT_PAGES = 2048, MOST_KILOBYTES = 65536 };
    const Holdings after = holdings_now();
    CHECK_MSG(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD, "%s: a child is left", what);
    CHECK_MSG(after.descriptors == before->descriptors, "%s: %zu descriptors, %zu before", what, after.descriptors, before->descriptors);
    if (generous)
        return;
    CHECK_MSG(after.threads == before->threads, "%s: %zu threads, %zu before", what, after.threads, before->threads);
    CHECK_MSG(after.memory_pages <= before->memory_pages + LEFT_PAGES, "%s: %ld pages of memory, %ld before", what, after.memory_pages,
              before->memory_pages);
    CHECK_MSG(after.most_kilobytes <= before->most_kilobytes + MOST_KILOBYTES, "%s: up to %ld KB of memory, %ld before", what,
              after.most_kilobytes, before->most_kilobytes);
}

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANITIZED true
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED true
#endif
#endif
#ifndef SANITIZED
#define SANITIZED false
#endif

/* From start to end; nothing of it may be left afterwards. */
__attribute__((unused)) static void show_run(Show *show, const SimulSettings *settings, const SimulBoardSetup *boards, int count,
                                             const char *what)
{
    static bool again;
    const Holdings before = holdings_now();
    Controller *controller = show_open(show, settings, boards, count);
    if (controller == NULL)
        return;
    show_command(controller, SIMUL_EVENT_START);
    CHECK_MSG(show_wait(controller), "%s: does not end; %s", what, show->incidents);
    controller_destroy(controller);
    holdings_check(&before, SANITIZED || !again, what);
    again = true;
}

#endif
