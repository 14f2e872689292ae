/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Playing weaker on purpose: from the wanted Elo or skill to what handicaps the search.
 *
 * A weak player sees little and judges badly, evenly: the search gets few nodes, and every position is misjudged by
 * an amount that depends on position and seed alone. So the same seed plays the same game, and nothing is given
 * away that the player saw.
 *
 * Nor does a player always play the same: after Elo's model (The Rating of Chessplayers, 1978) the performance in one
 * game is spread normally around the rating. The seed of a game decides the form, which shifts the Elo for that game.
 * Without it a little more depth wins nearly every game between two programs of one kind, far more often than the
 * difference of their ratings says. The steps are measured; tests/strength.md has the games.
 */
#ifndef CAROUSEL_ENGINE_STRENGTH_H
#define CAROUSEL_ENGINE_STRENGTH_H

#include "engine/engine.h"

typedef struct Strength {
    uint64_t nodes;  /* the most a search may spend; 0: no limit */
    int misjudge_cp; /* evaluations are off by up to so much; 0: not at all */
} Strength;

/* The handicap for the options' elo or skill in the game of the options' seed; none at full strength. */
Strength strength_of_options(const EngineOptions *options);

/* How far the position of this key is misjudged, within ± misjudge_cp; small errors are likelier than large ones. */
int strength_misjudgement(const Strength *strength, uint64_t seed, uint64_t key);

#endif
