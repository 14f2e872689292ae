/*
 * Playing weaker on purpose: from the wanted Elo or skill to what limits the search.
 */
#ifndef CAROUSEL_ENGINE_STRENGTH_H
#define CAROUSEL_ENGINE_STRENGTH_H

#include "engine/engine.h"

/* The most nodes a search may spend; 0: no limit. */
uint64_t strength_node_limit(const EngineOptions *options);

#endif
