/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What goes into an engine and comes out of it: options, limits, reports, the answer. Plain values.
 *
 * Scores are centipawns from the side to move's view; beyond ±SCORE_TABLE_BOUND a win that endgame tables are sure of, less the
 * plies to it; beyond ±SCORE_MATE_BOUND a mate as a distance in plies.
 */
#ifndef CAROUSEL_ENGINE_ENGINE_TYPES_H
#define CAROUSEL_ENGINE_ENGINE_TYPES_H

#include "chess/types.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    MAX_PLY = 128,                                     /* deepest line searched, in plies */
    SCORE_MATE = 32000,                                /* mate on the board; mate in n plies is SCORE_MATE - n */
    SCORE_MATE_BOUND = SCORE_MATE - 2 * MAX_PLY,       /* scores beyond ±this are mates */
    SCORE_TABLE_WIN = 25000,                           /* won by a table here; n plies from here SCORE_TABLE_WIN - n */
    SCORE_TABLE_BOUND = SCORE_TABLE_WIN - 2 * MAX_PLY, /* evaluations lie within ±this */
    ENGINE_HASH_MB_MIN = 1,
    ENGINE_HASH_MB_MAX = 65536,
    ENGINE_THREADS_MAX = 256,
    ENGINE_ELO_MIN = 800,
    ENGINE_ELO_MAX = 2800
};

typedef struct EngineOptions {
    int hash_mb;                   /* ENGINE_HASH_MB_MIN … ENGINE_HASH_MB_MAX */
    int threads;                   /* 1 … ENGINE_THREADS_MAX */
    int multipv;                   /* lines to report, 1 … MAX_MOVES */
    int move_overhead_ms;          /* kept back from every time limit for the way there and back */
    int elo;                       /* 0: full strength; else ENGINE_ELO_MIN … ENGINE_ELO_MAX */
    int skill;                     /* 20: full strength; 0 … 19 weaker (ignored if `elo` is set) */
    uint64_t seed;                 /* of the weakened play: another for each game, as it decides form and choices */
    const struct Network *network; /* that evaluates; NULL: the program's own. An engine takes a reference of its own */
    bool manual_aging;             /* false: the table ages with every search; true: by engine_age() alone */
    struct Tablebase *tablebase;   /* endgame tables; NULL: none. An engine takes a reference of its own */
    int tablebase_depth;           /* positions with as many men as the largest tables are looked up from this depth on, in plies */
    int tablebase_men;             /* at most; 0: none are used */
    bool tablebase_forever;        /* what the fifty-move rule makes a draw counts as the win it would be */
} EngineOptions;

/* How long to think, from `go` to the search. Zero is "absent" in every field; a limit that is given is at least 1, so a
 * clock that has run out is one of 1 ms. */
typedef struct SearchLimits {
    int64_t start_ns;         /* when the clock began to run, system_now_ns() time; absent: at engine_go() */
    int64_t time_ms[2];       /* each side's clock, by Color */
    int64_t increment_ms[2];  /* without a clock it is all the time there is for a move */
    int moves_to_go;          /* to the next time control; absent: the rest of the game */
    int64_t movetime_ms;      /* exactly so long */
    int depth;                /* plies */
    uint64_t nodes;           /* kept exactly with one thread */
    uint64_t soft_nodes;      /* no new iteration once so many are spent */
    int mate;                 /* stop when a mate in so many moves is found */
    bool infinite;            /* no answer before engine_stop() */
    bool ponder;              /* no answer before engine_stop() or engine_ponderhit(), which starts the clock */
    const Move *search_moves; /* legal moves to choose from; copied by engine_go(); absent: all */
    int search_move_count;
} SearchLimits;

typedef enum ScoreBound { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER } ScoreBound;

typedef struct SearchInfo {
    int depth;
    int selective_depth;
    int multipv; /* from 1 */
    int score;   /* internal: centipawns, or beyond ±SCORE_MATE_BOUND a mate */
    ScoreBound bound;
    int wdl[3]; /* per mille: win, draw, loss for the side to move */
    uint64_t nodes;
    int64_t time_ns;
    int hashfull;        /* per mille */
    bool has_tables;     /* endgame tables are in use */
    uint64_t table_hits; /* positions found in them */
    const Move *pv;      /* legal to its end; valid during the call */
    int pv_length;
} SearchInfo;

typedef struct SearchResult {
    Move best;   /* MOVE_NONE if there is no legal move */
    Move ponder; /* MOVE_NONE if unknown */
    int score;
    int depth;
    uint64_t nodes;
    int64_t time_ns;
} SearchResult;

typedef struct SearchListener {
    void (*info)(void *context, const SearchInfo *info);                   /* may be NULL */
    void (*current_move)(void *context, int depth, Move move, int number); /* may be NULL; not in the first second */
    void (*no_mate)(void *context, int moves);                             /* may be NULL; SearchLimits.mate is proved impossible */
    void (*done)(void *context, const SearchResult *result);               /* exactly once; may be NULL */
    void *context;
} SearchListener;

#endif
