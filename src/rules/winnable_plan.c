/* SPDX-License-Identifier: GPL-3.0-only */
#include "rules/winnable_plan.h"

#include "base/units.h"
#include "rules/winnable_material.h"

#include <string.h>

/* The winner has only bishops of one colour (and pawns): the mate must be on a square of that colour. */
static bool corner_colour_fits(const Board *board, Color winner, Square corner)
{
    const Bitboard bishops = board_pieces(board, winner, BISHOP);
    const bool dark = (DARK_SQUARES >> corner & 1) != 0;
    if (bishops != 0)
        return (bishops & (dark ? DARK_SQUARES : ~DARK_SQUARES)) != 0;
    const Bitboard others = board_pieces(board, color_opposite(winner), BISHOP);
    return others == 0 || (others & (dark ? ~DARK_SQUARES : DARK_SQUARES)) != 0;
}

static bool has_heavy_piece(const Board *board, Color color)
{
    return (board->by_color[color] & (board->by_type[QUEEN] | board->by_type[ROOK])) != 0;
}

static Square choose_corner(const Board *board, Color winner, int variant)
{
    static const Square corners[4] = {A1, H1, A8, H8};
    int order[4];
    const Square king = board_king(board, winner);
    const Square other = board_king(board, color_opposite(winner));
    for (int i = 0; i < 4; i++)
        order[i] = 6 * square_distance(other, corners[i]) + 4 * int_max(square_distance(king, corners[i]), 2) +
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

/* Prices by style. A step is one square nearer to the corner, or a pawn's step; `heavy` is for a winner who
 * still has a queen or rook. */
typedef struct Weights {
    int8_t loser_king_step, winner_king_step;
    int8_t winner_knight_step, winner_bishop_step;
    int8_t loser_knight_step, loser_bishop_step, loser_rook_step, loser_queen_step;
    int8_t winner_pawn_step, winner_pawn_step_heavy, loser_pawn_step;
    int8_t lost_pawn, lost_pawn_heavy, lost_minor, lost_rook, lost_queen;   /* of the winner's */
    int8_t taken_pawn, taken_knight, taken_bishop, taken_rook, taken_queen; /* of the loser's */
    int8_t queened, queened_heavy, rooked, loser_promotes_heavy, loser_promotes_minor;
} Weights;

/* clang-format off */
static const Weights weights_by_style[] = {
    [PLAN_OPEN] = {
        .loser_king_step = 2, .winner_king_step = 8, .loser_queen_step = -1,
        .winner_pawn_step = 6, .winner_pawn_step_heavy = 3, .loser_pawn_step = 1,
        .lost_pawn = 3, .lost_pawn_heavy = 3, .lost_minor = 12, .lost_rook = 17, .lost_queen = 54,
        .taken_pawn = -2, .taken_knight = -2, .taken_bishop = -4, .taken_rook = -3, .taken_queen = -10,
        .queened = -34, .queened_heavy = -18, .rooked = -18, .loser_promotes_heavy = 9, .loser_promotes_minor = 2,
    },
    [PLAN_LONE] = {
        .loser_king_step = 8, .winner_king_step = 11, .winner_knight_step = 1, .winner_bishop_step = 1,
        .loser_knight_step = 3, .loser_bishop_step = 4, .loser_rook_step = 5, .loser_queen_step = 2,
        .loser_pawn_step = 12,
        .lost_minor = 27, .taken_pawn = 6, .taken_knight = 4, .taken_bishop = 11, .taken_rook = -3, .taken_queen = -5,
        .loser_promotes_heavy = 5, .loser_promotes_minor = -20,
    },
    [PLAN_CLOSED] = {
        .loser_king_step = 6, .winner_king_step = 4, .winner_knight_step = 1, .loser_knight_step = 1,
        .winner_pawn_step = 4, .winner_pawn_step_heavy = 1,
        .lost_pawn = 12, .lost_pawn_heavy = 4, .lost_minor = 12, .lost_rook = 20, .lost_queen = 30,
        .taken_pawn = -1, .taken_knight = -3, .taken_bishop = -3, .taken_rook = -5, .taken_queen = -6,
        .queened = -20, .queened_heavy = -4, .rooked = -18, .loser_promotes_heavy = 8, .loser_promotes_minor = 4,
    },
};
/* clang-format on */

PlanStyle plan_style(const Board *board, Color winner)
{
    return has_heavy_piece(board, winner) || board_pieces(board, winner, PAWN) != 0 ? PLAN_OPEN : PLAN_LONE;
}

void plan_make(Plan *plan, PlanStyle style, const Board *board, Color winner, int variant)
{
    const Weights *w = &weights_by_style[style];
    const Color loser = color_opposite(winner);
    const Square corner = choose_corner(board, winner, variant);
    const bool heavy = has_heavy_piece(board, winner);
    const int pawn_step = heavy ? w->winner_pawn_step_heavy : w->winner_pawn_step;
    memset(plan, 0, sizeof *plan);
    plan->winner = winner;
    for (int i = 0; i < SQUARE_COUNT; i++) {
        const Square square = (Square)i;
        const int away = square_distance(square, corner);
        plan->price[loser][KING][i] = (int8_t)(w->loser_king_step * int_max(away, 1));
        plan->price[winner][KING][i] = (int8_t)(w->winner_king_step * int_max(away, 2));
        plan->price[winner][KNIGHT][i] = (int8_t)(w->winner_knight_step * away);
        plan->price[winner][BISHOP][i] = (int8_t)(w->winner_bishop_step * away);
        plan->price[loser][KNIGHT][i] = (int8_t)(w->loser_knight_step * away);
        plan->price[loser][BISHOP][i] = (int8_t)(w->loser_bishop_step * away);
        plan->price[loser][ROOK][i] = (int8_t)(w->loser_rook_step * away);
        plan->price[loser][QUEEN][i] = (int8_t)(w->loser_queen_step * away);
        plan->price[winner][PAWN][i] = (int8_t)(pawn_step * (6 - rank_relative(winner, square)));
        plan->price[loser][PAWN][i] = (int8_t)(w->loser_pawn_step * rank_relative(loser, square));
    }
    plan->taken[winner][PAWN] = heavy ? w->lost_pawn_heavy : w->lost_pawn;
    plan->taken[winner][KNIGHT] = plan->taken[winner][BISHOP] = w->lost_minor;
    plan->taken[winner][ROOK] = w->lost_rook;
    plan->taken[winner][QUEEN] = w->lost_queen;
    plan->taken[loser][PAWN] = w->taken_pawn;
    plan->taken[loser][KNIGHT] = w->taken_knight;
    plan->taken[loser][BISHOP] = w->taken_bishop;
    plan->taken[loser][ROOK] = w->taken_rook;
    plan->taken[loser][QUEEN] = w->taken_queen;
    plan->promoted[winner][QUEEN] = heavy ? w->queened_heavy : w->queened;
    plan->promoted[winner][ROOK] = heavy ? 0 : w->rooked;
    plan->promoted[loser][QUEEN] = plan->promoted[loser][ROOK] = w->loser_promotes_heavy;
    plan->promoted[loser][KNIGHT] = plan->promoted[loser][BISHOP] = w->loser_promotes_minor;
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

static Bitboard attacked_by(const Board *board, Color color, Bitboard occupied)
{
    Bitboard attacked = attacks_pawns(color, board_pieces(board, color, PAWN)) | attacks_king(board_king(board, color));
    Bitboard knights = board_pieces(board, color, KNIGHT);
    while (knights != 0)
        attacked |= attacks_knight((Square)bits_pop(&knights));
    const Bitboard queens = board_pieces(board, color, QUEEN);
    Bitboard diagonal = board_pieces(board, color, BISHOP) | queens;
    while (diagonal != 0)
        attacked |= attacks_bishop((Square)bits_pop(&diagonal), occupied);
    Bitboard straight = board_pieces(board, color, ROOK) | queens;
    while (straight != 0)
        attacked |= attacks_rook((Square)bits_pop(&straight), occupied);
    return attacked;
}

/* Steps that the most advanced pawn still has to make; 7 if there is none. */
static int steps_to_promotion(const Board *board, Color color)
{
    const Bitboard pawns = board_pieces(board, color, PAWN);
    if (pawns == 0)
        return 7;
    return color == WHITE ? 7 - square_rank((Square)bits_highest(pawns)) : square_rank((Square)bits_lowest(pawns));
}

/* The winner has only minor pieces: a mate in a corner of a colour they reach, one flight blocked by a piece
 * of the loser's that can neither take the checker nor step between. */
static int judge_lone(const Board *board, Color winner)
{
    static const Square corners[4] = {A1, H1, A8, H8};
    const Color loser = color_opposite(winner);
    const Square king = board_king(board, loser), own_king = board_king(board, winner);
    const Bitboard own = board->by_color[winner], others = board->by_color[loser];
    const Bitboard knights = own & board->by_type[KNIGHT], bishops = own & board->by_type[BISHOP];
    Bitboard blockers = others & (board->by_type[KNIGHT] | board->by_type[BISHOP]);
    if (knights != 0)
        blockers |= others & board->by_type[ROOK];
    int best = 10000;
    for (int i = 0; i < 4; i++) {
        const Square corner = corners[i];
        const Bitboard colour = DARK_SQUARES >> corner & 1 ? DARK_SQUARES : ~DARK_SQUARES;
        if (knights == 0 && (bishops & colour) == 0)
            continue;
        Bitboard useful = blockers;
        if (knights == 0)
            useful &= ~(board->by_type[BISHOP] & colour);
        int cost = 6 * square_distance(king, corner) + 4 * int_max(square_distance(own_king, corner) - 2, 0);
        if (useful == 0)
            cost += 20 + 8 * steps_to_promotion(board, loser);
        int nearest = 7;
        while (useful != 0) {
            const int away = square_distance((Square)bits_pop(&useful), corner);
            if (away < nearest)
                nearest = away;
        }
        cost += 3 * nearest;
        if (bishops == 0) {
            Bitboard pieces = knights;
            int near = 7;
            while (pieces != 0) {
                const int away = square_distance((Square)bits_pop(&pieces), corner);
                if (away < near)
                    near = away;
            }
            cost += near;
        }
        if (cost < best)
            best = cost;
    }
    const Bitboard attacked = attacked_by(board, winner, board_occupied(board) ^ square_bit(king));
    best += 8 * bits_count(attacks_king(king) & ~others & ~attacked);
    best += 6 * bits_count(others & board->by_type[QUEEN]) + 2 * bits_count(others & board->by_type[ROOK]);
    return best;
}

int plan_judge(const Board *board, Color winner)
{
    if (plan_style(board, winner) == PLAN_LONE)
        return judge_lone(board, winner);
    const Color loser = color_opposite(winner);
    const Square king = board_king(board, loser);
    const Bitboard own = board->by_color[winner];
    const Bitboard attacked = attacked_by(board, winner, board_occupied(board) ^ square_bit(king));
    const Bitboard flights = attacks_king(king) & ~board->by_color[loser] & ~attacked;
    const Bitboard bishops = own & board->by_type[BISHOP];
    const bool heavy = has_heavy_piece(board, winner);
    int cost = 100;
    if (bishops != 0 && (own & ~(board->by_type[KING] | board->by_type[PAWN])) == bishops) {
        /* Bishops alone guard one colour: flights of the other must be blocked or guarded by the king. */
        const Bitboard reachable = ((bishops & DARK_SQUARES) != 0 ? DARK_SQUARES : 0) |
                                   ((bishops & ~DARK_SQUARES) != 0 ? ~DARK_SQUARES : 0);
        cost += 10 * bits_count(flights & ~reachable) + 4 * bits_count(flights & reachable);
        if (!(reachable & square_bit(king)))
            cost += 10;
    } else {
        cost += 6 * bits_count(flights);
    }
    const int file = square_file(king), rank = square_rank(king);
    cost += 3 * ((file < 4 ? file : 7 - file) + (rank < 4 ? rank : 7 - rank));
    cost += 2 * int_max(square_distance(board_king(board, winner), king) - 2, 0);
    if (!heavy) {
        cost += 3 * steps_to_promotion(board, winner);
        if (!(own & board->by_type[PAWN]))
            cost += 3 * steps_to_promotion(board, loser);
    }
    cost += 2 * bits_count(board->by_color[loser] & (board->by_type[QUEEN] | board->by_type[ROOK]));
    return cost - 2 * bits_count(own & ~board->by_type[PAWN]);
}

int plan_openness(const Board *board, Color winner)
{
    const Color loser = color_opposite(winner);
    const Bitboard blocked = board_pieces(board, WHITE, PAWN) << 8 & board_pieces(board, BLACK, PAWN);
    int cost = 100 + 6 * bits_count(blocked);
    const Bitboard own = board->by_color[winner];
    if (has_heavy_piece(board, winner))
        cost -= 30;
    else
        cost += 3 * steps_to_promotion(board, winner);
    cost -= 2 * bits_count(own & ~board->by_type[PAWN]);
    cost += 2 * steps_to_promotion(board, loser);
    return cost;
}
