/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The core of an exhibition: a state machine that takes events and gives actions, and decides everything the
 * rules leave to the arbiter. No I/O, no clock, no threads: the same events give the same actions, always.
 *
 * Who uses it: record/session.h, which keeps its journal and score sheets; tests, in simulated time.
 *
 *     event → simul_core_handle() → actions, to be done in their order before the next event is given
 *
 * Time is in ns relative to the exhibition's start and never runs backwards; it goes on where it stood when a saved
 * exhibition is resumed. The core trusts the order of events, not their stamps: a reply given before the deadline's
 * event is in time, whatever its stamp says.
 *
 * Boards are numbered from 1; board 0 is side A's own seat. Between events everything may be read through
 * simul_core_status(), _view(), _game(); pointers given out are valid until the next event.
 * One thread at a time. Work a visit does not depend on the number of boards.
 */
#ifndef CAROUSEL_SIMUL_CORE_H
#define CAROUSEL_SIMUL_CORE_H

#include "chess/game.h"
#include "rules/winnable.h"
#include "simul/action.h"
#include "simul/event.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SIMUL_ERROR_SIZE = 256 };

/* ---- The core ---- */

typedef struct SimulCore SimulCore;

/* Boards 1..count as set up; with `games` N first all boards' first games, then all their second ones …, so that count is N
 * times the number of boards. Copies all it is given. NULL, with a sentence in `error`, if a setting, position or
 * move is wrong or memory ran out. `memory` (may be NULL) is for the dead position analysis, outlives the core. */
SimulCore *simul_core_create(const SimulSettings *settings, const SimulBoardSetup *boards, int count, WinnableMemory *memory,
                             char error[SIMUL_ERROR_SIZE]);
void simul_core_destroy(SimulCore *core);

/* Takes an event. The actions are the core's, valid until the next call. NULL if memory ran out: then the core
 * must not be used any more. */
const SimulAction *simul_core_handle(SimulCore *core, const SimulEvent *event, size_t *count);

/* ---- Looking in ---- */

typedef enum SimulPhase {
    SIMUL_SETUP,   /* nothing has begun */
    SIMUL_OPENING, /* seats are being opened */
    SIMUL_RUNNING,
    SIMUL_STOPPED, /* ended early, games stand: REOPEN goes on */
    SIMUL_DONE
} SimulPhase;

typedef enum SimulStage {
    SIMUL_STAGE_NONE,     /* no visit */
    SIMUL_STAGE_ASKING,   /* arrived, the reply's clock is about to start */
    SIMUL_STAGE_REPLY,    /* the reply is awaited */
    SIMUL_STAGE_CONSENT,  /* a person playing A is asked to grant a pass */
    SIMUL_STAGE_THINK,    /* A is thinking */
    SIMUL_STAGE_EXCHANGE, /* A has moved and waits for an answer that may come */
    SIMUL_STAGE_RESTART   /* A's engine is being restarted */
} SimulStage;

/* Words for them, as they are shown: "running"; "reply" for ASKING too. */
const char *simul_phase_word(SimulPhase phase);
const char *simul_stage_word(SimulStage stage);

typedef struct SimulStatus {
    SimulPhase phase;
    SimulStage stage;
    bool paused;
    bool stopping; /* STOP was given, the visit goes on */
    int board;     /* A stands here; 0: nowhere */
    int round;     /* from 1 */
    int boards;    /* in all */
    int in_play;
    int waiting;                         /* on the waiting list or joining */
    int wins, draws, losses, unfinished; /* of games ended, from A's side */
    int64_t visits;
    int64_t incidents;
    int64_t time_ns;     /* of the last event */
    int64_t since_ns;    /* when the awaited side's time began */
    int64_t deadline_ns; /* -1: none */
    const char *exhibitor_name;
    const char *held; /* what holds everything up from outside, a full disk perhaps; NULL: nothing */
} SimulStatus;

/* While something is held the exhibition counts as running and paused, even if its last event has been handled. */
void simul_core_status(const SimulCore *core, SimulStatus *status);

/* Says in the status that what was decided cannot be done for now, and why; NULL: it can again. Borrowed. Nothing is
 * decided by it. */
void simul_core_hold(SimulCore *core, const char *why);
const SimulSettings *simul_core_settings(const SimulCore *core);

typedef enum SimulBoardState {
    SIMUL_BOARD_VACANT,  /* nobody has come yet */
    SIMUL_BOARD_OPENING, /* its seat is being opened */
    SIMUL_BOARD_READY,   /* before the start, or joining with the next round */
    SIMUL_BOARD_PLAYING,
    SIMUL_BOARD_ENDED
} SimulBoardState;

/* "playing". */
const char *simul_board_state_word(SimulBoardState state);

/* What was noted about a ply beside its move. */
typedef struct SimulPly {
    uint32_t ms;   /* used for it */
    int16_t score; /* A's moves: centipawns, or moves to mate; from A's side */
    uint8_t depth; /* 0: unknown */
    uint8_t flags; /* SIMUL_PLY_… */
} SimulPly;

enum { SIMUL_PLY_SCORE = 1, SIMUL_PLY_MATE = 2, SIMUL_PLY_OPENING = 4, SIMUL_PLY_LATE = 8, SIMUL_PLY_HELD = 16 };

typedef struct SimulBoardView {
    int board;
    SimulBoardState state;
    bool person;                  /* sits there, else a program */
    const SimulBoardSetup *setup; /* the core's own copy, strings included */
    const char *name;
    int game_number; /* 1, and one more each time the board is filled again */
    Color exhibitor_color;
    const Game *game;                           /* NULL if vacant */
    const SimulPly *plies;                      /* game->move_count of them */
    bool thinking;                              /* asked for a move and not answered yet */
    bool holding;                               /* its answer waits for A */
    bool offer_by_exhibitor, offer_by_opponent; /* stands */
    bool pass_asked;
    int misses, passes, illegal; /* so far, of the opponent */
    int exhibitor_illegal;
    int illegal_limit, exhibitor_illegal_limit; /* the one of this number loses; 0: none is counted */
    int visits;
    int64_t exhibitor_left_ms, opponent_left_ms; /* -1: no clock. As of the last event */
    Verdict verdict;
    const char *termination; /* as in PGN */
    const char *reason;      /* one phrase; "" while in play */
} SimulBoardView;

/* May A's scores be seen? Not once a person has sat down, A or an opponent, unless that was asked for (W15). */
bool simul_core_scores_shown(const SimulCore *core);

/* False if there is no such board. */
bool simul_core_view(const SimulCore *core, int board, SimulBoardView *view);

/* The same of the game a DO_SHEET is about, which at the board may have made way for the next one already. */
void simul_core_sheet_view(const SimulCore *core, const SimulAction *action, SimulBoardView *view);

/* The game at a board; NULL if there is none. */
const Game *simul_core_game(const SimulCore *core, int board);

/* The board after `board` among those in play, in rotation; 0 starts with the lowest. 0 if there is none after it. */
int simul_core_next_in_play(const SimulCore *core, int board);

/* What is remembered of a game that made way for the next at its board (W13's refilling). */
typedef struct SimulPastGame {
    int board, game_number;
    const char *name;
    Color exhibitor_color;
    Verdict verdict;
    const char *reason;
    int plies;
    int visits;
} SimulPastGame;

const SimulPastGame *simul_core_past(const SimulCore *core, int *count);

/* Bytes in use for all boards, for measurements. */
size_t simul_core_bytes(const SimulCore *core);

/* Digest of everything that decides how the exhibition goes on: equal states, equal numbers. For tests. */
uint64_t simul_core_digest(const SimulCore *core);

#endif
