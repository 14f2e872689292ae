/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Winnable: can a side still give checkmate by any series of legal moves (FIDE Articles 5.2.2 and 6.9)?
 *
 * The question is about helpmates: both sides may play anything legal, the fifty-move rule, repetitions
 * and clocks do not matter. `YES` and `NO` are proofs, never guesses; what could not be proven within the
 * bounds given is `UNDETERMINED`. Bounds are nodes and memory, never time, so an answer depends only on
 * the position, the side, the bounds and the size of the memory.
 * No allocation, no I/O, no clock; any thread, as long as no two share a WinnableMemory.
 */
#ifndef CAROUSEL_RULES_WINNABLE_H
#define CAROUSEL_RULES_WINNABLE_H

#include "chess/position.h"

#include <stddef.h>

typedef enum WinnableVerdict {
    WINNABLE_UNDETERMINED,
    WINNABLE_YES, /* the side can still mate */
    WINNABLE_NO   /* no series of legal moves lets it mate */
} WinnableVerdict;

/* Why a side cannot mate any more. */
typedef enum WinnableReason {
    WINNABLE_REASON_NONE,      /* the verdict is not NO */
    WINNABLE_REASON_MATED,     /* the side asked about is itself mated: the game is over */
    WINNABLE_REASON_STALEMATE, /* the position is stalemate: the game is over */
    WINNABLE_REASON_BARE_KING, /* the side has only its king */
    WINNABLE_REASON_MATERIAL,  /* no mate exists with what is left on the board, promotions included */
    WINNABLE_REASON_FORCED,    /* every line soon ends in stalemate, in the wrong mate or without mating material */
    WINNABLE_REASON_LOCKED,    /* the pieces can never leave their regions, and in those no mate is possible */
    WINNABLE_REASON_EXHAUSTED, /* every position that can arise was looked at, none is that mate */
    WINNABLE_REASON_COUNT
} WinnableReason;

enum {
    WINNABLE_LINE_MAX = 1024,                  /* plies of the longest helpmate line given */
    WINNABLE_NODES_DEFAULT = 1000000,          /* a node bound that decides nearly everything within two seconds */
    WINNABLE_MEMORY_DEFAULT = 96 * 1024 * 1024 /* bytes: room for all nodes of the default bound */
};

typedef struct WinnableResult {
    WinnableVerdict verdict;
    WinnableReason reason;
    uint64_t nodes;  /* positions looked at */
    int line_length; /* plies in `line`; 0 if there is none or the mate already stands on the board */
    Move line[WINNABLE_LINE_MAX];
} WinnableResult;

/* What the full form works in: the caller's memory, taken once, used again for any number of questions.
 * The block belongs to the caller and must outlive the questions. Fields are private. */
typedef struct WinnableMemory {
    void *nodes;
    uint32_t *slots;
    uint32_t node_capacity;
    uint32_t slot_mask;
} WinnableMemory;

/* Lays `memory` out in `size` bytes at `block` (aligned for any type) and clears them once.
 * False if the block is too small to be of use (below 64 KiB). */
bool winnable_memory_init(WinnableMemory *memory, void *block, size_t size);

/* The quick form, a few microseconds: YES comes without a line, NO with a reason, and what is not seen at
 * once is UNDETERMINED. */
void winnable_quick(const Position *position, Color side, WinnableResult *result);

/* The full form: YES comes with a line of legal moves that ends in mate by `side`, each played through the
 * move generator and the mate checked before it is returned. Looks at no more than `node_bound` positions,
 * and no more than the memory holds. */
void winnable_full(const Position *position, Color side, uint64_t node_bound, WinnableMemory *memory, WinnableResult *result);

/* True if the moves are legal from `position` and their end is checkmate by `side`. */
bool winnable_line_mates(const Position *position, Color side, const Move *line, int length);

/* "yes", "no", "undetermined". */
const char *winnable_verdict_name(WinnableVerdict verdict);

/* The reason in words that fit behind "cannot mate: ", for example "only the king is left". */
const char *winnable_reason_text(WinnableReason reason);

#endif
