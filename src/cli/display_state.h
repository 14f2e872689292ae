/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What the live table knows: kept up to date from the announcements alone, so that whoever reads them (`--json`) can
 * draw the same. Announcements come on the controller's thread, snapshots are taken on the drawing one; neither
 * waits for the other longer than a copy takes.
 */
#ifndef CAROUSEL_CLI_DISPLAY_STATE_H
#define CAROUSEL_CLI_DISPLAY_STATE_H

#include "simul/core.h"
#include "system/thread.h"

#include <stdbool.h>
#include <stdint.h>

enum { DISPLAY_NAME_SIZE = 48, DISPLAY_MOVES = 3, DISPLAY_LOG = 64, DISPLAY_LOG_SIZE = 160, DISPLAY_REASON_SIZE = 64 };

/* Why a board stands out. */
enum { ATTENTION_OFFER = 1, ATTENTION_LATE = 2, ATTENTION_INCIDENT = 4 };

typedef struct DisplayBoard {
    int board; /* 0: nothing known yet */
    char name[DISPLAY_NAME_SIZE];
    Color color; /* A's */
    int ply;
    char san[DISPLAY_MOVES][16]; /* the last ones, the latest last; "" where there is none */
    bool has_score, is_mate;
    int score;        /* from A's side */
    int64_t reply_ms; /* the opponent's last; -1: none */
    bool ended;
    GameResult result;
    char reason[DISPLAY_REASON_SIZE];
    int64_t clock_ms; /* A's; -1: none */
    unsigned attention;
} DisplayBoard;

typedef struct DisplayHall {
    int boards;
    int board; /* where A stands; 0: nowhere */
    int round;
    bool due_reply;   /* the opponent's reply is awaited, else A's move */
    int64_t since_ns; /* from then on, system_now_ns() time */
    int64_t limit_ms;
    bool paused;
    bool over; /* done or stopped */
    int wins, draws, losses, unfinished;
    int64_t visits;        /* arrivals so far: another number, another visit */
    bool scores_hidden;    /* people play: A's scores are not shown to them (W15) */
    bool clocks;           /* A has a clock a board */
    int64_t hall_clock_ms; /* … or one for the whole hall; -1: none */
    int64_t paused_ns;     /* when it was paused */
    int log_count;         /* lines given so far */
} DisplayHall;

typedef struct DisplayState {
    Mutex mutex;
    DisplayHall hall;
    DisplayBoard *boards; /* board b is boards[b - 1] */
    int capacity;
    char log[DISPLAY_LOG][DISPLAY_LOG_SIZE]; /* a ring */
} DisplayState;

void display_state_init(DisplayState *state);
void display_state_destroy(DisplayState *state);

void display_state_take(DisplayState *state, const SimulAnnouncement *announcement);

/* A line for the log, from either thread. */
void display_state_note(DisplayState *state, const char *line);

/* What of the exhibition was there before we looked (a resumed one). On the controller's thread. */
void display_state_fill(DisplayState *state, const SimulCore *core);

/* What announcements do not tell: A's clocks, and whether scores may be shown. On the controller's thread. */
void display_state_look(DisplayState *state, const SimulCore *core);

DisplayHall display_state_hall(DisplayState *state);

/* The rows of one page, at most `room`, each board once: all boards if they fit; else those elsewhere that need attention, then
 * the page where A stands. Returns how many; `*first_of_page` is where the page begins. `rows` has room for `room`. */
int display_state_page(DisplayState *state, int room, DisplayHall *hall, DisplayBoard *rows, int *first_of_page);

/* The latest lines of the log, oldest first, at most `room`. Returns how many. */
int display_state_log(DisplayState *state, int room, char lines[][DISPLAY_LOG_SIZE]);

#endif
