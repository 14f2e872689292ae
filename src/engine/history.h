/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Histories: what a search thread has learnt about moves and about its evaluation's mistakes.
 *
 * Every entry is a number that forgets: an update pulls it towards the bonus by a share of its distance
 * to the limit ("gravity"), so it stays within ±limit. One thread owns each Histories.
 */
#ifndef CAROUSEL_ENGINE_HISTORY_H
#define CAROUSEL_ENGINE_HISTORY_H

#include "chess/position.h"

enum {
    HISTORY_LIMIT = 16384,
    CORRECTION_LIMIT = 1024,
    CORRECTION_SIZE = 16384, /* entries a key; a power of two */
    PAWN_HISTORY_SIZE = 512  /* a power of two */
};

/* A table for the piece that moves and where to. */
typedef int16_t PieceToHistory[PIECE_COUNT][SQUARE_COUNT];

typedef struct Histories {
    int16_t quiet[COLOR_COUNT][2][2][SQUARE_COUNT][SQUARE_COUNT]; /* side, from attacked, to attacked, from, to */
    int16_t capture[PIECE_COUNT][SQUARE_COUNT][8];                /* piece, to, captured type */
    PieceToHistory pawn[PAWN_HISTORY_SIZE];                       /* by the pawn key */
    PieceToHistory continuation[PIECE_COUNT][SQUARE_COUNT];       /* by an earlier move's piece and target */

    int16_t pawn_correction[COLOR_COUNT][CORRECTION_SIZE];
    int16_t minor_correction[COLOR_COUNT][CORRECTION_SIZE];
    int16_t non_pawn_correction[COLOR_COUNT][COLOR_COUNT][CORRECTION_SIZE]; /* side to move, whose pieces */
    PieceToHistory continuation_correction[PIECE_COUNT][SQUARE_COUNT];
} Histories;

/* The index for a move that is none, or the null move, in tables by an earlier move: a piece that does not exist. */
enum { HISTORY_NO_PIECE = NO_PIECE };

void history_clear(Histories *histories);

static inline void history_update(int16_t *entry, int bonus, int limit)
{
    const int size = bonus < 0 ? -bonus : bonus;
    *entry = (int16_t)(*entry + bonus - *entry * size / limit);
}

/* The type that `move` captures, NO_PIECE_TYPE if none. */
static inline PieceType move_captured_type(const Position *position, Move move)
{
    if (move_kind(move) == MOVE_EN_PASSANT)
        return PAWN;
    if (move_kind(move) == MOVE_CASTLING)
        return NO_PIECE_TYPE;
    return piece_type(position_piece_on(position, move_to(move)));
}

/* Captures and promotions, as movegen_noisy() gives them. */
static inline bool move_is_noisy(const Position *position, Move move)
{
    return move_kind(move) == MOVE_PROMOTION || position_is_capture(position, move);
}

static inline int16_t *history_quiet(Histories *h, const Position *position, Bitboard danger, Move move)
{
    const Square from = move_from(move);
    const Square to = move_to(move);
    return &h->quiet[position->board.side_to_move][danger >> from & 1][danger >> to & 1][from][to];
}

static inline int16_t *history_capture(Histories *h, const Position *position, Move move)
{
    return &h->capture[position_piece_on(position, move_from(move))][move_to(move)][move_captured_type(position, move)];
}

static inline PieceToHistory *history_pawn(Histories *h, const Position *position)
{
    return &h->pawn[position->pawn_key & (PAWN_HISTORY_SIZE - 1)];
}

/* What to add to the static evaluation, in centipawns. `continuation` is the table of the move before the
 * last one, `last_piece` and `last_to` that of the last move. */
int history_correction(const Histories *h, const Position *position, const PieceToHistory *continuation, Piece last_piece, Square last_to);

/* The search found the evaluation to be wrong by `difference` at `depth`. */
void history_update_correction(Histories *h, const Position *position, PieceToHistory *continuation, Piece last_piece, Square last_to,
                               int difference, int depth);

#endif
