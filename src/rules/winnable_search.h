/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The helpmate search: looks for a line of legal moves that ends in the winner's mate, nearest-looking
 * positions first, or goes through everything that can arise. Any thread, one memory each. The short search is in
 * winnable_greedy.c.
 */
#ifndef CAROUSEL_RULES_WINNABLE_SEARCH_H
#define CAROUSEL_RULES_WINNABLE_SEARCH_H

#include "chess/movegen.h"
#include "rules/winnable.h"

/* True if the side to move stands mated. */
static inline bool search_is_mate(const Board *board)
{
    return board_checkers(board, (Color)board->side_to_move) != 0 && !movegen_any(board);
}

/* A short, cheap search that can only say yes: at most `node_bound` (at most 255) positions are looked at.
 * True if a mate was found; the line is written to `line` (at most 255 moves) and its length to `*length`. */
bool search_greedy(const Board *board, Color winner, int variant, int node_bound, Move *line, int *length, uint64_t *nodes);

/* Looks through every series of moves up to `plies` plies as long as none of them stays open; true if all
 * of them end before in a way that is no mate by `winner`. Looks at `node_bound` positions at most. */
bool search_all_lines_end(const Board *board, Color winner, int plies, int node_bound, uint64_t *nodes);

/* The long search. YES with `*length` moves in `line` (length -1 if longer than WINNABLE_LINE_MAX), NO when
 * every position that can arise has been met or excluded, UNDETERMINED when a bound was reached. */
WinnableVerdict search_full(const Board *board, Color winner, uint64_t node_bound, const WinnableMemory *memory, Move *line, int *length,
                            uint64_t *nodes);

#endif
