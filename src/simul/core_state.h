/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The core's state, and short questions about it; private to simul/core*.c. What the files do to it: simul/core_parts.h.
 */
#ifndef CAROUSEL_SIMUL_CORE_STATE_H
#define CAROUSEL_SIMUL_CORE_STATE_H

#include "base/units.h"
#include "rules/claims.h"
#include "rules/dead.h"
#include "rules/game_clock.h"
#include "rules/illegal.h"
#include "rules/touch.h"
#include "rules/verdict.h"
#include "simul/core.h"
#include "simul/rotation.h"

enum {
    HELD_SIZE = 32, /* a longer answer is no move anyway; it is kept cut off */
    REASON_SIZE = 384,
    NAME_SIZE = 24,
    HAND_EVENTS_MAX = 16
};

#define NO_TIME INT64_C(-1)

/* The clocks of a board. */
typedef enum BoardClock {
    CLOCK_OF_A,
    CLOCK_OF_OPPONENT,
    CLOCK_OF_A_BEFORE, /* A's as it was when its last move here had been made: what a takeback returns to */
    BOARD_CLOCKS
} BoardClock;

/* What the hand of the person who has the move has done; only for boards where touching is reported. */
typedef struct Hand {
    int count;
    HandEvent events[HAND_EVENTS_MAX];
} Hand;

typedef struct SimulBoard {
    int number;            /* from 1 */
    SimulBoardSetup setup; /* its strings, and `name`, are in `strings` */
    char *strings;
    char *own_name; /* what the seat calls itself; "board B" as long as it has not said */
    SimulBoardState state;
    bool seat_opening; /* its seat is being opened */
    bool seat_failed;  /* … and could not be, before the start or the resuming; `reason` says why */
    bool announced;
    int game_number;
    int games_left; /* that this opponent plays here after this one */
    Color exhibitor_color;
    Game game;
    SimulPly *plies;
    size_t ply_capacity;
    int first_round; /* A comes from this round on */
    int visits;

    /* The opponent's policies, resolved. */
    int64_t reply_ns, lag_ns;
    int illegal_limit; /* 0: nothing is counted, a person's mistakes are refused only */
    int misses_limit, passes_limit, exchanges_limit;

    /* The opponent's request: asked for a move and not answered. */
    bool request_open;
    bool thinking_counted; /* of `thinkers` */
    bool holding;          /* an answer waits in `held` */
    char held[HELD_SIZE];
    int64_t held_ns;                                   /* what was used for it: 0 unless it came while paused */
    bool pending_resign, pending_offer, pending_claim; /* said by a program while A was away */

    int illegal, misses, passes;
    int exhibitor_illegal;
    bool undetermined_noted;
    int win_streak, loss_streak; /* A's moves running with a score beyond adjudicate_cp */
    GameResult table_result;     /* what endgame tables said of the position of that key; RESULT_UNFINISHED: nothing */
    uint64_t table_key;
    DrawOffer offer;
    Hand *hand;        /* of the side to move, until the move is made, at whatever visit (4.3); NULL: nothing touched */
    GameClock *clocks; /* by BoardClock; NULL if neither plays on a clock */

    Verdict verdict;
    char reason[REASON_SIZE];
} SimulBoard;

/* The time of the side that is awaited: runs from `started_ns`, on top of what was used before a pause. */
typedef struct Awaited {
    bool running;
    int64_t started_ns;
    int64_t used_ns;
} Awaited;

/* A's move by which a takeback would go back. */
typedef struct Takeback {
    int board;       /* 0: none */
    GameClock clock; /* A's as it is after the takeback, but for what a clock of the hall has gone on running */
    int return_to;   /* while the move is being replaced: where A was called away from */
} Takeback;

/* What is to be done next, once the event in hand has been dealt with. */
typedef enum CoreStep {
    STEP_NONE,           /* nothing: something is awaited */
    STEP_WALK,           /* the visit is over: on to the next board */
    STEP_RETURN,         /* A comes to `board` once more in the same visit: it was interrupted, or a move is to be replaced */
    STEP_HELD,           /* the answer that waited for A's arrival is judged */
    STEP_REPLY,          /* … the one that came during a pause, or while A was asked to grant a pass */
    STEP_EXHIBITOR_HELD, /* A's answer that came during a pause is judged */
    STEP_ASK,            /* another reply is asked for */
    STEP_THINK,          /* A thinks */
    STEP_RETHINK,        /* … again, as its move was illegal; a clock runs on */
    STEP_MOVED,          /* A has made a move that did not end the game */
    STEP_DEPART          /* A leaves the board */
} CoreStep;

typedef enum CoreEnd { END_NOT, END_OVER, END_GAMES_STAND } CoreEnd;

typedef struct TextChunk TextChunk;

struct SimulCore {
    SimulSettings settings;
    TimeControl exhibitor_control, opponent_control;
    DeadJudge judge;

    SimulBoard *boards; /* [1 … board_count] */
    int board_count;
    int board_capacity;
    Rotation in_play;       /* boards A visits */
    Rotation vacant;        /* ended boards that may be filled again */
    Rotation between_games; /* boards whose opponent has a next game to begin */
    SimulBoardSetup *later; /* the second games of all boards there are at first, the third ones …; strings owned by `later_strings` */
    char **later_strings;
    int later_count, first_boards;
    int people;               /* boards at which a person has sat down: A's scores are not shown then (W15) */
    int opening;              /* seats of opponents being opened */
    SimulBoardSetup *waiting; /* the waiting list, a ring; strings owned by `waiting_strings` */
    char **waiting_strings;
    int waiting_count, waiting_first, waiting_capacity;
    SimulBoard *retired; /* games that made way for the next at their boards in this event */
    int retired_count, retired_capacity;
    SimulPastGame *past; /* what is remembered of all games that made way */
    char **past_strings; /* two a game, owned: name and reason */
    int past_count, past_capacity;

    /* Side A. */
    bool exhibitor_ready;
    bool exhibitor_opening;
    bool exhibitor_failed; /* and no restart is left: the exhibition is paused */
    char *exhibitor_name;
    char exhibitor_reason[REASON_SIZE];
    int restarts; /* in this visit */
    GameClock hall_clock;

    SimulPhase phase;
    bool reopening; /* OPENING after REOPEN */
    bool paused, stopping;
    CoreStep step;
    CoreEnd end; /* this event ends the exhibition: said last of all */
    int round;
    int board; /* where A stands, or stood last */
    SimulStage stage;
    int exchanges_done;
    bool late_noted;    /* this visit's reply has been late already */
    uint64_t request;   /* of A's thinking */
    bool thinking;      /* A has been asked and has not answered */
    bool stopped;       /* A was told to answer, */
    int64_t stopped_ns; /* … and its patience counts from here */
    bool holding;       /* A's answer waits for the end of a pause */
    SimulEvent held;    /* its text in held_text */
    char held_text[HELD_SIZE];
    Awaited awaited;
    Takeback takeback;
    int64_t deadline_ns; /* the one that was given last; NO_TIME: none */
    uint64_t deadline_number;
    int horizon;        /* the last board looked at for thinking, going ahead of A */
    int thinking_count; /* boards with `thinking_counted` */

    int wins, draws, losses, unfinished;
    int64_t visits, incidents;
    const char *held_up; /* by something outside; decides nothing */
    int64_t now_ns;

    SimulAction *actions;
    size_t action_count, action_capacity;
    TextChunk *texts; /* strings of this event's actions */
    bool out_of_memory;
};

/* ---- Reading the state ---- */

static inline SimulBoard *core_board(SimulCore *core, int board)
{
    return &core->boards[board];
}

/* Where A stands, or stood last. */
static inline SimulBoard *core_here(SimulCore *core)
{
    return &core->boards[core->board];
}

static inline bool core_has_board(const SimulCore *core, int board)
{
    return board >= 1 && board <= core->board_count;
}

static inline bool core_in_play(const SimulCore *core, int board)
{
    return core_has_board(core, board) && core->boards[board].state == SIMUL_BOARD_PLAYING;
}

/* A stands at `board` in a visit. */
static inline bool core_stands_at(const SimulCore *core, int board)
{
    return core->phase == SIMUL_RUNNING && core->stage != SIMUL_STAGE_NONE && core->board == board;
}

/* A reply is awaited at the board A stands at, whether its clock runs already or not. */
static inline bool core_awaits_reply(const SimulCore *core)
{
    return core->stage == SIMUL_STAGE_REPLY || core->stage == SIMUL_STAGE_ASKING || core->stage == SIMUL_STAGE_EXCHANGE;
}

static inline bool core_exhibitor_is_person(const SimulCore *core)
{
    return core->settings.exhibitor_person;
}

/* A's illegal move of this number loses; 0: nothing is counted, a person's mistakes are refused only. */
static inline int core_exhibitor_illegal_limit(const SimulCore *core)
{
    return core_exhibitor_is_person(core) ? core->settings.illegal_manual : core->settings.illegal_engine;
}

static inline bool board_is_person(const SimulBoard *b)
{
    return b->setup.person;
}

static inline Color board_opponent_color(const SimulBoard *b)
{
    return color_opposite(b->exhibitor_color);
}

static inline bool board_opponent_to_move(const SimulBoard *b)
{
    return position_side_to_move(&b->game.current) != b->exhibitor_color;
}

#endif
