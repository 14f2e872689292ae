/* SPDX-License-Identifier: GPL-3.0-only */
/* A handler that writes the number of the signal into a pipe. */
#include "system/signals.h"

#include "system/posix/orphans.h"
#include "system/posix/platform.h"
#include "system/terminal_keys.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

enum { IMPATIENT = 3 };

_Static_assert(REQUEST_HANGUP == SIGHUP && REQUEST_INTERRUPT == SIGINT && REQUEST_TERMINATE == SIGTERM, "the system's numbers");

static int pipe_ends[2] = {-1, -1};
static volatile sig_atomic_t requests;

/* Whatever state the program is in: the terminal is given back, and no child of ours lives on. */
static void end_by(int number)
{
    terminal_give_back();
    orphans_end_all();
    signal(number, SIG_DFL);
    raise(number);
}

static void on_signal(int number)
{
    const int saved = errno;
    const unsigned char byte = (unsigned char)number;
    if (++requests >= IMPATIENT)
        end_by(number);
    const ssize_t written = write(pipe_ends[1], &byte, 1);
    (void)written; /* the pipe is full: there is enough to read already */
    errno = saved;
}

/* Signals that end a program and that nobody has a use for here; not those that mean a limit or a broken pipe, which are errors. */
static void handle_ends(void)
{
    static const int ends[] = {SIGQUIT, SIGABRT, SIGSEGV, SIGBUS,    SIGFPE,  SIGILL,  SIGSYS,
                               SIGTRAP, SIGXCPU, SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2};
    struct sigaction action = {.sa_handler = end_by, .sa_flags = SA_NODEFER};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct sigaction old;
        if (sigaction(ends[i], NULL, &old) == 0 && (old.sa_flags & SA_SIGINFO) == 0 && old.sa_handler == SIG_DFL)
            sigaction(ends[i], &action, NULL);
    }
}

int signals_open(void)
{
    if (pipe_ends[0] >= 0)
        return pipe_ends[0];
    if (platform_pipe(pipe_ends) != 0)
        return -1;
    for (int i = 0; i < 2; i++)
        fcntl(pipe_ends[i], F_SETFL, fcntl(pipe_ends[i], F_GETFL) | O_NONBLOCK);
    static const int requests_to_end[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof requests_to_end / sizeof *requests_to_end; i++) {
        struct sigaction old;
        /* A program started with a signal ignored (nohup, a background job) goes on ignoring it. */
        if (sigaction(requests_to_end[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(requests_to_end[i], &action, NULL);
    }
    handle_ends();
    return pipe_ends[0];
}

int signals_take(void)
{
    unsigned char byte;
    if (pipe_ends[0] < 0 || read(pipe_ends[0], &byte, 1) != 1)
        return 0;
    return byte;
}
