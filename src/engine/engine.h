/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Engine: the player. A value: any number live in one process and share nothing but constant tables.
 *
 * A search runs on the engine's own threads. engine_go() starts one and returns at once; progress and
 * the answer come through the listener, called on a search thread; the answer comes exactly once a
 * search. engine_stop(), engine_ponderhit() may be called from any thread at any time, also before the
 * search has really begun; every other function by one controlling thread only, and engine_set_options()
 * and engine_new_game() only while no search runs.
 */
#ifndef CAROUSEL_ENGINE_ENGINE_H
#define CAROUSEL_ENGINE_ENGINE_H

#include "chess/game.h"
#include "chess/movegen.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    MAX_PLY = 128,        /* deepest line searched, in plies */
    SCORE_MATE = 32000,   /* mate on the board; mate in n plies is SCORE_MATE - n */
    SCORE_MATE_BOUND = SCORE_MATE - 2 * MAX_PLY, /* scores beyond ±this are mates */
    ENGINE_HASH_MB_MIN = 1,
    ENGINE_HASH_MB_MAX = 65536,
    ENGINE_THREADS_MAX = 256,
    ENGINE_ELO_MIN = 800,
    ENGINE_ELO_MAX = 2800
};

typedef struct EngineOptions {
    int hash_mb;          /* ENGINE_HASH_MB_MIN … ENGINE_HASH_MB_MAX */
    int threads;          /* 1 … ENGINE_THREADS_MAX */
    int multipv;          /* lines to report, 1 … MAX_MOVES */
    int move_overhead_ms; /* kept back from every time limit for the way there and back */
    int elo;              /* 0: full strength; else ENGINE_ELO_MIN … ENGINE_ELO_MAX */
    int skill;            /* 20: full strength; 0 … 19 weaker (ignored if `elo` is set) */
    uint64_t seed;        /* of the weakened play: another for each game, as it decides form and choices */
    bool manual_aging;    /* false: the table ages with every search; true: by engine_age() alone */
} EngineOptions;

typedef struct SearchLimits {
    int64_t start_ns;      /* when the clock began to run, system_now_ns() time; 0: at engine_go() */
    int64_t time_ms[2];    /* each side's clock, by Color; meaningful where has_time */
    int64_t increment_ms[2];
    bool has_time[2];
    int moves_to_go;       /* to the next time control; 0: the rest of the game */
    int64_t movetime_ms;   /* exactly so long; -1: no such limit */
    int depth;             /* plies; 0: no limit */
    uint64_t nodes;        /* 0: no limit. Kept exactly with one thread */
    uint64_t soft_nodes;   /* no new iteration once so many are spent; 0: no limit */
    int mate;              /* stop when a mate in so many moves is found; 0: no such limit */
    bool infinite;         /* no answer before engine_stop() */
    bool ponder;           /* no answer before engine_stop() or engine_ponderhit(), which starts the clock */
    const Move *search_moves; /* legal moves to choose from; copied by engine_go(); NULL: all */
    int search_move_count;
} SearchLimits;

typedef enum ScoreBound { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER } ScoreBound;

typedef struct SearchInfo {
    int depth;
    int selective_depth;
    int multipv;        /* from 1 */
    int score;          /* internal: centipawns, or beyond ±SCORE_MATE_BOUND a mate */
    ScoreBound bound;
    int wdl[3];         /* per mille: win, draw, loss for the side to move */
    uint64_t nodes;
    int64_t time_ns;
    int hashfull;       /* per mille */
    const Move *pv;     /* legal to its end; valid during the call */
    int pv_length;
} SearchInfo;

typedef struct SearchResult {
    Move best;          /* MOVE_NONE if there is no legal move */
    Move ponder;        /* MOVE_NONE if unknown */
    int score;
    int depth;
    uint64_t nodes;
    int64_t time_ns;
} SearchResult;

typedef struct SearchListener {
    void (*info)(void *context, const SearchInfo *info);                     /* may be NULL */
    void (*current_move)(void *context, int depth, Move move, int number);   /* may be NULL; not in the first second */
    void (*done)(void *context, const SearchResult *result);                 /* exactly once; may be NULL */
    void *context;
} SearchListener;

typedef struct Engine Engine;

/* The options every field at its default: 16 MB, 1 thread, full strength. */
EngineOptions engine_default_options(void);

/* NULL if memory or threads cannot be had. The caller owns it. */
Engine *engine_create(const EngineOptions *options);

/* Stops what runs, waits for its answer, frees everything. NULL is fine. */
void engine_destroy(Engine *engine);

/* Takes new options. False, and the old ones stay, if memory or threads cannot be had. */
bool engine_set_options(Engine *engine, const EngineOptions *options);

/* Forgets what was learnt: table and histories. */
void engine_new_game(Engine *engine);

/* Makes all that the table holds one search older, so that it gives way sooner. For engines with
 * `manual_aging`, which think about many games in turn: once a round. */
void engine_age(Engine *engine);

/* Starts a search of `game`'s current position (copied). False if one is still running. Not from a listener;
 * after `done` has been called it waits for the short rest of the old search. */
bool engine_go(Engine *engine, const Game *game, const SearchLimits *limits, const SearchListener *listener);

void engine_stop(Engine *engine);
void engine_ponderhit(Engine *engine);

/* Waits until no search runs and `done` has returned. */
void engine_wait(Engine *engine);

/* engine_go() and engine_wait() in one, on limits that end by themselves. */
SearchResult engine_search(Engine *engine, const Game *game, const SearchLimits *limits, const SearchListener *listener);

/* Static evaluation, centipawns, from the side to move's view. Not while in check. */
int engine_evaluate(const Position *position);

/* Searches a fixed set of positions to `depth` with one thread and a fixed table, silent.
 * Returns the node count, the same on every run and machine. */
uint64_t engine_bench(int depth, int64_t *time_ns);

/* A score for people and GUIs: true and moves to mate (negative: being mated) if it is a mate, else false and centipawns. */
bool engine_score_is_mate(int score, int *moves);

#endif
