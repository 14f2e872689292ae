/*
 * Seat: anything that plays, behind one face. Opponents sit in seats, and so does side A.
 *
 * A seat is told what happens at its board and answers with events. Calls never block and events may come from
 * inside them; whoever listens only notes them down. Everything runs on the thread of the reactor a seat was opened
 * with. The `Game` of a call is read during the call only.
 *
 * The life of a seat: open → READY or FAILED; then visits:
 *     seat_think()  A is elsewhere and the seat may think. An answer found early is held back, unjudged.
 *     seat_arrive() A stands at the board: the answer is due. MOVE follows once, at once if one was held; or nothing.
 *     seat_depart() A has left, or wants no answer any more. A request that is unanswered stays open: its answer is
 *                   held for the next arrival. An answer nobody asked for is dropped with an INCIDENT.
 * After FAILED nothing follows but CLOSED, which comes once, after seat_close(), when nothing of it is left.
 */
#ifndef CAROUSEL_SIMUL_SEAT_H
#define CAROUSEL_SIMUL_SEAT_H

#include "chess/game.h"
#include "system/error.h"
#include "system/reactor.h"

typedef struct Seat Seat;

typedef enum SeatEventKind {
    SEAT_READY,    /* text: what it calls itself, "" if it does not say */
    SEAT_FAILED,   /* text: why, for people; it will not play again */
    SEAT_MOVE,     /* text: the move as it came, UCI or SAN, or what stood in its place; "" for none at all */
    SEAT_RESIGN,
    SEAT_OFFER,    /* offers a draw */
    SEAT_CLAIM,    /* says that the game is drawn */
    SEAT_ACCEPT,   /* accepts a draw */
    SEAT_INFO,     /* what it thinks: score and depth; only from seats opened with `wants_info` */
    SEAT_INCIDENT, /* text: something it should not have done, without effect on the game */
    SEAT_CLOSED
} SeatEventKind;

typedef struct SeatEvent {
    SeatEventKind kind;
    int64_t time_ns;   /* when it was complete */
    bool prepared;     /* MOVE: held since before the arrival: took 0 ms */
    const char *text;  /* valid during the call; printable; never NULL */
    bool has_score;    /* INFO, MOVE: the seat said a score; the side to move's view */
    bool score_is_mate;
    int score;         /* centipawns, or moves to mate (negative: being mated) */
    int depth;         /* plies; 0 unknown */
} SeatEvent;

typedef void SeatListener(void *context, Seat *seat, const SeatEvent *event);

/* What is asked on arrival. */
typedef struct SeatTask {
    int64_t deadline_ns; /* when the answer is overdue, system_now_ns() time; 0: never */
    int64_t movetime_ms; /* a search begun now takes so long; -1: no such limit */
    int depth;           /* 0: no such limit */
    uint64_t nodes;      /* 0: no such limit */
    bool has_clock;      /* the seat plays on a clock: */
    int64_t time_ms[2];  /* by Color */
    int64_t increment_ms[2];
    int moves_to_go;
} SeatTask;

/* What a seat is opened for. The strings are borrowed for the call. */
typedef struct SeatRequest {
    Reactor *reactor;
    int board;              /* 1 … n; 0: side A */
    const char *spec;       /* "engine …", "builtin …", "manual": see seats/spec.h */
    const Game *game;       /* the game as it stands when the seat is opened */
    Color color;            /* what it plays */
    uint64_t seed;          /* of its choices */
    int64_t start_deadline_ns; /* not ready by then: FAILED */
    int niceness;           /* of its process */
    int64_t lag_ms;         /* the way to it and back takes so long */
    bool wants_info;
    SeatListener *listener;
    void *context;
} SeatRequest;

typedef struct SeatOperations {
    void (*tell)(Seat *seat, const Game *game);
    void (*think)(Seat *seat, const Game *game);
    void (*arrive)(Seat *seat, const Game *game, const SeatTask *task);
    void (*hurry)(Seat *seat);
    void (*depart)(Seat *seat);
    void (*offer)(Seat *seat);
    void (*end)(Seat *seat, const Game *game, const char *result, const char *reason);
    void (*drain)(Seat *seat);
    void (*close)(Seat *seat, bool at_once);
    void (*destroy)(Seat *seat);
} SeatOperations;

/* The head of every kind of seat. */
struct Seat {
    const SeatOperations *operations; /* each may be NULL: nothing to do */
    int board;
    bool remote;        /* does not think on this machine */
    bool typed;         /* a person: its moves come as commands from outside, not as events */
    bool knows_san;     /* its moves may be SAN */
    SeatListener *listener;
    void *context;
};

/* Where seats come from. `begin` once per exhibition, `end` after all seats are destroyed. */
typedef struct SeatMaker {
    /* `thinkers`: how many of the built-in ones may think at one time. NULL if memory or threads cannot be had. */
    void *(*begin)(Reactor *reactor, int thinkers, SystemError *error);
    void (*end)(void *hall);
    /* NULL with the reason if `request->spec` is wrong or the seat cannot be had (then nothing is to be closed). */
    Seat *(*open)(void *hall, const SeatRequest *request, SystemError *error);
    /* Descriptors a seat of this spec will need. */
    size_t (*descriptors)(const char *spec);
} SeatMaker;

/* The game has gone on, or back, or was set up: this is how it stands now. Told before think or arrive on it. */
static inline void seat_tell(Seat *seat, const Game *game)
{
    if (seat->operations->tell != NULL)
        seat->operations->tell(seat, game);
}

/* It may think about `game`, where it has the move, while A is elsewhere. */
static inline void seat_think(Seat *seat, const Game *game)
{
    if (seat->operations->think != NULL)
        seat->operations->think(seat, game);
}

/* A is here (for A itself: it is A's turn): the answer to `game` is wanted. */
static inline void seat_arrive(Seat *seat, const Game *game, const SeatTask *task)
{
    if (seat->operations->arrive != NULL)
        seat->operations->arrive(seat, game, task);
}

/* Answer now with what you have. */
static inline void seat_hurry(Seat *seat)
{
    if (seat->operations->hurry != NULL)
        seat->operations->hurry(seat);
}

static inline void seat_depart(Seat *seat)
{
    if (seat->operations->depart != NULL)
        seat->operations->depart(seat);
}

/* A offers it a draw. */
static inline void seat_offer(Seat *seat)
{
    if (seat->operations->offer != NULL)
        seat->operations->offer(seat);
}

/* The game is over: `result` "1-0", "0-1", "1/2-1/2" or "*". The seat is closed afterwards. */
static inline void seat_end(Seat *seat, const Game *game, const char *result, const char *reason)
{
    if (seat->operations->end != NULL)
        seat->operations->end(seat, game, result, reason);
}

/* Takes in all that has arrived from it until this moment, so that silence is really silence. */
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

/* Frees it; only after CLOSED, and not from inside a listener. */
static inline void seat_destroy(Seat *seat)
{
    if (seat != NULL)
        seat->operations->destroy(seat);
}

#endif
