/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The set of positions that the helpmate search has met, in the caller's memory.
 *
 * Positions are kept whole (four bit planes and the side to move), never as keys, so that two different
 * ones are never taken for the same. Starting anew costs nothing: a slot counts only if the node it names
 * exists and names the slot back. One thread at a time.
 */
#ifndef CAROUSEL_RULES_WINNABLE_STORE_H
#define CAROUSEL_RULES_WINNABLE_STORE_H

#include "chess/board.h"
#include "rules/winnable.h"

enum { STORE_NONE = 0xffffffff };

/* A square's code over the four planes: 0 empty, 1–6 the piece types, 7 a rook that may castle; plus 8
 * for black pieces and for the en passant square, which is empty. */
typedef struct PackedBoard {
    Bitboard planes[4];
} PackedBoard;

enum { STORE_QUEUES = 4 };

typedef struct StoreNode {
    PackedBoard board;
    uint32_t parent;             /* the node it came from; STORE_NONE for the start */
    uint32_t slot;               /* its place in the hash table */
    uint32_t next[STORE_QUEUES]; /* for the caller's queues */
    uint16_t cost[STORE_QUEUES]; /* for the caller */
    uint16_t ply;                /* moves from the start */
    uint8_t side_to_move;
    uint8_t done; /* for the caller */
} StoreNode;

_Static_assert(sizeof(StoreNode) == 72, "the size that WINNABLE_MEMORY_DEFAULT counts on");

typedef struct Store {
    StoreNode *nodes;
    uint32_t *slots;
    uint32_t slot_mask;
    uint32_t capacity;
    uint32_t count;
} Store;

void packed_from_board(PackedBoard *packed, const Board *board);

void packed_to_board(const PackedBoard *packed, Color side_to_move, Board *board);

/* Opens an empty store over the memory. */
void store_open(Store *store, const WinnableMemory *memory);

/* The node of a position, added if it is new (`*added`). STORE_NONE if it is new and there is no room. */
uint32_t store_add(Store *store, const Board *board, uint32_t parent, bool *added);

#endif
