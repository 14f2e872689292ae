/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The table on a terminal, driven through a pseudo-terminal and read off a screen that understands what the program sends: what
 * a person sees and types at 60×20, 80×24 and 200×60, and that the terminal is given back however it ends.
 */
#define _XOPEN_SOURCE 700 /* posix_openpt() and its like */

#include "test.h"

#include "system/clock.h"
#include "system/wait.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

enum { COLUMNS_MAX = 220, ROWS_MAX = 64, WAIT_MS = 40000, CELL = 4 };

typedef struct Tty {
    int columns, rows;
    int master;
    pid_t shell; /* the session's leader, which runs the program as a job */
    int report;  /* from the shell: 's' stopped with the terminal as before, 'x' … not; then the exit status */
    char cells[ROWS_MAX][COLUMNS_MAX][CELL + 1];
    int row, column;
    bool alternate;
    char pending[64]; /* an escape sequence or character that is not complete yet */
    size_t pending_length;
    char *raw; /* all that was sent */
    size_t raw_length;
} Tty;

static char folder[64];

/* ---- The screen ---- */

static void clear(Tty *tty)
{
    memset(tty->cells, 0, sizeof tty->cells);
}

static void newline(Tty *tty)
{
    if (tty->row + 1 < tty->rows) {
        tty->row++;
        return;
    }
    memmove(tty->cells[0], tty->cells[1], sizeof tty->cells - sizeof tty->cells[0]);
    memset(tty->cells[tty->rows - 1], 0, sizeof tty->cells[0]);
}

/* ESC [ … letter */
static void control(Tty *tty, const char *text, char letter)
{
    int first = 1;
    int second = 1;
    if (letter == 'H') {
        sscanf(text, "%d;%d", &first, &second);
        tty->row = first - 1;
        tty->column = second - 1;
    } else if (letter == 'J') {
        clear(tty);
    } else if (letter == 'K') {
        for (int column = tty->column; column < COLUMNS_MAX; column++)
            tty->cells[tty->row][column][0] = '\0';
    } else if (strcmp(text, "?1049") == 0) {
        tty->alternate = letter == 'h';
        clear(tty);
        tty->row = tty->column = 0;
    }
}

static void put(Tty *tty, const char *character, size_t length)
{
    if (character[0] == '\r') {
        tty->column = 0;
    } else if (character[0] == '\n') {
        newline(tty);
    } else if ((unsigned char)character[0] >= ' ' && tty->column < COLUMNS_MAX && tty->row >= 0 && tty->row < ROWS_MAX) {
        CHECK_MSG(tty->column < tty->columns || !tty->alternate, "written beyond column %d", tty->columns);
        memcpy(tty->cells[tty->row][tty->column], character, length);
        tty->cells[tty->row][tty->column][length] = '\0';
        tty->column++;
    }
}

static void take_byte(Tty *tty, char byte)
{
    tty->pending[tty->pending_length++] = byte;
    const unsigned char first = (unsigned char)tty->pending[0];
    const size_t length = tty->pending_length;
    if (first == 27) {
        const bool whole = length >= 3 && (unsigned char)byte >= 0x40;
        if (whole) {
            tty->pending[length - 1] = '\0';
            control(tty, tty->pending + 2, byte);
        }
        if (whole || length + 1 == sizeof tty->pending)
            tty->pending_length = 0;
        return;
    }
    const size_t needed = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (length == needed) {
        put(tty, tty->pending, length);
        tty->pending_length = 0;
    }
}

/* Reads what comes within `ms`. False at its end. */
static bool pump(Tty *tty, int ms)
{
    char bytes[4096];
    struct pollfd ready = {.fd = tty->master, .events = POLLIN};
    if (poll(&ready, 1, ms) <= 0)
        return true;
    const ssize_t length = read(tty->master, bytes, sizeof bytes);
    if (length <= 0)
        return false;
    tty->raw = realloc(tty->raw, tty->raw_length + (size_t)length + 1);
    memcpy(tty->raw + tty->raw_length, bytes, (size_t)length);
    tty->raw_length += (size_t)length;
    tty->raw[tty->raw_length] = '\0';
    for (ssize_t i = 0; i < length; i++)
        take_byte(tty, bytes[i]);
    return true;
}

static void row_text(const Tty *tty, int row, char text[COLUMNS_MAX * CELL + 1])
{
    size_t length = 0;
    int last = -1;
    for (int column = 0; column < tty->columns; column++)
        if (tty->cells[row][column][0] != '\0' && strcmp(tty->cells[row][column], " ") != 0)
            last = column;
    for (int column = 0; column <= last; column++) {
        const char *cell = tty->cells[row][column][0] != '\0' ? tty->cells[row][column] : " ";
        const size_t size = strlen(cell);
        memcpy(text + length, cell, size);
        length += size;
    }
    text[length] = '\0';
}

/* The row that holds `text`, from `from` on; -1: none. */
static int find_row(const Tty *tty, const char *text, int from)
{
    char row[COLUMNS_MAX * CELL + 1];
    for (int i = from; i < tty->rows; i++) {
        row_text(tty, i, row);
        if (strstr(row, text) != NULL)
            return i;
    }
    return -1;
}

static bool shows(const Tty *tty, const char *text)
{
    return find_row(tty, text, 0) >= 0;
}

static void print_screen(const Tty *tty)
{
    char row[COLUMNS_MAX * CELL + 1];
    for (int i = 0; i < tty->rows; i++) {
        row_text(tty, i, row);
        fprintf(stderr, "    |%s\n", row);
    }
}

static bool await(Tty *tty, const char *text)
{
    const int64_t until_ns = system_now_ns() + (int64_t)WAIT_MS * 1000000;
    while (!shows(tty, text) && system_now_ns() < until_ns)
        if (!pump(tty, 50))
            break;
    const bool seen = CHECK_MSG(shows(tty, text), "%dx%d: '%s' does not come", tty->columns, tty->rows, text);
    if (!seen)
        print_screen(tty);
    return seen;
}

/* Goes on reading for so long. */
static void pass_time(Tty *tty, int ms)
{
    const int64_t until_ns = system_now_ns() + (int64_t)ms * 1000000;
    while (system_now_ns() < until_ns && pump(tty, 20)) {
    }
}

/* ---- The program ---- */

/* As a shell does: runs the program as a job in the foreground, goes on after it was suspended. */
static void shell(char *const *arguments, int report)
{
    struct termios before;
    struct termios now;
    int status;
    tcgetattr(0, &before);
    signal(SIGTTOU, SIG_IGN);
    const pid_t job = fork();
    if (job == 0) {
        setpgid(0, 0);
        tcsetpgrp(0, getpid());
        signal(SIGTTOU, SIG_DFL);
        signal(SIGINT, SIG_DFL);
        execv(arguments[0], arguments);
        _exit(127);
    }
    setpgid(job, job);
    tcsetpgrp(0, job);
    while (waitpid(job, &status, WUNTRACED) == job && WIFSTOPPED(status)) {
        tcsetpgrp(0, getpid());
        tcgetattr(0, &now);
        const char as_before = now.c_lflag == before.c_lflag && now.c_iflag == before.c_iflag ? 's' : 'x';
        if (write(report, &as_before, 1) != 1)
            _exit(126);
        usleep(300000);
        tcsetpgrp(0, job);
        kill(-job, SIGCONT);
    }
    tcsetpgrp(0, getpid());
    tcgetattr(0, &now);
    const unsigned char end[2] = {now.c_lflag == before.c_lflag && now.c_iflag == before.c_iflag ? 's' : 'x',
                                  (unsigned char)(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status))};
    _exit(write(report, end, 2) == 2 ? 0 : 126);
}

static void start(Tty *tty, int columns, int rows, const char *term, char *const *options)
{
    const char *program = getenv("CAROUSEL") != NULL ? getenv("CAROUSEL") : "./carousel";
    static char pgn[96];
    char *arguments[48] = {(char *)program, "simul", "--pgn", pgn, "--journal", "none", "--seed", "1"};
    int count = 8;
    int ends[2];
    snprintf(pgn, sizeof pgn, "%s/games.pgn", folder);
    while (options[count - 8] != NULL) {
        arguments[count] = options[count - 8];
        count++;
    }
    memset(tty, 0, sizeof *tty);
    tty->columns = columns;
    tty->rows = rows;
    tty->master = posix_openpt(O_RDWR | O_NOCTTY);
    CHECK(tty->master >= 0 && grantpt(tty->master) == 0 && unlockpt(tty->master) == 0 && pipe(ends) == 0);
    const char *name = ptsname(tty->master);
    tty->shell = fork();
    if (tty->shell == 0) {
        setsid();
        const int slave = open(name, O_RDWR);
        ioctl(slave, TIOCSCTTY, 0);
        const struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
        ioctl(slave, TIOCSWINSZ, &size);
        dup2(slave, 0);
        dup2(slave, 1);
        dup2(slave, 2);
        if (slave > 2)
            close(slave);
        close(tty->master);
        fcntl(ends[1], F_SETFD, FD_CLOEXEC);
        setenv("TERM", term, 1);
        unsetenv("NO_COLOR");
        shell(arguments, ends[1]);
    }
    close(ends[1]);
    tty->report = ends[0];
}

static void type(Tty *tty, const char *keys)
{
    CHECK(write(tty->master, keys, strlen(keys)) == (ssize_t)strlen(keys));
}

/* Waits until the shell has something to say. */
static bool await_report(Tty *tty)
{
    const int64_t until_ns = system_now_ns() + (int64_t)WAIT_MS * 1000000;
    struct pollfd ready = {.fd = tty->report, .events = POLLIN};
    while (poll(&ready, 1, 0) == 0 && system_now_ns() < until_ns)
        pump(tty, 50);
    return poll(&ready, 1, 0) > 0;
}

/* Waits for the end; the exit status. The terminal's modes must be as they were. */
static int finish(Tty *tty)
{
    unsigned char said[3] = {0};
    const bool ended = await_report(tty);
    pass_time(tty, 100);
    if (!CHECK_MSG(ended && read(tty->report, said, 2) == 2, "it does not end"))
        kill(tty->shell, SIGKILL);
    CHECK_MSG(said[0] == 's', "the terminal's modes are not as they were");
    CHECK_MSG(!tty->alternate, "the alternate screen is left on");
    waitpid(tty->shell, NULL, 0);
    close(tty->report);
    close(tty->master);
    free(tty->raw);
    tty->raw = NULL;
    return said[1];
}

/* ---- What is shown ---- */

#define PEOPLE "--manual", "Ben", "--manual", "Anna", "--movetime", "20", "--overrun", "60000"

/* A person's diagram is whole, from the person's side, with whose turn it is and the prompt, at any size; answers stay. */
static void test_turn(int columns, int rows)
{
    static char *const options[] = {PEOPLE,   "--opponent", "builtin elo 1000", "--opponent", "builtin elo 1500", "--reply-people",
                                    "600000", NULL};
    static const char *const diagram[] = {"1  R", "2  P", "3  ", "4  ", "5  ", "6  ", "7  p", "8  r", "   h g f e d c b a"};
    Tty tty;
    start(&tty, columns, rows, "xterm", options);
    if (!await(&tty, "Board 1: Ben, it is your move") || !await(&tty, "Ben (1)>"))
        return;
    CHECK_INT(find_row(&tty, "Ben (1)>", 0), rows - 1);
    for (int i = 0; i < 9; i++)
        CHECK_MSG(find_row(&tty, diagram[i], 1) == i + 1, "%dx%d: no row '%s'", columns, rows, diagram[i]);
    CHECK(shows(&tty, "You have Black against Carousel"));
    CHECK(shows(&tty, "A played 1. "));
    CHECK(shows(&tty, "Time left: "));
    CHECK(shows(&tty, "…") || columns > 60);
    CHECK(shows(&tty, "Elo 1000") || columns == 60);
    CHECK(!shows(&tty, "Eval"));
    const int row = find_row(&tty, "Bd Oppo", 0);
    CHECK(row > 0 && find_row(&tty, " 1 Ben", row) > 0 && find_row(&tty, " 1 Ben", find_row(&tty, " 1 Ben", row) + 1) < 0);

    type(&tty, "help\r");
    await(&tty, "your move, when A is at your board");
    pass_time(&tty, 500);
    CHECK(shows(&tty, "your move, when A is at your board") && shows(&tty, "help all") && shows(&tty, "it is your move"));
    type(&tty, "board 2\r");
    await(&tty, "Board 2: Anna has Black, Carousel has White.");
    type(&tty, "nonsense\r");
    await(&tty, "nonsense");
    pass_time(&tty, 300);
    CHECK_MSG(!shows(&tty, "reply 1 ") && !shows(&tty, "error "), "words of the protocol on the table");
    CHECK(shows(&tty, "it is your move"));
    type(&tty, "\4");
    await(&tty, "Ctrl-C stops after A's move");
    type(&tty, "quit\r");
    CHECK_INT(finish(&tty), 1);
}

/* What was begun at one arrival is not played at the next; resigning is asked once more. */
static void test_typing(void)
{
    static char *const options[] = {PEOPLE, "--reply-people", "2500", "--late", "pass", "--misses", "0", NULL};
    Tty tty;
    start(&tty, 80, 24, "xterm", options);
    if (!await(&tty, "Ben (1)>"))
        return;
    type(&tty, "e");
    await(&tty, "Ben (1)> e");
    await(&tty, "Anna (2)> e");
    type(&tty, "5\r");
    await(&tty, "A has gone on since that line was begun");
    CHECK(shows(&tty, "owes a reply"));
    if (!shows(&tty, "Anna (2)>"))
        await(&tty, "Anna (2)>");
    type(&tty, "resign\r");
    await(&tty, "resign 2: really? y/n>");
    type(&tty, "n\r");
    await(&tty, "The game goes on.");
    for (int i = 0; i < 20 && !shows(&tty, "Ben (1)>"); i++)
        pass_time(&tty, 250);
    await(&tty, "Ben (1)>");
    type(&tty, "resign\ry\r");
    await(&tty, "1-0");
    CHECK(shows(&tty, "Board 1, Ben: 1-0"));
    type(&tty, "\3");
    pass_time(&tty, 300);
    type(&tty, "\3");
    CHECK_INT(finish(&tty), 130);
}

/* A start that is refused says why on the screen that stays. */
static void test_refused(void)
{
    static char *const options[] = {"--opponent", "no-such-engine", "--boards", "2", NULL};
    Tty tty;
    unsigned char said[2];
    start(&tty, 80, 24, "xterm", options);
    await(&tty, "no-such-engine");
    await_report(&tty);
    pass_time(&tty, 100);
    CHECK_MSG(shows(&tty, "no-such-engine") && !tty.alternate, "the reason is gone with the table");
    CHECK(read(tty.report, said, 2) == 2 && said[0] == 's' && said[1] == 1);
    waitpid(tty.shell, NULL, 0);
    close(tty.report);
    close(tty.master);
    free(tty.raw);
}

/* Ctrl-Z gives the terminal back, `fg` draws the table anew; a third Ctrl-C, which ends the program at once, gives it back too. */
static void test_suspended(void)
{
    static char *const options[] = {PEOPLE, "--reply-people", "600000", NULL};
    Tty tty;
    char said = '\0';
    start(&tty, 80, 24, "xterm", options);
    if (!await(&tty, "Ben (1)>"))
        return;
    type(&tty, "\x1a");
    await_report(&tty);
    CHECK(read(tty.report, &said, 1) == 1 && said == 's');
    pass_time(&tty, 100);
    await(&tty, "Board 1: Ben, it is your move");
    CHECK(tty.alternate);
    const struct winsize size = {.ws_row = 30, .ws_col = 100};
    tty.columns = 100;
    tty.rows = 30;
    ioctl(tty.master, TIOCSWINSZ, &size);
    pass_time(&tty, 400);
    CHECK_INT(find_row(&tty, "Ben (1)>", 0), 29);
    struct pollfd ready = {.fd = tty.report, .events = POLLIN};
    for (int i = 0; i < 100 && poll(&ready, 1, 0) == 0; i++) { /* until it ends: signals that come at once count as one */
        if (write(tty.master, "\3", 1) < 0)
            break;
        pass_time(&tty, i < 3 ? 30 : 300);
    }
    const int status = finish(&tty);
    CHECK_MSG(status == 128 + SIGINT || status == 130, "exit status %d", status);
}

/* A dumb terminal gets lines and no escapes, and a person's board too. */
static void test_dumb(void)
{
    static char *const options[] = {PEOPLE, "--reply-people", "600000", NULL};
    Tty tty;
    start(&tty, 80, 24, "dumb", options);
    await(&tty, "Ben (1): your move. You have Black against Carousel");
    CHECK(shows(&tty, "   h g f e d c b a"));
    type(&tty, "quit\n");
    pass_time(&tty, 500);
    CHECK_MSG(tty.raw != NULL && strchr(tty.raw, 27) == NULL, "escapes on a dumb terminal");
    finish(&tty);
}

int main(void)
{
    snprintf(folder, sizeof folder, "/tmp/carousel-table-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return 1;
    char pgn[96];
    test_turn(60, 20);
    test_turn(80, 24);
    test_turn(200, 60);
    test_typing();
    test_refused();
    test_suspended();
    test_dumb();
    snprintf(pgn, sizeof pgn, "%s/games.pgn", folder);
    unlink(pgn);
    rmdir(folder);
    return test_end("e2e/table");
}
