/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Engine seat: a chess program in a process of its own, spoken to in UCI or XBoard (CECP) as it prefers.
 *
 * engine_seat.c starts it, finds out its language, watches over the start and takes leave; uci_dialect.c and
 * xboard_dialect.c speak. Inside the room only; outside there is seats/kinds.h.
 */
#ifndef CAROUSEL_SEATS_ENGINE_SEAT_H
#define CAROUSEL_SEATS_ENGINE_SEAT_H

#include "seats/child.h"
#include "seats/engine_spec.h"

enum { ENGINE_NAME_SIZE = 64 };

typedef struct EngineSeat EngineSeat;

typedef enum EngineState {
    ENGINE_STARTING,    /* asked which language it speaks, or setting it up */
    ENGINE_READY,
    ENGINE_FAILED,
    ENGINE_CLOSING
} EngineState;

/* Whether an answer is being worked on. */
typedef enum EngineRequest {
    REQUEST_NONE,
    REQUEST_OPEN,      /* its answer counts */
    REQUEST_SWALLOWED  /* its answer does not count; the next request waits until it has come */
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
    void (*timer)(EngineSeat *seat); /* its own timer, while ready */
    const char *farewell;
} Dialect;

/* What an engine said of an option that the spec wants set. */
typedef struct DeclaredOption {
    bool declared, is_spin, is_button;
    int64_t least, most;
    char like[ENGINE_NAME_SIZE]; /* of the others the one whose name is nearest, if any is near; else "" */
    int distance;                /* from that one's name, words_distance() */
} DeclaredOption;

typedef enum MoveWay { MOVE_PLAIN, MOVE_NUMBERED, MOVE_SENTENCE, MOVE_WAYS, MOVE_UNHEARD } MoveWay;

/* What an XBoard engine can and knows. */
typedef struct XboardState {
    bool ping, setboard, usermove, san, colors, memory, cores, variants_960;
    bool features_done, features_seen, features_wait; /* `done=1`, any at all, `done=0` */
    int pings;            /* sent */
    int awaited_pong;     /* 0: none */
    bool known_valid;     /* `known` is what stands on its board; else it has to be set up anew */
    Game known;
    bool known_made;      /* `known` has been initialised */
    bool forced;          /* it plays neither side just now */
    Game later;           /* the game of a request that waits for an answer to be swallowed */
    bool later_made, later_asked;
    int64_t movetime_ms;  /* of the last request opened by asking */
    int move_way;         /* MoveWay: how it says its moves */
    enum { PROBE_NONE, PROBE_THINKING, PROBE_DONE } probe;
    int64_t probe_asked_ns; /* 0: not yet */
    bool obeys;           /* it answers when `?` tells it to */
} XboardState;

struct EngineSeat {
    Seat seat;            /* first */
    SeatSpec described;  /* what `spec` lies in */
    EngineSpec *spec;
    Child child;
    const Dialect *dialect; /* NULL: not known yet */
    EngineState state;
    int64_t start_deadline_ns;
    int64_t patience_ns;  /* with each question of the start that may stay without answer */
    Timer start_timer;    /* not ready by then: failed */
    Timer timer;          /* the next step of finding the language; later the dialect's */
    bool asked_xboard;    /* `protover 2` has been sent */
    int nudges;           /* how often it was asked once more */
    bool restarting;      /* as an XBoard engine, its first process having ended at `uci` */
    int niceness;
    bool printed;         /* it has printed something since */
    bool closed;
    char name[ENGINE_NAME_SIZE];
    Position start;       /* of its first game, to know what it must be able to do */
    Color color;
    DeclaredOption *declared; /* one for each of the spec's options */
    bool has_chess960_option; /* UCI */
    bool chess960;        /* as last told */
    EngineRequest request;
    int readies;          /* UCI: `isready` sent and not answered; one goes before every search, and what comes before its answer
                           * is not that search's */
    const char *insisting; /* on this word */
    int insistences;
    char *waiting;        /* UCI: lines to send once a swallowed answer has come; NULL: none */
    bool has_score, score_is_mate;
    int score, depth;     /* as last said, for the answer's event */
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

/* The dialect's timer comes after the patience of the start. */
void engine_wait_a_while(EngineSeat *seat);

/* Sends the word that asks for the answer now, and again while none comes: programs that look for input while they think
 * often see a line only when another one follows. Uses the dialect's timer. */
void engine_insist(EngineSeat *seat, const char *word);
void engine_insist_again(EngineSeat *seat);

/* An answer as it came: its event, with the score last said. */
void engine_answer(EngineSeat *seat, int64_t time_ns, const char *move);

/* XBoard, once it is clear that this is what it speaks. */
void xboard_begin(EngineSeat *seat);
void xboard_destroy(EngineSeat *seat);

#endif
