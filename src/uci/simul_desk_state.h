/*
 * What the files of the desk share. simul_desk.c takes the words, steers and asks; simul_desk_start.c makes, starts and ends
 * exhibitions.
 */
#ifndef CAROUSEL_UCI_SIMUL_DESK_STATE_H
#define CAROUSEL_UCI_SIMUL_DESK_STATE_H

#include "uci/simul_desk.h"

#include <stdatomic.h>

struct SimulDesk {
    SimulDeskListener listener;
    SimulPlan plan;
    bool planned;            /* the plan is being made; nothing runs */
    Controller *controller;  /* of the exhibition that runs, has stopped or is over */
    atomic_llong since_ns;   /* when it began to wait for whom it waits */
    bool aborting;           /* it has been told to end now */
    bool made_files;         /* it is new, not loaded: its files are of its own making */
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
__attribute__((format(printf, 2, 3))) void desk_answer(SimulDesk *desk, const char *format, ...);
__attribute__((format(printf, 2, 3))) bool desk_refuse(SimulDesk *desk, const char *format, ...);

/* A glance, at `board` (0: where A stands) in particular. There must be a controller. */
DeskLook desk_look_at(SimulDesk *desk, int board);

/* Passes an event on to the controller. False if memory ran out; the answer has said so. */
bool desk_post(SimulDesk *desk, const SimulEvent *event);
bool desk_post_kind(SimulDesk *desk, SimulEventKind kind);

/* `simul new …` */
bool desk_new(SimulDesk *desk, Text words);

/* Goes on with a stopped exhibition. */
bool desk_go_on(SimulDesk *desk, const DeskLook *look);

/* Ends what there is. A new exhibition that never came to its first arrival leaves no files behind. */
void desk_drop_controller(SimulDesk *desk);

#endif
