/* SPDX-License-Identifier: GPL-3.0-only */
#include "tablebase/moves.h"

/* 1, 0 or -1. */
static int sign(int number)
{
    return (number > 0) - (number < 0);
}

static bool is_zeroing(const Board *board, Move move)
{
    return ((board->by_type[PAWN] & square_bit(move_from(move))) | (board_occupied(board) & square_bit(move_to(move)))) != 0;
}

/* Plies to a zeroing move that has been made just now. */
static int zeroing_now(Wdl wdl)
{
    return wdl == WDL_CURSED_WIN || wdl == WDL_BLESSED_LOSS ? 101 * sign(wdl) : sign(wdl);
}

static bool ask(Tablebase *tablebase, const Board *board, TablebaseMove *entry)
{
    Board next = *board;
    Wdl after;
    int dtz = 0;
    board_make_move(&next, entry->move);
    const bool zeroing = is_zeroing(board, entry->move);
    if (zeroing ? !tablebase_wdl(tablebase, &next, &after) : !tablebase_dtz(tablebase, &next, &after, &dtz))
        return false;
    entry->wdl = (Wdl)-after;
    const bool mate = after == WDL_LOSS && !movegen_any(&next);
    entry->dtz = zeroing || mate ? zeroing_now(entry->wdl) : -dtz - sign(dtz);
    return true;
}

/* Is the position worth what its best move is, and as far from zeroing? */
static bool agrees(const TablebaseMoves *moves)
{
    int best = WDL_LOSS, least = INT32_MAX, most = 0;
    for (int i = 0; i < moves->count; i++)
        best = moves->moves[i].wdl > best ? (int)moves->moves[i].wdl : best;
    if (moves->count == 0 || moves->wdl == WDL_DRAW)
        return moves->count == 0 || best == WDL_DRAW;
    for (int i = 0; i < moves->count; i++) {
        const int distance = moves->moves[i].dtz * sign(moves->wdl);
        if ((int)moves->moves[i].wdl != best)
            continue;
        least = distance < least ? distance : least;
        most = distance > most ? distance : most;
    }
    const int off = (moves->wdl > 0 ? least : most) - moves->dtz * sign(moves->wdl);
    return best == (int)moves->wdl && off >= -1 && off <= 1;
}

bool tablebase_moves(Tablebase *tablebase, const Board *board, TablebaseMoves *result)
{
    MoveList list;
    result->count = 0;
    if (!tablebase_dtz(tablebase, board, &result->wdl, &result->dtz))
        return false;
    movegen_legal(board, &list);
    for (int i = 0; i < list.count; i++) {
        result->moves[i].move = list.moves[i];
        if (!ask(tablebase, board, &result->moves[i]))
            return false;
    }
    result->count = list.count;
    return agrees(result);
}

TablebaseVerdict tablebase_verdict(Wdl wdl, int dtz, int halfmove_clock)
{
    enum { FIFTY_PLIES = 100 };
    if (wdl != WDL_WIN && wdl != WDL_LOSS)
        return TABLEBASE_DRAWN;
    const int clock = halfmove_clock + dtz * sign(dtz); /* once it would be set back */
    return clock == FIFTY_PLIES ? TABLEBASE_UNCLEAR : clock > FIFTY_PLIES ? TABLEBASE_DRAWN : (TablebaseVerdict)sign(dtz);
}
