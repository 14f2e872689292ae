/* SPDX-License-Identifier: GPL-3.0-only */
#include "perft/count.h"

#include "chess/movegen_core.h"
#include "perft/leaf.h"
#include "perft/two_plies.h"

static uint64_t count_white(Counter *counter, const Board *board, int depth);
static uint64_t count_black(Counter *counter, const Board *board, int depth);

/* Counts from this depth on are looked up and kept; below, counting is faster than looking. */
enum { TABLE_LEAST_DEPTH = 3 };

/* The stop flag is looked at and overflow watched for from this depth on: no smaller subtree takes long, and
 * none can hold 2^64 moves. */
enum { WATCH_LEAST_DEPTH = 4 };

MOVEGEN_INLINE uint64_t count_children(Counter *counter, const Board *board, const Color us, int depth)
{
    LegalMasks masks;
    Move moves[MAX_MOVES];
    core_masks(board, us, &masks);
    const Move *const end = core_generate(board, us, &masks, CLASS_ALL, moves);
    uint64_t nodes = 0;

    for (const Move *move = moves; move < end; move++) {
        Board child = *board;
        board_make_move(&child, *move);
        const uint64_t below = us == WHITE ? count_black(counter, &child, depth - 1) : count_white(counter, &child, depth - 1);
        if (__builtin_add_overflow(nodes, below, &nodes))
            counter->overflow = true;
    }
    return nodes;
}

MOVEGEN_INLINE uint64_t count_side(Counter *counter, const Board *board, const Color us, int depth)
{
    if (depth == 1)
        return (uint64_t)(us == WHITE ? leaf_count_white(board) : leaf_count_black(board));
    if (depth == 2)
        return us == WHITE ? two_plies_white(board) : two_plies_black(board);
    if (depth >= WATCH_LEAST_DEPTH) {
        if (counter->stop != NULL && atomic_load_explicit(counter->stop, memory_order_relaxed))
            counter->stopped = true;
        if (counter->stopped || counter->overflow)
            return 0;
    }
    if (counter->table == NULL || depth < TABLE_LEAST_DEPTH)
        return count_children(counter, board, us, depth);

    const PackedBoard packed = perft_table_pack(board);
    uint64_t nodes;
    if (perft_table_find(counter->table, &packed, depth, &nodes))
        return nodes;
    nodes = count_children(counter, board, us, depth);
    if (!counter->stopped && !counter->overflow)
        perft_table_store(counter->table, &packed, depth, nodes);
    return nodes;
}

static uint64_t count_white(Counter *counter, const Board *board, int depth)
{
    return count_side(counter, board, WHITE, depth);
}

static uint64_t count_black(Counter *counter, const Board *board, int depth)
{
    return count_side(counter, board, BLACK, depth);
}

uint64_t count_moves(Counter *counter, const Board *board, int depth)
{
    if (depth == 0)
        return 1;
    return board->side_to_move == WHITE ? count_white(counter, board, depth) : count_black(counter, board, depth);
}

uint64_t count_moves_plain(const Board *board, int depth)
{
    if (depth == 0)
        return 1;
    MoveList list;
    movegen_legal(board, &list);
    uint64_t nodes = 0;
    for (int i = 0; i < list.count; i++) {
        Board child = *board;
        board_make_move(&child, list.moves[i]);
        nodes += count_moves_plain(&child, depth - 1);
    }
    return nodes;
}
