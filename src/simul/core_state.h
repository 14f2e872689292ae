/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The core's state and what its files share; private to simul/core*.c.
 *
 * Handlers and judgements change the state, say so, and set which step comes next (`step`); core_visit.c alone takes
 * steps. So a file calls only files above it in this list, which a test checks:
 *
 *     core_actions.c    giving actions and announcements
 *     core_board.c      a board set up, its clocks, its seat
 *     core_time.c       the awaited side's time, the deadline, pausing
 *     core_thinkers.c   who may think while A is elsewhere
 *     core_touch.c      what a person has touched
 *     core_end.c        how games end, and the exhibition
 *     core_offers.c     draws offered, passes asked for
 *     core_moves.c      replies and A's moves: judged, held, played
 *     core_takeback.c   A's last move taken back
 *     core_claims.c     draws claimed, resignations, what was said while A was away
 *     core_joining.c    joining, leaving, refilling
 *     core_seats.c      seats opened, ready, failing; A's own failures
 *     core_late.c       deadlines that have passed
 *     core_visit.c      rotation, and the steps of a visit
 *     core.c            making the core; which event goes where
 *     core_view.c       looking in (calls nobody)
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
    HELD_SIZE = 32,      /* a longer answer is no move anyway; it is kept cut off */
    REASON_SIZE = 256,
    NAME_SIZE = 24,
    HAND_EVENTS_MAX = 16
};

#define NO_TIME INT64_C(-1)

/* What a person's hand has done since A arrived; only for boards where touching is reported. */
typedef struct Hand {
    int count;
    HandEvent events[HAND_EVENTS_MAX];
} Hand;

typedef struct SimulBoard {
    int number;                /* from 1 */
    SimulBoardSetup setup;     /* its strings, and `name`, are in `strings` */
    char *strings;
    char *own_name;            /* what the seat calls itself; "board B" as long as it has not said */
    SimulBoardState state;
    bool seat_opening;         /* its seat is being opened */
    bool seat_failed;          /* … and could not be, before the start or the resuming; `reason` says why */
    bool announced;
    int game_number;
    Color exhibitor_color;
    Game game;
    SimulPly *plies;
    size_t ply_capacity;
    int first_round;           /* A comes from this round on */
    int visits;

    /* The opponent's policies, resolved. */
    int64_t reply_ns, lag_ns;
    int illegal_limit, misses_limit, passes_limit, exchanges_limit;

    /* The opponent's request: asked for a move and not answered. */
    bool request_open;
    bool thinking_counted;     /* of `thinkers` */
    bool holding;              /* an answer waits in `held` */
    char held[HELD_SIZE];
    int64_t held_ns;           /* what was used for it: 0 unless it came while paused */
    bool pending_resign, pending_offer, pending_claim; /* said by a program while A was away */

    int illegal, misses, passes;
    int exhibitor_illegal;
    bool undetermined_noted;
    int win_streak, loss_streak; /* A's moves running with a score beyond adjudicate_cp */
    DrawOffer offer;
    Hand *hand;                /* NULL: nothing touched */
    GameClock *clocks;         /* [0] A's, [1] the opponent's; NULL if neither plays on a clock */

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
    int board;        /* 0: none */
    GameClock clock;  /* A's as it was when the move was made */
    int return_to;    /* while the move is being replaced: where A was called away from */
} Takeback;

/* What is to be done next, once the event in hand has been dealt with. */
typedef enum CoreStep {
    STEP_NONE,   /* nothing: something is awaited */
    STEP_WALK,   /* the visit is over: on to the next board */
    STEP_RETURN, /* A comes to `board` once more in the same visit: it was interrupted, or a move is to be replaced */
    STEP_HELD,   /* the answer that waited for A's arrival is judged */
    STEP_REPLY,  /* … the one that came during a pause, or while A was asked to grant a pass */
    STEP_EXHIBITOR_HELD, /* A's answer that came during a pause is judged */
    STEP_ASK,    /* another reply is asked for */
    STEP_THINK,  /* A thinks */
    STEP_RETHINK, /* … again, as its move was illegal; a clock runs on */
    STEP_MOVED,  /* A has made a move that did not end the game */
    STEP_DEPART  /* A leaves the board */
} CoreStep;

typedef enum CoreEnd { END_NOT, END_OVER, END_GAMES_STAND } CoreEnd;

typedef struct TextChunk TextChunk;

struct SimulCore {
    SimulSettings settings;
    TimeControl exhibitor_control, opponent_control;
    DeadJudge judge;

    SimulBoard *boards;            /* [1 … board_count] */
    int board_count;
    int board_capacity;
    Rotation in_play;          /* boards A visits */
    Rotation vacant;           /* ended boards that may be filled again */
    int people;                /* boards at which a person has sat down: A's scores are not shown then (W15) */
    int opening;               /* seats of opponents being opened */
    SimulBoardSetup *waiting;  /* the waiting list, a ring; strings owned by `waiting_strings` */
    char **waiting_strings;
    int waiting_count, waiting_first, waiting_capacity;
    SimulBoard *retired;       /* games that made way for the next at their boards in this event */
    int retired_count, retired_capacity;
    SimulPastGame *past;       /* what is remembered of all games that made way */
    char **past_strings;       /* two a game, owned: name and reason */
    int past_count, past_capacity;

    /* Side A. */
    bool exhibitor_ready;
    bool exhibitor_opening;
    bool exhibitor_failed;     /* and no restart is left: the exhibition is paused */
    char *exhibitor_name;
    char exhibitor_reason[REASON_SIZE];
    int restarts;              /* in this visit */
    GameClock hall_clock;

    SimulPhase phase;
    bool reopening;            /* OPENING after REOPEN */
    bool paused, stopping;
    CoreStep step;
    CoreEnd end;               /* this event ends the exhibition: said last of all */
    int round;
    int board;                 /* where A stands, or stood last */
    SimulStage stage;
    int exchanges_done;
    bool late_noted;           /* this visit's reply has been late already */
    uint64_t request;          /* of A's thinking */
    bool thinking;             /* A has been asked and has not answered */
    bool stopped;              /* A was told to answer, */
    int64_t stopped_ns;        /* … and its patience counts from here */
    bool holding;              /* A's answer waits for the end of a pause */
    SimulEvent held;           /* its text in held_text */
    char held_text[HELD_SIZE];
    Awaited awaited;
    Takeback takeback;
    int64_t deadline_ns;       /* the one that was given last; NO_TIME: none */
    uint64_t deadline_number;
    int horizon;               /* the last board looked at for thinking, going ahead of A */
    int thinking_count;        /* boards with `thinking_counted` */

    int wins, draws, losses, unfinished;
    int64_t visits, incidents;
    const char *held_up;         /* by something outside; decides nothing */
    int64_t now_ns;

    SimulAction *actions;
    size_t action_count, action_capacity;
    TextChunk *texts;          /* strings of this event's actions */
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

/* ---- core_actions.c ---- */

/* A new action, all zero but kind and board; never NULL (a spare one when memory is out). Valid until the next. */
SimulAction *core_act(SimulCore *core, SimulActionKind kind, int board);
/* A new announcement. */
SimulAnnouncement *core_say(SimulCore *core, SimulAnnouncementKind kind, int board);
/* printf into memory that lasts until the next event; never NULL. */
__attribute__((format(printf, 2, 3))) const char *core_text(SimulCore *core, const char *format, ...);
void core_incident(SimulCore *core, int board, const char *text);
void core_error(SimulCore *core, const char *text);
/* A command or reply from `seat` about `board` is refused; told to the seat and announced. */
void core_refuse(SimulCore *core, int seat, int board, const char *reason);
void core_texts_reset(SimulCore *core);
void core_texts_free(SimulCore *core);

/* ---- core_board.c ---- */

const char *board_name(const SimulBoard *b);
/* A's clock for this board, NULL if A plays without. */
GameClock *core_exhibitor_clock(SimulCore *core, SimulBoard *b);
/* The opponent's, NULL without. */
GameClock *core_opponent_clock(SimulCore *core, SimulBoard *b);
/* Sets a board up from `setup` (copied); board 0, which nobody sees, for trying it. False with a sentence in `error`; the board is then as before. */
bool board_set_up(SimulCore *core, int board, const SimulBoardSetup *setup, int game_number, char error[SIMUL_ERROR_SIZE]);
void board_free(SimulBoard *b);
void board_clear_hand(SimulBoard *b);
/* Room for boards up to `count`. False if memory ran out. */
bool core_grow_boards(SimulCore *core, int count);
/* Opens its seat. */
void core_open_seat(SimulCore *core, SimulBoard *b);
/* Puts a copy of `text`, if there is any, in the place of `*name`. False if memory ran out. */
bool core_set_name(SimulCore *core, char **name, const char *text);

/* ---- core_time.c ---- */

/* What the awaited side has used so far. */
int64_t core_used_ns(const SimulCore *core);
void core_awaited_start(SimulCore *core);
void core_awaited_stop(SimulCore *core);
void core_awaited_reset(SimulCore *core);
/* A's limits at this board now. */
void core_limits(SimulCore *core, SimulBoard *b, SimulLimits *limits);
/* When the flag falls that runs now; NO_TIME if none does. A move at that very moment is in time. */
int64_t core_flag_ns(SimulCore *core);
/* Gives the deadline that the state asks for, if it is another than the last one given. */
void core_give_deadline(SimulCore *core);
void core_pause(SimulCore *core);
void core_resume(SimulCore *core);

/* ---- core_thinkers.c ---- */

/* Lets as many of the boards that A reaches next think as may. */
void thinkers_fill(SimulCore *core);
/* A has left this board: it may think, if there is room. */
void thinkers_departed(SimulCore *core, SimulBoard *b);
/* A has arrived: it is no longer one of those who think away. */
void thinkers_arrived(SimulCore *core, SimulBoard *b);
/* Its request is answered or gone. */
void thinkers_release(SimulCore *core, SimulBoard *b);
/* It is out of play. Before it is removed from `in_play`. */
void thinkers_removed(SimulCore *core, SimulBoard *b);
void thinkers_reset(SimulCore *core);
/* Those on other machines think from the start. */
void thinkers_begin(SimulCore *core);

/* ---- core_touch.c ---- */

void core_touch(SimulCore *core, const SimulEvent *event);
/* True if the move keeps to what was touched; else `*reason` says what binds. */
bool core_keeps_to_touch(SimulCore *core, const SimulBoard *b, Move move, const char **reason);
/* A person's illegal move has touched what it moved and what it would have captured: that binds the replacement. */
void core_touch_by_illegal(SimulCore *core, SimulBoard *b, const Illegal *read);

/* ---- core_end.c ---- */

void core_end_game(SimulCore *core, SimulBoard *b, const Verdict *verdict, const char *detail);
/* One side's doing, with the Laws' exception. */
void core_end_at_fault(SimulCore *core, SimulBoard *b, Ending ending, Color at_fault, const char *detail);
void core_end_drawn(SimulCore *core, SimulBoard *b, Ending ending);
/* Ends the game by the position on the board or an auto claim. True if it has ended. */
bool core_check_outcome(SimulCore *core, SimulBoard *b);
/* A's score was noted: ends the game by adjudication if it is time. True if it has ended. */
bool core_adjudicate_by_score(SimulCore *core, SimulBoard *b, const SimulPly *ply);
bool core_check_maxmoves(SimulCore *core, SimulBoard *b);
void core_adjudicate(SimulCore *core, const SimulEvent *event);
/* Nothing is left to play. */
void core_finish(SimulCore *core);
/* STOP has been waited for, or ABORT: games stand, or are judged if that was asked for and `may_judge`. */
void core_end_early(SimulCore *core, bool may_judge);
/* All seats are closed, games stand: their sheets, the score, the end for now. */
void core_stand_still(SimulCore *core);
/* The score; `standing` games are in play. */
void core_say_done(SimulCore *core, int standing);
void core_close_all(SimulCore *core);

/* ---- core_offers.c ---- */

void core_offer(SimulCore *core, const SimulEvent *event);
void core_accept(SimulCore *core, const SimulEvent *event);
void core_decline(SimulCore *core, const SimulEvent *event);
void core_pass(SimulCore *core, const SimulEvent *event);
void core_consent(SimulCore *core, const SimulEvent *event);
/* The board that an event of a player is about. */
int core_event_board(const SimulCore *core, const SimulEvent *event);
/* Why A can say nothing at `board` now; NULL if he can. */
const char *core_exhibitor_barred(const SimulCore *core, int board);
/* Is what an opponent says to be dealt with now? A program may speak at any time: then it waits, noted in `*pending`,
 * for A's arrival. A person away from A is told to wait. */
bool core_now_or_pending(SimulCore *core, SimulBoard *b, bool *pending);
/* The opponent, A being there, offers. */
void core_opponent_offers(SimulCore *core, SimulBoard *b);
/* A, being there, offers. */
DrawOfferAnswer core_exhibitor_offers(SimulCore *core, SimulBoard *b);
/* A accepts the offer that stands. */
void core_offer_accepted(SimulCore *core, SimulBoard *b);
/* One side has moved: an offer of the other side is answered by that. */
void core_offer_answered(SimulCore *core, SimulBoard *b, bool by_exhibitor);
/* A departs: an opponent's offer stood during the visit only. */
void core_offer_lapses(SimulCore *core, SimulBoard *b);

/* ---- core_moves.c ---- */

void core_reply(SimulCore *core, const SimulEvent *event);
/* Judges and plays a reply of the opponent A stands at. */
void core_judge_reply(SimulCore *core, const char *text, int64_t used_ns, bool held);
void core_exhibitor_reply(SimulCore *core, const SimulEvent *event);
void core_judge_exhibitor_move(SimulCore *core, const SimulEvent *event);

/* ---- core_takeback.c ---- */

void core_takeback(SimulCore *core);

/* ---- core_claims.c ---- */

void core_claim(SimulCore *core, const SimulEvent *event);
void core_resign(SimulCore *core, const SimulEvent *event);
/* What a program said while A was away. True if it ended the game. */
bool core_take_pending(SimulCore *core, SimulBoard *b);

/* ---- core_joining.c ---- */

void core_join(SimulCore *core, const SimulEvent *event);
void core_leave(SimulCore *core, const SimulEvent *event);
/* A late comer did not come: nobody sits at this board. */
void core_vacate(SimulCore *core, SimulBoard *b);
/* Who waits sits down where a game has ended. */
void core_refill(SimulCore *core);

/* ---- core_seats.c ---- */

void core_start(SimulCore *core);
void core_reopen(SimulCore *core);
void core_cancel_opening(SimulCore *core);
void core_seat_ready(SimulCore *core, const SimulEvent *event);
void core_seat_failed(SimulCore *core, const SimulEvent *event);
void core_exhibitor_down(SimulCore *core, const char *reason);

/* ---- core_late.c ---- */

void core_asked(SimulCore *core, const SimulEvent *event);
void core_deadline(SimulCore *core, const SimulEvent *event);

/* ---- core_visit.c ---- */

/* Takes steps as long as there is one to take. */
void core_walk(SimulCore *core);

#endif
