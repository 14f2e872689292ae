/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Draws inside the tree: repetition, fifty moves, bare material, and repetitions that are one move away.
 */
#ifndef CAROUSEL_ENGINE_DRAWS_H
#define CAROUSEL_ENGINE_DRAWS_H

#include "engine/worker.h"

/* True if the position of `frame` counts as drawn: a second occurrence inside the tree, a third one with the
 * game's, fifty moves without mate, or material with which nobody can mate. */
bool draws_is_draw(const Worker *worker, const Frame *frame);

/* True if the side to move can reach an earlier position of this line by one move. */
bool draws_can_repeat(const Worker *worker, const Frame *frame);

/* Too little on the board for any mate. */
bool draws_by_material(const Board *board);

#endif
