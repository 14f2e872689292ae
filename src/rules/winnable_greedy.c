/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Mate shown by going straight for it, for positions where nearly any way leads there.
 */
#include "rules/winnable_search.h"

#include "chess/movegen.h"
#include "rules/winnable_material.h"
#include "rules/winnable_plan.h"
#include "rules/winnable_store.h"

#include <string.h>

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
                if (search_is_mate(&child))
                    return list.moves[i];
            }
    }
    /* The winner's moves that achieve nothing are the ones to save; the other side has to move something. */
    const int tempo = board->side_to_move == greedy->plan.winner ? 2 : -1;
    for (int i = 0; i < list.count && greedy->entries < GREEDY_ENTRIES; i++) {
        const int cost = plan_clamp(greedy->cost[index] + tempo + plan_move(&greedy->plan, board, list.moves[i]));
        const uint16_t entry = (uint16_t)greedy->entries++;
        greedy->entry[entry] = (GreedyEntry){.next = greedy->bucket[cost], .board = (uint16_t)index, .move = list.moves[i]};
        greedy->bucket[cost] = entry;
        if (cost < greedy->lowest)
            greedy->lowest = cost;
    }
    return MOVE_NONE;
}

bool search_greedy(const Board *board, Color winner, int variant, int node_bound, Move *line, int *length, uint64_t *nodes)
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
            if (!greedy_mark(&greedy, &greedy.board[index]) || material_excludes_mate(&greedy.board[index], winner) != WINNABLE_REASON_NONE)
                continue;
            greedy.parent[index] = entry->board;
            greedy.move[index] = entry->move;
            greedy.cost[index] = (uint16_t)greedy.lowest;
            greedy.boards++;
            break;
        }
    }
}
