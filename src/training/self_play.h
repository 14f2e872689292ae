/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * One game of the engine against itself, as training data: a random opening, soft node limits, adjudication,
 * and of its positions the quiet ones. Deterministic: the seed and number of a game decide all of it.
 */
#ifndef CAROUSEL_TRAINING_SELF_PLAY_H
#define CAROUSEL_TRAINING_SELF_PLAY_H

#include "engine/engine.h"
#include "training/packed.h"

#include <stdatomic.h>

typedef struct SelfPlayOptions {
    uint64_t soft_nodes;  /* a search ends with the iteration that passes them */
    int random_plies;     /* of the opening, two more or fewer by chance; at least 2 */
    int chess960_percent; /* of the games start from a Chess960 position */
    int opening_limit_cp; /* openings judged worse than this for either side are thrown away */
    int win_cp;           /* won once the score stays beyond it for win_plies */
    int win_plies;
    int draw_cp; /* drawn once the score stays within it for draw_plies, from draw_from_ply on */
    int draw_plies;
    int draw_from_ply;
    const atomic_bool *give_up; /* set from outside to break a game off; may be NULL */
} SelfPlayOptions;

enum { SELF_PLAY_PLIES_MAX = 600 };

typedef struct SelfPlayGame {
    int count;
    int plies; /* length of the game, opening included */
    PackedResult result;
    uint64_t nodes;
    bool given_up; /* broken off: it has no result and no positions */
    PackedPosition positions[SELF_PLAY_PLIES_MAX];
} SelfPlayGame;

SelfPlayOptions self_play_default_options(void);

/* Plays game number `number` of the run `seed`. The engine has one thread and is the caller's; what it knew
 * before is forgotten. False if memory ran out. */
bool self_play_game(Engine *engine, const SelfPlayOptions *options, uint64_t seed, uint64_t number, SelfPlayGame *game);

#endif
