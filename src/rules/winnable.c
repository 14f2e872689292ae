/* SPDX-License-Identifier: GPL-3.0-only */
#include "rules/winnable.h"

#include "chess/movegen.h"
#include "rules/winnable_material.h"
#include "rules/winnable_mobility.h"
#include "rules/winnable_search.h"

enum {
    QUICK_PLIES = 7, /* how far the quick form follows forced lines */
    QUICK_NODES = 200,
    GREEDY_CORNERS = 4, /* corners tried in the first, cheap look for a mate, and positions for each */
    GREEDY_NODES = 100
};

static void result_clear(WinnableResult *result)
{
    result->verdict = WINNABLE_UNDETERMINED;
    result->reason = WINNABLE_REASON_NONE;
    result->nodes = 0;
    result->line_length = 0;
}

static void result_no(WinnableResult *result, WinnableReason reason)
{
    result->verdict = WINNABLE_NO;
    result->reason = reason;
}

/* What the position shows by itself: material, mate, stalemate. True if that decides. */
static bool decide_at_once(const Position *position, Color side, WinnableResult *result)
{
    const Board *board = &position->board;
    if (!movegen_any(board)) {
        if (!position_in_check(position))
            result_no(result, WINNABLE_REASON_STALEMATE);
        else if (position_side_to_move(position) == side)
            result_no(result, WINNABLE_REASON_MATED);
        else
            result->verdict = WINNABLE_YES;
        return true;
    }
    const WinnableReason reason = material_excludes_mate(board, side);
    if (reason != WINNABLE_REASON_NONE)
        result_no(result, reason);
    return reason != WINNABLE_REASON_NONE;
}

/* A cheap sign that pawns do not lock the position: one of them has no enemy pawn in front of it. */
static bool has_free_pawn(const Board *board)
{
    Bitboard white = board_pieces(board, WHITE, PAWN);
    Bitboard black = board_pieces(board, BLACK, PAWN);
    Bitboard above = white << 8, below = black >> 8;
    for (int i = 0; i < 3; i++) {
        above |= above << (8 << i);
        below |= below >> (8 << i);
    }
    return (white & ~below) != 0 || (black & ~above) != 0;
}

static bool locked(const Board *board, Color side)
{
    Mobility mobility;
    return mobility_saturate(&mobility, board) && mobility_excludes_mate(&mobility, board, side);
}

void winnable_quick(const Position *position, Color side, WinnableResult *result)
{
    result_clear(result);
    if (decide_at_once(position, side, result))
        return;
    if (search_all_lines_end(&position->board, side, QUICK_PLIES, QUICK_NODES, &result->nodes))
        result_no(result, WINNABLE_REASON_FORCED);
    else if (!has_free_pawn(&position->board) && position->board.by_type[PAWN] != 0 && locked(&position->board, side))
        result_no(result, WINNABLE_REASON_LOCKED);
}

void winnable_full(const Position *position, Color side, uint64_t node_bound, WinnableMemory *memory, WinnableResult *result)
{
    const Board *board = &position->board;
    result_clear(result);
    if (decide_at_once(position, side, result))
        return;
    for (int corner = 0; corner < GREEDY_CORNERS && result->verdict == WINNABLE_UNDETERMINED; corner++)
        if (search_greedy(board, side, corner, GREEDY_NODES, result->line, &result->line_length, &result->nodes))
            result->verdict = WINNABLE_YES;
    if (result->verdict == WINNABLE_YES) {
        /* nothing more to find */
    } else if (search_all_lines_end(board, side, QUICK_PLIES, QUICK_NODES, &result->nodes)) {
        result_no(result, WINNABLE_REASON_FORCED);
    } else if (locked(board, side)) {
        result_no(result, WINNABLE_REASON_LOCKED);
    } else {
        result->verdict = search_full(board, side, node_bound, memory, result->line, &result->line_length, &result->nodes);
        if (result->verdict == WINNABLE_NO)
            result->reason = WINNABLE_REASON_EXHAUSTED;
    }
    /* A line is only given, and YES only said, when the generator confirms it move by move. */
    if (result->verdict == WINNABLE_YES &&
        (result->line_length < 0 || !winnable_line_mates(position, side, result->line, result->line_length))) {
        result->verdict = WINNABLE_UNDETERMINED;
        result->line_length = 0;
    }
}

bool winnable_line_mates(const Position *position, Color side, const Move *line, int length)
{
    Position now = *position;
    for (int i = 0; i < length; i++) {
        LegalMasks masks;
        movegen_masks(&now.board, &masks);
        if (!movegen_is_legal(&now.board, &masks, line[i]))
            return false;
        position_make_move(&now, line[i], NULL);
    }
    return position_side_to_move(&now) != side && position_in_check(&now) && !movegen_any(&now.board);
}

const char *winnable_verdict_name(WinnableVerdict verdict)
{
    return verdict == WINNABLE_YES ? "yes" : verdict == WINNABLE_NO ? "no" : "undetermined";
}

const char *winnable_reason_text(WinnableReason reason)
{
    switch (reason) {
    case WINNABLE_REASON_MATED: return "it is checkmated itself";
    case WINNABLE_REASON_STALEMATE: return "the position is stalemate";
    case WINNABLE_REASON_BARE_KING: return "only the king is left";
    case WINNABLE_REASON_MATERIAL: return "the material left cannot mate";
    case WINNABLE_REASON_FORCED: return "every line soon ends without that mate";
    case WINNABLE_REASON_LOCKED: return "the pieces are locked in regions where no mate is possible";
    case WINNABLE_REASON_EXHAUSTED: return "no position that can arise is that mate";
    default: return "";
    }
}
