/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Talks with a program through pipes as a script on stdin says: `talk PROGRAM [ARGUMENT…] <script`.
 *
 *     > text        send the line
 *     < text        read until a line that starts with the text (blank text: any line)
 *     = text        read until exactly that line
 *     ~ text        read until a line that contains the text
 *     ! text        from now on a line that starts with the text is a failure
 *     timeout MS    how long each wait may last (10000 at first); $TALK_PATIENCE times that, where it is set
 *     sleep MS      wait; what is printed meanwhile is kept
 *     quiet MS      wait; anything printed is a failure
 *     eof           close the program's stdin
 *     signal N      send the signal
 *     exit N        read to the end of its output and expect exit status N
 *     # text        a comment
 *
 * Everything said is echoed. Exit status 0: all as the script says (a script without `exit` ends in SIGKILL).
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LINE_SIZE = 1 << 20, MAX_FORBIDDEN = 32 };

static pid_t child;
static int to_child;
static int from_child;
static char buffer[LINE_SIZE]; /* read but not yet taken */
static size_t buffered;
static bool ended; /* the program has closed its output */
static char line[LINE_SIZE];
static char *forbidden[MAX_FORBIDDEN];
static int forbidden_count;
static int script_line;
static int64_t timeout_ms = 10000;
static int64_t patience = 1;

static void fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
static void fail(const char *format, ...)
{
    fflush(stdout);
    va_list list;
    va_start(list, format);
    fprintf(stderr, "script line %d: ", script_line);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    kill(child, SIGKILL);
    exit(1);
}

static int64_t now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* Reads more output, waiting until `deadline`. False if there is none: time is up or the output has ended. */
static bool read_more(int64_t deadline)
{
    if (ended)
        return false;
    if (buffered == sizeof buffer)
        fail("a line of more than %d bytes", LINE_SIZE);
    const int64_t left = deadline - now_ms();
    struct pollfd channel = {.fd = from_child, .events = POLLIN};
    if (poll(&channel, 1, left > 0 ? (int)left : 0) <= 0)
        return false;
    const ssize_t size = read(from_child, buffer + buffered, sizeof buffer - buffered);
    if (size <= 0)
        ended = true;
    else
        buffered += (size_t)size;
    return size > 0;
}

/* Takes the next line of output into `line`. */
static bool next_line(int64_t deadline)
{
    for (;;) {
        char *newline = memchr(buffer, '\n', buffered);
        if (newline != NULL || (ended && buffered > 0)) {
            const size_t length = newline != NULL ? (size_t)(newline - buffer) : buffered;
            const size_t taken = newline != NULL ? length + 1 : length;
            memcpy(line, buffer, length);
            line[length < sizeof line ? length : sizeof line - 1] = '\0';
            if (length > 0 && line[length - 1] == '\r')
                line[length - 1] = '\0';
            memmove(buffer, buffer + taken, buffered - taken);
            buffered -= taken;
            printf("  %s\n", line);
            for (int i = 0; i < forbidden_count; i++)
                if (strncmp(line, forbidden[i], strlen(forbidden[i])) == 0)
                    fail("forbidden line: %s", line);
            return true;
        }
        if (!read_more(deadline))
            return false;
    }
}

static void expect(char how, const char *text)
{
    const int64_t deadline = now_ms() + timeout_ms * patience;
    while (next_line(deadline)) {
        if ((how == '<' && strncmp(line, text, strlen(text)) == 0) || (how == '=' && strcmp(line, text) == 0) ||
            (how == '~' && strstr(line, text) != NULL))
            return;
    }
    fail("%s: %c %s", ended ? "the output ended" : "no such line in time", how, text);
}

static void send_line(char *text)
{
    const size_t length = strlen(text);
    text[length] = '\n';
    printf("> %.*s\n", (int)length, text);
    for (size_t sent = 0; sent < length + 1;) {
        const ssize_t size = write(to_child, text + sent, length + 1 - sent);
        if (size <= 0)
            fail("cannot send: %s", strerror(errno));
        sent += (size_t)size;
    }
}

static void expect_exit(int expected)
{
    const int64_t deadline = now_ms() + timeout_ms * patience;
    while (next_line(deadline))
        ;
    if (!ended)
        fail("still running");
    int status;
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (now_ms() > deadline)
            fail("output closed, but still running");
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    const int exited = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (exited != expected)
        fail("exit status %d, expected %d", exited, expected);
    exit(0);
}

static void be_quiet(int64_t ms)
{
    if (next_line(now_ms() + ms))
        fail("unexpected line: %s", line);
}

static void step(char *text)
{
    if (text[0] == '\0' || text[0] == '#')
        return;
    char *rest = text + 1;
    if (strchr("><=~!", text[0]) != NULL) {
        if (*rest == ' ')
            rest++;
        if (text[0] == '>')
            send_line(rest);
        else if (text[0] != '!')
            expect(text[0], rest);
        else if (forbidden_count == MAX_FORBIDDEN)
            fail("too many forbidden lines");
        else
            forbidden[forbidden_count++] = strdup(rest);
        return;
    }
    char *end = text + strcspn(text, " ");
    const long number = strtol(end, NULL, 10);
    *end = '\0';
    if (strcmp(text, "timeout") == 0)
        timeout_ms = number;
    else if (strcmp(text, "sleep") == 0)
        nanosleep(&(struct timespec){.tv_sec = number / 1000, .tv_nsec = number % 1000 * 1000000}, NULL);
    else if (strcmp(text, "quiet") == 0)
        be_quiet(number);
    else if (strcmp(text, "eof") == 0)
        close(to_child);
    else if (strcmp(text, "signal") == 0)
        kill(child, (int)number);
    else if (strcmp(text, "exit") == 0)
        expect_exit((int)number);
    else
        fail("unknown step: %s", text);
}

static void start(char **argv)
{
    int in[2];
    int out[2];
    if (pipe(in) != 0 || pipe(out) != 0)
        fail("no pipes");
    child = fork();
    if (child < 0)
        fail("cannot fork");
    if (child == 0) {
        signal(SIGPIPE, SIG_DFL);
        dup2(in[0], 0);
        dup2(out[1], 1);
        close(in[0]);
        close(in[1]);
        close(out[0]);
        close(out[1]);
        execvp(argv[0], argv);
        fprintf(stderr, "%s: %s\n", argv[0], strerror(errno));
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    to_child = in[1];
    from_child = out[0];
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: talk PROGRAM [ARGUMENT…] <script\n");
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    if (getenv("TALK_PATIENCE") != NULL && strtol(getenv("TALK_PATIENCE"), NULL, 10) > 0)
        patience = strtol(getenv("TALK_PATIENCE"), NULL, 10);
    start(argv + 1);
    char *text = NULL;
    size_t size = 0;
    ssize_t length;
    while ((length = getline(&text, &size, stdin)) >= 0) {
        script_line++;
        text[strcspn(text, "\n")] = '\0';
        step(text);
    }
    free(text);
    /* Gone when the script goes on, with every lock it held. */
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    return 0;
}
