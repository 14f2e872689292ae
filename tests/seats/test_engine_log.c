/* SPDX-License-Identifier: GPL-3.0-only */
/* The log of what engines say: its lines, its bounds, what happens where it cannot be written, and what a seat puts into it. */
#include "seat_test.h"

#include "chess/chess.h"
#include "seats/engine_log.h"
#include "system/file.h"

#include <sys/stat.h>

static char directory[] = "/tmp/carousel-log-XXXXXX";

static const char *path_of(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    return path;
}

/* The file without the seconds, which differ: "#" for a first line. */
static char *read_log(const char *name)
{
    Error error;
    size_t size;
    char *text = file_read_all(path_of(name), &size, &error);
    if (!CHECK_MSG(text != NULL, "%s", error.message))
        return NULL;
    char *to = text;
    for (const char *at = text; *at != '\0';) {
        const char *end = strchr(at, '\n');
        if (!CHECK_MSG(end != NULL, "%s: a line without end", name))
            break;
        int taken = 0;
        if (strncmp(at, "# Carousel ", 11) == 0)
            end = memcpy(to, "#", 1), to++, at = strchr(at, '\n');
        else if (CHECK_MSG(sscanf(at, "%*d.%*3d %n", &taken) == 0 && taken == 12, "%s: '%.30s'", name, at))
            at += taken;
        else
            break;
        end = strchr(at, '\n');
        memmove(to, at, (size_t)(end + 1 - at));
        to += end + 1 - at;
        at = end + 1;
    }
    *to = '\0';
    return text;
}

static void check_file(const char *name, const char *expected)
{
    char *text = read_log(name);
    if (text != NULL)
        CHECK_STR(text, expected);
    free(text);
}

static void say(EngineLog *log, int board, char direction, const char *line)
{
    engine_log_write(log, board, direction, line, strlen(line), system_now_ns());
}

static void test_lines(void)
{
    Error error;
    EngineLog *log = engine_log_open(path_of("a.log"), 10000, &error);
    if (!CHECK(log != NULL))
        return;
    say(log, 3, '>', "uci");
    say(log, 0, '>', "ucinewgame\nisready");
    say(log, 12, '<', "id name \x1b[2J\xff");
    CHECK(engine_log_failure(log) == NULL);
    engine_log_close(log);
    /* What is there is added to. */
    log = engine_log_open(path_of("a.log"), 10000, &error);
    say(log, 2, '!', "oh");
    engine_log_close(log);
    check_file("a.log", "#\n3 > uci\n0 > ucinewgame\n0 > isready\n12 < id name  [2J?\n#\n2 ! oh\n");
    unlink(path_of("a.log"));
}

/* The time is that of the line, not that of the writing. */
static void test_time(void)
{
    Error error;
    size_t size;
    EngineLog *log = engine_log_open(path_of("t.log"), 10000, &error);
    engine_log_write(log, 1, '<', "x", 1, system_now_ns() + INT64_C(3600000000000));
    engine_log_write(log, 1, '<', "x", 1, 0); /* before its beginning: at its beginning */
    engine_log_close(log);
    char *text = file_read_all(path_of("t.log"), &size, &error);
    CHECK(text != NULL && strstr(text, "\n   3600.0") != NULL && strstr(text, "\n      0.000 1 < x\n") != NULL);
    free(text);
    unlink(path_of("t.log"));
}

static void test_bounds(void)
{
    Error error;
    char longer[ENGINE_LOG_LINE_MOST + 8];
    memset(longer, 'x', sizeof longer);
    EngineLog *log = engine_log_open(path_of("b.log"), 220, &error);
    for (int i = 0; i < 15; i++) /* 27 bytes each after 49 of the first line: six fit */
        say(log, 1, '<', i < 9 ? "first nine" : "then six  ");
    check_file("b.log.1", "#\n1 < first nine\n1 < first nine\n1 < first nine\n1 < then six  \n1 < then six  \n1 < then six  \n");
    check_file("b.log", "#\n1 < then six  \n1 < then six  \n1 < then six  \n");
    engine_log_write(log, 1, '<', longer, sizeof longer, 0);
    engine_log_close(log);
    size_t size;
    char *text = file_read_all(path_of("b.log"), &size, &error);
    CHECK(text != NULL && size > ENGINE_LOG_LINE_MOST && size < ENGINE_LOG_LINE_MOST + 130);
    CHECK(text != NULL && strstr(text, "xxx ... and 8 bytes more\n") != NULL);
    free(text);
    unlink(path_of("b.log"));
    unlink(path_of("b.log.1"));
}

static void test_failures(void)
{
    Error error;
    CHECK(engine_log_open("/nowhere/at/all.log", 100, &error) == NULL);
    CHECK_STR(error.message, "cannot open '/nowhere/at/all.log': No such file or directory");
    CHECK(engine_log_open(directory, 100, &error) == NULL);
    say(NULL, 1, '<', "x");
    CHECK(engine_log_failure(NULL) == NULL);
    engine_log_close(NULL);
    if (file_is_stream("/dev/full")) {
        CHECK(engine_log_open("/dev/full", 1000, &error) == NULL);
        CHECK_STR(error.message, "cannot write to '/dev/full': No space left on device");
    }
    /* It cannot make way: something else has its name. That is said once, and nothing is written any more. */
    CHECK(mkdir(path_of("c.log.1"), 0777) == 0);
    EngineLog *log = engine_log_open(path_of("c.log"), 60, &error);
    say(log, 1, '<', "0123456789");
    const char *failure = engine_log_failure(log);
    CHECK_MSG(failure != NULL && strncmp(failure, "cannot rename '", 15) == 0, "%s", failure != NULL ? failure : "no failure");
    CHECK(engine_log_failure(log) == NULL);
    say(log, 1, '<', "x");
    engine_log_close(log);
    check_file("c.log", "#\n");
    unlink(path_of("c.log"));
    rmdir(path_of("c.log.1"));
}

/* Everything to and from it: its command, all lines, what it says on stderr, how it ended. */
static void test_seat(void)
{
    Table table;
    table_open_logged(&table, fake("protocol uci", "words=one"), path_of("s.log"));
    EXPECT(&table, SIMUL_EVENT_READY, "Fake engine");
    table_close(&table, false);
    char *text = read_log("s.log");
    const char *tools = getenv("TOOLS");
    char expected[1024];
    snprintf(expected, sizeof expected, "#\n1 = %s/fake_engine words=one\n1 > uci\n", tools != NULL ? tools : "build/check/tests/tools");
    CHECK_MSG(text != NULL && strncmp(text, expected, strlen(expected)) == 0, "%s", text);
    static const char *const LINES[] = {
        "\n1 < id name Fake engine\n", "\n1 < uciok\n", "\n1 > ucinewgame\n1 > isready\n", "\n1 < readyok\n", "\n1 > quit\n", "\n1 ! one\n",
        "\n1 = exited with status 0\n"};
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++)
        CHECK_MSG(text != NULL && strstr(text, LINES[i]) != NULL, "no line '%s' in:\n%s", LINES[i], text);
    free(text);
    unlink(path_of("s.log"));
}

int main(void)
{
    chess_init();
    CHECK(mkdtemp(directory) != NULL);
    test_lines();
    test_time();
    test_bounds();
    test_failures();
    test_seat();
    CHECK(rmdir(directory) == 0);
    return test_end("seats/engine_log");
}
