/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Seat: anything that plays, behind one face. Opponents sit in seats, and so does side A.
 *
 * A seat is told what happens at its board and answers with the core's own events. It judges nothing: every answer is
 * passed on as it came, early, late, twice or nonsense. Calls never block, and events may come from inside them; whoever
 * listens only queues them. Everything runs on the thread of the reactor the seat was opened with. The `Game` of a call
 * is read during the call only.
 *
 * The life of a seat: open → READY or FAILED; then requests for moves, at most one open at a time:
 *     seat_think()   opens one: A is elsewhere, it may think until told to answer
 *     seat_ask()     tells it to answer the open one now, or opens one with a limit of its own
 *     seat_hurry()   tells it to answer the open one now; nothing if there is none
 *     seat_retract() gives the open one up: its answer will be swallowed
 * REPLY answers a request. Besides there are RESIGN, OFFER (also: accepts one), CLAIM and INCIDENT. After FAILED, for
 * which a text says why, it will not play again. `closed` comes once, after seat_close(), when nothing of the player is
 * left, and nothing comes after it.
 *
 * A seat that says too much that nobody asked for is cut off: it has FAILED (seat_event() counts).
 */
#ifndef CAROUSEL_CONTROL_SEAT_H
#define CAROUSEL_CONTROL_SEAT_H

#include "base/error.h"
#include "chess/game.h"
#include "simul/event.h"
#include "system/reactor.h"

typedef struct Seat Seat;

typedef struct SeatListener {
    /* `time_ns` is system_now_ns() when it was complete; its texts are printable and valid during the call. */
    void (*says)(void *context, Seat *seat, const SimulEvent *event);
    void (*closed)(void *context, Seat *seat);
    void *context;
} SeatListener;

/* How long to think on a request opened by seat_ask(). */
typedef struct SeatLimits {
    int64_t movetime_ms; /* -1: no such limit */
    int depth;           /* 0: no such limit */
    uint64_t nodes;      /* 0: no such limit */
    bool has_clock;      /* the seat plays on a clock: */
    int64_t time_ms[2];  /* by Color */
    int64_t increment_ms[2];
    int moves_to_go;
} SeatLimits;

/* What a seat is opened for. The strings and the game are borrowed for the call. */
typedef struct SeatRequest {
    Reactor *reactor;
    int board;        /* 1 … n; 0: side A */
    const char *spec; /* "engine …", "manual" …: see seats/kinds.h */
    const Game *game; /* the game as it stands; for side A any game of the exhibition */
    Color color;      /* what it plays; side A may be asked for either */
    uint64_t seed;    /* of its choices */
    int64_t start_ms; /* not ready within this time, from its own start: FAILED */
    int niceness;     /* how much its process stands back */
    SeatListener listener;
} SeatRequest;

typedef struct SeatOperations {
    void (*tell)(Seat *seat, const Game *game);
    void (*think)(Seat *seat, const Game *game);
    void (*ask)(Seat *seat, const Game *game, const SeatLimits *limits);
    void (*hurry)(Seat *seat);
    void (*retract)(Seat *seat);
    void (*offer)(Seat *seat);
    void (*refuse)(Seat *seat, const char *reason);
    void (*new_round)(Seat *seat);
    void (*end)(Seat *seat, const Game *game, const char *result, const char *reason);
    void (*drain)(Seat *seat);
    void (*close)(Seat *seat, bool at_once);
    void (*destroy)(Seat *seat);
} SeatOperations;

/* More events that nobody asked for, within a second or between two things a seat is told, are a flood. */
enum { SEAT_UNASKED_MAX = 100 };

/* The head of every kind of seat. */
struct Seat {
    const SeatOperations *operations; /* all but close and destroy may be NULL: nothing to do */
    Reactor *reactor;
    int board;
    SeatListener listener;
    /* For seat_event(): */
    bool awaited;         /* the answer to a request is due */
    bool flooded;         /* it is heard no more */
    int unasked;          /* events since it was told something */
    int unasked_a_second; /* events since `second_ns` */
    int64_t second_ns;
};

/* What has to be known of a player before he sits down. */
typedef struct SeatTraits {
    bool person;        /* his moves are typed or tapped: orders from outside, not answers of a program */
    bool remote;        /* thinks on another machine */
    int threads;        /* thinks on so many processors of this one, as far as is known; 0: not at all */
    size_t descriptors; /* open in us while he sits there */
} SeatTraits;

/* Where seats come from. */
typedef struct SeatSource {
    /* What the seats of one exhibition share. `thinkers`: how many built-in ones may think at one time. `log`: a file for
     * everything said to and by programs; "": none. NULL with the reason if memory, threads or that file cannot be had. */
    void *(*begin)(Reactor *reactor, int thinkers, const char *log, Error *error);
    void (*end)(void *shared); /* after all its seats have been destroyed */
    /* NULL with the reason if the spec is wrong or memory ran out. What fails later (no such program …) is an event. */
    Seat *(*open)(void *shared, const SeatRequest *request, Error *error);
    /* Reads a spec without opening anything. False with one sentence saying what is wrong. */
    bool (*traits)(const char *spec, SeatTraits *traits, Error *error);
} SeatSource;

/* ---- For the kinds of seats ---- */

/* Fills in the head. */
void seat_init(Seat *seat, const SeatOperations *operations, const SeatRequest *request);

/* Passes an event on to whoever listens, with the seat's number; from a seat that floods, its failure, and then nothing. */
void seat_event(Seat *seat, const SimulEvent *event);

/* An event of this moment that is all said by its text. */
void seat_say(Seat *seat, SimulEventKind kind, const char *text);

void seat_say_closed(Seat *seat);

/* ---- For the controller ---- */

/* The game has gone on or back: this is how it stands now. Comes before think or ask on it. */
void seat_tell(Seat *seat, const Game *game);

/* It may think about `game`, in which it has the move, until it is asked. */
void seat_think(Seat *seat, const Game *game);

/* Its move is wanted now. With a request open: that one's answer, at once, and `limits` mean nothing. */
void seat_ask(Seat *seat, const Game *game, const SeatLimits *limits);

/* The open request, if there is one, is to be answered now. */
void seat_hurry(Seat *seat);

/* The open request, if there is one, is off. */
void seat_retract(Seat *seat);

/* A offers it a draw. */
void seat_offer(Seat *seat);

/* Its move or command was refused. */
void seat_refuse(Seat *seat, const char *reason);

/* For side A: it begins its next walk around the hall. */
void seat_new_round(Seat *seat);

/* The game is over: `result` "1-0", "0-1", "1/2-1/2" or "*". The seat is closed afterwards. */
void seat_end(Seat *seat, const Game *game, const char *result, const char *reason);

/* Takes in what has arrived from it until this moment, so that silence is really silence. */
void seat_drain(Seat *seat);

/* Take leave: politely, then by force; or at once. `closed` follows, perhaps from inside the call. */
void seat_close(Seat *seat, bool at_once);

/* Frees it; only after it has closed, and not from inside a listener. NULL is fine. */
void seat_destroy(Seat *seat);

#endif
