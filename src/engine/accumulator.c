/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/accumulator.h"

#include "engine/simd.h"

#include <string.h>

void accumulators_set_network(Accumulators *accumulators, const Network *network)
{
    accumulators->network = network;
    for (int color = WHITE; color <= BLACK; color++)
        for (int mirrored = 0; mirrored < 2; mirrored++) {
            AccumulatorCache *cache = &accumulators->cache[color][mirrored];
            memset(cache, 0, sizeof *cache);
            if (network != NULL)
                memcpy(cache->values, network->feature_bias, (size_t)network->hidden * sizeof *cache->values);
        }
    accumulators_new_root(accumulators);
}

/* True if the move has taken the perspective's king from one half of the board to the other. */
static bool crosses(const MoveRecord *record, Color perspective)
{
    const PieceChange *first = &record->changes[0]; /* a king that moves comes first, also when it castles */
    return record->count > 0 && first->piece == piece_make(perspective, KING) && network_mirrors(first->from) != network_mirrors(first->to);
}

/* --- one move further --- */

/* The rows that a move adds and takes away. */
typedef struct Rows {
    int added_count;
    int removed_count;
    const int16_t *added[2];
    const int16_t *removed[2];
} Rows;

static Rows rows_of(const Network *network, const MoveRecord *record, Color perspective, bool mirrored)
{
    Rows rows = {0};
    for (int i = 0; i < record->count; i++) {
        const PieceChange *change = &record->changes[i];
        if (change->from != NO_SQUARE)
            rows.removed[rows.removed_count++] = network_row(network, network_feature(perspective, mirrored, change->piece, change->from));
        if (change->to != NO_SQUARE)
            rows.added[rows.added_count++] = network_row(network, network_feature(perspective, mirrored, change->piece, change->to));
    }
    return rows;
}

static inline void apply(int16_t *to, const int16_t *from, const Rows *rows, int hidden)
{
    if (rows->removed_count == 0)
        memcpy(to, from, (size_t)hidden * sizeof *to); /* a null move */
    else if (rows->removed_count == 1)
        simd_add_sub(to, from, rows->added[0], rows->removed[0], hidden);
    else if (rows->added_count == 1)
        simd_add_sub_sub(to, from, rows->added[0], rows->removed[0], rows->removed[1], hidden);
    else
        simd_add_add_sub_sub(to, from, rows->added[0], rows->added[1], rows->removed[0], rows->removed[1], hidden);
}

static void step(Accumulators *accumulators, int ply, Color perspective, bool mirrored)
{
    const Network *network = accumulators->network;
    Accumulator *accumulator = &accumulators->plies[ply];
    const Rows rows = rows_of(network, &accumulator->record, perspective, mirrored);
    const int16_t *from = accumulators->plies[ply - 1].values[perspective];
    int16_t *to = accumulator->values[perspective];
    /* The width as a constant lets the loops become straight vector code. */
    switch (network->hidden) {
    case 64: apply(to, from, &rows, 64); break;
    case 128: apply(to, from, &rows, 128); break;
    default: apply(to, from, &rows, 256); break;
    }
    accumulator->computed[perspective] = true;
}

/* --- from the cache --- */

static inline void change_cache(const Network *network, AccumulatorCache *cache, const Board *board, Color perspective, bool mirrored,
                                int hidden)
{
    for (int color = WHITE; color <= BLACK; color++)
        for (int type = PAWN; type <= KING; type++) {
            const Piece piece = piece_make((Color)color, (PieceType)type);
            const Bitboard before = cache->by_color[color] & cache->by_type[type];
            const Bitboard now = board_pieces(board, (Color)color, (PieceType)type);
            for (Bitboard b = now & ~before; b != 0;)
                simd_add(cache->values, network_row(network, network_feature(perspective, mirrored, piece, (Square)bits_pop(&b))), hidden);
            for (Bitboard b = before & ~now; b != 0;)
                simd_sub(cache->values, network_row(network, network_feature(perspective, mirrored, piece, (Square)bits_pop(&b))), hidden);
        }
    memcpy(cache->by_type, board->by_type, sizeof cache->by_type);
    memcpy(cache->by_color, board->by_color, sizeof cache->by_color);
}

static void refresh(Accumulators *accumulators, int ply, const Board *board, Color perspective, bool mirrored)
{
    const Network *network = accumulators->network;
    AccumulatorCache *cache = &accumulators->cache[perspective][mirrored];
    switch (network->hidden) {
    case 64: change_cache(network, cache, board, perspective, mirrored, 64); break;
    case 128: change_cache(network, cache, board, perspective, mirrored, 128); break;
    default: change_cache(network, cache, board, perspective, mirrored, 256); break;
    }
    Accumulator *accumulator = &accumulators->plies[ply];
    memcpy(accumulator->values[perspective], cache->values, (size_t)network->hidden * sizeof *cache->values);
    accumulator->computed[perspective] = true;
}

/* --- evaluating --- */

static const int16_t *values_at(Accumulators *accumulators, int ply, const Board *board, Color perspective)
{
    const bool mirrored = network_mirrors(board_king(board, perspective));
    int from = ply;
    while (!accumulators->plies[from].computed[perspective]) {
        if (from == 0 || crosses(&accumulators->plies[from].record, perspective)) {
            refresh(accumulators, ply, board, perspective, mirrored);
            from = ply;
        } else {
            from--;
        }
    }
    while (from < ply)
        step(accumulators, ++from, perspective, mirrored);
    return accumulators->plies[ply].values[perspective];
}

int accumulators_evaluate(Accumulators *accumulators, int ply, const Position *position)
{
    const Board *board = &position->board;
    const Color us = position_side_to_move(position);
    const int16_t *own = values_at(accumulators, ply, board, us);
    const int16_t *other = values_at(accumulators, ply, board, color_opposite(us));
    return network_output(accumulators->network, board, own, other);
}
