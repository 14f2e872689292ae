/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * A search as the protocol sees it: what `go` asks for, what the engine reports, what goes out.
 *
 * A UciSearch is filled by the conversation before the search starts and belongs to the engine's threads until it is
 * done; `running` may be read at any time.
 */
#ifndef CAROUSEL_UCI_GO_H
#define CAROUSEL_UCI_GO_H

#include "chess/movegen.h"
#include "engine/engine.h"
#include "system/output.h"
#include "uci/command.h"

#include <stdatomic.h>

typedef struct UciSearch {
    Output *output;
    Position position; /* searched: how castling is written, whether it is check */
    bool wdl;
    bool drawn;   /* whatever is played: nobody can mate any more, or the fifty moves are over */
    bool settled; /* the last line about the best move gave an exact score */
    atomic_bool running;
} UciSearch;

/* The moves of `searchmoves` that are legal here; the others are named on the output. Returns how many. */
int uci_search_moves(Output *output, const Position *position, Text words, Move moves[MAX_MOVES]);

/* Starts; answers with `bestmove (none)` at once if the engine cannot. */
void uci_search_start(UciSearch *search, Engine *engine, const Game *game, const SearchLimits *limits, bool wdl);

/* A number brought into a range. */
int uci_limit(int64_t value, int least, int most);

#endif
