/* SPDX-License-Identifier: GPL-3.0-only */
/* Lines to a reader that takes them, takes them late, or goes away. */
#include "test.h"

#include "system/clock.h"
#include "system/descriptor.h"
#include "system/output.h"
#include "system/startup.h"
#include "system/thread.h"

#include <stdlib.h>

static const int64_t PATIENCE_NS = 20000000000;

/* What is there next, waited for; 0 at the end. */
static size_t read_some(int descriptor, char *buffer, size_t size)
{
    size_t got = 0;
    TransferResult result;
    const int64_t deadline_ns = system_now_ns() + PATIENCE_NS;
    while ((result = descriptor_read(descriptor, buffer, size, &got)) == TRANSFER_WAIT && system_now_ns() < deadline_ns) {
        Channel channel = channel_make(descriptor, CHANNEL_READ);
        system_wait(&channel, 1, deadline_ns);
    }
    CHECK(result == TRANSFER_OK || result == TRANSFER_END);
    return got;
}

static size_t read_at_least(int descriptor, char *buffer, size_t wanted, size_t size)
{
    size_t length = 0, got;
    while (length < wanted && (got = read_some(descriptor, buffer + length, size - length)) > 0)
        length += got;
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
    CHECK_INT(read_at_least(ends[0], buffer, 15, sizeof buffer - 1), 15);
    CHECK_STR(buffer, "first\nsecond 2\n");
    output_destroy(output, 1000);
    descriptor_close(&ends[0]);
    descriptor_close(&ends[1]);
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
        const size_t got = read_some(ends[0], buffer + length, SIZE - length);
        if (!CHECK(got > 0))
            break;
        length += got;
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
    descriptor_close(&ends[0]);
    descriptor_close(&ends[1]);
}

static void test_reader_gone(void)
{
    int ends[2];
    CHECK(descriptor_pipe(ends, NULL));
    Output *output = output_create(ends[1]);
    descriptor_close(&ends[0]);
    output_line(output, "nobody hears this");
    /* Where a thread does the writing that shows a moment later, at the next line. */
    for (int i = 0; i < 1000 && !output_broken(output); i++) {
        system_sleep_until(system_now_ns() + 10000000);
        output_line(output, "nor this");
    }
    CHECK(output_broken(output));
    output_line(output, "nor this");
    output_destroy(output, 1000);
    descriptor_close(&ends[1]);
}

enum { FLUSHED = 500000 };

typedef struct Reader {
    int descriptor;
    char *buffer;
    size_t length;
} Reader;

static void *reader_main(void *argument)
{
    Reader *reader = argument;
    reader->length = read_at_least(reader->descriptor, reader->buffer, FLUSHED, FLUSHED);
    return NULL;
}

static void test_flush_at_the_end(void)
{
    int ends[2];
    CHECK(descriptor_pipe(ends, NULL));
    Reader reader = {.descriptor = ends[0], .buffer = malloc(FLUSHED)};
    CHECK(descriptor_set_nonblocking(ends[0], NULL));
    Output *output = output_create(ends[1]);
    for (int i = 0; i < FLUSHED / 10; i++)
        output_line(output, "123456789");
    CHECK(output_pending(output) > 0);
    Thread thread;
    CHECK(thread_start(&thread, reader_main, &reader, 0));
    output_destroy(output, 5000);
    descriptor_close(&ends[1]);
    thread_join(&thread);
    CHECK_INT(reader.length, FLUSHED);
    descriptor_close(&ends[0]);
    free(reader.buffer);
}

int main(int argc, char **argv)
{
    system_startup(&argc, &argv);
    test_at_once();
    test_slow_reader();
    test_reader_gone();
    test_flush_at_the_end();
    return test_end("system/output");
}
