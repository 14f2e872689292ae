/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What the files of the desk share. simul_desk.c takes the words, steers and asks; desk_start.c makes, starts and ends
 * exhibitions.
 */
#ifndef CAROUSEL_DESK_DESK_STATE_H
#define CAROUSEL_DESK_DESK_STATE_H

#include "desk/desk.h"

#include <stdatomic.h>

struct Desk {
    DeskListener listener;
    Plan plan;
    bool planned;            /* the plan is being made; nothing runs */
    Controller *controller;  /* of the exhibition that runs, has stopped or is over */
    atomic_llong since_ns;   /* when it began to wait for whom it waits */
    bool aborting;           /* it has been told to end now */
};

/* What a glance at the exhibition has shown. */
typedef struct DeskLook {
    SimulStatus status;
    SimulSettings settings;
    int board;             /* in: which board is wanted, 0: the one A stands at */
    bool manual;           /* a person sits there */
    bool offer_by_opponent;
} DeskLook;

/* One line to whoever gave the command; the other one is an error, and false. */
__attribute__((format(printf, 2, 3))) void desk_answer(Desk *desk, const char *format, ...);
__attribute__((format(printf, 2, 3))) bool desk_refuse(Desk *desk, const char *format, ...);

/* A glance, at `board` (0: where A stands) in particular. There must be a controller. */
DeskLook desk_look_at(Desk *desk, int board);

/* Passes an event on to the controller. False if memory ran out; the answer has said so. */
bool desk_post(Desk *desk, const SimulEvent *event);
bool desk_post_kind(Desk *desk, SimulEventKind kind);

/* `simul new …` */
bool desk_new(Desk *desk, Text words);

/* Goes on with a stopped exhibition. */
bool desk_go_on(Desk *desk, const DeskLook *look);

/* Ends what there is. */
void desk_drop_controller(Desk *desk);

#endif
