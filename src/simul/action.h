/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Actions: what the core of an exhibition wants done, in their order, before it is told the next event.
 *
 * Strings are the core's and valid until its next event.
 */
#ifndef CAROUSEL_SIMUL_ACTION_H
#define CAROUSEL_SIMUL_ACTION_H

#include "simul/announcement.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum SimulActionKind {
    /* Seats; `board` 0 is A's. */
    SIMUL_DO_OPEN,    /* open the seat; answer with READY or, after settings.start_ms at the latest, FAILED */
    SIMUL_DO_CLOSE,   /* its game is over or the exhibition is: close it, no event of it is wanted any more */
    SIMUL_DO_TELL,    /* its game is now simul_core_game(): A's move, a move taken back, the game it is to begin with */
    SIMUL_DO_THINK,   /* A is away: think (a request is open until answered, retracted or closed) */
    SIMUL_DO_ARRIVE,  /* A is here. `due`: the reply is due within limit_ms. `ask`: see below */
    SIMUL_DO_ASK,     /* a reply is asked for once more, A still standing here (after a refusal, or an exchange) */
    SIMUL_DO_DEPART,  /* A has gone. (A DO_THINK may follow, at once or later) */
    SIMUL_DO_RETRACT, /* the answer to the open request is not wanted: stop thinking, drop it */
    SIMUL_DO_OFFER,   /* A offers a draw */
    SIMUL_DO_REFUSE,  /* its reply or command was refused; text says why */
    /* Side A. */
    SIMUL_DO_EXHIBITOR_THINK,   /* at `board`, by `limits`; the reply carries `request` */
    SIMUL_DO_EXHIBITOR_STOP,    /* time is up: answer now */
    SIMUL_DO_EXHIBITOR_CANCEL,  /* the answer is not wanted: stop, drop it */
    SIMUL_DO_EXHIBITOR_RESTART, /* close and open A's seat anew; READY or FAILED follows */
    SIMUL_DO_ROUND,             /* a new round begins: A's table may age */
    /* Time: at most one deadline stands; a new one replaces it, its event ends it. time_ns -1: none. */
    SIMUL_DO_DEADLINE,
    /* Records; record/session.h does these. */
    SIMUL_DO_SYNC,  /* what follows must not be done before the journal is on the disk */
    SIMUL_DO_SHEET, /* the game at `board` is over, or the exhibition ends with it standing: write its score sheet */
    SIMUL_DO_ANNOUNCE,
    SIMUL_DO_END /* the exhibition is over, stopped or refused; all seats have been closed */
} SimulActionKind;

/* With `ask` the controller gives an ASKED event as soon as the action is queued to the seat, before
 * anything else of that seat. A seat with an open request is told to answer it now (`stop`), one without is asked
 * for a move within limit_ms. */
typedef struct SimulLimits {
    int64_t movetime_ms; /* 0: none */
    int depth;
    uint64_t nodes;
    bool has_clock;
    int64_t left_ms; /* on A's clock */
    int64_t increment_ms;
    int moves_to_go;
    int64_t opponent_left_ms; /* -1: no clock */
    int64_t opponent_increment_ms;
} SimulLimits;

typedef struct SimulAction {
    SimulActionKind kind;
    int board;
    bool due;
    bool ask;
    bool optional;     /* DO_ASK: silence is no miss */
    bool remain;       /* DO_END: games stand, the exhibition can be resumed */
    int64_t limit_ms;  /* DO_ARRIVE, DO_ASK: for the reply; 0: none */
    int64_t time_ns;   /* DO_DEADLINE */
    uint64_t deadline; /* DO_DEADLINE: its number */
    uint64_t request;  /* DO_EXHIBITOR_THINK: its number */
    int game_number;   /* DO_SHEET: which of the board's games */
    const char *text;
    SimulLimits limits;
    SimulAnnouncement announcement;
} SimulAction;

#endif
