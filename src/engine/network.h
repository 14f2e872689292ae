/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The evaluation network: (768 → hidden) × 2 → 1, integers only, the same on every machine.
 *
 * Each side looks at the board for itself. A feature is a piece on a square: (its colour is not the perspective's)·384 +
 * type·64 + square, ranks flipped for Black, files flipped where the perspective's own king stands on e … h. A
 * perspective's accumulator is the bias plus the rows of all features that are there (NETWORK_QA stands for 1.0).
 * The output is the sum, over the side to move's values and then the other's, of weight · clamp(value, 0, 1)²
 * (weights: NETWORK_QB for 1.0), with a row of weights for each bucket of the number of pieces:
 *     centipawns = (sum / NETWORK_QA + bias) · scale_cp / (NETWORK_QA · NETWORK_QB)
 *
 * A Network is immutable. One that was read is counted: it is freed with the last reference to it. Any thread.
 */
#ifndef CAROUSEL_ENGINE_NETWORK_H
#define CAROUSEL_ENGINE_NETWORK_H

#include "chess/position.h"

#include <stddef.h>

enum {
    NETWORK_FEATURES = 768,
    NETWORK_QA = 255,
    NETWORK_QB = 64,
    NETWORK_HIDDEN_MAX = 256, /* 64, 128 or 256 */
    NETWORK_BUCKETS_MAX = 8,  /* 1, 2, 4 or 8 */
    NETWORK_SCALE_MAX = 10000,
    NETWORK_WEIGHT_MAX = 127,       /* of an output weight, so that value · weight fits 16 bits */
    NETWORK_WEIGHT_SUM_MAX = 33024, /* of a bucket's, so that the output's sum fits 32 bits */
    NETWORK_ALIGNMENT = 64,         /* of each array, in bytes: a cache line, and what vectors need */
    NETWORK_MESSAGE_SIZE = 512
};

typedef struct Network {
    int hidden;
    int buckets;
    int scale_cp; /* centipawns for an output of 1.0 */
    /* Each aligned to NETWORK_ALIGNMENT, output_bias to 4. */
    const int16_t *feature_weights; /* [NETWORK_FEATURES][hidden] */
    const int16_t *feature_bias;    /* [hidden] */
    const int16_t *output_weights;  /* [buckets][2][hidden], the side to move's first */
    const int32_t *output_bias;     /* [buckets], in units of 1 / (NETWORK_QA · NETWORK_QB) */
    struct NetworkMemory *memory;   /* of one that was read; NULL if the arrays belong to somebody else */
} Network;

/* The network that is part of the program; NULL if there is none. */
extern const Network *const network_embedded;

/* Reads the bytes of a network file (network_file.c says what it holds). NULL, with one sentence in `message` that says
 * why, if it is not one, is damaged, or does not fit this program. The caller has a reference, to be released. */
const Network *network_read(const void *bytes, size_t size, char message[NETWORK_MESSAGE_SIZE]);

/* The same from a file; the message then begins with its path. */
const Network *network_load(const char *path, char message[NETWORK_MESSAGE_SIZE]);

/* The bytes of a network's file; free() them. NULL if there is no memory. */
void *network_bytes(const Network *network, size_t *size);

/* One more reference to a network that was read; nothing happens to others. NULL is fine. */
void network_share(const Network *network);
void network_release(const Network *network);

/* True if the shape is one this program knows and no sum can overflow; else says in `message` why not. */
bool network_is_sound(const Network *network, char message[NETWORK_MESSAGE_SIZE]);

static inline bool network_mirrors(Square own_king)
{
    return square_file(own_king) >= 4;
}

/* The feature's row, as `perspective` sees `piece` on `square`. */
static inline int network_feature(Color perspective, bool mirrored, Piece piece, Square square)
{
    const int kind = (piece_color(piece) != perspective ? PIECE_TYPE_COUNT : 0) + (int)piece_type(piece);
    return kind * SQUARE_COUNT + (square ^ (perspective == BLACK ? 56 : 0) ^ (mirrored ? 7 : 0));
}

static inline const int16_t *network_row(const Network *network, int feature)
{
    return network->feature_weights + (size_t)feature * (size_t)network->hidden;
}

/* Centipawns from the side to move's view, given the accumulators of the side to move and of the other. Not bounded. */
int network_output(const Network *network, const Board *board, const int16_t *own, const int16_t *other);

/* The same from nothing: adds up all rows. Slow, and what the accumulators of the search are compared with. */
int network_evaluate(const Network *network, const Position *position);

/* A perspective's accumulator from nothing; `values` has room for `hidden`, aligned to NETWORK_ALIGNMENT. */
void network_accumulate(const Network *network, const Board *board, Color perspective, int16_t *values);

#endif
