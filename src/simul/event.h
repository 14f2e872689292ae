/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Events: what the core of an exhibition is told. Each is one line of the journal (record/journal.h).
 *
 * Plain values; strings and setups are borrowed by whoever is given the event and copied by who keeps them.
 */
#ifndef CAROUSEL_SIMUL_EVENT_H
#define CAROUSEL_SIMUL_EVENT_H

#include "simul/settings.h"

#include <stdbool.h>
#include <stdint.h>

/* Who speaks, beside the opponents, who go by the number of their board. */
enum { SIMUL_OPERATOR = -1, SIMUL_EXHIBITOR = 0 };

/* For whom an operator gives what players say. Where it is not said the core decides. */
typedef enum SimulBy { SIMUL_BY_EITHER, SIMUL_BY_EXHIBITOR, SIMUL_BY_OPPONENT } SimulBy;

typedef enum SimulEventKind {
    /* Seats. `seat`: whose, 0 for A's. */
    SIMUL_EVENT_READY,    /* it has been opened and shaken hands; text: what it calls itself, or NULL */
    SIMUL_EVENT_FAILED,   /* could not be opened, was not ready in time, exited, closed its output, hangs; text: what exactly */
    SIMUL_EVENT_ASKED,    /* an action with `ask` has been queued to the seat: its time runs from this stamp */
    SIMUL_EVENT_REPLY,    /* a move as text, UCI or SAN. From A: `board`, `request`, score if known */
    SIMUL_EVENT_INCIDENT, /* worth noting but without consequence; text */
    /* What players may do beside moving. `seat`: who; from A `board` says where. These and REPLY may come from the operator
     * for a person: then `board` says where and `by`, if it is known, who. */
    SIMUL_EVENT_OFFER, /* a draw (from an engine that has been offered one: accepts it) */
    SIMUL_EVENT_ACCEPT,
    SIMUL_EVENT_DECLINE,  /* an offer, or by A a pass asked for */
    SIMUL_EVENT_CLAIM,    /* a draw; text: the move it is made with, or NULL */
    SIMUL_EVENT_PASS,     /* an opponent asks to pass */
    SIMUL_EVENT_CONSENT,  /* to a pass */
    SIMUL_EVENT_RESIGN,   /* from A: concedes */
    SIMUL_EVENT_TOUCH,    /* text: squares in the order touched, or "adjust" */
    SIMUL_EVENT_TAKEBACK, /* by A: his last move, while it is not final */
    /* Time. */
    SIMUL_EVENT_DEADLINE, /* `deadline` has passed, and whatever the awaited seat had sent has been given first */
    /* The operator. */
    SIMUL_EVENT_START,
    SIMUL_EVENT_PAUSE, /* these two with `if_possible`: else nothing is said */
    SIMUL_EVENT_RESUME,
    SIMUL_EVENT_STOP,       /* after this visit */
    SIMUL_EVENT_ABORT,      /* now; with `games_stand` even if unfinished games are to be judged */
    SIMUL_EVENT_JOIN,       /* `setup`: one more opponent */
    SIMUL_EVENT_LEAVE,      /* `board`'s opponent leaves */
    SIMUL_EVENT_ADJUDICATE, /* `board`; text: the result; "*" leaves it open */
    SIMUL_EVENT_REOPEN,     /* a saved exhibition goes on: every seat has to be opened anew */
    SIMUL_EVENT_TABLES,     /* what endgame tables say of `board`'s position; text: the result and the men, "1-0 KRPvKR" */
    SIMUL_EVENT_COUNT
} SimulEventKind;

typedef struct SimulEvent {
    SimulEventKind kind;
    int64_t time_ns;
    int seat;  /* who: an opponent's board, SIMUL_EXHIBITOR or SIMUL_OPERATOR */
    int board; /* which board it is about, where `seat` does not say; 0: the one A stands at */
    SimulBy by;
    const char *text;
    uint64_t request;        /* REPLY by A: number of the DO_EXHIBITOR_THINK it answers; 0: the one that is open */
    uint64_t deadline;       /* DEADLINE: its number in DO_DEADLINE */
    bool if_possible;        /* PAUSE, RESUME */
    bool games_stand;        /* ABORT */
    bool has_pgn_base;       /* REOPEN: the session's own note, which means nothing to the core: */
    uint64_t pgn_base;       /* … where the exhibition's games begin in the PGN file, in bytes */
    bool has_score, is_mate; /* REPLY by A */
    int score;               /* centipawns, or moves to mate; from A's side */
    int depth;
    const SimulBoardSetup *setup;
} SimulEvent;

#endif
