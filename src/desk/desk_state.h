/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What the files of the desk share. desk.c takes the words, steers and asks; desk_start.c makes, starts and ends
 * exhibitions.
 */
#ifndef CAROUSEL_DESK_DESK_STATE_H
#define CAROUSEL_DESK_DESK_STATE_H

#include "desk/desk.h"
#include "desk/tables.h"

struct Desk {
    DeskListener listener;
    Plan plan;
    bool planned;           /* the plan is being made; nothing runs */
    bool kept;              /* the plan that has been started is kept: should the start be refused, it can be mended */
    int64_t stamp_ns;       /* when the command at hand was given; 0: now */
    Controller *controller; /* of the exhibition that runs, has stopped or is over */
    bool aborting;          /* it has been told to end now */
    bool prepared;          /* it waits for its start */
    DeskTables tables;      /* of the exhibition */
};

/* How the exhibition stands. */
typedef struct DeskSight {
    SimulStatus status; /* without the exhibitor's name */
    char journal_path[SIMUL_PATH_SIZE];
    bool pages; /* are served, with keys that its journal keeps */
} DeskSight;

/* One line to whoever gave the command; the other one is an error, and false. */
__attribute__((format(printf, 2, 3))) void desk_answer(Desk *desk, const char *format, ...);
__attribute__((format(printf, 2, 3))) bool desk_refuse(Desk *desk, const char *format, ...);

/* There must be a controller. */
DeskSight desk_inspect(Desk *desk);

/* Passes an event on to the controller. False if memory ran out; the answer has said so. */
bool desk_post(Desk *desk, const SimulEvent *event);
bool desk_post_kind(Desk *desk, SimulEventKind kind);

/* `simul new …` */
bool desk_new(Desk *desk, Text words);

/* Goes on with a stopped exhibition. */
bool desk_go_on(Desk *desk, const DeskSight *sight);

/* Ends what there is. */
void desk_drop_controller(Desk *desk);

#endif
