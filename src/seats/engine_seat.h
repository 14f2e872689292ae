/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Engine seat: a chess program in a process of its own, spoken to in UCI or XBoard (CECP) as it prefers.
 *
 * engine_seat.c starts it, watches over the start and takes leave; engine_language.c finds out which language it speaks;
 * uci_dialect.c and xboard_dialect.c speak. Inside the room only; outside there is seats/kinds.h.
 */
#ifndef CAROUSEL_SEATS_ENGINE_SEAT_H
#define CAROUSEL_SEATS_ENGINE_SEAT_H

#include "seats/child.h"
#include "seats/engine_options.h"

enum { ENGINE_NAME_SIZE = 64 };

typedef enum EngineState {
    ENGINE_STARTING, /* asked which language it speaks, or setting it up */
    ENGINE_READY,
    ENGINE_FAILED,
    ENGINE_CLOSING
} EngineState;

/* Whether an answer is being worked on. */
typedef enum EngineRequest {
    REQUEST_NONE,
    REQUEST_OPEN,     /* its answer counts */
    REQUEST_SWALLOWED /* its answer does not count; the next request waits until it has come */
} EngineRequest;

typedef struct Dialect {
    /* Takes any line; the very first lines too, once the language is clear. */
    void (*line)(EngineSeat *seat, char *line, int64_t time_ns);
    void (*tell)(EngineSeat *seat, const Game *game);
    void (*think)(EngineSeat *seat, const Game *game);
    void (*ask)(EngineSeat *seat, const Game *game, const SeatLimits *limits);
    void (*hurry)(EngineSeat *seat); /* with a request open */
    void (*retract)(EngineSeat *seat);
    void (*offer)(EngineSeat *seat);
    void (*end)(EngineSeat *seat, const Game *game, const char *result, const char *reason);
    const char *quit; /* the words to take leave with */
} Dialect;

typedef enum MoveWay { MOVE_PLAIN, MOVE_NUMBERED, MOVE_SENTENCE, MOVE_WAYS, MOVE_UNHEARD } MoveWay;

/* What an XBoard engine can and knows. */
typedef struct XboardState {
    bool ping, setboard, usermove, san, colors, memory, cores, variants_960;
    bool features_done, features_seen, features_wait; /* `done=1`, any at all, `done=0` */
    int pings;                                        /* sent */
    int awaited_pong;                                 /* 0: none. It settles, or is ready, with this one */
    bool known_valid;                                 /* `known` is what stands on its board; else it has to be set up anew */
    Game known;
    bool known_made; /* `known` has been initialised */
    bool forced;     /* it plays neither side just now */
    Game later;      /* the game of a request that waits for an answer to be swallowed */
    bool later_made, later_asked;
    int64_t movetime_ms; /* of the last request opened by asking */
    int move_way;        /* MoveWay: how it says its moves */
    /* The start, step by step; then whether it answers when `?` tells it to is tried out. */
    enum { XBOARD_FEATURES, XBOARD_SETTLING, XBOARD_PROBE, XBOARD_DONE } step;
    int64_t probe_asked_ns; /* 0: not yet */
    bool obeys;             /* it answers when `?` tells it to */
    Timer features_timer;   /* `done=1` may never come */
    Timer probe_timer;      /* to tell it to answer */
    Timer move_timer;       /* the time of a request opened by asking is over */
} XboardState;

struct EngineSeat {
    Seat seat;          /* first */
    SeatSpec described; /* what `spec` lies in */
    EngineSpec *spec;
    Child child;
    EngineLog *log;         /* of the exhibition's engines; NULL: none */
    const Dialect *dialect; /* NULL: not known yet */
    EngineState state;
    int64_t start_ms;     /* the time it has to get ready */
    Timer start_timer;    /* that is over */
    Timer language_timer; /* the next question about its language */
    bool asked_xboard;    /* `protover 2` has been sent */
    bool asked_uci_again; /* as it had heard `protover 2` in the meantime */
    int repeats;          /* how often `protover 2` was sent once more */
    bool printed;         /* it has printed something since it was asked */
    Timer restart_timer;
    bool restarting; /* as an XBoard engine, its first process having ended at `uci` */
    int niceness;
    bool closed;
    char name[ENGINE_NAME_SIZE];
    Position start; /* of its first game, to know what it must be able to do */
    Color color;
    DeclaredOption *declared; /* one for each of the spec's options */
    bool set_up;              /* UCI: its options have been sent */
    bool has_chess960_option; /* UCI */
    bool chess960;            /* as last told */
    EngineRequest request;
    int readies;           /* UCI: `isready` sent and not answered; one goes before every search, and what comes before its answer
                           * is not that search's */
    Timer insist_timer;    /* to demand an answer once more */
    const char *insisting; /* on this word */
    int insistences;
    char *waiting; /* UCI: lines to send once a swallowed answer has come; NULL: none */
    bool has_score, score_is_mate;
    int score, depth; /* as last said, for the answer's event */
    XboardState xboard;
};

extern const Dialect uci_dialect;
extern const Dialect xboard_dialect;

/* For the dialects. */
void engine_send(EngineSeat *seat, const char *line);
__attribute__((format(printf, 2, 3))) void engine_sendf(EngineSeat *seat, const char *format, ...);
void engine_event(EngineSeat *seat, SimulEventKind kind, int64_t time_ns, const char *text);
__attribute__((format(printf, 2, 3))) void engine_odd(EngineSeat *seat, const char *format, ...);
__attribute__((format(printf, 2, 3))) void engine_fail(EngineSeat *seat, const char *format, ...);
void engine_ready(EngineSeat *seat);

/* Ends the wait for anything. */
void engine_stop_timers(EngineSeat *seat);

/* The patience with a question of the start that may stay without an answer: a share of the time there is. */
int64_t engine_patience_ns(const EngineSeat *seat);

/* Sends the word that asks for the answer now, and again while none comes: programs that look for input while they think
 * often see a line only when another one follows. */
void engine_insist(EngineSeat *seat, const char *word);

/* ---- engine_language.c ---- */

void language_init(EngineSeat *seat);

/* The first question. */
void language_begin(EngineSeat *seat);

/* A line before the language is clear. Hands it on once it is. */
void language_line(EngineSeat *seat, char *line, int64_t time_ns);

/* It said `uciok`. False if it may have changed its language since: then it has been asked once more, and answers again. */
bool language_is_uci(EngineSeat *seat);

/* The process has ended: perhaps only because it was asked for UCI. */
bool language_deserves_restart(const EngineSeat *seat);
void language_restarted(EngineSeat *seat);

/* ---- XBoard ---- */

/* Held to a number of nodes or a depth: it answers when it has come to that, and is not told to before. */
static inline bool engine_is_held(const EngineSeat *seat)
{
    return seat->spec->nodes > 0 || seat->spec->depth > 0;
}

/* An answer as it came: its event, with the score last said. */
void engine_answer(EngineSeat *seat, int64_t time_ns, const char *move);

void xboard_init(EngineSeat *seat);

/* Once it is clear that this is what it speaks, and its features are known. */
void xboard_begin(EngineSeat *seat);
void xboard_destroy(EngineSeat *seat);

#endif
