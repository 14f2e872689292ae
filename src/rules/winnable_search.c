/* SPDX-License-Identifier: GPL-3.0-only */
#include "rules/winnable_search.h"

#include "chess/movegen.h"
#include "rules/winnable_material.h"
#include "rules/winnable_mobility.h"
#include "rules/winnable_plan.h"
#include "rules/winnable_store.h"

#include <string.h>

/* ---- all lines end ---- */

typedef struct Ending {
    Color winner;
    int left; /* positions that may still be looked at */
    uint64_t nodes;
} Ending;

static bool lines_end(Ending *ending, const Board *board, int plies)
{
    if (material_excludes_mate(board, ending->winner) != WINNABLE_REASON_NONE)
        return true;
    if (plies == 0 || ending->left-- <= 0)
        return false;
    ending->nodes++;
    MoveList list;
    movegen_legal(board, &list);
    if (list.count == 0)
        return board->side_to_move == ending->winner || board_checkers(board, (Color)board->side_to_move) == 0;
    for (int i = 0; i < list.count; i++) {
        Board child = *board;
        board_make_move(&child, list.moves[i]);
        if (!lines_end(ending, &child, plies - 1))
            return false;
    }
    return true;
}

bool search_all_lines_end(const Board *board, Color winner, int plies, int node_bound, uint64_t *nodes)
{
    Ending ending = {.winner = winner, .left = node_bound, .nodes = 0};
    const bool end = lines_end(&ending, board, plies);
    *nodes += ending.nodes;
    return end;
}

/* ---- full ---- */

static bool is_irreversible(const Board *board, Move move)
{
    return move_kind(move) >= MOVE_PROMOTION || move_kind(move) == MOVE_EN_PASSANT ||
           ((board_occupied(board) & square_bit(move_to(move))) != 0 && move_kind(move) != MOVE_CASTLING) ||
           (board->by_type[PAWN] & square_bit(move_from(move))) != 0;
}

/* One way to order the positions that wait: nearest-looking first, the most recent among equals. */
typedef struct Queue {
    uint32_t lowest; /* no bucket below it holds a position */
    uint32_t bucket[PLAN_COST_MAX + 1];
} Queue;

/* The queues take turns, so that a plan that fits the position badly costs no more than its share: two for
 * plans towards different corners, one that opens the position, one for the price of the whole position. */
enum { QUEUE_PLANS = 2, QUEUE_OPENED = 2, QUEUE_JUDGED = 3, QUEUE_COUNT = 4 };
_Static_assert((int)QUEUE_COUNT == (int)STORE_QUEUES, "each queue needs its links in the nodes");

typedef struct Search {
    Store store;
    Color winner;
    uint64_t node_bound;
    uint64_t nodes;
    bool cut; /* a line grew too long and was not followed */
    Plan plan[QUEUE_PLANS];
    Queue queue[QUEUE_COUNT];
    Mobility mobility;
} Search;

typedef enum Step { STEP_ON, STEP_MATE, STEP_FULL } Step;

static void push(Search *search, uint32_t index, int which, int cost)
{
    StoreNode *node = &search->store.nodes[index];
    Queue *queue = &search->queue[which];
    cost = plan_clamp(cost);
    node->cost[which] = (uint16_t)cost;
    node->next[which] = queue->bucket[cost];
    queue->bucket[cost] = index;
    if ((uint32_t)cost < queue->lowest)
        queue->lowest = (uint32_t)cost;
}

/* The next position of a queue that no queue has given yet. */
static uint32_t pop(Search *search, int which)
{
    Queue *queue = &search->queue[which];
    for (;;) {
        while (queue->lowest <= PLAN_COST_MAX && queue->bucket[queue->lowest] == STORE_NONE)
            queue->lowest++;
        if (queue->lowest > PLAN_COST_MAX)
            return STORE_NONE;
        const uint32_t index = queue->bucket[queue->lowest];
        StoreNode *node = &search->store.nodes[index];
        queue->bucket[queue->lowest] = node->next[which];
        if (!node->done) {
            node->done = 1;
            return index;
        }
    }
}

/* Adds the positions behind `index`; `*mate` is the mated one if there is one among them. */
static Step expand(Search *search, uint32_t index, uint32_t *mate)
{
    Board board;
    const StoreNode parent = search->store.nodes[index];
    if (parent.ply >= WINNABLE_LINE_MAX) {
        search->cut = true;
        return STEP_ON;
    }
    packed_to_board(&parent.board, (Color)parent.side_to_move, &board);
    MoveList list;
    movegen_legal(&board, &list);
    for (int i = 0; i < list.count; i++) {
        Board child = board;
        bool added;
        board_make_move(&child, list.moves[i]);
        const uint32_t node = store_add(&search->store, &child, index, &added);
        if (node == STORE_NONE)
            return STEP_FULL;
        if (!added)
            continue;
        search->nodes++;
        if (is_irreversible(&board, list.moves[i])) {
            if (material_excludes_mate(&child, search->winner) != WINNABLE_REASON_NONE)
                continue;
            if (mobility_saturate(&search->mobility, &child) && mobility_excludes_mate(&search->mobility, &child, search->winner))
                continue;
        }
        if (board.side_to_move == search->winner && search_is_mate(&child)) {
            *mate = node;
            return STEP_MATE;
        }
        for (int which = 0; which < QUEUE_PLANS; which++)
            push(search, node, which, parent.cost[which] + plan_move(&search->plan[which], &board, list.moves[i]));
        push(search, node, QUEUE_OPENED, plan_openness(&child, search->winner));
        push(search, node, QUEUE_JUDGED, plan_judge(&child, search->winner));
    }
    return search->nodes > search->node_bound ? STEP_FULL : STEP_ON;
}

/* The move that leads from one packed position to another. */
static Move move_between(const StoreNode *from, const StoreNode *to)
{
    Board board;
    packed_to_board(&from->board, (Color)from->side_to_move, &board);
    MoveList list;
    movegen_legal(&board, &list);
    for (int i = 0; i < list.count; i++) {
        Board child = board;
        PackedBoard packed;
        board_make_move(&child, list.moves[i]);
        packed_from_board(&packed, &child);
        if (memcmp(&packed, &to->board, sizeof packed) == 0)
            return list.moves[i];
    }
    assert(false);
    return MOVE_NONE;
}

/* The line from the start to the node; -1 if it is too long. */
static int trace_line(const Store *store, uint32_t index, Move *line)
{
    int length = 0;
    for (uint32_t i = index; store->nodes[i].parent != STORE_NONE; i = store->nodes[i].parent)
        length++;
    if (length > WINNABLE_LINE_MAX)
        return -1;
    int at = length;
    for (uint32_t i = index; store->nodes[i].parent != STORE_NONE; i = store->nodes[i].parent)
        line[--at] = move_between(&store->nodes[store->nodes[i].parent], &store->nodes[i]);
    return length;
}

WinnableVerdict search_full(const Board *board, Color winner, uint64_t node_bound, const WinnableMemory *memory, Move *line, int *length,
                            uint64_t *nodes)
{
    Search search;
    bool added;
    store_open(&search.store, memory);
    search.winner = winner;
    search.node_bound = node_bound;
    search.nodes = 0;
    search.cut = false;
    const uint32_t start = store_add(&search.store, board, STORE_NONE, &added);
    for (int which = 0; which < QUEUE_COUNT; which++) {
        if (which < QUEUE_PLANS)
            plan_make(&search.plan[which], PLAN_CLOSED, board, winner, which);
        search.queue[which].lowest = PLAN_COST_MAX + 1;
        memset(search.queue[which].bucket, 0xff, sizeof search.queue[which].bucket);
        push(&search, start, which, PLAN_COST_START);
    }
    WinnableVerdict verdict = WINNABLE_UNDETERMINED;
    for (unsigned turn = 0;; turn++) {
        const uint32_t index = pop(&search, (int)(turn % QUEUE_COUNT));
        if (index == STORE_NONE) {
            verdict = search.cut ? WINNABLE_UNDETERMINED : WINNABLE_NO;
            break;
        }
        uint32_t mate;
        const Step step = expand(&search, index, &mate);
        if (step == STEP_FULL)
            break;
        if (step == STEP_MATE) {
            *length = trace_line(&search.store, mate, line);
            verdict = WINNABLE_YES;
            break;
        }
    }
    *nodes += search.nodes;
    return verdict;
}
