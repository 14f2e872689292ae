/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The vocabulary of the board: colours, pieces, squares, moves. Values only, no state.
 *
 * Squares run a1=0, b1=1 … h8=63. A move is 16 bits:
 *     bits 0–5   square the piece leaves
 *     bits 6–11  square it goes to; for castling the square of the castling rook
 *     bits 12–15 kind (MoveKind)
 */
#ifndef CAROUSEL_CHESS_TYPES_H
#define CAROUSEL_CHESS_TYPES_H

#include "base/bits.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum Color { WHITE, BLACK, COLOR_COUNT } Color;

typedef enum PieceType { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, PIECE_TYPE_COUNT, NO_PIECE_TYPE = PIECE_TYPE_COUNT } PieceType;

/* A piece is its type plus 8 if it is black; NO_PIECE marks an empty square. */
typedef uint8_t Piece;
enum { NO_PIECE = NO_PIECE_TYPE, PIECE_COUNT = 16 };

typedef uint8_t Square;
enum { SQUARE_COUNT = 64, NO_SQUARE = 64 };
enum { A1 = 0, B1, C1, D1, E1, F1, G1, H1, A8 = 56, B8, C8, D8, E8, F8, G8, H8 };

typedef uint16_t Move;

typedef enum MoveKind {
    MOVE_NORMAL = 0,
    MOVE_EN_PASSANT = 1,
    MOVE_CASTLING = 2,
    MOVE_PROMOTION = 4 /* 4 knight, 5 bishop, 6 rook, 7 queen */
} MoveKind;

enum { MOVE_NONE = 0, MOVE_NULL = 65 }; /* a1a1, b1b1: never real moves */

#define FILE_A ((Bitboard)0x0101010101010101u)
#define FILE_H ((Bitboard)0x8080808080808080u)
#define DARK_SQUARES ((Bitboard)0xaa55aa55aa55aa55u)
#define RANK_1 ((Bitboard)0xffu)
#define RANK_2 ((Bitboard)0xff00u)
#define RANK_3 ((Bitboard)0xff0000u)
#define RANK_6 ((Bitboard)0x0000ff0000000000u)
#define RANK_7 ((Bitboard)0x00ff000000000000u)
#define RANK_8 ((Bitboard)0xff00000000000000u)

static inline Color color_opposite(Color color)
{
    return (Color)(color ^ 1);
}

static inline Piece piece_make(Color color, PieceType type)
{
    return (Piece)((unsigned)type | (unsigned)color << 3);
}

static inline PieceType piece_type(Piece piece)
{
    return (PieceType)(piece & 7);
}

static inline Color piece_color(Piece piece)
{
    return (Color)(piece >> 3);
}

static inline Square square_make(int file, int rank)
{
    return (Square)(rank * 8 + file);
}

static inline int square_file(Square square)
{
    return square & 7;
}

static inline int square_rank(Square square)
{
    return square >> 3;
}

/* How many moves a king needs from one to the other on an empty board (Chebyshev distance). */
static inline int square_distance(Square a, Square b)
{
    const int files = square_file(a) > square_file(b) ? square_file(a) - square_file(b) : square_file(b) - square_file(a);
    const int ranks = square_rank(a) > square_rank(b) ? square_rank(a) - square_rank(b) : square_rank(b) - square_rank(a);
    return files > ranks ? files : ranks;
}

static inline Bitboard square_bit(Square square)
{
    return (Bitboard)1 << square;
}

/* The square as seen from `color`'s side: a1 for White is a8 for Black. */
static inline Square square_relative(Color color, Square square)
{
    return (Square)(square ^ (color == WHITE ? 0 : 56));
}

static inline int rank_relative(Color color, Square square)
{
    return square_rank(square_relative(color, square));
}

static inline Move move_make(Square from, Square to, unsigned kind)
{
    return (Move)(from | (unsigned)to << 6 | kind << 12);
}

static inline Move move_make_promotion(Square from, Square to, PieceType promoted)
{
    return move_make(from, to, MOVE_PROMOTION + (unsigned)promoted - KNIGHT);
}

static inline Square move_from(Move move)
{
    return (Square)(move & 63);
}

static inline Square move_to(Move move)
{
    return (Square)(move >> 6 & 63);
}

/* MOVE_NORMAL, MOVE_EN_PASSANT, MOVE_CASTLING or MOVE_PROMOTION. */
static inline MoveKind move_kind(Move move)
{
    return move >> 14 != 0 ? MOVE_PROMOTION : (MoveKind)(move >> 12);
}

/* The piece a promotion makes. Only for promotions. */
static inline PieceType move_promoted(Move move)
{
    return (PieceType)((move >> 12 & 3) + KNIGHT);
}

/* Where the king ends when it castles with the rook on `rook`: the g or c file of its rank. */
static inline Square castling_king_target(Square king, Square rook)
{
    return (Square)((king & 56) | (rook > king ? 6 : 2));
}

/* Where the rook ends: the f or d file. */
static inline Square castling_rook_target(Square king, Square rook)
{
    return (Square)((king & 56) | (rook > king ? 5 : 3));
}

#endif
