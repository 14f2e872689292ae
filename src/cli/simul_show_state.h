/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What the files of the shell's exhibition share: its state. simul_show.c runs it, says what it says and ends it,
 * simul_show_table.c takes what is typed and draws. Private.
 */
#ifndef CAROUSEL_CLI_SIMUL_SHOW_STATE_H
#define CAROUSEL_CLI_SIMUL_SHOW_STATE_H

#include "cli/display.h"
#include "cli/line_editor.h"
#include "cli/person_turn.h"
#include "cli/simul_show.h"
#include "cli/typed.h"
#include "system/input.h"
#include "system/output.h"
#include "system/wait.h"
#include "web/web.h"

#include <stdatomic.h>

enum { SHOW_LINE_SIZE = 2048, LAST_LINES = 16 };

typedef enum ShowLook { LOOK_PLAIN, LOOK_JSON, LOOK_TABLE } ShowLook;

/* An exhibition as the shell shows it. */
typedef struct Show {
    ShowLook look;
    Output *output;
    Desk *desk;
    Input input;
    WakePipe wake;
    Screen *screen; /* TABLE */
    DisplayState state;
    DisplayPanel panel; /* answers to the last line typed */
    LineEditor editor;
    int begun_visit;        /* the visit in which the line being typed was begun */
    char asked[TYPED_SIZE]; /* `resign B`, to be said yes to; "": nothing */
    int asked_visit;
    PersonTurn turn;
    char exhibitor[DISPLAY_NAME_SIZE];
    char missing[128];
    char hint[128];
    char last_words[LAST_LINES][SHOW_LINE_SIZE]; /* errors and notices for the screen that is there afterwards, a ring */
    int last_count;
    int64_t began_ns;
    bool people_watch; /* PLAIN: somebody sits at the terminal and may be to move */
    int plain_visit;   /* PLAIN: the turn shown last */
    size_t plain_plies;
    atomic_bool ended;
    bool test_decided; /* … by the match's test; read once it has ended */
    bool resumed;
    bool remain;     /* games stand; read once it has ended */
    bool files_said; /* where everything is, if not where it was to be: */
    bool incomplete;
    char pgn[SIMUL_PATH_SIZE];
    char journal[SIMUL_PATH_SIZE];
    char unfinished[SIMUL_PATH_SIZE];
    int interrupts;
    bool on_terminal;     /* keys reach us */
    bool abandoned;       /* nobody was there */
    _Atomic(Web *) web;   /* the pages, if any are served; made and closed by the thread that runs all this */
    atomic_bool going_on; /* the organizer's page wants it to go on */
    bool from_page;       /* the order at hand came from there */
    atomic_bool closing;  /* it is over, and nobody wants to look at it any more */
} Show;

/* A line of the desk, shown as this look shows it; the desk's listener, too. */
void show_answer(void *context, const char *line);

/* Looks in. False if there is no exhibition, as after a `new`, or a `load` of something that is none. */
bool show_inspect(const Show *show, void (*inspect)(void *context, const SimulCore *core), void *context);

/* `begun_visit`: the visit in which the line was begun, where keys are read one by one; else -1. What is meant for the board where A
 * stands counts only if A stood there already. */
void show_take_line(Show *show, Text line, int begun_visit);
void show_take_key(Show *show, unsigned char byte);

/* ---- simul_show_web.c ---- */

/* The desk's listener: pages for a plan. */
bool show_open_pages(void *context, SimulSettings *settings, char message[SIMUL_MESSAGE_SIZE]);
void show_attach(void *context, Controller *controller);

/* Pages for a saved exhibition, if its journal or `wanted` wants them. False if they cannot be. */
bool show_reopen_pages(Show *show, const SimulShow *wanted);

/* Must it wait for `start`, because somebody plays by a page? */
bool show_waits_for_people(const Plan *plan);

/* Says where the pages are, and on a terminal all links. */
void show_say_pages(Show *show);

/* Takes `links`, and before `start` says who is missing. True if there is nothing more to be done with the line. */
bool show_take_pages_line(Show *show, Text line);

/* Goes on with a stopped exhibition, if the organizer's page wants that. */
void show_go_on(Show *show);

/* A frame of the table. */
void show_draw(Show *show);

/* Without a table: the board of the person at the terminal whose turn has come, once. */
void show_turn_plainly(Show *show);

#endif
