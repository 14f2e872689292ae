/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What one search needs: Search, shared by all threads of an engine, and Worker, one thread's own state.
 *
 * Shared and changing during a search are only the table and the atomics of Search, and each worker's node
 * counter, which the others read. All accesses are relaxed: nothing is published through them.
 */
#ifndef CAROUSEL_ENGINE_WORKER_H
#define CAROUSEL_ENGINE_WORKER_H

#include "engine/history.h"
#include "engine/move_picker.h"
#include "engine/score.h"
#include "engine/static_evaluation.h"
#include "engine/strength.h"
#include "engine/time_manager.h"
#include "engine/tt.h"

enum {
    FRAMES_BEFORE_ROOT = 8, /* so that a frame may look some plies back without asking */
    FRAMES_AFTER_LAST = 4,
    KEYS_BEFORE_ROOT = 256 /* of the game, for repetitions */
};

/* One ply of the line being searched. */
typedef struct Frame {
    Position position;
    LegalMasks masks;
    int ply;
    int plies_from_null; /* how far back repetitions can lie */
    Move move;           /* the move being searched from here; MOVE_NULL if passed */
    Piece piece;         /* that makes it; HISTORY_NO_PIECE if none */
    Square to;
    Move excluded; /* left out, to see whether it is singular */
    Move killer;
    int static_evaluation; /* corrected; SCORE_NONE in check */
    int history_score;
    int cutoff_count; /* by children of the ply before */
    bool in_check;
    bool table_pv;                /* is or was on a principal variation */
    PieceToHistory *continuation; /* table of the move being searched */
    PieceToHistory *continuation_correction;
    int pv_length;
    Move pv[MAX_PLY + 1];
} Frame;

typedef struct RootMove {
    Move move;
    int score; /* -SCORE_INFINITE: searched no better than those before */
    int previous_score;
    int average_score; /* SCORE_NONE at first */
    ScoreBound bound;
    int selective_depth;
    uint64_t nodes;
    int pv_length;
    Move pv[MAX_PLY + 1];
} RootMove;

struct Worker;

/* One search of an engine. */
typedef struct Search {
    Table table;
    EngineOptions options;
    const Network *network; /* that evaluates; NULL: the hand-written terms */
    Strength strength;      /* of this search */
    SearchLimits limits;    /* without search_moves */
    SearchListener listener;
    TimePlan plan;
    Position root;
    uint64_t keys[KEYS_BEFORE_ROOT]; /* the game's last keys before the root's, in order */
    int key_count;
    MoveList root_moves;
    bool moves_left_out;      /* of root_moves, so that the best of them need not be what the root is worth */
    int table_men;            /* positions of so many men are looked up in endgame tables in the search; 0: none */
    int table_score;          /* what tables say of the root; SCORE_NONE: nothing */
    uint64_t table_hits;      /* at the root */
    int64_t begin_ns;         /* of the search; time reported counts from here */
    _Atomic int64_t clock_ns; /* when our clock began to run */
    atomic_bool stop;
    atomic_bool pondering;
    atomic_bool stop_at_ponderhit; /* enough has been thought already */
    struct Worker **workers;
    int worker_count;
} Search;

typedef struct Worker {
    Search *search;
    int index; /* 0: the one that watches the clock and reports */
    _Atomic uint64_t nodes;
    _Atomic uint64_t table_hits; /* positions found in endgame tables */
    uint64_t node_limit;
    int polls_left;
    bool aborted; /* the search is being left; nothing found counts any more */

    int root_depth;
    int completed_depth;
    int selective_depth;
    int null_move_ply_min; /* no null moves before this ply while one is being verified */
    int line;              /* of MultiPV, from 0 */
    RootMove root_moves[MAX_MOVES];
    int root_move_count;

    uint64_t keys[KEYS_BEFORE_ROOT + MAX_PLY + FRAMES_AFTER_LAST];
    Frame frames[FRAMES_BEFORE_ROOT + MAX_PLY + FRAMES_AFTER_LAST];
    Histories histories;
    EvaluateCache cache;
    Accumulators accumulators;
} Worker;

static inline uint64_t worker_nodes(const Worker *worker)
{
    return atomic_load_explicit(&worker->nodes, memory_order_relaxed);
}

/* Nodes of all workers, and positions they found in endgame tables. */
uint64_t search_total_nodes(const Search *search);
uint64_t search_total_table_hits(const Search *search);

static inline void search_stop(Search *search)
{
    atomic_store_explicit(&search->stop, true, memory_order_relaxed);
}

static inline bool search_is_stopped(const Search *search)
{
    return atomic_load_explicit(&search->stop, memory_order_relaxed);
}

#endif
