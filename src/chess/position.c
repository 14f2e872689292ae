/* SPDX-License-Identifier: GPL-3.0-only */
#include "chess/position.h"

#include "chess/zobrist.h"

#include <string.h>

/* Adds or takes away one piece's part in every key it belongs to. */
static void toggle_keys(Position *position, Piece piece, Square square)
{
    const uint64_t number = zobrist_piece[piece][square];
    const PieceType type = piece_type(piece);

    position->key ^= number;
    if (type == PAWN) {
        position->pawn_key ^= number;
        return;
    }
    position->non_pawn_key[piece_color(piece)] ^= number;
    if (type == KNIGHT || type == BISHOP || type == KING)
        position->minor_key ^= number;
    if (type == ROOK || type == QUEEN || type == KING)
        position->major_key ^= number;
}

static void put(Position *position, Piece piece, Square square)
{
    const Bitboard bit = square_bit(square);
    position->board.by_type[piece_type(piece)] |= bit;
    position->board.by_color[piece_color(piece)] |= bit;
    position->mailbox[square] = piece;
    toggle_keys(position, piece, square);
}

static void take(Position *position, Piece piece, Square square)
{
    const Bitboard bit = square_bit(square);
    position->board.by_type[piece_type(piece)] &= ~bit;
    position->board.by_color[piece_color(piece)] &= ~bit;
    position->mailbox[square] = NO_PIECE;
    toggle_keys(position, piece, square);
}

static uint64_t castling_key(Bitboard rooks)
{
    uint64_t key = 0;
    while (rooks != 0)
        key ^= zobrist_castling[bits_pop(&rooks)];
    return key;
}

void position_refresh(Position *position)
{
    const Board *board = &position->board;

    position->key = castling_key(board->castling);
    position->pawn_key = 0;
    position->non_pawn_key[WHITE] = 0;
    position->non_pawn_key[BLACK] = 0;
    position->minor_key = 0;
    position->major_key = 0;
    for (int s = 0; s < SQUARE_COUNT; s++) {
        const Square square = (Square)s;
        position->mailbox[square] = board_piece_on(board, square);
        if (position->mailbox[square] != NO_PIECE)
            toggle_keys(position, position->mailbox[square], square);
    }
    if (board->en_passant != NO_SQUARE)
        position->key ^= zobrist_en_passant[square_file(board->en_passant)];
    if (board->side_to_move == BLACK)
        position->key ^= zobrist_black_to_move;
    position->checkers = board_checkers(board, (Color)board->side_to_move);
    memset(position->padding, 0, sizeof position->padding);
}

void position_start(Position *position)
{
    static const PieceType first_rank[8] = {ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK};

    memset(position, 0, sizeof *position);
    Board *board = &position->board;
    for (int file = 0; file < 8; file++) {
        board->by_type[first_rank[file]] |= square_bit(square_make(file, 0)) | square_bit(square_make(file, 7));
        board->by_type[PAWN] |= square_bit(square_make(file, 1)) | square_bit(square_make(file, 6));
    }
    board->by_color[WHITE] = RANK_1 | RANK_2;
    board->by_color[BLACK] = RANK_7 | RANK_8;
    board->castling = board->by_type[ROOK];
    board->en_passant = NO_SQUARE;
    board->side_to_move = WHITE;
    position->fullmove_number = 1;
    position_refresh(position);
}

static void record_change(MoveRecord *record, Piece piece, Square from, Square to)
{
    record->changes[record->count++] = (PieceChange){piece, from, to};
}

/* Takes castling rights away, in board and key. */
static void lose_castling(Position *position, Bitboard rooks)
{
    rooks &= position->board.castling;
    position->board.castling ^= rooks;
    position->key ^= castling_key(rooks);
}

static void make_castling(Position *position, Color us, Square king, Square rook, MoveRecord *record)
{
    const Square king_target = castling_king_target(king, rook);
    const Square rook_target = castling_rook_target(king, rook);
    const Piece king_piece = piece_make(us, KING);
    const Piece rook_piece = piece_make(us, ROOK);

    lose_castling(position, position->board.by_color[us]);
    /* Both leave before either lands: in Chess960 the squares may overlap. */
    take(position, king_piece, king);
    take(position, rook_piece, rook);
    put(position, king_piece, king_target);
    put(position, rook_piece, rook_target);
    record_change(record, king_piece, king, king_target);
    record_change(record, rook_piece, rook, rook_target);
    position->halfmove_clock++;
}

static void make_ordinary(Position *position, Color us, Move move, MoveRecord *record)
{
    const Square from = move_from(move);
    const Square to = move_to(move);
    const Piece piece = position->mailbox[from];
    const Square victim = move_kind(move) == MOVE_EN_PASSANT ? (Square)(to ^ 8) : to;
    const Piece captured = position->mailbox[victim];

    position->halfmove_clock++;
    if (captured != NO_PIECE) {
        take(position, captured, victim);
        record->captured = captured;
        position->halfmove_clock = 0;
    }
    if (piece_type(piece) == PAWN)
        position->halfmove_clock = 0;

    const Bitboard touched = square_bit(from) | square_bit(to);
    if (position->board.castling & (touched | (piece_type(piece) == KING ? position->board.by_color[us] : 0)))
        lose_castling(position, piece_type(piece) == KING ? touched | position->board.by_color[us] : touched);

    take(position, piece, from);
    if (move_kind(move) == MOVE_PROMOTION) {
        const Piece promoted = piece_make(us, move_promoted(move));
        put(position, promoted, to);
        record_change(record, piece, from, NO_SQUARE);
        record_change(record, promoted, NO_SQUARE, to);
    } else {
        put(position, piece, to);
        record_change(record, piece, from, to);
    }
    if (captured != NO_PIECE)
        record_change(record, captured, victim, NO_SQUARE);
}

static void lose_en_passant(Position *position)
{
    if (position->board.en_passant != NO_SQUARE) {
        position->key ^= zobrist_en_passant[square_file(position->board.en_passant)];
        position->board.en_passant = NO_SQUARE;
    }
}

/* Hands the move to the other side; `en_passant` is the square passed over by a pawn, or NO_SQUARE. */
static void change_side(Position *position, Color us, Square en_passant)
{
    Board *board = &position->board;
    board->side_to_move = (uint8_t)color_opposite(us);
    position->key ^= zobrist_black_to_move;
    if (en_passant != NO_SQUARE && board_en_passant_capturers(board, en_passant) != 0) {
        board->en_passant = en_passant;
        position->key ^= zobrist_en_passant[square_file(en_passant)];
    }
    position->checkers = board_checkers(board, color_opposite(us));
}

void position_make_move(Position *position, Move move, MoveRecord *record)
{
    MoveRecord unused;
    const Color us = position_side_to_move(position);
    const Square from = move_from(move);
    const Square to = move_to(move);
    const bool two_steps = piece_type(position->mailbox[from]) == PAWN && (from ^ to) == 16;

    if (record == NULL)
        record = &unused;
    record->count = 0;
    record->captured = NO_PIECE;

    lose_en_passant(position);
    if (move_kind(move) == MOVE_CASTLING)
        make_castling(position, us, from, to, record);
    else
        make_ordinary(position, us, move, record);
    if (us == BLACK)
        position->fullmove_number++;
    change_side(position, us, two_steps ? (Square)((from + to) / 2) : NO_SQUARE);
    assert(position->checkers == 0 || board_checkers(&position->board, us) == 0);
}

void position_make_null(Position *position)
{
    const Color us = position_side_to_move(position);
    assert(!position_in_check(position));

    lose_en_passant(position);
    position->halfmove_clock++;
    if (us == BLACK)
        position->fullmove_number++;
    change_side(position, us, NO_SQUARE);
}

uint64_t position_key_after(const Position *position, Move move)
{
    const Square from = move_from(move);
    const Square to = move_to(move);
    const Piece piece = position->mailbox[from];
    const Piece captured = position->mailbox[to];
    const Piece arriving = move_kind(move) == MOVE_PROMOTION ? piece_make(position_side_to_move(position), move_promoted(move)) : piece;

    return position->key ^ zobrist_black_to_move ^ zobrist_piece[piece][from] ^ zobrist_piece[arriving][to] ^
           zobrist_piece[captured][to]; /* the row of NO_PIECE is all zero */
}

bool position_gives_check(const Position *position, Move move)
{
    const Board *board = &position->board;
    const Color us = position_side_to_move(position);
    const Square from = move_from(move);
    const Square to = move_to(move);
    const Square king = board_king(board, color_opposite(us));
    Bitboard diagonal = board->by_color[us] & (board->by_type[BISHOP] | board->by_type[QUEEN]) & ~square_bit(from);
    Bitboard straight = board->by_color[us] & (board->by_type[ROOK] | board->by_type[QUEEN]) & ~square_bit(from);
    Bitboard occupied = board_occupied(board) & ~square_bit(from);
    Bitboard direct = 0;

    if (move_kind(move) == MOVE_CASTLING) {
        const Bitboard rook = square_bit(castling_rook_target(from, to));
        occupied = (occupied & ~square_bit(to)) | rook | square_bit(castling_king_target(from, to));
        straight = (straight & ~square_bit(to)) | rook;
    } else {
        const PieceType type = move_kind(move) == MOVE_PROMOTION ? move_promoted(move) : piece_type(position->mailbox[from]);
        occupied |= square_bit(to);
        if (move_kind(move) == MOVE_EN_PASSANT)
            occupied &= ~square_bit((Square)(to ^ 8));
        direct = type == PAWN ? attacks_pawn(us, to) : type == KING ? 0 : attacks_piece(type, to, occupied);
    }
    return (direct & square_bit(king)) != 0 || (attacks_bishop(king, occupied) & diagonal) != 0 ||
           (attacks_rook(king, occupied) & straight) != 0;
}

bool position_check(const Position *position)
{
    Position fresh = *position;
    position_refresh(&fresh);
    const Color us = position_side_to_move(position);
    const Square en_passant = position->board.en_passant;
    const Bitboard castling = position->board.castling;

    return memcmp(&fresh, position, sizeof fresh) == 0 && board_checkers(&position->board, color_opposite(us)) == 0 &&
           (castling & ~position->board.by_type[ROOK]) == 0 &&
           (en_passant == NO_SQUARE || board_en_passant_capturers(&position->board, en_passant) != 0);
}

bool position_same(const Position *a, const Position *b)
{
    return memcmp(&a->board, &b->board, sizeof a->board) == 0;
}
