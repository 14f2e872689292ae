/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Child processes: started or refused with the reason, their environment, their end, their whole group's end.
 */
#define _XOPEN_SOURCE 700 /* pseudo-terminals */
#include "base/command_line.h"
#include "system/clock.h"
#include "system/descriptor.h"
#include "system/process.h"
#include "system/wait.h"
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* All it prints, until the end of its output. */
static void read_all(int descriptor, char *text, size_t size)
{
    size_t used = 0;
    int64_t until_ns = system_now_ns() + INT64_C(10000000000);
    for (;;) {
        Channel channel = channel_make(descriptor, CHANNEL_READ);
        size_t done;
        if (system_wait(&channel, 1, until_ns) <= 0)
            break;
        if (descriptor_read(descriptor, text + used, size - 1 - used, &done) != TRANSFER_OK)
            break;
        used += done;
    }
    text[used] = '\0';
}

static bool wait_for_end(Process *process)
{
    for (int i = 0; i < 1000 && !process_has_ended(process); i++)
        system_sleep_until(system_now_ns() + 10000000);
    return process->ended;
}

static void test_words(void)
{
    Error error;
    char **words = command_split(" one 'two words' \"a \\\"b\\\" c\" d\\ e '' x'y'z ", SHELL_POSIX, &error);
    static const char *const expected[] = {"one", "two words", "a \"b\" c", "d e", "", "xyz", NULL};
    for (int i = 0; i < 7; i++)
        CHECK_STR(words[i] != NULL ? words[i] : "(end)", expected[i] != NULL ? expected[i] : "(end)");
    command_free(words);
    CHECK(command_split("a 'b", SHELL_POSIX, &error) == NULL);
    CHECK_STR(error.message, "the command line has an open quote: a 'b");
    CHECK(command_split("a \"b\\\"", SHELL_POSIX, &error) == NULL);
    CHECK(command_split("  \t", SHELL_POSIX, &error) == NULL);
    CHECK_STR(error.message, "the command line is empty");
}

static void test_conversation(void)
{
    char *arguments[] = {"sh", "-c", "read line; pwd; echo \"$line $CAROUSEL_TEST\"; echo oops >&2; nice; exit 3", NULL};
    const char *environment[] = {"CAROUSEL_TEST=yes", NULL};
    ProcessSpec spec = {.arguments = arguments, .directory = "/", .environment = environment, .niceness = 3};
    Process process;
    Error error;
    char text[256], expected[64];
    size_t done;
    if (!CHECK_MSG(process_start(&process, &spec, &error), "%s", error.message))
        return;
    CHECK_INT(descriptor_write(process.input, "hello\n", 6, &done), TRANSFER_OK);
    read_all(process.output, text, sizeof text);
    snprintf(expected, sizeof expected, "/\nhello yes\n");
    CHECK_MSG(strncmp(text, expected, strlen(expected)) == 0, "%s", text);
    read_all(process.errors, text, sizeof text);
    CHECK_STR(text, "oops\n");
    CHECK(wait_for_end(&process));
    process_describe_end(&process, text, sizeof text);
    CHECK_STR(text, "exited with status 3");
    process_destroy(&process);
    CHECK_INT(process.exit_code, 3);
}

static void test_refusals(void)
{
    static const struct {
        const char *program;
        int code;
    } cases[] = {{"./no-such-program", ENOENT}, {"no-such-program-anywhere", ENOENT}, {"/etc/passwd", EACCES}, {"/", EACCES}, {"", ENOENT}};
    size_t before = descriptor_count_open();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *arguments[] = {(char *)cases[i].program, NULL};
        ProcessSpec spec = {.arguments = arguments};
        Process process;
        Error error = {0};
        CHECK_MSG(!process_start(&process, &spec, &error), "'%s' was started", cases[i].program);
        CHECK_INT(error.code, cases[i].code);
        CHECK_INT(process.id, 0);
    }
    CHECK_INT(descriptor_count_open(), before);
}

/* A child with a child of its own, both deaf to SIGTERM: their output ends only when both are gone. */
static void test_group(void)
{
    char *arguments[] = {"sh", "-c", "trap '' TERM; (trap '' TERM; while :; do sleep 1; done) & echo up; while :; do sleep 1; done", NULL};
    ProcessSpec spec = {.arguments = arguments};
    Process process;
    char text[64], byte[8];
    size_t done;
    if (!CHECK(process_start(&process, &spec, NULL)))
        return;
    Channel channel = channel_make(process.output, CHANNEL_READ);
    CHECK_INT(system_wait(&channel, 1, system_now_ns() + INT64_C(10000000000)), 1);
    CHECK_INT(descriptor_read(process.output, byte, sizeof byte, &done), TRANSFER_OK);
    process_terminate(&process);
    CHECK(!process_has_ended(&process));
    int output = process.output;
    process.output = -1;
    process_kill(&process);
    read_all(output, text, sizeof text); /* the end of output */
    close(output);
    CHECK(wait_for_end(&process));
    process_describe_end(&process, text, sizeof text);
    CHECK_MSG(strncmp(text, "killed by signal 9", 18) == 0, "%s", text);
    process_destroy(&process);
}

/* Nothing of ours is open in a child but its three pipes. */
static void test_inheritance(void)
{
    int careless[2];
    CHECK_INT(pipe(careless), 0);
    char *arguments[] = {"sh", "-c", "for n in 3 4 5 6 7 8 9; do (eval \"exec <&$n\") 2>/dev/null && echo $n; done; echo end", NULL};
    ProcessSpec spec = {.arguments = arguments};
    Process process;
    char text[64];
    if (CHECK(process_start(&process, &spec, NULL))) {
        read_all(process.output, text, sizeof text);
#ifdef __linux__
        CHECK_STR(text, "end\n");
#endif
        process_destroy(&process);
    }
    close(careless[0]);
    close(careless[1]);
}

/* In a session of its own, with a terminal: 0 once a program that reads the terminal is known to have been stopped for that. */
static int read_a_terminal(void)
{
    char *arguments[] = {"sh", "-c", "read line </dev/tty", NULL};
    const ProcessSpec spec = {.arguments = arguments};
    Process process;
    const int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (setsid() < 0 || master < 0 || grantpt(master) != 0 || unlockpt(master) != 0 || open(ptsname(master), O_RDWR) < 0)
        return 2;
    if (!process_start(&process, &spec, NULL))
        return 3;
    bool waits = false;
    for (int i = 0; i < 2000 && !waits; i++) {
        waits = process_waits_for_terminal(&process);
        system_sleep_until(system_now_ns() + 5000000);
    }
    process_destroy(&process);
    return waits ? 0 : 1;
}

static void test_terminal(void)
{
    int status = -1;
    char *arguments[] = {"sleep", "100", NULL};
    const ProcessSpec spec = {.arguments = arguments};
    Process process;
    if (CHECK(process_start(&process, &spec, NULL))) {
        CHECK(!process_waits_for_terminal(&process));
        kill((pid_t)process.id, SIGSTOP); /* for another reason */
        system_sleep_until(system_now_ns() + 50000000);
        CHECK(!process_waits_for_terminal(&process));
        process_destroy(&process);
    }
    const pid_t child = fork();
    if (child == 0)
        _exit(read_a_terminal());
    CHECK_INT(waitpid(child, &status, 0), child);
    CHECK_INT(status, 0);
}

/* A child that somebody else here has forked is nobody's orphan: the end of another process leaves it alone. */
static void test_other_children(void)
{
    const pid_t other = fork();
    if (other == 0)
        for (;;)
            pause();
    char *arguments[] = {"sh", "-c", "exit 0", NULL};
    ProcessSpec spec = {.arguments = arguments};
    Process process;
    if (CHECK(process_start(&process, &spec, NULL)))
        process_destroy(&process);
    CHECK_INT(waitpid(other, NULL, WNOHANG), 0);
    kill(other, SIGKILL);
    CHECK_INT(waitpid(other, NULL, 0), other);
}

int main(void)
{
    system_ignore_broken_pipes();
    test_words();
    test_conversation();
    test_refusals();
    test_group();
    test_inheritance();
    test_other_children();
    test_terminal();
    CHECK(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
    return test_end("system/process");
}
