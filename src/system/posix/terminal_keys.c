/* SPDX-License-Identifier: GPL-3.0-only */
#include "system/terminal_keys.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/* What signal handlers need stands in plain variables that are set before the handlers are. */
static struct termios as_it_was;
static struct termios key_by_key;
static int keys_from = -1;
static int screen_at = -1;
static const char *enter_text;
static const char *leave_text;
static volatile sig_atomic_t taken;     /* terminal_take() … terminal_give_back() */
static volatile sig_atomic_t in_use;    /* … and not suspended */
static volatile sig_atomic_t suspended; /* since the last terminal_was_suspended() */

/* Signals that end a program, beside those that signals.h turns into requests. */
static const int fatal[] = {SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};

static void send(const char *text)
{
    size_t left = strlen(text);
    while (left > 0) {
        const ssize_t written = write(screen_at, text, left);
        if (written <= 0 && errno != EINTR)
            return;
        if (written > 0) {
            text += written;
            left -= (size_t)written;
        }
    }
}

static void start_use(void)
{
    if (keys_from >= 0)
        tcsetattr(keys_from, TCSANOW, &key_by_key);
    in_use = 1;
    send(enter_text);
}

static void end_use(void)
{
    if (!in_use)
        return;
    in_use = 0;
    send(leave_text);
    if (keys_from >= 0)
        tcsetattr(keys_from, TCSANOW, &as_it_was);
}

static bool foreground(void)
{
    const int descriptor = keys_from >= 0 ? keys_from : screen_at;
    return tcgetpgrp(descriptor) == getpgrp();
}

static void on_fatal(int number)
{
    end_use();
    signal(number, SIG_DFL);
    raise(number);
}

/* Ctrl-Z: stops here, and goes on here. */
static void on_suspend(int number)
{
    const int saved = errno;
    struct sigaction again;
    end_use();
    sigaction(number, NULL, &again);
    signal(number, SIG_DFL);
    raise(number);
    sigaction(number, &again, NULL);
    if (taken && foreground())
        start_use();
    suspended = 1;
    errno = saved;
}

/* Installs a handler unless the signal is ignored or somebody else's. */
static void handle(int number, void (*handler)(int))
{
    struct sigaction old;
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    if (sigaction(number, NULL, &old) == 0 && (old.sa_flags & SA_SIGINFO) == 0 && old.sa_handler == SIG_DFL)
        sigaction(number, &action, NULL);
}

bool terminal_take(int keys, int screen, const char *enter, const char *leave)
{
    if (taken || (keys >= 0 && tcgetattr(keys, &as_it_was) != 0))
        return false;
    key_by_key = as_it_was;
    key_by_key.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
    key_by_key.c_iflag &= ~(tcflag_t)ICRNL;
    key_by_key.c_cc[VMIN] = 1;
    key_by_key.c_cc[VTIME] = 0;
    keys_from = keys;
    screen_at = screen;
    enter_text = enter;
    leave_text = leave;
    taken = 1;
    suspended = 0;
    handle(SIGTSTP, on_suspend);
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
        handle(fatal[i], on_fatal);
    start_use();
    return true;
}

void terminal_give_back(void)
{
    if (!taken)
        return;
    taken = 0;
    end_use();
}

bool terminal_was_suspended(void)
{
    const bool was = suspended != 0;
    suspended = 0;
    return was;
}

bool terminal_in_hand(void)
{
    if (taken && !in_use && foreground()) {
        start_use();
        suspended = 1;
    }
    return in_use != 0;
}
