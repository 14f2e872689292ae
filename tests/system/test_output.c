/* SPDX-License-Identifier: GPL-3.0-only */
/* Lines to a reader that takes them, takes them late, or goes away. */
#include "test.h"

#include "system/descriptor.h"
#include "system/output.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static size_t read_all(int descriptor, char *buffer, size_t size)
{
    size_t length = 0;
    ssize_t got;
    while (length < size && (got = read(descriptor, buffer + length, size - length)) > 0)
        length += (size_t)got;
    return length;
}

static void test_at_once(void)
{
    int ends[2];
    CHECK(descriptor_pipe(ends, NULL));
    Output *output = output_create(ends[1]);
    output_line(output, "first");
    output_printf(output, "second %d", 2);
    CHECK_INT(output_pending(output), 0);
    char buffer[64] = "";
    CHECK_INT(read(ends[0], buffer, sizeof buffer - 1), 15);
    CHECK_STR(buffer, "first\nsecond 2\n");
    output_destroy(output, 1000);
    close(ends[0]);
    close(ends[1]);
}

/* Nobody reads until three megabytes have been given: nothing blocks, nothing that matters is lost, order is kept. */
static void test_slow_reader(void)
{
    enum { LINES = 30000, SIZE = 4 << 20 };
    int ends[2];
    CHECK(descriptor_pipe(ends, NULL));
    Output *output = output_create(ends[1]);
    static const char filler[] = "this line is some hundred characters long, so that the pipe is full after a few hundred of its kind..";
    for (int i = 0; i < LINES; i++) {
        output_printf(output, "%d %s", i, filler);
        output_droppable(output, "droppable");
    }
    CHECK(output_pending(output) > 1 << 20);
    char *buffer = malloc(SIZE);
    int next = 0;
    int droppable = 0;
    size_t length = 0;
    char *line = buffer;
    while (next < LINES) {
        const ssize_t got = read(ends[0], buffer + length, SIZE - length);
        if (!CHECK(got > 0))
            break;
        length += (size_t)got;
        char *end;
        while (next < LINES && (end = memchr(line, '\n', (size_t)(buffer + length - line))) != NULL) {
            *end = '\0';
            if (strcmp(line, "droppable") == 0)
                droppable++;
            else if (!CHECK_INT(strtol(line, NULL, 10), next++))
                break;
            line = end + 1;
        }
    }
    CHECK(droppable > 0 && droppable < LINES);
    CHECK(!output_broken(output));
    output_destroy(output, 5000);
    free(buffer);
    close(ends[0]);
    close(ends[1]);
}

static void test_reader_gone(void)
{
    int ends[2];
    CHECK(descriptor_pipe(ends, NULL));
    Output *output = output_create(ends[1]);
    close(ends[0]);
    output_line(output, "nobody hears this");
    CHECK(output_broken(output));
    output_line(output, "nor this");
    output_destroy(output, 1000);
    close(ends[1]);
}

static void test_flush_at_the_end(void)
{
    enum { SIZE = 1 << 20 };
    int ends[2];
    CHECK(descriptor_pipe(ends, NULL));
    char *buffer = malloc(SIZE);
    const pid_t reader = fork();
    if (reader == 0) {
        close(ends[1]);
        _exit(read_all(ends[0], buffer, SIZE) == 500000 ? 0 : 1);
    }
    Output *output = output_create(ends[1]);
    for (int i = 0; i < 50000; i++)
        output_line(output, "123456789");
    output_destroy(output, 5000);
    close(ends[1]);
    close(ends[0]);
    int status = -1;
    CHECK_INT(waitpid(reader, &status, 0), reader);
    CHECK_INT(status, 0);
    free(buffer);
}

int main(void)
{
    system_ignore_broken_pipes();
    test_at_once();
    test_slow_reader();
    test_reader_gone();
    test_flush_at_the_end();
    return test_end("system/output");
}
