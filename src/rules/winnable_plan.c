#include "rules/winnable_plan.h"

#include "rules/winnable_material.h"

#include <stdlib.h>
#include <string.h>

static int distance(Square a, Square b)
{
    const int files = abs(square_file(a) - square_file(b));
    const int ranks = abs(square_rank(a) - square_rank(b));
    return files > ranks ? files : ranks;
}

static int maximum(int a, int b)
{
    return a > b ? a : b;
}

/* The winner has only bishops of one colour (and pawns): the mate must be on a square of that colour. */
static bool corner_colour_fits(const Board *board, Color winner, Square corner)
{
    const Bitboard bishops = board_pieces(board, winner, BISHOP);
    const bool dark = (WINNABLE_DARK_SQUARES >> corner & 1) != 0;
    if (bishops != 0)
        return (bishops & (dark ? WINNABLE_DARK_SQUARES : ~WINNABLE_DARK_SQUARES)) != 0;
    const Bitboard others = board_pieces(board, color_opposite(winner), BISHOP);
    return others == 0 || (others & (dark ? ~WINNABLE_DARK_SQUARES : WINNABLE_DARK_SQUARES)) != 0;
}

static Square choose_corner(const Board *board, Color winner, int variant)
{
    static const Square corners[4] = {A1, H1, A8, H8};
    int order[4];
    const Square king = board_king(board, winner);
    const Square other = board_king(board, color_opposite(winner));
    for (int i = 0; i < 4; i++)
        order[i] = 6 * distance(other, corners[i]) + 4 * maximum(distance(king, corners[i]), 2) +
                   (corner_colour_fits(board, winner, corners[i]) ? 0 : 30);
    int best = 0;
    for (int rank = 0; rank <= variant; rank++) {
        best = -1;
        for (int i = 0; i < 4; i++)
            if (order[i] >= 0 && (best < 0 || order[i] < order[best]))
                best = i;
        if (rank < variant)
            order[best] = -1;
    }
    return corners[best];
}

void plan_make(Plan *plan, const Board *board, Color winner, int variant)
{
    const Color loser = color_opposite(winner);
    const Square corner = choose_corner(board, winner, variant & 3);
    const bool heavy = (board->by_color[winner] & (board->by_type[QUEEN] | board->by_type[ROOK])) != 0;
    memset(plan, 0, sizeof *plan);
    plan->winner = winner;
    for (int square = 0; square < SQUARE_COUNT; square++) {
        const int to_corner = distance((Square)square, corner);
        plan->price[loser][KING][square] = (int8_t)(6 * to_corner);
        plan->price[winner][KING][square] = (int8_t)(4 * maximum(to_corner, 2));
        plan->price[winner][KNIGHT][square] = (int8_t)(to_corner);
        plan->price[winner][PAWN][square] = (int8_t)((heavy ? 1 : 4) * (6 - rank_relative(winner, (Square)square)));
        plan->price[loser][KNIGHT][square] = (int8_t)(to_corner);
    }
    plan->taken[winner][PAWN] = heavy ? 4 : 12;
    plan->taken[winner][KNIGHT] = plan->taken[winner][BISHOP] = 12;
    plan->taken[winner][ROOK] = 20;
    plan->taken[winner][QUEEN] = 30;
    plan->taken[loser][PAWN] = -1;
    plan->taken[loser][KNIGHT] = plan->taken[loser][BISHOP] = -3;
    plan->taken[loser][ROOK] = -5;
    plan->taken[loser][QUEEN] = -6;
    plan->promoted[winner][QUEEN] = (int8_t)(heavy ? -4 : -20);
    plan->promoted[winner][ROOK] = (int8_t)(heavy ? 0 : -18);
    plan->promoted[loser][QUEEN] = plan->promoted[loser][ROOK] = 8;
    plan->promoted[loser][KNIGHT] = plan->promoted[loser][BISHOP] = 4;
}

static PieceType type_on(const Board *board, Square square)
{
    const Bitboard bit = square_bit(square);
    for (PieceType type = PAWN; type < KING; type++)
        if (board->by_type[type] & bit)
            return type;
    return KING;
}

int plan_move(const Plan *plan, const Board *board, Move move)
{
    const Color us = (Color)board->side_to_move;
    const Square from = move_from(move), to = move_to(move);
    const MoveKind kind = move_kind(move);
    if (kind == MOVE_CASTLING)
        return plan->price[us][KING][castling_king_target(from, to)] - plan->price[us][KING][from];
    const PieceType type = type_on(board, from);
    int cost = -plan->price[us][type][from];
    if (kind == MOVE_PROMOTION)
        cost += plan->price[us][move_promoted(move)][to] + plan->promoted[us][move_promoted(move)];
    else
        cost += plan->price[us][type][to];
    if (kind == MOVE_EN_PASSANT)
        cost += plan->taken[us ^ 1][PAWN];
    else if (board->by_color[us ^ 1] & square_bit(to))
        cost += plan->taken[us ^ 1][type_on(board, to)];
    return cost;
}
