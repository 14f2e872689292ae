/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/network.h"

#include "engine/simd.h"

#include <string.h>

static inline int32_t output_sum(const int16_t *own, const int16_t *other, const int16_t *weights, int hidden)
{
    return simd_squared_dot(own, weights, NETWORK_QA, hidden) + simd_squared_dot(other, weights + hidden, NETWORK_QA, hidden);
}

/* The width as a constant lets the loops become straight vector code. */
static int32_t output_sum_by_width(const int16_t *own, const int16_t *other, const int16_t *weights, int hidden)
{
    switch (hidden) {
    case 64: return output_sum(own, other, weights, 64);
    case 128: return output_sum(own, other, weights, 128);
    default: return output_sum(own, other, weights, 256);
    }
}

int network_output(const Network *network, const Board *board, const int16_t *own, const int16_t *other)
{
    const int pieces = bits_count(board_occupied(board));
    const int bucket = (pieces - 2) * network->buckets / 32;
    const int16_t *weights = network->output_weights + (size_t)bucket * 2 * (size_t)network->hidden;
    const int32_t sum = output_sum_by_width(own, other, weights, network->hidden);
    const int64_t output = (int64_t)(sum / NETWORK_QA) + network->output_bias[bucket];
    return (int)(output * network->scale_cp / (NETWORK_QA * NETWORK_QB));
}

void network_accumulate(const Network *network, const Board *board, Color perspective, int16_t *values)
{
    const bool mirrored = network_mirrors(board_king(board, perspective));
    memcpy(values, network->feature_bias, (size_t)network->hidden * sizeof *values);
    for (int color = WHITE; color <= BLACK; color++)
        for (int type = PAWN; type <= KING; type++)
            for (Bitboard b = board_pieces(board, (Color)color, (PieceType)type); b != 0;) {
                const Piece piece = piece_make((Color)color, (PieceType)type);
                const int feature = network_feature(perspective, mirrored, piece, (Square)bits_pop(&b));
                simd_add(values, network_row(network, feature), network->hidden);
            }
}

int network_evaluate(const Network *network, const Position *position)
{
    _Alignas(NETWORK_ALIGNMENT) int16_t values[COLOR_COUNT][NETWORK_HIDDEN_MAX];
    const Board *board = &position->board;
    const Color us = position_side_to_move(position);
    network_accumulate(network, board, WHITE, values[WHITE]);
    network_accumulate(network, board, BLACK, values[BLACK]);
    return network_output(network, board, values[us], values[color_opposite(us)]);
}
