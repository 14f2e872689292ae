/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Endgame tables at the root: the moves that keep what the position is worth.
 */
#ifndef CAROUSEL_ENGINE_ROOT_TABLES_H
#define CAROUSEL_ENGINE_ROOT_TABLES_H

#include "engine/worker.h"

/* Sets the search's `table_…` fields, and leaves of its root moves (taken before, keys too) only those that tables allow. Where
 * tables know the root and contradict themselves or lack something, all moves stay. */
void root_tables_take(Search *search);

/* The score to be told for a root move's: what tables know better. */
int root_tables_score(const Search *search, int score);

#endif
