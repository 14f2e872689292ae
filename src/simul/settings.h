/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Settings of an exhibition: every policy of the rules as a plain field, and who sits at which board.
 *
 * SimulSettings is a value: copy it, compare it, keep it. Units are in the names; 0 or "" means "off" or "not given"
 * unless a comment says otherwise. SimulBoardSetup borrows its strings; whoever takes one copies them.
 */
#ifndef CAROUSEL_SIMUL_SETTINGS_H
#define CAROUSEL_SIMUL_SETTINGS_H

#include "rules/time_control.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SIMUL_TEXT_SIZE = 128,
    SIMUL_PATH_SIZE = 1024,
    SIMUL_TC_SIZE = 64,
    SIMUL_MAX_BOARDS = 100000,
    SIMUL_NO_LIMIT = -1,    /* `thinkers all` */
    SIMUL_INHERIT = -1      /* a board's override that follows the exhibition */
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

typedef struct SimulSettings {
    /* The exhibition and its score sheets. */
    char event[SIMUL_TEXT_SIZE];            /* PGN Event */
    char site[SIMUL_TEXT_SIZE];             /* PGN Site */
    char date[11];                          /* PGN Date, "2026.01.31"; whoever creates the exhibition fills it in */
    char pgn_path[SIMUL_PATH_SIZE];         /* games are appended here; "": no score sheets */
    char journal_path[SIMUL_PATH_SIZE];     /* "": no journal */
    char openings_path[SIMUL_PATH_SIZE];    /* EPD or PGN; already dealt out into the boards' setups */
    bool chess960;                          /* boards that name no position get a Chess960 one, by `seed` */
    uint64_t seed;                          /* of everything drawn by lot, openings included */

    /* Side A. */
    bool exhibitor_person;                  /* off: a program plays A */
    char exhibitor_name[SIMUL_TEXT_SIZE];   /* "": what the seat calls itself */
    char exhibitor_spec[SIMUL_PATH_SIZE];   /* how to open A's seat, as after `simul exhibitor` */
    SimulColor color;                       /* W2: A's colour */
    int64_t movetime_ms;                    /* W4: 1000. 0: no such limit (one of these four must be given) */
    int depth;                              /* W4, plies */
    uint64_t nodes;                         /* W4 */
    char tc[SIMUL_TC_SIZE];                 /* W4: A's clock as text, e.g. "40/5400+30" (rules/time_control.h); "": none */
    SimulClockPlace clock_place;            /* A's clock: one a board, or one for the whole hall */
    int64_t overrun_ms;                     /* W4: 20. Beyond A's limit by more than this is an incident */
    int64_t hang_ms;                        /* E7: 5000. An engine playing A that is so long silent after `stop` hangs; 0: wait on */
    int restarts;                           /* E7: 1. Restarts of A's engine a visit */

    /* The opponents' time. */
    int64_t reply_engine_ms;                /* W6: 500 */
    int64_t reply_manual_ms;                /* W6: 10 000 */
    int64_t lag_ms;                         /* W6: 0 */
    char opponent_tc[SIMUL_TC_SIZE];        /* the opponents' clocks, running from arrival to reply; "": none */
    SimulLate late;                         /* W7: forfeit */
    int misses;                             /* W7: 3. 0: never */
    int warn_factor;                        /* W7: 10. Under `warn` A waits so many times the reply time in all */
    int passes;                             /* W8: 0 a game */
    SimulThink think;                       /* W9: away */
    int thinkers;                           /* W9: at least 1, or SIMUL_NO_LIMIT. Resolved to a number by whoever creates the exhibition */
    int exchanges;                          /* W11: 0 */
    int64_t start_ms;                       /* E6: 10 000 */
    SimulAbsent absent;                     /* E6: refuse */
    bool refill;                            /* W13: off */

    /* The arbiter. */
    int illegal_engine;                     /* M3: 1. The k-th completed illegal move loses */
    int illegal_manual;                     /* M3: 2 */
    int64_t illegal_bonus_ms;               /* M3: 120 000. Added to the other clock on a first offence, and for a wrong claim */
    SimulTouch touch;                       /* M4: refuse */
    SimulClaims claims;                     /* E4: auto */
    SimulDraws draws;                       /* E3: decline. What an engine playing A does with an offer */
    int draws_cp;                           /* E3: with `accept`, offers are accepted when A's score is at most this */
    uint64_t dead_nodes;                    /* E2: bound of the analysis after every move; 0: bare material only */
    uint64_t loss_nodes;                    /* E2: bound of the analysis when a game is about to be lost; 0: bare material only */
    SimulUnfinished unfinished;             /* W14: open (`*`) */
    int unfinished_cp;                      /* W14: 300. By score: a win from this on, else a draw */
    int adjudicate_cp;                      /* W14: 0 (off). A game is ended when A's score is at least ±this ... */
    int adjudicate_moves;                   /* ... for so many of A's moves running: 4 */
    int maxmoves;                           /* W14: 0 (off). Drawn after so many moves of both sides */
    bool show_scores;                       /* W15: off. Show A's scores although people play */
} SimulSettings;

/* Who sits at one board, and what is played there. Overrides are SIMUL_INHERIT unless given. */
typedef struct SimulBoardSetup {
    bool person;               /* his moves are typed: never held, own reply time, own number of illegal moves. Else a program */
    bool remote;               /* plays on another machine: not counted by `thinkers` */
    const char *name;          /* "" or NULL: what the seat calls itself, else "board B" */
    const char *spec;          /* how to open the seat, as after `simul seat B`; NULL: "" */
    const char *fen;           /* NULL or "": the usual start position */
    const char *moves;         /* an opening's moves after `fen`, UCI text with blanks between; NULL or "": none */
    const char *opening;       /* the opening's name for the score sheet; NULL or "": unknown */
    int64_t reply_ms;
    int64_t lag_ms;
    int illegal;
    int misses;
    int passes;
    int exchanges;
    int color;                 /* SimulColor WHITE or BLACK: A's colour on this board */
} SimulBoardSetup;

/* The defaults of the rules, A built in, no files. */
void simul_settings_default(SimulSettings *settings);

/* A program with nothing given and every override inherited. */
void simul_board_default(SimulBoardSetup *setup);

/* A copy whose strings, "" for NULL, stand in one block, `*strings`, to be freed. False if memory ran out. */
bool simul_board_copy(SimulBoardSetup *to, char **strings, const SimulBoardSetup *from);

/* Reads `tc` or `opponent-tc`, whichever `key` is; "": no control. False with a sentence that names the key. */
bool simul_settings_control(const char *key, const char *text, TimeControl *control, char *message, size_t size);

/* Not NULL: what is wrong, one sentence naming the setting (a constant string). */
const char *simul_settings_problem(const SimulSettings *settings);

#endif
