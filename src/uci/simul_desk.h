/*
 * The organiser's desk: one exhibition at a time, put together, started, steered and asked about by the words of the
 * `simul` commands. The UCI conversation and the shell command both sit at such a desk.
 *
 * Commands are given on one thread and never wait for the exhibition. Announcements come on the controller's thread.
 */
#ifndef CAROUSEL_UCI_SIMUL_DESK_H
#define CAROUSEL_UCI_SIMUL_DESK_H

#include "simul/controller.h"
#include "system/text.h"
#include "uci/simul_plan.h"

typedef struct SimulDesk SimulDesk;

typedef struct SimulDeskListener {
    void (*answer)(void *context, const char *line);                               /* to a command; the caller's thread */
    void (*announce)(void *context, const SimulAnnouncement *announcement);        /* the controller's thread; must not wait */
    void (*ended)(void *context, bool remain);                                     /* may be NULL; the controller's thread */
    void *context;
} SimulDeskListener;

/* NULL if memory ran out. */
SimulDesk *simul_desk_create(const SimulDeskListener *listener);

/* An exhibition in progress is aborted and saved. */
void simul_desk_destroy(SimulDesk *desk);

/* What stands behind `simul`. False if it was refused; the answer has said why. */
bool simul_desk_command(SimulDesk *desk, Text words);

/* The plan being made: a new one, if there is none or the last has been started. NULL while an exhibition runs. */
SimulPlan *simul_desk_plan(SimulDesk *desk);

/* Lays a finished plan on the desk, which takes over what it owns. Only before anything has been started. */
void simul_desk_take_plan(SimulDesk *desk, SimulPlan *plan);

/* True if a command begins with this word; `*board`: its second word is a board's number. */
bool simul_desk_knows(Text word, bool *board);

/* Begins the planned exhibition, goes on with a stopped one, or loads a saved one and goes on with it. */
bool simul_desk_start(SimulDesk *desk);
bool simul_desk_load(SimulDesk *desk, const char *journal);

/* Reads an exhibition file (empty: eight built-in opponents) and starts it. */
bool simul_desk_start_file(SimulDesk *desk, const char *path);

/* NULL before the start. */
Controller *simul_desk_controller(SimulDesk *desk);

#endif
