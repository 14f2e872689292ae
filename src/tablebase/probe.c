/* SPDX-License-Identifier: GPL-3.0-only */
/* What tables leave out, found by a search of captures, en passant among them, and for DTZ of one ply: see format.h. */
#include "tablebase/tablebase.h"

#include "chess/movegen.h"
#include "tablebase/files.h"

enum { WDL_NOTHING = WDL_LOSS - 1, SPOILED = 100 };

/* Plies to zeroing for whoever captures or moves a pawn at once, by what the position is worth. */
static int zeroing_now(Wdl wdl)
{
    return wdl == WDL_WIN ? 1 : wdl == WDL_CURSED_WIN ? 1 + SPOILED : wdl == WDL_DRAW ? 0 : wdl == WDL_BLESSED_LOSS ? -1 - SPOILED : -1;
}

static bool is_capture(const Board *board, Move move)
{
    return move_kind(move) == MOVE_EN_PASSANT || (square_bit(move_to(move)) & board_occupied(board)) != 0;
}

static bool is_pawn_move(const Board *board, Move move)
{
    return (board->by_type[PAWN] & square_bit(move_from(move))) != 0;
}

/* The table's word, corrected by nothing. */
static bool read_wdl(Tablebase *tablebase, const Board *board, Wdl *wdl)
{
    const Material material = material_of(board);
    if (material == 0) { /* kings alone */
        *wdl = WDL_DRAW;
        return true;
    }
    const Table *table = files_table(tablebase, material, false);
    if (table == NULL)
        return false;
    if (table_wdl(table, board, wdl))
        return true;
    files_leave_out(tablebase, material, false);
    return false;
}

static bool search_wdl(Tablebase *tablebase, const Board *board, Wdl *wdl, bool *zeroing);

static bool wdl_after(Tablebase *tablebase, const Board *board, Move move, Wdl *wdl)
{
    Board next = *board;
    bool zeroing;
    board_make_move(&next, move);
    if (!search_wdl(tablebase, &next, wdl, &zeroing))
        return false;
    *wdl = (Wdl) - *wdl;
    return true;
}

/* `*zeroing`: a capture is what makes the position worth so much, and then DTZ is one ply: a winning capture, or an en passant
 * capture that is better than all else. */
static bool search_wdl(Tablebase *tablebase, const Board *board, Wdl *wdl, bool *zeroing)
{
    MoveList moves;
    LegalMasks masks;
    moves.count = 0;
    movegen_masks(board, &masks);
    movegen_noisy(board, &masks, &moves);
    int best_capture = WDL_NOTHING, best_passing = WDL_NOTHING, passing = 0;
    for (int i = 0; i < moves.count; i++) {
        const Move move = moves.moves[i];
        Wdl value;
        if (!is_capture(board, move))
            continue;
        if (!wdl_after(tablebase, board, move, &value))
            return false;
        int *best = move_kind(move) == MOVE_EN_PASSANT ? &best_passing : &best_capture;
        *best = value > *best ? (int)value : *best;
        passing += move_kind(move) == MOVE_EN_PASSANT;
        if (value == WDL_WIN) {
            *wdl = WDL_WIN;
            *zeroing = true;
            return true;
        }
    }
    Wdl other;
    if (!read_wdl(tablebase, board, &other))
        return false;
    other = best_capture > (int)other ? (Wdl)best_capture : other;
    /* The table takes a side that can only capture en passant for mated or stalemated. */
    if (passing > 0 && (best_passing > (int)other || movegen_count(board) == passing)) {
        *wdl = (Wdl)best_passing;
        *zeroing = true;
        return true;
    }
    *wdl = other;
    *zeroing = other > WDL_DRAW && best_capture == (int)other;
    return true;
}

static bool can_be_known(Tablebase *tablebase, const Board *board)
{
    const int men = bits_count(board_occupied(board));
    return board->castling == 0 && men <= tablebase_men(tablebase);
}

bool tablebase_wdl(Tablebase *tablebase, const Board *board, Wdl *wdl)
{
    bool zeroing;
    return can_be_known(tablebase, board) && search_wdl(tablebase, board, wdl, &zeroing);
}

/* ---- Distance to zeroing ---- */

static bool search_dtz(Tablebase *tablebase, const Board *board, Wdl *wdl, int *dtz);

/* Does a pawn move that captures nothing win as much as the position is worth? */
static bool pawn_move_wins(Tablebase *tablebase, const Board *board, const MoveList *moves, Wdl wdl, bool *wins)
{
    *wins = false;
    for (int i = 0; i < moves->count && !*wins; i++) {
        Wdl value;
        if (!is_pawn_move(board, moves->moves[i]) || is_capture(board, moves->moves[i]))
            continue;
        if (!wdl_after(tablebase, board, moves->moves[i], &value))
            return false;
        *wins = value == wdl;
    }
    return true;
}

/* The table has the other side to move: from what follows each move. The winner takes the least, the loser the most. */
static bool dtz_by_moves(Tablebase *tablebase, const Board *board, const MoveList *moves, Wdl wdl, int *dtz)
{
    int best = wdl > 0 ? INT32_MAX : -1;
    for (int i = 0; i < moves->count; i++) {
        const Move move = moves->moves[i];
        int value;
        if (is_capture(board, move) || is_pawn_move(board, move)) {
            Wdl after;
            if (wdl > 0)
                continue; /* none wins, or it would have been found before */
            if (!wdl_after(tablebase, board, move, &after))
                return false;
            value = after == wdl ? zeroing_now(wdl) : 0;
        } else {
            Board next = *board;
            Wdl after;
            board_make_move(&next, move);
            if (!search_dtz(tablebase, &next, &after, &value))
                return false;
            const bool mate = wdl > 0 && after == WDL_LOSS && value == -1 && !movegen_any(&next);
            value = -(int)after == (int)wdl ? -value : 0;
            value += mate ? 0 : value > 0 ? 1 : value < 0 ? -1 : 0;
        }
        if (value != 0 && (wdl > 0 ? value > 0 && value < best : value < best))
            best = value;
    }
    *dtz = best;
    return best != INT32_MAX;
}

static bool search_dtz(Tablebase *tablebase, const Board *board, Wdl *wdl, int *dtz)
{
    bool zeroing, wins;
    if (!search_wdl(tablebase, board, wdl, &zeroing))
        return false;
    *dtz = zeroing_now(*wdl);
    if (*wdl == WDL_DRAW || zeroing)
        return true;
    MoveList moves;
    moves.count = 0;
    movegen_legal(board, &moves);
    if (*wdl > 0) {
        if (!pawn_move_wins(tablebase, board, &moves, *wdl, &wins))
            return false;
        if (wins)
            return true;
    }
    const Material material = material_of(board);
    const Table *table = files_table(tablebase, material, true);
    int plies;
    if (table == NULL)
        return false;
    switch (table_dtz(table, board, *wdl, &plies)) {
    case TABLE_DTZ_FOUND: *dtz = zeroing_now(*wdl) + (*wdl > 0 ? plies - 1 : 1 - plies); return true;
    case TABLE_DTZ_OTHER_SIDE: return dtz_by_moves(tablebase, board, &moves, *wdl, dtz);
    default: files_leave_out(tablebase, material, true); return false;
    }
}

bool tablebase_dtz(Tablebase *tablebase, const Board *board, Wdl *wdl, int *dtz)
{
    return can_be_known(tablebase, board) && search_dtz(tablebase, board, wdl, dtz);
}
