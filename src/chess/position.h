/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Position: a Board with what search and rules need beside it: a mailbox, incremental keys, counters.
 *
 * A plain value of fixed size: copy it to keep it, make moves on the copy. Its keys are those of
 * zobrist.h, updated move by move and recomputed by position_check() in debug builds. No allocation;
 * any thread.
 */
#ifndef CAROUSEL_CHESS_POSITION_H
#define CAROUSEL_CHESS_POSITION_H

#include "chess/board.h"

typedef struct Position {
    Board board;
    Piece mailbox[SQUARE_COUNT];
    uint64_t key;                       /* pieces, side to move, castling rights, usable en passant: what repetition compares */
    uint64_t pawn_key;                  /* pawns of both sides */
    uint64_t non_pawn_key[COLOR_COUNT]; /* each side's pieces without its pawns, king included */
    uint64_t minor_key;                 /* knights, bishops and kings of both sides */
    uint64_t major_key;                 /* rooks, queens and kings of both sides */
    Bitboard checkers;                  /* enemy pieces giving check to the side to move */
    uint16_t halfmove_clock;            /* plies since the last capture or pawn move */
    uint16_t fullmove_number;           /* from 1 */
    uint8_t chess960;                   /* 1 if castling must be written king-takes-rook */
    uint8_t padding[3];                 /* zero */
} Position;

/* What a move changed, for an evaluation that follows it incrementally: at most three pieces.
 * `from` is NO_SQUARE for a piece that appears (promotion), `to` for one that disappears. */
typedef struct PieceChange {
    Piece piece;
    uint8_t from;
    uint8_t to;
} PieceChange;

typedef struct MoveRecord {
    int count;
    PieceChange changes[3];
    Piece captured; /* NO_PIECE if none */
} MoveRecord;

static inline Color position_side_to_move(const Position *position)
{
    return (Color)position->board.side_to_move;
}

static inline Piece position_piece_on(const Position *position, Square square)
{
    return (Piece)position->mailbox[square];
}

static inline bool position_in_check(const Position *position)
{
    return position->checkers != 0;
}

/* Fills mailbox, keys and checkers from `position->board`; the counters and `chess960` stay. */
void position_refresh(Position *position);

/* The usual start position. */
void position_start(Position *position);

/* Plays a legal move. `record` may be NULL. */
void position_make_move(Position *position, Move move, MoveRecord *record);

/* Passes the move (for null-move pruning). Not while in check. */
void position_make_null(Position *position);

/* The key the position will have after `move`, castling and en passant set aside: for prefetching only. */
uint64_t position_key_after(const Position *position, Move move);

/* True if the move takes something (en passant included). */
static inline bool position_is_capture(const Position *position, Move move)
{
    return move_kind(move) == MOVE_EN_PASSANT || (move_kind(move) != MOVE_CASTLING && position->mailbox[move_to(move)] != NO_PIECE);
}

/* True if a legal `move` gives check. */
bool position_gives_check(const Position *position, Move move);

/* Recomputes everything incremental and says whether it agrees. For asserts and tests. */
bool position_check(const Position *position);

/* Same pieces, side to move, castling rights and usable en passant square (Article 9.2.2). */
bool position_same(const Position *a, const Position *b);

#endif
