/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * An exhibition being put together: its settings and who sits where, from `simul` commands, the command line or
 * an exhibition file, which all speak the same words.
 *
 * A plan owns its texts. Bad input changes nothing and gives one sentence that names the board or the key and what was
 * expected. One thread at a time.
 */
#ifndef CAROUSEL_DESK_PLAN_H
#define CAROUSEL_DESK_PLAN_H

#include "base/text.h"
#include "desk/plan_board.h"
#include "simul/settings.h"
#include "simul/settings_table.h"

#include <stdbool.h>

enum { PLAN_PLACE_SIZE = 128 };

typedef enum PlanDeal { DEAL_ORDER, DEAL_RANDOM, DEAL_SAME } PlanDeal;

typedef struct Plan {
    SimulChoices choices;
    PlanBoard *boards; /* board b is boards[b - 1] */
    int count;
    PlanBoard *later; /* the openings of the second games of all boards, of the third ones …, made by plan_finish() */
    int later_count;
    bool count_given;                       /* `boards N`: seats must lie within */
    int seated;                             /* the last board that was given a seat */
    PlanDeal deal;                          /* how the openings of a file are given to the boards */
    char place[PLAN_PLACE_SIZE];            /* "club.simul:7: " while that line of a file is read, else "" */
    char directory[SIMUL_PATH_SIZE];        /* of that file, with a '/' at its end: its paths are relative to it; else "" */
    char home[SIMUL_PATH_SIZE];             /* where files that are not named go, with a '/' at its end; "": here */
    char openings_note[SIMUL_MESSAGE_SIZE]; /* what of the openings' positions was corrected, with the place of the first; else "" */
    char openings_place[PLAN_PLACE_SIZE];   /* where `openings` stood: its file is read when all is known */
} Plan;

void plan_init(Plan *plan);
void plan_destroy(Plan *plan);

/* `boards 8 movetime 500 late pass …`, the words of `simul new` */
bool plan_settings(Plan *plan, Text words, char message[SIMUL_MESSAGE_SIZE]);

/* One setting. A switch may come without value (empty). */
bool plan_setting(Plan *plan, Text key, Text value, char message[SIMUL_MESSAGE_SIZE]);

/* `3 name "Anna" manual`, `1-4 builtin elo 1200`: the words of `simul seat` */
bool plan_seat(Plan *plan, Text words, char message[SIMUL_MESSAGE_SIZE]);

/* `builtin hash 64`, `engine stockfish`, `manual`, each after `name "TEXT"` if wanted: the words of `simul exhibitor` */
bool plan_exhibitor(Plan *plan, Text words, char message[SIMUL_MESSAGE_SIZE]);

/* The next free board for a seat without number: the words of `simul join` and of `--opponent`. */
bool plan_add(Plan *plan, Text words, char message[SIMUL_MESSAGE_SIZE]);

/* Where the opening of a board's game is kept; games and boards count from 1. */
PlanBoard *plan_game(Plan *plan, int game, int board);

/* Everything to be played, as simul_core_create() takes it: an array to be freed, whose texts are the plan's. NULL if memory
 * ran out. */
SimulBoardSetup *plan_setups(const Plan *plan, int *count);

/* Makes it ready to be created: boards without a player get built-in ones of rising strength, openings are dealt out,
 * seed, date, thinkers and file names are filled in. */
bool plan_finish(Plan *plan, char message[SIMUL_MESSAGE_SIZE]);

/* The last of that alone: names of files that nobody gave, under which nothing stands yet. */
bool plan_name_files(Plan *plan, char message[SIMUL_MESSAGE_SIZE]);

/* Does something stand under a name that nobody gave? */
bool plan_names_taken(const Plan *plan);

#endif
