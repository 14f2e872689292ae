/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * A second, independent set of rules: which moves are legal, found slowly on a 0x88 board by making every
 * pseudo-legal move and looking whether the king can be taken. Shares no code and no table with src/chess;
 * only the conversion reads a Position.
 *
 * https://www.chessprogramming.org/0x88
 */
#ifndef CAROUSEL_TESTS_PERFT_ORACLE_H
#define CAROUSEL_TESTS_PERFT_ORACLE_H

#include "chess/position.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Pieces are letters as in a FEN, '.' is empty. Squares are rank * 16 + file. */
typedef struct Oracle {
    char square[128];
    bool white;      /* to move */
    int rooks[2][2]; /* castling rooks: [black][king side]; -1: none */
    int passed;      /* square behind a pawn that has just moved two squares; -1: none */
} Oracle;

typedef struct OracleMove {
    int from, to;  /* castling: king takes its own rook */
    char promoted; /* 'n' 'b' 'r' 'q' or 0 */
    bool en_passant, castling;
} OracleMove;

typedef struct OracleList {
    int count;
    OracleMove moves[512];
} OracleList;

static int oracle_square(int square64)
{
    return (square64 >> 3) * 16 + (square64 & 7);
}

static bool oracle_on_board(int square)
{
    return (square & 0x88) == 0;
}

static bool oracle_is_own(const Oracle *o, int square)
{
    const char piece = o->square[square];
    return piece != '.' && (isupper((unsigned char)piece) != 0) == o->white;
}

static bool oracle_is_enemy(const Oracle *o, int square)
{
    return o->square[square] != '.' && !oracle_is_own(o, square);
}

static int oracle_king(const Oracle *o, bool white)
{
    for (int square = 0; square < 128; square++)
        if (oracle_on_board(square) && o->square[square] == (white ? 'K' : 'k'))
            return square;
    abort();
}

static Oracle oracle_make(const Position *position)
{
    Oracle o;
    memset(o.square, '.', sizeof(o.square));
    for (int s = 0; s < 64; s++) {
        const Piece piece = position->mailbox[s];
        if (piece == NO_PIECE)
            continue;
        const char letter = "pnbrqk"[piece_type(piece)];
        o.square[oracle_square(s)] = piece_color(piece) == WHITE ? (char)toupper(letter) : letter;
    }
    o.white = position->board.side_to_move == WHITE;
    o.passed = position->board.en_passant == NO_SQUARE ? -1 : oracle_square(position->board.en_passant);
    memset(o.rooks, -1, sizeof(o.rooks));
    for (int s = 0; s < 64; s++) {
        if (!(position->board.castling >> s & 1))
            continue;
        const int rook = oracle_square(s);
        const bool black = islower((unsigned char)o.square[rook]) != 0;
        o.rooks[black][rook > oracle_king(&o, !black)] = rook;
    }
    return o;
}

/* Can a piece of the colour take on the square? Looked at from the pieces, not from the square. */
static bool oracle_attacked(const Oracle *o, int target, bool by_white)
{
    static const int steps[8] = {1, -1, 16, -16, 15, 17, -15, -17};
    static const int jumps[8] = {14, 18, 31, 33, -14, -18, -31, -33};
    for (int from = 0; from < 128; from++) {
        if (!oracle_on_board(from) || o->square[from] == '.' || (isupper((unsigned char)o->square[from]) != 0) != by_white)
            continue;
        const char piece = (char)tolower(o->square[from]);
        const int forward = by_white ? 16 : -16;
        if (piece == 'p' && (target == from + forward - 1 || target == from + forward + 1))
            return true;
        for (int i = 0; i < 8; i++) {
            if (piece == 'n' && from + jumps[i] == target)
                return true;
            if (piece == 'k' && from + steps[i] == target)
                return true;
            if (piece != 'q' && !(piece == 'r' && i < 4) && !(piece == 'b' && i >= 4))
                continue;
            int at = from + steps[i];
            while (oracle_on_board(at) && at != target && o->square[at] == '.')
                at += steps[i];
            if (at == target)
                return true;
        }
    }
    return false;
}

static void oracle_play(Oracle *o, const OracleMove *move)
{
    const char piece = o->square[move->from];
    const int rank = move->from & 0x70;
    const bool black = !o->white;
    o->passed = -1;
    o->square[move->from] = '.';
    if (move->castling) {
        const bool king_side = move->to > move->from;
        const char rook = o->square[move->to];
        o->square[move->to] = '.';
        o->square[rank + (king_side ? 6 : 2)] = piece;
        o->square[rank + (king_side ? 5 : 3)] = rook;
    } else {
        o->square[move->to] = move->promoted == 0 ? piece : o->white ? (char)toupper(move->promoted) : move->promoted;
        if (move->en_passant)
            o->square[move->to + (o->white ? -16 : 16)] = '.';
        if (tolower(piece) == 'p' && abs(move->to - move->from) == 32)
            o->passed = (move->to + move->from) / 2;
    }
    for (int color = 0; color < 2; color++)
        for (int side = 0; side < 2; side++)
            if (o->rooks[color][side] == move->from || o->rooks[color][side] == move->to || (tolower(piece) == 'k' && color == black))
                o->rooks[color][side] = -1;
    o->white = !o->white;
}

static void oracle_add(const Oracle *o, OracleList *list, OracleMove move)
{
    Oracle after = *o;
    oracle_play(&after, &move);
    if (!oracle_attacked(&after, oracle_king(&after, o->white), !o->white))
        list->moves[list->count++] = move;
}

static void oracle_add_pawn(const Oracle *o, OracleList *list, OracleMove move)
{
    const int last = o->white ? 0x70 : 0x00;
    if ((move.to & 0x70) != last) {
        oracle_add(o, list, move);
        return;
    }
    for (const char *letter = "nbrq"; *letter != '\0'; letter++) {
        move.promoted = *letter;
        oracle_add(o, list, move);
    }
}

static void oracle_pawn(const Oracle *o, OracleList *list, int from)
{
    const int forward = o->white ? 16 : -16;
    const int start = o->white ? 0x10 : 0x60;
    if (o->square[from + forward] == '.') {
        oracle_add_pawn(o, list, (OracleMove){.from = from, .to = from + forward});
        if ((from & 0x70) == start && o->square[from + 2 * forward] == '.')
            oracle_add_pawn(o, list, (OracleMove){.from = from, .to = from + 2 * forward});
    }
    for (int side = -1; side <= 1; side += 2) {
        const int to = from + forward + side;
        if (!oracle_on_board(to))
            continue;
        if (oracle_is_enemy(o, to))
            oracle_add_pawn(o, list, (OracleMove){.from = from, .to = to});
        else if (to == o->passed)
            oracle_add(o, list, (OracleMove){.from = from, .to = to, .en_passant = true});
    }
}

static void oracle_piece(const Oracle *o, OracleList *list, int from)
{
    static const int steps[8] = {1, -1, 16, -16, 15, 17, -15, -17};
    static const int jumps[8] = {14, 18, 31, 33, -14, -18, -31, -33};
    const char piece = (char)tolower(o->square[from]);
    for (int i = 0; i < 8; i++) {
        if ((piece == 'r' && i >= 4) || (piece == 'b' && i < 4))
            continue;
        const int step = piece == 'n' ? jumps[i] : steps[i];
        for (int to = from + step; oracle_on_board(to) && !oracle_is_own(o, to); to += step) {
            oracle_add(o, list, (OracleMove){.from = from, .to = to});
            if (oracle_is_enemy(o, to) || piece == 'n' || piece == 'k')
                break;
        }
    }
}

/* Laws of Chess 3.8.2 and Guidelines II: nothing between, the king not attacked where it is, passes or ends. */
static void oracle_castling(const Oracle *o, OracleList *list, int rook)
{
    const int king = oracle_king(o, o->white);
    const int rank = king & 0x70;
    const int king_to = rank + (rook > king ? 6 : 2);
    const int rook_to = rank + (rook > king ? 5 : 3);
    for (int square = rank; square < rank + 8; square++) {
        const bool king_passes = (square >= king && square <= king_to) || (square <= king && square >= king_to);
        const bool rook_passes = (square >= rook && square <= rook_to) || (square <= rook && square >= rook_to);
        if ((king_passes || rook_passes) && o->square[square] != '.' && square != king && square != rook)
            return;
        if (!king_passes)
            continue;
        /* The king on each square of its way; the rook still stands. */
        Oracle way = *o;
        way.square[king] = '.';
        if (oracle_attacked(&way, square, !o->white))
            return;
    }
    oracle_add(o, list, (OracleMove){.from = king, .to = rook, .castling = true});
}

/* All legal moves. */
static void oracle_moves(const Oracle *o, OracleList *list)
{
    list->count = 0;
    for (int from = 0; from < 128; from++) {
        if (!oracle_on_board(from) || !oracle_is_own(o, from))
            continue;
        if (tolower(o->square[from]) == 'p')
            oracle_pawn(o, list, from);
        else
            oracle_piece(o, list, from);
    }
    for (int side = 0; side < 2; side++)
        if (o->rooks[!o->white][side] >= 0)
            oracle_castling(o, list, o->rooks[!o->white][side]);
}

/* As a Move, to compare with. */
static Move oracle_to_move(const OracleMove *move)
{
    const Square from = (Square)((move->from >> 4) * 8 + (move->from & 7));
    const Square to = (Square)((move->to >> 4) * 8 + (move->to & 7));
    if (move->promoted != 0)
        return move_make_promotion(from, to, (PieceType)(strchr("pnbrq", move->promoted) - "pnbrq"));
    return move_make(from, to, move->en_passant ? MOVE_EN_PASSANT : move->castling ? MOVE_CASTLING : MOVE_NORMAL);
}

#endif
