/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Child: a program at the other end of three pipes, line by line, on a reactor.
 *
 * What it prints is cut into lines of printable UTF-8 and passed on; what it prints on stderr is kept apart, its last
 * words only. Everything is bounded: what waits to be read by it, a line's length, what is read from it in one turn and
 * in a tenth of a second. Nothing blocks.
 *
 *     child_start → lines … → lost (once, if it goes by itself) → child_close → gone (once)
 *
 * A Child must not move in memory between child_start() and `gone`. One thread, the reactor's.
 */
#ifndef CAROUSEL_SEATS_CHILD_H
#define CAROUSEL_SEATS_CHILD_H

#include "seats/engine_log.h"
#include "system/process.h"
#include "system/reactor.h"

enum {
    CHILD_LINE_MAX = 65536,       /* longer lines are dropped */
    CHILD_QUEUE_MAX = 256 * 1024, /* it has so much unread from us: it does not read */
    CHILD_LAST_WORDS = 160,
    CHILD_ERROR_LINE = 512 /* of its stderr in the log; the rest of a longer one stands in the next line */
};

typedef struct ChildListener {
    void (*line)(void *context, char *line, int64_t time_ns); /* without its end; may be changed in place */
    void (*lost)(void *context, const char *reason);          /* it plays no more: ended, closed its output, does not read */
    void (*odd)(void *context, const char *what);             /* it does something a program at a board should not do */
    void (*gone)(void *context);                              /* nothing of it is left */
    void *context;
} ChildListener;

typedef enum ChildState { CHILD_NONE, CHILD_RUNNING, CHILD_LOST, CHILD_QUITTING, CHILD_TERMINATING, CHILD_KILLED, CHILD_GONE } ChildState;

typedef struct Child {
    ChildState state;
    Reactor *reactor;
    Process process;
    ProcessSpec spec; /* what runs; its strings are the caller's and outlive the child */
    Watch start;      /* until it is known whether it runs */
    ChildListener listener;
    EngineLog *log; /* of what is said to it and by it; NULL: none */
    int board;      /* its own, for the log */
    Watch input, output, errors, end;
    Timer timer;    /* of the state: how long to wait for what is to come */
    Timer throttle; /* until a flooding child is read again */
    char *queue;    /* not yet taken by the child */
    size_t queue_used, queue_capacity;
    char *partial; /* the line being read */
    size_t partial_used, partial_capacity;
    bool skipping; /* to the end of a line that is too long */
    bool output_ended;
    bool told_long, told_flood;
    int64_t window_ns; /* begin of the tenth of a second being counted */
    size_t window_bytes;
    char last_words[CHILD_LAST_WORDS + 1]; /* of stderr */
    size_t last_words_used;
    char error_line[CHILD_ERROR_LINE]; /* of stderr, not yet in the log */
    size_t error_line_used;
} Child;

/* False with the reason if the program cannot be started; then there is nothing to close. That it does not run for all that
 * is a loss. The strings of `spec` must outlive the child, and so must `log` (NULL: none), where it is the one at `board`. */
bool child_start(Child *child, Reactor *reactor, const ProcessSpec *spec, const ChildListener *listener, EngineLog *log, int board,
                 Error *error);

/* Queues a line (or several, with '\n' between them); its last end is added. Ignored once the child is lost. */
void child_send(Child *child, const char *line);

/* Reads what it has written until this moment. */
void child_drain(Child *child);

/* `quit` (may be NULL) and the end of its input, a while to go, then SIGTERM, then SIGKILL; or SIGKILL at once.
 * A second call, at once, shortens the first. */
void child_close(Child *child, const char *quit, bool at_once);

#endif
