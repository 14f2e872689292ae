/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Settings of an exhibition: every policy of the rules as a plain field, and who sits at which board.
 *
 * SimulSettings is a value: copy it, compare it, keep it. Units are in the names; 0 or "" means "off" or "not given"
 * unless its row says otherwise. SimulBoardSetup borrows its strings; whoever takes one copies them.
 */
#ifndef CAROUSEL_SIMUL_SETTINGS_H
#define CAROUSEL_SIMUL_SETTINGS_H

#include "rules/time_control.h"
#include "simul/settings_rows.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SIMUL_TEXT_SIZE = 128,
    SIMUL_PATH_SIZE = 1024,
    SIMUL_SPEC_SIZE = 8192,
    SIMUL_TC_SIZE = 64,
    SIMUL_TIME_MAX = 1000000000, /* ms */
    SIMUL_MAX_BOARDS = 100000,
    SIMUL_MAX_GAMES = 1000000,
    SIMUL_NO_LIMIT = -1, /* `thinkers all` */
    SIMUL_INHERIT = -1   /* a board's override that follows the exhibition */
};

typedef enum SimulColor { SIMUL_COLOR_WHITE, SIMUL_COLOR_BLACK, SIMUL_COLOR_ALTERNATE } SimulColor;
typedef enum SimulLate { SIMUL_LATE_FORFEIT, SIMUL_LATE_PASS, SIMUL_LATE_WARN } SimulLate;
typedef enum SimulThink { SIMUL_THINK_AWAY, SIMUL_THINK_NONE } SimulThink;
typedef enum SimulClockPlace { SIMUL_CLOCK_BOARD, SIMUL_CLOCK_HALL } SimulClockPlace;
typedef enum SimulClaims { SIMUL_CLAIMS_AUTO, SIMUL_CLAIMS_FIDE } SimulClaims;
typedef enum SimulDraws { SIMUL_DRAWS_DECLINE, SIMUL_DRAWS_ACCEPT } SimulDraws;
typedef enum SimulTouch { SIMUL_TOUCH_REFUSE, SIMUL_TOUCH_COUNT } SimulTouch;
typedef enum SimulAbsent { SIMUL_ABSENT_REFUSE, SIMUL_ABSENT_FORFEIT } SimulAbsent;
/* What becomes of games that stand when the exhibition is ended early: left open, or judged by A's last score. */
typedef enum SimulUnfinished { SIMUL_UNFINISHED_OPEN, SIMUL_UNFINISHED_SCORE } SimulUnfinished;

/* Texts of settings, "" where none is given. */
typedef char SimulText[SIMUL_TEXT_SIZE];
typedef char SimulPath[SIMUL_PATH_SIZE];
typedef char SimulSpec[SIMUL_SPEC_SIZE];
typedef char SimulControlText[SIMUL_TC_SIZE];
typedef char SimulKey[33]; /* of a page */
typedef char SimulDate[sizeof "2026.01.31"];

#define SIMUL_FIELD(kind, type, field, ...) type field;
#define SIMUL_OVERRIDE_FIELD(type, field, ...) type field;
#define SIMUL_TEXT_FIELD(field) const char *field;

/* What each field means, its range and its default: simul/settings_rows.h. */
typedef struct SimulSettings {
    SIMUL_SETTING_ROWS(SIMUL_FIELD)
    bool pgn_made_up; /* of a new exhibition, not kept: nobody gave the name of the score sheets, so no such file may be there yet */
} SimulSettings;

/* Who sits at one board, and what is played there. Overrides are SIMUL_INHERIT unless given. */
typedef struct SimulBoardSetup {
    bool person; /* his moves are typed or tapped: never held, a reply time and a number of illegal moves of his own */
    bool remote; /* plays on another machine: not counted by `thinkers` */
    SIMUL_SETUP_TEXTS(SIMUL_TEXT_FIELD)
    SIMUL_OVERRIDE_ROWS(SIMUL_OVERRIDE_FIELD)
} SimulBoardSetup;

/* The defaults of the rules, A built in, no files. */
void simul_settings_default(SimulSettings *settings);

/* An engine with nothing given and every override inherited. */
void simul_board_default(SimulBoardSetup *setup);

/* A copy whose strings, "" for NULL, stand in one block, `*strings`, to be freed. False if memory ran out. */
bool simul_board_copy(SimulBoardSetup *to, char **strings, const SimulBoardSetup *from);

/* Reads `tc` or `opponent-tc`, whichever `key` is; "": no control. False with a sentence that names the key. */
bool simul_settings_control(const char *key, const char *text, TimeControl *control, char *message, size_t size);

/* A's colour in the first game at a board: its own, or as `settings` has it. */
bool simul_exhibitor_has_white(const SimulSettings *settings, const SimulBoardSetup *setup, int board);

/* Not NULL: what is wrong, one sentence naming the setting (a constant string). */
const char *simul_settings_problem(const SimulSettings *settings);

#endif
