#include "rules/winnable_search.h"

#include "chess/movegen.h"
#include "rules/winnable_material.h"
#include "rules/winnable_mobility.h"
#include "rules/winnable_plan.h"
#include "rules/winnable_store.h"

#include <string.h>

/* True if the side to move stands mated. */
static bool is_mate(const Board *board)
{
    return board_checkers(board, (Color)board->side_to_move) != 0 && !movegen_any(board);
}

static bool is_irreversible(const Board *board, Move move)
{
    return move_kind(move) >= MOVE_PROMOTION || move_kind(move) == MOVE_EN_PASSANT ||
           ((board_occupied(board) & square_bit(move_to(move))) != 0 && move_kind(move) != MOVE_CASTLING) ||
           (board->by_type[PAWN] & square_bit(move_from(move))) != 0;
}

/* ---- greedy ---- */

enum { GREEDY_BOARDS = 256, GREEDY_ENTRIES = 6000, GREEDY_SEEN = 1024 };

typedef struct GreedyEntry {
    uint16_t next;
    uint16_t board; /* index of the board the move is played on */
    Move move;
} GreedyEntry;

typedef struct Greedy {
    Plan plan;
    int boards;
    int entries;
    int lowest; /* no bucket below it holds an entry */
    int marked;
    uint16_t bucket[PLAN_COST_MAX + 1];
    uint64_t seen[GREEDY_SEEN];
    uint16_t parent[GREEDY_BOARDS];
    uint16_t cost[GREEDY_BOARDS];
    Move move[GREEDY_BOARDS];
    Board board[GREEDY_BOARDS];
    GreedyEntry entry[GREEDY_ENTRIES];
} Greedy;

enum { GREEDY_NONE = 0xffff };

static uint64_t board_hash(const Board *board)
{
    PackedBoard packed;
    packed_from_board(&packed, board);
    uint64_t h = board->side_to_move + 1u;
    for (int i = 0; i < 4; i++) {
        h = (h ^ packed.planes[i]) * 0x9e3779b97f4a7c15u;
        h ^= h >> 29;
    }
    return h | 1;
}

/* True if the board had not been seen. Only for saving work, so that a false "seen" does no harm. */
static bool greedy_mark(Greedy *greedy, const Board *board)
{
    const uint64_t h = board_hash(board);
    unsigned slot = (unsigned)(h >> 54);
    for (; greedy->seen[slot] != 0; slot = (slot + 1) % GREEDY_SEEN)
        if (greedy->seen[slot] == h)
            return false;
    greedy->seen[slot] = h;
    greedy->marked++;
    return true;
}

/* Squares from which each piece type of `color` checks the other king, and own pieces that may uncover one. */
typedef struct CheckSquares {
    Bitboard by_type[PIECE_TYPE_COUNT];
    Bitboard uncovering;
} CheckSquares;

static void find_check_squares(const Board *board, CheckSquares *squares)
{
    const Color us = (Color)board->side_to_move;
    const Square king = board_king(board, color_opposite(us));
    const Bitboard occupied = board_occupied(board);
    const Bitboard own = board->by_color[us];
    squares->by_type[PAWN] = attacks_pawn(color_opposite(us), king);
    squares->by_type[KNIGHT] = attacks_knight(king);
    squares->by_type[BISHOP] = attacks_bishop(king, occupied);
    squares->by_type[ROOK] = attacks_rook(king, occupied);
    squares->by_type[QUEEN] = squares->by_type[BISHOP] | squares->by_type[ROOK];
    squares->by_type[KING] = 0;
    squares->uncovering = 0;
    Bitboard near = squares->by_type[QUEEN] & own;
    const Bitboard sliders = own & (board->by_type[BISHOP] | board->by_type[ROOK] | board->by_type[QUEEN]);
    while (near != 0) {
        const Square square = (Square)bits_pop(&near);
        if (attacks_line(king, square) & sliders & ~square_bit(square))
            squares->uncovering |= square_bit(square);
    }
}

/* The type that `move` puts on its target square. */
static PieceType arriving_type(const Board *board, Move move)
{
    if (move_kind(move) == MOVE_PROMOTION)
        return move_promoted(move);
    for (PieceType type = PAWN; type < KING; type++)
        if (board->by_type[type] & square_bit(move_from(move)))
            return type;
    return KING;
}

static bool may_check(const Board *board, const CheckSquares *squares, Move move)
{
    return (squares->by_type[arriving_type(board, move)] & square_bit(move_to(move))) != 0 ||
           (squares->uncovering & square_bit(move_from(move))) != 0 || move_kind(move) == MOVE_EN_PASSANT ||
           move_kind(move) == MOVE_CASTLING;
}

static int greedy_line(const Greedy *greedy, int index, Move last, Move *line)
{
    int length = 0;
    for (int i = index; i != 0; i = greedy->parent[i])
        length++;
    for (int i = index, at = length; i != 0; i = greedy->parent[i])
        line[--at] = greedy->move[i];
    line[length++] = last;
    return length;
}

/* Queues the board's moves by price. Returns the mating move if there is one. */
static Move greedy_expand(Greedy *greedy, int index)
{
    const Board *board = &greedy->board[index];
    MoveList list;
    movegen_legal(board, &list);
    if (board->side_to_move == greedy->plan.winner) {
        CheckSquares squares;
        find_check_squares(board, &squares);
        for (int i = 0; i < list.count; i++)
            if (may_check(board, &squares, list.moves[i])) {
                Board child = *board;
                board_make_move(&child, list.moves[i]);
                if (is_mate(&child))
                    return list.moves[i];
            }
    }
    /* The winner's moves that achieve nothing are the ones to save; the other side has to move something. */
    const int tempo = board->side_to_move == greedy->plan.winner ? 2 : -1;
    for (int i = 0; i < list.count && greedy->entries < GREEDY_ENTRIES; i++) {
        const int cost = plan_clamp(greedy->cost[index] + tempo + plan_move(&greedy->plan, board, list.moves[i]));
        const uint16_t entry = (uint16_t)greedy->entries++;
        greedy->entry[entry] = (GreedyEntry){.next = greedy->bucket[cost], .board = (uint16_t)index,
            .move = list.moves[i]};
        greedy->bucket[cost] = entry;
        if (cost < greedy->lowest)
            greedy->lowest = cost;
    }
    return MOVE_NONE;
}

bool search_greedy(const Board *board, Color winner, int variant, int node_bound, Move *line, int *length,
                   uint64_t *nodes)
{
    Greedy greedy;
    plan_make(&greedy.plan, plan_style(board, winner), board, winner, variant);
    greedy.boards = 1;
    greedy.entries = 0;
    greedy.marked = 0;
    greedy.lowest = PLAN_COST_MAX + 1;
    memset(greedy.bucket, 0xff, sizeof greedy.bucket);
    memset(greedy.seen, 0, sizeof greedy.seen);
    greedy.board[0] = *board;
    greedy.cost[0] = PLAN_COST_START;
    greedy.parent[0] = 0;
    greedy_mark(&greedy, board);
    int index = 0;
    for (;;) {
        ++*nodes;
        const Move mate = greedy_expand(&greedy, index);
        if (mate != MOVE_NONE) {
            *length = greedy_line(&greedy, index, mate, line);
            return true;
        }
        if (greedy.boards >= node_bound || greedy.marked > GREEDY_SEEN / 2)
            return false;
        while (greedy.marked <= GREEDY_SEEN / 2) { /* the next new board */
            while (greedy.lowest <= PLAN_COST_MAX && greedy.bucket[greedy.lowest] == GREEDY_NONE)
                greedy.lowest++;
            if (greedy.lowest > PLAN_COST_MAX)
                return false;
            const GreedyEntry *entry = &greedy.entry[greedy.bucket[greedy.lowest]];
            greedy.bucket[greedy.lowest] = entry->next;
            index = greedy.boards;
            greedy.board[index] = greedy.board[entry->board];
            board_make_move(&greedy.board[index], entry->move);
            if (!greedy_mark(&greedy, &greedy.board[index]) ||
                material_excludes_mate(&greedy.board[index], winner) != WINNABLE_REASON_NONE)
                continue;
            greedy.parent[index] = entry->board;
            greedy.move[index] = entry->move;
            greedy.cost[index] = (uint16_t)greedy.lowest;
            greedy.boards++;
            break;
        }
    }
}

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
            if (mobility_saturate(&search->mobility, &child) &&
                mobility_excludes_mate(&search->mobility, &child, search->winner))
                continue;
        }
        if (board.side_to_move == search->winner && is_mate(&child)) {
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

WinnableVerdict search_full(const Board *board, Color winner, uint64_t node_bound, const WinnableMemory *memory,
                            Move *line, int *length, uint64_t *nodes)
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
