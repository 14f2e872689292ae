/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * However an exhibition is ended from outside (signals, end of input, SIGKILL), no engine of it lives on, and what was
 * played is saved.
 */
#include "system/clock.h"
#include "system/descriptor.h"
#include "system/file.h"
#include "system/process.h"
#include "system/wait.h"
#include "test.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

enum { ENGINES = 3 };

#ifdef __linux__ /* elsewhere who leaves the group is out of reach */
#define DAEMON "daemon"
#else
#define DAEMON ""
#endif

static char base[64];

static bool is_locked(const char *path)
{
    int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    bool locked = descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) != 0;
    close(descriptor);
    return locked;
}

static bool all_free(char paths[][96], int count, int64_t ms)
{
    for (int64_t i = 0; i < ms / 20; i++) {
        int locked = 0;
        for (int j = 0; j < count; j++)
            locked += is_locked(paths[j]);
        if (locked == 0)
            return true;
        system_sleep_until(system_now_ns() + 20000000);
    }
    return false;
}

/* Reads until `word` stands in what it said, or its end. */
static bool wait_for(Process *process, const char *word, int64_t ms)
{
    static char text[1 << 16];
    size_t used = 0;
    int64_t until_ns = system_now_ns() + ms * 1000000;
    while (used < sizeof text - 1) {
        Channel channel = channel_make(process->output, CHANNEL_READ);
        size_t done;
        if (system_wait(&channel, 1, until_ns) <= 0 ||
            descriptor_read(process->output, text + used, sizeof text - 1 - used, &done) != TRANSFER_OK)
            return false;
        used += done;
        text[used] = '\0';
        if (strstr(text, word) != NULL)
            return true;
    }
    return false;
}

static bool wait_for_end(Process *process, int64_t ms)
{
    for (int64_t i = 0; i < ms / 20 && !process_has_ended(process); i++) {
        char swallowed[4096];
        size_t done;
        descriptor_read(process->output, swallowed, sizeof swallowed, &done);
        system_sleep_until(system_now_ns() + 20000000);
    }
    return process->ended;
}

/* `says_so`: it ends in order, with score sheets of what stands. `grandchildren`: the engines have children too, deaf to SIGTERM, on Linux in sessions of their own. */
static void test_end_by(const char *how, int signal_number, int times, bool grandchildren, bool says_so)
{
    const char *program = getenv("CAROUSEL") != NULL ? getenv("CAROUSEL") : "./carousel";
    const char *tools = getenv("TOOLS") != NULL ? getenv("TOOLS") : "build/check/tests/tools";
    char opponents[ENGINES][1024], paths[2 * ENGINES][96], pgn[96], unfinished[112], journal[112];
    snprintf(pgn, sizeof pgn, "%s.pgn", base);
    snprintf(unfinished, sizeof unfinished, "%s-unfinished.pgn", base);
    snprintf(journal, sizeof journal, "%s.journal", base);
    for (int i = 0; i < ENGINES; i++) {
        char more[128] = "";
        snprintf(paths[i], sizeof paths[i], "%s.%d", base, i);
        snprintf(paths[ENGINES + i], sizeof paths[i], "%s.%d", base, ENGINES + i);
        if (grandchildren)
            snprintf(more, sizeof more, "ignore-quit ignore-term %s grandchild=%s", DAEMON, paths[ENGINES + i]);
        snprintf(opponents[i], sizeof opponents[i], "%s/fake_engine hold=%s %s", tools, paths[i], more);
    }
    char *arguments[] = {(char *)program, "simul",      "--plain",    "--movetime", "100",        "--maxmoves", "400",
                         "--reply",       "20000",      "--pgn",      pgn,          "--journal",  journal,      "--opponent",
                         opponents[0],    "--opponent", opponents[1], "--opponent", opponents[2], NULL};
    ProcessSpec spec = {.arguments = arguments};
    Process process;
    Error error;
    if (!CHECK_MSG(process_start(&process, &spec, &error), "%s", error.message))
        return;
    CHECK_MSG(wait_for(&process, "arrive board 2 round 2", 20000), "%s: does not begin", how);
    CHECK_MSG(is_locked(paths[0]), "%s: no engine plays", how);
    for (int i = 0; i < times; i++) {
        kill((pid_t)process.id, signal_number);
        system_sleep_until(system_now_ns() + 20000000);
    }
    if (times == 0)
        process_close_input(&process);
    CHECK_MSG(wait_for_end(&process, 15000), "%s: does not end", how);
    CHECK_MSG(all_free(paths, grandchildren ? 2 * ENGINES : ENGINES, 3000), "%s: an engine lives on", how);
    CHECK_MSG(file_exists(journal), "%s: nothing saved", how);
    if (says_so)
        CHECK_MSG(file_exists(unfinished), "%s: no score sheets", how);
    process_destroy(&process);
    for (int i = 0; i < 2 * ENGINES; i++)
        unlink(paths[i]);
    unlink(pgn);
    unlink(unfinished);
    unlink(journal);
}

int main(void)
{
    system_ignore_broken_pipes();
    snprintf(base, sizeof base, "/tmp/carousel-leave-%d", (int)getpid());
    test_end_by("SIGTERM", SIGTERM, 1, true, true);
    test_end_by("SIGINT once", SIGINT, 1, false, true);
    test_end_by("SIGINT twice", SIGINT, 2, true, true);
    test_end_by("SIGHUP", SIGHUP, 1, false, true);
#ifdef __linux__ /* elsewhere they end when their input does */
    test_end_by("SIGINT three times", SIGINT, 3, true, false);
    test_end_by("SIGQUIT", SIGQUIT, 1, true, false);
    test_end_by("SIGUSR1", SIGUSR1, 1, true, false);
    test_end_by("a crash", SIGILL, 1, true, false);
    test_end_by("SIGKILL", SIGKILL, 1, false, false);
#endif
    return test_end("e2e/simul_leave");
}
