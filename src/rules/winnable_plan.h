/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Plan: which moves look as if they brought a helpmate nearer.
 *
 * Only an order of trying, never a verdict. A plan names a corner for the losing king and prices every
 * piece on every square by its distance from a mate there; the price of a move is a difference of two
 * prices plus what it captures or promotes to. Any thread.
 */
#ifndef CAROUSEL_RULES_WINNABLE_PLAN_H
#define CAROUSEL_RULES_WINNABLE_PLAN_H

#include "chess/board.h"

enum { PLAN_COST_MAX = 1023, PLAN_COST_START = 400 };

/* What a plan puts its weight on. */
typedef enum PlanStyle {
    PLAN_OPEN,  /* both sides can move freely: kings to the corner, pieces off, pawns on (tuned on played games) */
    PLAN_LONE,  /* the winner has only minor pieces: the loser's must block its king's flights */
    PLAN_CLOSED /* few pieces or locked pawns: the minor pieces count, captures less */
} PlanStyle;

typedef struct Plan {
    Color winner;
    int8_t price[COLOR_COUNT][PIECE_TYPE_COUNT][SQUARE_COUNT];
    int8_t taken[COLOR_COUNT][PIECE_TYPE_COUNT]; /* added when a piece of this colour is captured */
    int8_t promoted[COLOR_COUNT][PIECE_TYPE_COUNT];
} Plan;

/* A plan for `winner` from `board`; `variant` 0..3 names the corner, the likeliest first. */
void plan_make(Plan *plan, PlanStyle style, const Board *board, Color winner, int variant);

/* The style for a first try: PLAN_LONE if the winner has neither queen, rook nor pawn, else PLAN_OPEN. */
PlanStyle plan_style(const Board *board, Color winner);

/* Price difference of a legal move: negative is nearer to the mate. */
int plan_move(const Plan *plan, const Board *board, Move move);

/* A price of the whole position, dearer to work out than a move's: what is missing for a mate around the
 * losing king where it stands, and how far the pieces are from there. */
int plan_judge(const Board *board, Color winner);

/* A price of what locks the position: blocked pawns, promotions far away. Leads through captures that free
 * pieces and pawns where no plan shows how. */
int plan_openness(const Board *board, Color winner);

static inline int plan_clamp(int cost)
{
    return cost < 0 ? 0 : cost > PLAN_COST_MAX ? PLAN_COST_MAX : cost;
}

#endif
