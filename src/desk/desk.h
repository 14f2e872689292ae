/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The organizer's desk: one exhibition at a time, put together, started, steered and asked about by the words of the
 * `simul` commands. The UCI conversation and the shell command both sit at such a desk.
 *
 * Commands are given on one thread and never wait for the exhibition. Announcements come on the controller's thread.
 */
#ifndef CAROUSEL_DESK_DESK_H
#define CAROUSEL_DESK_DESK_H

#include "base/text.h"
#include "control/controller.h"
#include "desk/plan.h"

typedef struct Desk Desk;

typedef struct DeskListener {
    void (*answer)(void *context, const char *line);                        /* to a command; the caller's thread */
    void (*announce)(void *context, const SimulAnnouncement *announcement); /* the controller's thread; must not wait */
    void (*ended)(void *context, bool remain);                              /* may be NULL; the controller's thread */
    bool (*unread)(void *context); /* may be NULL; the controller's thread: lines that have arrived and have not become commands yet? */
    /* May be NULL: then no pages are served, and what needs them is refused. The commands' thread. */
    bool (*open_pages)(void *context, SimulSettings *settings,
                       char message[SIMUL_MESSAGE_SIZE]);  /* of a plan about to start; may say where they are; no `listen`: it has none */
    void (*attach)(void *context, Controller *controller); /* there is an exhibition now; NULL: the last one is about to go */
    void *context;
} DeskListener;

/* NULL if memory ran out. */
Desk *desk_create(const DeskListener *listener);

/* An exhibition in progress is aborted and saved. */
void desk_destroy(Desk *desk);

/* Ends the exhibition at once because the program has to end, not because somebody wants its games judged: they stand, and it
 * can go on. There must have been a start. */
bool desk_leave(Desk *desk);

/* What follows `simul`, given at `stamp_ns` (system_now_ns(); 0: now). False if it was refused; the answer has said why. */
bool desk_command(Desk *desk, Text words, int64_t stamp_ns);

/* The plan being made: a new one, if there is none or the last has been started; the last one, if its start was refused. NULL
 * while an exhibition runs. */
Plan *desk_plan(Desk *desk);

/* Lays a finished plan on the desk, which takes over what it owns. Only before anything has been started. */
void desk_take_plan(Desk *desk, Plan *plan);

/* True if a command begins with this word; `*board`: its second word is a board's number. */
bool desk_knows(Text word, bool *board);

/* Makes the planned exhibition and its files, all but the start, which desk_start() or an event then gives. */
bool desk_prepare(Desk *desk);

/* Begins the planned exhibition, goes on with a stopped one, or loads a saved one and goes on with it. */
bool desk_start(Desk *desk);
bool desk_load(Desk *desk, const char *journal);

/* Reads an exhibition file (empty: eight built-in opponents) and starts it, for who can set options only: no person may play, as
 * nobody could type his moves, and files that are not named go beside the exhibition file. */
bool desk_start_file(Desk *desk, const char *path);

/* NULL before the start. */
Controller *desk_controller(Desk *desk);

#endif
