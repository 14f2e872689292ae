/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/draws.h"

#include "engine/cuckoo.h"

bool draws_by_material(const Board *board)
{
    if (board->by_type[PAWN] | board->by_type[ROOK] | board->by_type[QUEEN])
        return false;
    const Bitboard minors = board->by_type[KNIGHT] | board->by_type[BISHOP];
    if (!bits_several(minors))
        return true;
    return board->by_type[KNIGHT] == 0 && ((minors & DARK_SQUARES) == 0 || (minors & ~DARK_SQUARES) == 0);
}

/* How many plies back a repetition can lie. */
static int reversible_plies(const Frame *frame)
{
    const int clock = frame->position.halfmove_clock;
    return clock < frame->plies_from_null ? clock : frame->plies_from_null;
}

/* The key `plies` before the frame's. */
static uint64_t key_before(const Worker *worker, const Frame *frame, int plies)
{
    return worker->keys[KEYS_BEFORE_ROOT + frame->ply - plies];
}

bool draws_is_draw(const Worker *worker, const Frame *frame)
{
    const Position *position = &frame->position;
    if (position->halfmove_clock >= 100 && (!position_in_check(position) || movegen_any(&position->board)))
        return true;
    if (draws_by_material(&position->board))
        return true;

    const int reversible = reversible_plies(frame);
    int found = 0;
    for (int back = 4; back <= reversible; back += 2)
        if (key_before(worker, frame, back) == position->key) {
            if (back < frame->ply || ++found == 2)
                return true;
        }
    return false;
}

/* True if the position `plies` before the frame's stood on the board before that. */
static bool had_repeated(const Worker *worker, const Frame *frame, int plies, int reversible)
{
    const uint64_t key = key_before(worker, frame, plies);
    for (int back = plies + 4; back <= reversible; back += 2)
        if (key_before(worker, frame, back) == key)
            return true;
    return false;
}

bool draws_can_repeat(const Worker *worker, const Frame *frame)
{
    const Position *position = &frame->position;
    const Board *board = &position->board;
    const Bitboard occupied = board_occupied(board);
    const int reversible = reversible_plies(frame);

    for (int back = 3; back <= reversible; back += 2) {
        const Move move = cuckoo_find(position->key ^ key_before(worker, frame, back));
        if (move == MOVE_NONE || (attacks_between(move_from(move), move_to(move)) & occupied) != 0)
            continue;
        /* The piece stands on one of the two squares; it must be ours. */
        const Square square = occupied & square_bit(move_from(move)) ? move_from(move) : move_to(move);
        if ((board->by_color[board->side_to_move] & square_bit(square)) == 0)
            continue;
        if (back < frame->ply || had_repeated(worker, frame, back, reversible))
            return true;
    }
    return false;
}
