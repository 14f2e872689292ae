/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The reactor: pipes and timers served in order, changed while they are being served.
 */
#include "system/clock.h"
#include "system/descriptor.h"
#include "system/reactor.h"
#include "test.h"

enum { PIPES = 5, TIMERS = 200 };

typedef struct Pipe {
    Reactor *reactor;
    int ends[2];
    Watch watch;
    struct Pipe *victim; /* unwatched when this is served */
    int served;
} Pipe;

static char order[1024];
static int due_count;
static int64_t last_deadline_ns;

static void pipe_ready(void *context, int what)
{
    Pipe *pipe = context;
    char byte;
    size_t done;
    CHECK(what & CHANNEL_READ);
    CHECK_INT(descriptor_read(pipe->ends[0], &byte, 1, &done), TRANSFER_OK);
    pipe->served++;
    strcat(order, "p");
    if (pipe->victim != NULL)
        reactor_unwatch(pipe->reactor, &pipe->victim->watch);
}

static void pipes_open(Reactor *reactor, Pipe pipes[PIPES])
{
    for (int i = 0; i < PIPES; i++) {
        pipes[i] = (Pipe){.reactor = reactor, .watch = {.ready = pipe_ready, .context = &pipes[i]}};
        CHECK(descriptor_pipe(pipes[i].ends, NULL));
        CHECK(reactor_watch(reactor, &pipes[i].watch, pipes[i].ends[0], CHANNEL_READ));
        size_t done;
        Channel channel = channel_make(pipes[i].ends[0], CHANNEL_READ);
        CHECK_INT(descriptor_write(pipes[i].ends[1], "x", 1, &done), TRANSFER_OK);
        CHECK_INT(system_wait(&channel, 1, system_now_ns() + 10000000000), 1); /* not everywhere is it there at once */
    }
}

static void pipes_close(Reactor *reactor, Pipe pipes[PIPES])
{
    for (int i = 0; i < PIPES; i++) {
        reactor_unwatch(reactor, &pipes[i].watch);
        descriptor_close(&pipes[i].ends[0]);
        descriptor_close(&pipes[i].ends[1]);
    }
}

/* Whoever is unwatched by whom: all others are served exactly once, whoever comes first. */
static void test_unwatching(void)
{
    for (int killer = 0; killer < PIPES; killer++)
        for (int victim = 0; victim < PIPES; victim++) {
            Pipe pipes[PIPES];
            Reactor *reactor = reactor_create();
            pipes_open(reactor, pipes);
            pipes[killer].victim = &pipes[victim];
            order[0] = '\0';
            CHECK(reactor_turn(reactor, system_now_ns()));
            for (int i = 0; i < PIPES; i++)
                CHECK_MSG(pipes[i].served == 1 || (i == victim && victim != killer && pipes[i].served == 0),
                          "killer %d victim %d: pipe %d served %d times", killer, victim, i, pipes[i].served);
            pipes_close(reactor, pipes);
            reactor_destroy(reactor);
        }
}

static void test_wants(void)
{
    Pipe pipes[PIPES];
    Reactor *reactor = reactor_create();
    pipes_open(reactor, pipes);
    reactor_want(reactor, &pipes[2].watch, 0);
    CHECK(reactor_turn(reactor, system_now_ns()));
    CHECK_INT(pipes[2].served, 0);
    CHECK_INT(pipes[3].served, 1);
    reactor_want(reactor, &pipes[2].watch, CHANNEL_READ);
    CHECK(reactor_turn(reactor, system_now_ns()));
    CHECK_INT(pipes[2].served, 1);
    pipes_close(reactor, pipes);
    reactor_destroy(reactor);
}

static void timer_due(void *context)
{
    Timer *timer = context;
    CHECK(timer->deadline_ns >= last_deadline_ns);
    last_deadline_ns = timer->deadline_ns;
    due_count++;
    strcat(order, "t");
}

/* Timers come in the order of their moments, whatever was set, moved and stopped; pipes before timers. */
static void test_timers(void)
{
    static Timer timers[TIMERS];
    Pipe pipes[PIPES];
    Reactor *reactor = reactor_create();
    int64_t now_ns = system_now_ns();
    for (int i = 0; i < TIMERS; i++) {
        timers[i] = (Timer){.due = timer_due, .context = &timers[i]};
        CHECK(reactor_set_timer(reactor, &timers[i], now_ns - 1000000 + i * 7919 % 1000));
    }
    for (int i = 0; i < TIMERS; i += 3)
        CHECK(reactor_set_timer(reactor, &timers[i], now_ns - 2000000 + i * 104729 % 1000));
    for (int i = 1; i < TIMERS; i += 3)
        reactor_stop_timer(reactor, &timers[i]);
    Timer later = {.due = timer_due, .context = &later};
    CHECK(reactor_set_timer(reactor, &later, now_ns + INT64_C(3600000000000)));
    pipes_open(reactor, pipes);
    order[0] = '\0';
    CHECK(reactor_turn(reactor, WAIT_FOREVER));
    CHECK_INT(due_count, TIMERS - (TIMERS + 1) / 3);
    CHECK(strncmp(order, "pppppt", 6) == 0);
    CHECK(later.place != 0 && timers[0].place == 0);
    pipes_close(reactor, pipes);
    reactor_destroy(reactor);
}

static void test_wake(void)
{
    WakePipe wake;
    CHECK(wake_init(&wake, NULL));
    Channel channel = channel_make(wake.reader, CHANNEL_READ);
    CHECK_INT(system_wait(&channel, 1, system_now_ns()), 0);
    for (int i = 0; i < 100000; i++)
        wake_signal(&wake); /* more than a pipe holds, without waiting */
    CHECK_INT(system_wait(&channel, 1, system_now_ns() + INT64_C(10000000000)), 1);
    wake_drain(&wake);
    CHECK_INT(system_wait(&channel, 1, system_now_ns()), 0);
    wake_destroy(&wake);
}

int main(void)
{
    test_unwatching();
    test_wants();
    test_timers();
    test_wake();
    return test_end("system/reactor");
}
