/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Seat: anything that plays, behind one face. Opponents sit in seats, and so does side A.
 *
 * A seat is told what happens at its board and answers with events. It judges nothing: every answer is passed on as
 * it came, early, late, twice or nonsense. Calls never block, and events may come from inside them; whoever listens
 * only notes them down. Everything runs on the thread of the reactor the seat was opened with. The `Game` of a call is
 * read during the call only.
 *
 * The life of a seat: open → READY or FAILED; then requests for moves, at most one open at a time:
 *     seat_think()   opens one: A is elsewhere, it may think until told to answer
 *     seat_ask()     tells it to answer the open one now, or opens one with a limit of its own
 *     seat_hurry()   tells it to answer the open one now; nothing if there is none
 *     seat_retract() gives the open one up: its answer will be swallowed
 * MOVE answers a request. After FAILED nothing follows but CLOSED, which comes once, after seat_close(), when nothing
 * of the player is left.
 */
#ifndef CAROUSEL_CONTROL_SEAT_H
#define CAROUSEL_CONTROL_SEAT_H

#include "base/error.h"
#include "chess/game.h"
#include "system/clock.h"
#include "system/reactor.h"

typedef struct Seat Seat;

typedef enum SeatEventKind {
    SEAT_READY,    /* text: what it calls itself, "" if it does not say */
    SEAT_FAILED,   /* text: why, for people; it will not play again */
    SEAT_MOVE,     /* text: the move as it came, UCI or SAN, or what stood in its place; "" for nothing at all */
    SEAT_RESIGN,
    SEAT_OFFER,    /* offers a draw, or accepts one */
    SEAT_CLAIM,    /* says that the game is drawn */
    SEAT_INCIDENT, /* text: something odd without effect on the game */
    SEAT_CLOSED
} SeatEventKind;

typedef struct SeatEvent {
    SeatEventKind kind;
    int64_t time_ns;   /* system_now_ns() when it was complete */
    const char *text;  /* valid during the call; printable; never NULL */
    bool has_score;    /* MOVE: the seat said a score; from its own side */
    bool score_is_mate;
    int score;         /* centipawns, or moves to mate (negative: being mated) */
    int depth;         /* plies; 0 unknown */
} SeatEvent;

typedef void SeatListener(void *context, Seat *seat, const SeatEvent *event);

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
    int board;                 /* 1 … n; 0: side A */
    const char *spec;          /* "engine …", "manual" …: see seats/kinds.h */
    const Game *game;          /* the game as it stands; for side A any game of the exhibition */
    Color color;               /* what it plays; side A may be asked for either */
    uint64_t seed;             /* of its choices */
    int64_t start_deadline_ns; /* not ready by then: FAILED */
    int niceness;              /* how much its process stands back */
    SeatListener *listener;
    void *context;
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

/* The head of every kind of seat. */
struct Seat {
    const SeatOperations *operations; /* all but close and destroy may be NULL: nothing to do */
    Reactor *reactor;
    int board;
    SeatListener *listener;
    void *context;
};

/* Where seats come from. */
typedef struct SeatSource {
    /* What the seats of one exhibition share. `thinkers`: how many built-in ones may think at one time.
     * NULL with the reason if memory or threads cannot be had. */
    void *(*begin)(Reactor *reactor, int thinkers, Error *error);
    void (*end)(void *shared); /* after all its seats have been destroyed */
    /* NULL with the reason if the spec is wrong or memory ran out. What fails later (no such program …) is an event. */
    Seat *(*open)(void *shared, const SeatRequest *request, Error *error);
    /* Descriptors a seat of this spec needs while it lives. */
    size_t (*descriptors)(const char *spec);
} SeatSource;

/* ---- For the kinds of seats ---- */

static inline void seat_init(Seat *seat, const SeatOperations *operations, const SeatRequest *request)
{
    *seat = (Seat){.operations = operations, .reactor = request->reactor, .board = request->board, .listener = request->listener, .context = request->context};
}

static inline void seat_tell_event(Seat *seat, const SeatEvent *event)
{
    seat->listener(seat->context, seat, event);
}

/* An event of this moment that is all said by its text. */
static inline void seat_say(Seat *seat, SeatEventKind kind, const char *text)
{
    const SeatEvent event = {.kind = kind, .time_ns = system_now_ns(), .text = text};
    seat_tell_event(seat, &event);
}

/* ---- For the controller ---- */


/* The game has gone on or back: this is how it stands now. Comes before think or ask on it. */
static inline void seat_tell(Seat *seat, const Game *game)
{
    if (seat->operations->tell != NULL)
        seat->operations->tell(seat, game);
}

/* It may think about `game`, in which it has the move, until it is asked. */
static inline void seat_think(Seat *seat, const Game *game)
{
    if (seat->operations->think != NULL)
        seat->operations->think(seat, game);
}

/* Its move is wanted now. With a request open: that one's answer, at once, and `limits` mean nothing. */
static inline void seat_ask(Seat *seat, const Game *game, const SeatLimits *limits)
{
    if (seat->operations->ask != NULL)
        seat->operations->ask(seat, game, limits);
}

/* The open request, if there is one, is to be answered now. */
static inline void seat_hurry(Seat *seat)
{
    if (seat->operations->hurry != NULL)
        seat->operations->hurry(seat);
}

/* The open request, if there is one, is off. */
static inline void seat_retract(Seat *seat)
{
    if (seat->operations->retract != NULL)
        seat->operations->retract(seat);
}

/* A offers it a draw. */
static inline void seat_offer(Seat *seat)
{
    if (seat->operations->offer != NULL)
        seat->operations->offer(seat);
}

/* Its move or command was refused. */
static inline void seat_refuse(Seat *seat, const char *reason)
{
    if (seat->operations->refuse != NULL)
        seat->operations->refuse(seat, reason);
}

/* For side A: it begins its next walk around the hall. */
static inline void seat_new_round(Seat *seat)
{
    if (seat->operations->new_round != NULL)
        seat->operations->new_round(seat);
}

/* The game is over: `result` "1-0", "0-1", "1/2-1/2" or "*". The seat is closed afterwards. */
static inline void seat_end(Seat *seat, const Game *game, const char *result, const char *reason)
{
    if (seat->operations->end != NULL)
        seat->operations->end(seat, game, result, reason);
}

/* Takes in what has arrived from it until this moment, so that silence is really silence. */
static inline void seat_drain(Seat *seat)
{
    if (seat->operations->drain != NULL)
        seat->operations->drain(seat);
}

/* Take leave: politely, then by force; or at once. CLOSED follows, perhaps from inside the call. */
static inline void seat_close(Seat *seat, bool at_once)
{
    seat->operations->close(seat, at_once);
}

/* Frees it; only after CLOSED, and not from inside a listener. NULL is fine. */
static inline void seat_destroy(Seat *seat)
{
    if (seat != NULL)
        seat->operations->destroy(seat);
}

#endif
