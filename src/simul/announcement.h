/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Announcements: what the exhibition lets the world know, one line each, the same for GUIs, files and people.
 *
 * A struct first, so that a display need not read text; simul_announcement_text() gives the line that stands
 * behind `info string simul `. Strings are borrowed and valid until the core's next event. No state, any thread.
 */
#ifndef CAROUSEL_SIMUL_ANNOUNCEMENT_H
#define CAROUSEL_SIMUL_ANNOUNCEMENT_H

#include "chess/types.h"
#include "rules/verdict.h"

#include <stddef.h>

typedef enum SimulAnnouncementKind {
    SIMUL_SAYS_BOARD,    /* board B name "TEXT" color white|black fen FEN      before its first arrival, again when it goes on */
    SIMUL_SAYS_ARRIVE,   /* arrive board B round R due reply|move limit MS     limit 0: none */
    SIMUL_SAYS_REPLY,    /* reply board B move M ms N san S ply P */
    SIMUL_SAYS_REFUSED,  /* refused board B reason TEXT                        position unchanged */
    SIMUL_SAYS_LATE,     /* late board B ms N */
    SIMUL_SAYS_MOVE,     /* move board B move M ms N san S ply P [score cp X|mate X depth D] */
    SIMUL_SAYS_DEPART,   /* depart board B */
    SIMUL_SAYS_OFFER,    /* offer board B by opponent|exhibitor state made|accepted|declined */
    SIMUL_SAYS_PASS,     /* pass board B state asked|granted|declined|late     late: A moves on, the reply is owed */
    SIMUL_SAYS_TAKEBACK, /* takeback board B move M ply P */
    SIMUL_SAYS_CLAIM,    /* claim board B by opponent|exhibitor state right|wrong reason TEXT */
    SIMUL_SAYS_BOUND,    /* bound board B moves M M …|any reason TEXT */
    SIMUL_SAYS_END,      /* end board B result R termination WORDS reason TEXT */
    SIMUL_SAYS_INCIDENT, /* incident board B TEXT                              board 0: side A or the hall */
    SIMUL_SAYS_ERROR,    /* error TEXT */
    SIMUL_SAYS_PAUSED,   /* paused */
    SIMUL_SAYS_RESUMED,  /* resumed */
    SIMUL_SAYS_DONE,     /* done wins W draws D losses L unfinished U rounds R from A's side; also after an early end */
    SIMUL_SAYS_FILES,    /* files pgn FILE journal FILE [unfinished FILE]      after `done`, where it has something to add */
    SIMUL_SAYS_MATCH, /* match games N wins W draws D losses L elo E error E nelo E error E los P [pairs A B C D E] [llr X lower X upper X
                            state running|elo0|elo1]      more games than one a board, or a test; `-`: undefined */
    SIMUL_SAYS_COUNT
} SimulAnnouncementKind;

typedef struct SimulAnnouncement {
    SimulAnnouncementKind kind;
    int board; /* 0: none */
    int round;
    int ply;                 /* plies played once the move is made */
    bool due_reply;          /* ARRIVE */
    bool by_exhibitor;       /* OFFER, CLAIM */
    bool has_score, is_mate; /* MOVE */
    int score;               /* centipawns, or moves to mate; from A's side */
    int depth;
    Color color;  /* BOARD: A's */
    int64_t ms;   /* REPLY, LATE, MOVE; ARRIVE: the limit */
    char move[8]; /* UCI text */
    char san[16];
    const char *state;                          /* a word */
    const char *name;                           /* BOARD */
    const char *text;                           /* reason, sentence or FEN, to the end of the line; END: the reason */
    const char *moves;                          /* BOUND: UCI texts with blanks between; NULL: any */
    GameResult result;                          /* END */
    const char *termination;                    /* END: as in PGN */
    int wins, draws, losses, unfinished;        /* DONE */
    const char *pgn, *journal, *unfinished_pgn; /* FILES: "" where there is none */
    bool incomplete;                            /* FILES: something was not saved; errors have said what */
    const struct MatchReport *match;            /* MATCH: simul/match_tally.h */
} SimulAnnouncement;

/* The line without its end and without `info string simul `, cut off if it does not fit. Line breaks and control
 * characters in names and texts become blanks. Returns its length. */
size_t simul_announcement_text(const SimulAnnouncement *announcement, char *text, size_t size);

/* The same pairs as one JSON object, {"event":"reply","board":3,…}; "" if it does not fit. Returns its length. */
size_t simul_announcement_json(const SimulAnnouncement *announcement, char *text, size_t size);

#endif
