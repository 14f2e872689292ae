/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * An own count of endings of up to four men, backwards from mates, captures and pawn moves, that knows nothing of any table:
 * what each position is worth, and its distance to zeroing in plies. Ignores the fifty-move rule: whoever uses it looks
 * whether a distance is beyond 100.
 */
#ifndef CAROUSEL_TESTS_TABLEBASE_RETROGRADE_H
#define CAROUSEL_TESTS_TABLEBASE_RETROGRADE_H

#include "chess/movegen.h"
#include "tablebase/material.h"

#include <stdlib.h>

enum { RETROGRADE_MEN = 4 };

/* A position's byte: 0 drawn or not yet known, 1…127 won in so many plies, 128 + n lost in n. */
enum { VALUE_UNKNOWN = 0, VALUE_LOST = 128, DISTANCE_MOST = 126, CLASSES_MOST = 64 };
/* In `left`: moves of the side to move that have not been seen to lose. */
enum { LEFT_DRAWS = 255 /* a capture or pawn move draws */ };

typedef struct Count {
    Material material;
    int men;
    PieceType types[RETROGRADE_MEN];
    Color colors[RETROGRADE_MEN];
    uint8_t *values; /* by side to move, then six bits for the square of each man, the first highest */
    uint8_t *left;   /* while counting */
} Count;

typedef struct Retrograde {
    Count counts[CLASSES_MOST];
    int classes;
    int longest; /* the most a distance came to */
} Retrograde;

typedef struct Queue {
    uint32_t *items;
    size_t count, capacity;
    bool no_memory;
} Queue;

/* The men of the class, White's first. */
static void list_men(Count *count)
{
    count->men = 0;
    for (int color = 0; color < 2; color++)
        for (int type = PAWN; type <= KING; type++)
            for (unsigned n = material_count(count->material, (Color)color, (PieceType)type); n > 0; n--) {
                count->types[count->men] = (PieceType)type;
                count->colors[count->men++] = (Color)color;
            }
}

static size_t positions_of(const Count *count)
{
    return (size_t)2 << 6 * count->men;
}

static const Count *find(const Retrograde *retrograde, Material material)
{
    for (int i = 0; i < retrograde->classes; i++)
        if (retrograde->counts[i].material == material)
            return &retrograde->counts[i];
    return NULL;
}

static Board turned_board(const Board *board)
{
    Board turned = {.en_passant = NO_SQUARE, .side_to_move = board->side_to_move ^ 1};
    for (int color = 0; color < 2; color++) {
        Bitboard men = board->by_color[color];
        while (men != 0) {
            const Square square = (Square)bits_pop(&men);
            turned.by_color[color ^ 1] |= square_bit(square ^ 56);
            turned.by_type[piece_type(board_piece_on(board, square))] |= square_bit(square ^ 56);
        }
    }
    if (board->en_passant != NO_SQUARE)
        turned.en_passant = board->en_passant ^ 56;
    return turned;
}

static uint32_t number_of(const Count *count, const Board *board)
{
    Bitboard taken = 0;
    uint32_t number = board->side_to_move;
    for (int i = 0; i < count->men; i++) {
        const Bitboard men = board_pieces(board, count->colors[i], count->types[i]) & ~taken;
        const Square square = (Square)bits_lowest(men);
        taken |= square_bit(square);
        number = number << 6 | square;
    }
    return number;
}

/* False if men share a square, pawns stand on a last rank, or the side that has moved is in check. */
static bool board_of(const Count *count, uint32_t number, Board *board)
{
    *board = (Board){.en_passant = NO_SQUARE, .side_to_move = (uint8_t)(number >> 6 * count->men)};
    for (int i = 0; i < count->men; i++) {
        const Bitboard bit = square_bit(number >> 6 * (count->men - 1 - i) & 63);
        if (board_occupied(board) & bit || (count->types[i] == PAWN && bit & (RANK_1 | RANK_8)))
            return false;
        board->by_type[count->types[i]] |= bit;
        board->by_color[count->colors[i]] |= bit;
    }
    return board_checkers(board, color_opposite((Color)board->side_to_move)) == 0;
}

static int value_without_passing(const Retrograde *retrograde, const Board *board, int *plies)
{
    *plies = 0;
    if (bits_count(board_occupied(board)) == 2)
        return 0;
    const Material material = material_of(board);
    const Board seen = material_is_class(material) ? *board : turned_board(board);
    const Count *count = find(retrograde, material_of(&seen));
    assert(count != NULL);
    const uint8_t value = count->values[number_of(count, &seen)];
    *plies = value & 127;
    return value == VALUE_UNKNOWN ? 0 : value >= VALUE_LOST ? -1 : 1;
}

static bool is_zeroing(const Board *board, Move move)
{
    return (board->by_type[PAWN] & square_bit(move_from(move))) != 0 || (board_occupied(board) & square_bit(move_to(move))) != 0;
}

/* A legal board of a class counted, colours exchanged or not: 1 won, 0 drawn, -1 lost, and plies (0: drawn or mated). */
static int retrograde_value(const Retrograde *retrograde, const Board *board, int *plies)
{
    if (board->en_passant == NO_SQUARE)
        return value_without_passing(retrograde, board, plies);
    /* From what follows each move. */
    MoveList moves;
    int best = -1, least = INT32_MAX, most = 0;
    movegen_legal(board, &moves);
    for (int i = 0; i < moves.count; i++) {
        Board next = *board;
        int after;
        board_make_move(&next, moves.moves[i]);
        const int value = -retrograde_value(retrograde, &next, &after);
        const int distance = is_zeroing(board, moves.moves[i]) ? 1 : after + 1;
        best = value > best ? value : best;
        if (value == 1 && distance < least)
            least = distance;
        if (value == -1 && distance > most)
            most = distance;
    }
    *plies = best == 1 ? least : best == 0 ? 0 : most;
    return best;
}

static void push(Queue *queue, uint32_t number)
{
    if (queue->count == queue->capacity) {
        const size_t capacity = queue->capacity == 0 ? 4096 : 2 * queue->capacity;
        uint32_t *items = realloc(queue->items, capacity * sizeof(*items));
        if (items == NULL) {
            queue->no_memory = true;
            return;
        }
        queue->items = items;
        queue->capacity = capacity;
    }
    queue->items[queue->count++] = number;
}

/* What captures, pawn moves and having no move say of a position; how many other moves there are. */
static void begin(const Retrograde *retrograde, Count *count, uint32_t number, Queue queues[])
{
    Board board;
    MoveList moves;
    bool draws = false, loses = false;
    int quiet = 0, plies;
    if (!board_of(count, number, &board))
        return;
    movegen_legal(&board, &moves);
    for (int i = 0; i < moves.count; i++) {
        if (!is_zeroing(&board, moves.moves[i])) {
            quiet++;
            continue;
        }
        Board next = board;
        board_make_move(&next, moves.moves[i]);
        const int value = -retrograde_value(retrograde, &next, &plies);
        draws = draws || value == 0;
        loses = loses || value == -1;
        if (value == 1) {
            count->values[number] = 1;
            push(&queues[1], number);
            return;
        }
    }
    count->left[number] = draws ? LEFT_DRAWS : (uint8_t)quiet;
    if (moves.count == 0 && board_checkers(&board, (Color)board.side_to_move) == 0) {
        count->left[number] = LEFT_DRAWS;
    } else if (quiet == 0 && !draws) {
        count->values[number] = (uint8_t)(VALUE_LOST + (loses ? 1 : 0));
        push(&queues[loses ? 1 : 0], number);
    }
}

/* From a position known: the positions a move without capture of a piece comes from. */
static void spread(Count *count, uint32_t number, int distance, Queue queues[])
{
    Board board, before;
    board_of(count, number, &board);
    const bool lost = count->values[number] >= VALUE_LOST;
    const Color mover = color_opposite((Color)board.side_to_move);
    for (int i = 0; i < count->men; i++) {
        if (count->colors[i] != mover || count->types[i] == PAWN)
            continue;
        const int shift = 6 * (count->men - 1 - i);
        const Square to = number >> shift & 63;
        Bitboard from = attacks_piece(count->types[i], to, board_occupied(&board)) & ~board_occupied(&board);
        while (from != 0) {
            const uint32_t square = (uint32_t)bits_pop(&from);
            const uint32_t earlier = ((number & ~(63u << shift)) | square << shift) ^ 1u << 6 * count->men;
            if (count->values[earlier] != VALUE_UNKNOWN || !board_of(count, earlier, &before))
                continue;
            if (lost)
                count->values[earlier] = (uint8_t)(distance + 1);
            else if (count->left[earlier] == LEFT_DRAWS || --count->left[earlier] > 0)
                continue;
            else
                count->values[earlier] = (uint8_t)(VALUE_LOST + distance + 1);
            push(&queues[distance + 1], earlier);
        }
    }
}

/* All positions with the pawns where they are in `pawns` (six bits each, at their places in the number). */
static bool count_slice(Retrograde *retrograde, Count *count, uint32_t pawns, uint32_t mask)
{
    Queue queues[DISTANCE_MOST + 2] = {{0}};
    const uint32_t end = (uint32_t)positions_of(count);
    bool ok = true;
    /* (The numbers with those bits: counting up over the others.) */
    for (uint32_t number = pawns;;) {
        begin(retrograde, count, number, queues);
        const uint32_t next = (((number | mask) + 1) & ~mask) | pawns;
        if (((number | mask) + 1) >= end)
            break;
        number = next;
    }
    for (int distance = 0; distance <= DISTANCE_MOST; distance++) {
        if (queues[distance].count > 0 && distance > retrograde->longest)
            retrograde->longest = distance;
        for (size_t i = 0; i < queues[distance].count; i++)
            spread(count, queues[distance].items[i], distance, queues);
        ok = ok && !queues[distance].no_memory;
        free(queues[distance].items);
    }
    ok = ok && queues[DISTANCE_MOST + 1].count == 0;
    free(queues[DISTANCE_MOST + 1].items);
    return ok;
}

/* How far the pawns have come, or -1 if they stand where none can. */
static int advance(const Count *count, const uint8_t squares[])
{
    int sum = 0;
    for (int i = 0, pawn = 0; i < count->men; i++)
        if (count->types[i] == PAWN) {
            const int rank = rank_relative(count->colors[i], squares[pawn++]);
            if (rank < 1 || rank > 6)
                return -1;
            sum += rank;
        }
    return sum;
}

static bool count_class(Retrograde *retrograde, Count *count)
{
    int pawns = 0, shifts[RETROGRADE_MEN];
    uint32_t mask = 0;
    for (int i = 0; i < count->men; i++)
        if (count->types[i] == PAWN) {
            shifts[pawns] = 6 * (count->men - 1 - i);
            mask |= 63u << shifts[pawns++];
        }
    for (int far = 12; far >= 0; far--)
        for (uint32_t place = 0; place < 1u << 6 * pawns; place++) {
            const uint8_t squares[] = {place & 63, place >> 6 & 63, place >> 12 & 63};
            uint32_t bits = 0;
            for (int i = 0; i < pawns; i++)
                bits |= (uint32_t)squares[i] << shifts[i];
            if ((pawns == 2 && squares[0] == squares[1]) || advance(count, squares) != far)
                continue;
            if (!count_slice(retrograde, count, bits, mask))
                return false;
        }
    return true;
}

static bool retrograde_count(Retrograde *retrograde, Material material);

/* What captures and promotions lead to: each side's men less one of the other's, or a pawn as another man. */
static bool count_lower(Retrograde *retrograde, Material material)
{
    for (int color = 0; color < 2; color++)
        for (int type = PAWN; type < KING; type++) {
            if (material_count(material, (Color)color, (PieceType)type) == 0)
                continue;
            const Material one = (Material)1 << (color * MATERIAL_SIDE_BITS + type * 4);
            const Material pawn = (Material)1 << (color * MATERIAL_SIDE_BITS);
            for (int promoted = PAWN; promoted <= (type == PAWN ? QUEEN : PAWN); promoted++) {
                const Material lower = material - one + (promoted == PAWN ? 0 : pawn << 4 * promoted);
                if (material_men(lower) > 2 && !retrograde_count(retrograde, material_is_class(lower) ? lower : material_swap(lower)))
                    return false;
            }
        }
    return true;
}

/* Counts a class (White's side first, as tables are named) and what it leads to. False if memory ran out. */
__attribute__((unused)) static bool retrograde_count(Retrograde *retrograde, Material material)
{
    if (find(retrograde, material) != NULL)
        return true;
    if (material_men(material) > RETROGRADE_MEN || !count_lower(retrograde, material) || retrograde->classes == CLASSES_MOST)
        return false;
    Count *count = &retrograde->counts[retrograde->classes];
    *count = (Count){.material = material};
    list_men(count);
    count->values = calloc(positions_of(count), 1);
    count->left = calloc(positions_of(count), 1);
    retrograde->classes++; /* (promotions aside, a class with pawns leads to itself) */
    const bool ok = count->values != NULL && count->left != NULL && count_class(retrograde, count);
    free(count->left);
    count->left = NULL;
    return ok;
}

__attribute__((unused)) static void retrograde_destroy(Retrograde *retrograde)
{
    for (int i = 0; i < retrograde->classes; i++)
        free(retrograde->counts[i].values);
    *retrograde = (Retrograde){.classes = 0};
}

#endif
