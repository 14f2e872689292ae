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
#include "engine/engine_types.h"

typedef struct Engine Engine;

/* The options every field at its default: 16 MB, 1 thread, full strength. */
EngineOptions engine_default_options(void);

/* NULL if memory or threads cannot be had. The caller owns it. */
Engine *engine_create(const EngineOptions *options);

/* Stops what runs, waits for its answer, frees everything. NULL is fine. */
void engine_destroy(Engine *engine);

/* Takes new options. False, and the old ones stay, if memory or threads cannot be had. Another network makes the
 * engine forget what was learnt. */
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

/* Static evaluation by the engine's network (NULL: by the program's own), centipawns, from the side to move's view.
 * Not while in check, nor while other options are taken. */
int engine_evaluate(const Engine *engine, const Position *position);

/* Searches a fixed set of positions to `depth` with one thread and a fixed table, silent.
 * Returns the node count, the same on every run and machine. */
uint64_t engine_bench(int depth, int64_t *time_ns);

/* A score for people and GUIs: true and moves to mate (negative: being mated) if it is a mate, else false and centipawns. */
bool engine_score_is_mate(int score, int *moves);

#endif
