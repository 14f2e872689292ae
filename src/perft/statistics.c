/* SPDX-License-Identifier: GPL-3.0-only */
#include "perft/statistics.h"

#include "chess/movegen.h"

static void count_check(const Board *after, Square moved_to, PerftStatistics *statistics)
{
    const Color side = (Color)after->side_to_move;
    const Bitboard checkers = board_checkers(after, side);
    if (checkers == 0)
        return;
    statistics->checks++;
    if (bits_several(checkers))
        statistics->double_checks++;
    else if ((checkers & square_bit(moved_to)) == 0)
        statistics->discovered_checks++;
    if (!movegen_any(after))
        statistics->mates++;
}

static void count_last_move(const Board *before, Move move, PerftStatistics *statistics)
{
    const MoveKind kind = move_kind(move);
    Square moved_to = move_to(move);
    Board after = *before;
    board_make_move(&after, move);

    statistics->nodes++;
    if (kind == MOVE_CASTLING) {
        statistics->castles++;
        moved_to = castling_rook_target(move_from(move), move_to(move)); /* only the rook can give check */
    } else if (kind == MOVE_EN_PASSANT) {
        statistics->en_passant++;
        statistics->captures++;
    } else if (before->by_color[before->side_to_move ^ 1] & square_bit(moved_to)) {
        statistics->captures++;
    }
    if (kind == MOVE_PROMOTION)
        statistics->promotions++;
    count_check(&after, moved_to, statistics);
}

void statistics_count(const Board *board, int depth, PerftStatistics *statistics)
{
    MoveList list;
    movegen_legal(board, &list);
    for (int i = 0; i < list.count; i++) {
        if (depth == 1) {
            count_last_move(board, list.moves[i], statistics);
            continue;
        }
        Board child = *board;
        board_make_move(&child, list.moves[i]);
        statistics_count(&child, depth - 1, statistics);
    }
}
