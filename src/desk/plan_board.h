/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * One board of an exhibition being put together: who sits there, and what is played there, read from words.
 */
#ifndef CAROUSEL_DESK_PLAN_BOARD_H
#define CAROUSEL_DESK_PLAN_BOARD_H

#include "base/text.h"
#include "simul/settings.h"
#include "simul/settings_table.h"

#include <stdbool.h>

typedef struct PlanBoard {
    SimulBoardSetup setup; /* its strings are those below */
    char *name, *spec, *fen, *moves, *opening;
    bool dealt; /* what is played there was dealt out, not given */
} PlanBoard;

/* Writes a printf-style sentence and is false, so that a failing function can end on it. */
__attribute__((format(printf, 2, 3))) bool plan_refuse(char message[SIMUL_MESSAGE_SIZE], const char *format, ...);

/* Frees its texts and sets everything back. */
void plan_board_clear(PlanBoard *board);

/* A copy with texts of its own. False if memory ran out. */
bool plan_board_copy(PlanBoard *to, const PlanBoard *from, char message[SIMUL_MESSAGE_SIZE]);

/* What is played there is open again. */
void plan_board_clear_opening(PlanBoard *board);

/* Puts what is played at `from` in the place of what was at `to`. False if memory ran out. */
bool plan_board_copy_opening(PlanBoard *to, const PlanBoard *from);

/* Reads what follows a board's number: `name "Anna" reply 900 manual`. `label` names the board in messages. The board may
 * have taken the words before the one that is wrong. */
bool plan_board_read(PlanBoard *board, const char *label, Text words, char message[SIMUL_MESSAGE_SIZE]);

/* Changes the words of the player who sits there. False if memory ran out. */
bool plan_board_respell(PlanBoard *board, const char *words);

/* True for the word of a kind of player: engine, builtin, manual … */
bool plan_board_kind_word(Text word);

#endif
