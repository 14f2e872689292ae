/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Attack tables: what a piece on a square attacks, and lines between squares.
 *
 * Sliding attacks come from one table, indexed by PEXT or by magic multiplication (see
 * https://www.chessprogramming.org/Magic_Bitboards). attacks_init() fills the tables once, before any
 * other use and before threads start; afterwards they are constant and safe from any thread.
 */
#ifndef CAROUSEL_CHESS_ATTACKS_H
#define CAROUSEL_CHESS_ATTACKS_H

#include "chess/types.h"

typedef struct SliderEntry {
    const Bitboard *attacks; /* this square's slice of the common table */
    Bitboard mask;           /* squares whose occupancy matters */
    uint64_t magic;          /* used where there is no fast PEXT */
    unsigned shift;
} SliderEntry;

extern SliderEntry attacks_bishop_entry[SQUARE_COUNT];
extern SliderEntry attacks_rook_entry[SQUARE_COUNT];
extern Bitboard attacks_knight_table[SQUARE_COUNT];
extern Bitboard attacks_king_table[SQUARE_COUNT];
extern Bitboard attacks_pawn_table[COLOR_COUNT][SQUARE_COUNT];
extern Bitboard attacks_between_table[SQUARE_COUNT][SQUARE_COUNT];
extern Bitboard attacks_line_table[SQUARE_COUNT][SQUARE_COUNT];

/* Fills the tables. Safe to call again; not safe to call from two threads at once. */
void attacks_init(void);

/* Sliding attacks by walking the board, slow: for building the tables and for tests. `type` is BISHOP, ROOK or QUEEN. */
Bitboard attacks_slider_slow(PieceType type, Square square, Bitboard occupied);

static inline uint64_t attacks_index_magic(const SliderEntry *entry, Bitboard occupied)
{
    return ((occupied & entry->mask) * entry->magic) >> entry->shift;
}

static inline Bitboard attacks_slider(const SliderEntry *entry, Bitboard occupied)
{
#if BITS_HAVE_PEXT
    return entry->attacks[bits_extract(occupied, entry->mask)];
#else
    return entry->attacks[attacks_index_magic(entry, occupied)];
#endif
}

static inline Bitboard attacks_bishop(Square square, Bitboard occupied)
{
    return attacks_slider(&attacks_bishop_entry[square], occupied);
}

static inline Bitboard attacks_rook(Square square, Bitboard occupied)
{
    return attacks_slider(&attacks_rook_entry[square], occupied);
}

static inline Bitboard attacks_queen(Square square, Bitboard occupied)
{
    return attacks_bishop(square, occupied) | attacks_rook(square, occupied);
}

static inline Bitboard attacks_knight(Square square)
{
    return attacks_knight_table[square];
}

static inline Bitboard attacks_king(Square square)
{
    return attacks_king_table[square];
}

/* Squares a pawn of `color` on `square` attacks. */
static inline Bitboard attacks_pawn(Color color, Square square)
{
    return attacks_pawn_table[color][square];
}

/* What a piece of `type` (no pawn) on `square` attacks. */
static inline Bitboard attacks_piece(PieceType type, Square square, Bitboard occupied)
{
    switch (type) {
    case KNIGHT: return attacks_knight(square);
    case BISHOP: return attacks_bishop(square, occupied);
    case ROOK: return attacks_rook(square, occupied);
    case QUEEN: return attacks_queen(square, occupied);
    case KING: return attacks_king(square);
    default: return 0;
    }
}

/* Squares strictly between two squares on one line; empty if they are on none. */
static inline Bitboard attacks_between(Square a, Square b)
{
    return attacks_between_table[a][b];
}

/* The whole line, edge to edge, through two squares; empty if they are on none. */
static inline Bitboard attacks_line(Square a, Square b)
{
    return attacks_line_table[a][b];
}

/* All squares attacked by a set of pawns of `color`. */
static inline Bitboard attacks_pawns(Color color, Bitboard pawns)
{
    return color == WHITE ? ((pawns & ~FILE_A) << 7 | (pawns & ~FILE_H) << 9) : ((pawns & ~FILE_H) >> 7 | (pawns & ~FILE_A) >> 9);
}

/* The squares one step ahead of a set of pawns of `color`. */
static inline Bitboard attacks_pawn_steps(Color color, Bitboard pawns)
{
    return color == WHITE ? pawns << 8 : pawns >> 8;
}

#endif
