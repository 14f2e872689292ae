/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Game: a start position, the moves played, and the key after each: what rules judge and seats are told.
 *
 * Owns its arrays. One thread at a time. game_play() alone can fail, for want of memory.
 */
#ifndef CAROUSEL_CHESS_GAME_H
#define CAROUSEL_CHESS_GAME_H

#include "chess/position.h"

#include <stddef.h>

typedef struct Game {
    Position start;
    Position current;
    Move *moves;    /* move_count of them */
    uint64_t *keys; /* move_count + 1: keys[0] is the start's, keys[i] stands after i moves */
    size_t move_count;
    size_t capacity;
} Game;

/* An empty game from `start`. False if memory ran out. */
bool game_init(Game *game, const Position *start);

void game_destroy(Game *game);

/* Starts over from `start`, keeping the memory. */
void game_restart(Game *game, const Position *start);

/* Plays a legal move. False, with nothing changed, if memory ran out. */
bool game_play(Game *game, Move move);

/* Takes the last move back by replaying from the start. There must be one. */
void game_take_back(Game *game);

/* A copy with its own memory. False if memory ran out. */
bool game_copy(Game *to, const Game *from);

/* How often the current position has stood in this game, this time included (at least 1). */
int game_repetitions(const Game *game);

#endif
