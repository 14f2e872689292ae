/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/endgame.h"

#include "engine/kpk.h"

#include <stdlib.h>

/* 0 on the edge … 6 for the four centre squares: what a lone king has left. */
static int from_edge(Square square)
{
    const int file = square_file(square);
    const int rank = square_rank(square);
    return (file < 4 ? file : 7 - file) + (rank < 4 ? rank : 7 - rank);
}

static int material(const Board *board, Color color)
{
    static const int value[PIECE_TYPE_COUNT] = {100, 320, 330, 500, 950, 0};
    int sum = 0;
    for (int type = PAWN; type <= QUEEN; type++)
        sum += value[type] * bits_count(board_pieces(board, color, (PieceType)type));
    return sum;
}

/* Pieces that mate a bare king by force, or a queen to come. */
static bool can_force_mate(const Board *board, Color color)
{
    const Bitboard bishops = board_pieces(board, color, BISHOP);
    const Bitboard knights = board_pieces(board, color, KNIGHT);
    return (board->by_color[color] & (board->by_type[ROOK] | board->by_type[QUEEN])) != 0 ||
           ((bishops & DARK_SQUARES) != 0 && (bishops & ~DARK_SQUARES) != 0) || (bishops != 0 && knights != 0) || bits_count(knights) >= 3;
}

/* How many squares the lone king could come to if the strong side stood still. */
static int room(const Board *board, Color strong)
{
    const Bitboard lone = board_pieces(board, color_opposite(strong), KING);
    const Bitboard seen_through = board_occupied(board) ^ lone;
    Bitboard barred = attacks_pawns(strong, board_pieces(board, strong, PAWN));
    for (int type = KNIGHT; type <= KING; type++)
        for (Bitboard b = board_pieces(board, strong, (PieceType)type); b != 0;)
            barred |= attacks_piece((PieceType)type, (Square)bits_pop(&b), seen_through);

    Bitboard reached = lone;
    for (Bitboard before = 0; reached != before;) {
        before = reached;
        const Bitboard row = reached | (reached & ~FILE_H) << 1 | (reached & ~FILE_A) >> 1;
        reached |= (row | row << 8 | row >> 8) & ~barred;
    }
    return bits_count(reached);
}

/* Drives the lone king to an edge and into ever less room, with the strong king near. */
static int drive_home(const Board *board, Color strong)
{
    const Square own = board_king(board, strong);
    const Square lone = board_king(board, color_opposite(strong));
    return ENDGAME_WIN + material(board, strong) + 40 * (6 - from_edge(lone)) + 20 * (7 - square_distance(own, lone)) +
           8 * (64 - room(board, strong));
}

/* Bishop and knight mate only in a corner of the bishop's colour: off the diagonal between the two others. The lone
 * king's room does not count: on the way it must be let out of the wrong corner, along the edge. */
static int drive_to_corner(const Board *board, Color strong)
{
    const Square own = board_king(board, strong);
    const Square lone = board_king(board, color_opposite(strong));
    const bool dark = (board_pieces(board, strong, BISHOP) & DARK_SQUARES) != 0;
    const int file = dark ? square_file(lone) : 7 - square_file(lone);
    const int off_diagonal = abs(7 - file - square_rank(lone));
    return ENDGAME_WIN + material(board, strong) + 80 * off_diagonal + 30 * (7 - square_distance(own, lone));
}

/* The one pawn and the kings as seen by White. */
static int king_and_pawn(const Position *position, Color strong)
{
    const Board *board = &position->board;
    const Square pawn = square_relative(strong, (Square)bits_lowest(board->by_type[PAWN]));
    const Color side = position_side_to_move(position) == strong ? WHITE : BLACK;
    if (!kpk_wins(square_relative(strong, board_king(board, strong)), pawn,
                  square_relative(strong, board_king(board, color_opposite(strong))), side))
        return 0;
    return ENDGAME_KNOWN_MIN + 50 * square_rank(pawn);
}

bool endgame_wrong_corner(const Board *board, Color color)
{
    const Bitboard pawns = board_pieces(board, color, PAWN);
    const Bitboard bishops = board_pieces(board, color, BISHOP);
    const Bitboard rest = board->by_color[color] & ~pawns & ~bishops & ~board_pieces(board, color, KING);
    if (pawns == 0 || rest != 0 || ((pawns & ~FILE_A) != 0 && (pawns & ~FILE_H) != 0))
        return false;

    const Square corner = square_relative(color, pawns & FILE_A ? A8 : H8);
    const Bitboard corner_color = square_bit(corner) & DARK_SQUARES ? DARK_SQUARES : ~DARK_SQUARES;
    if (bishops & corner_color)
        return false;
    /* Without a bishop the defender must already block the pawns' way; a bishop beside them changes nothing. */
    return square_distance(board_king(board, color_opposite(color)), corner) <= 1;
}

/* Against a bare king. */
static bool score_lone_king(const Position *position, Color strong, int *score)
{
    const Board *board = &position->board;
    const Bitboard pieces = board->by_color[strong] & ~board_pieces(board, strong, KING);
    const int count = bits_count(pieces);

    if (count == 1 && (pieces & board->by_type[PAWN]))
        *score = king_and_pawn(position, strong);
    else if (endgame_wrong_corner(board, strong))
        *score = 0;
    else if (count == 2 && (pieces & board->by_type[BISHOP]) && (pieces & board->by_type[KNIGHT]))
        *score = drive_to_corner(board, strong);
    else if (can_force_mate(board, strong))
        *score = drive_home(board, strong);
    else
        return false;
    return true;
}

bool endgame_score(const Position *position, int *score)
{
    const Board *board = &position->board;
    for (Color strong = WHITE; strong <= BLACK; strong++) {
        const Bitboard weak = board->by_color[strong ^ 1];
        if (bits_several(weak) || !bits_several(board->by_color[strong]))
            continue;
        if (!score_lone_king(position, strong, score))
            return false;
        if (strong == BLACK)
            *score = -*score;
        return true;
    }
    return false;
}

static Bitboard pieces_of(const Board *board, Color color)
{
    return board->by_color[color] & ~board->by_type[PAWN] & ~board->by_type[KING];
}

int endgame_scale_hopeless(const Board *board, Color stronger)
{
    static const int VALUE[PIECE_TYPE_COUNT] = {0, 3, 3, 5, 9, 0};
    if (endgame_wrong_corner(board, stronger))
        return 0;
    if (board_pieces(board, stronger, PAWN) != 0)
        return ENDGAME_SCALE_FULL;

    const Bitboard strong_pieces = pieces_of(board, stronger);
    const Bitboard weak_pieces = pieces_of(board, color_opposite(stronger));
    const bool two_knights = (strong_pieces & ~board->by_type[KNIGHT]) == 0 && bits_count(strong_pieces) <= 2;
    int surplus = 0;
    for (int type = KNIGHT; type <= QUEEN; type++)
        surplus += VALUE[type] * (bits_count(strong_pieces & board->by_type[type]) - bits_count(weak_pieces & board->by_type[type]));
    if (surplus > 3 && !two_knights)
        return ENDGAME_SCALE_FULL;
    /* Two knights mate only a side whose pawn saves it from stalemate. */
    return bits_count(strong_pieces) <= 1 || (two_knights && board->by_type[PAWN] == 0) ? 0 : 8;
}

int endgame_scale(const Board *board, Color stronger)
{
    const Color weaker = color_opposite(stronger);
    const Bitboard bishops = board->by_type[BISHOP];
    const Bitboard strong_pieces = pieces_of(board, stronger);
    const Bitboard weak_pieces = pieces_of(board, weaker);
    const int pawns = bits_count(board_pieces(board, stronger, PAWN));
    const int hopeless = endgame_scale_hopeless(board, stronger);
    if (hopeless < ENDGAME_SCALE_FULL)
        return hopeless;
    const bool opposite_bishops = bits_count(bishops & board->by_color[WHITE]) == 1 && bits_count(bishops & board->by_color[BLACK]) == 1 &&
                                  bits_count(bishops & DARK_SQUARES) == 1;
    if (opposite_bishops && strong_pieces == (bishops & board->by_color[stronger]) && weak_pieces == (bishops & board->by_color[weaker]))
        return 24 + 3 * pawns < ENDGAME_SCALE_FULL ? 24 + 3 * pawns : ENDGAME_SCALE_FULL;
    return 44 + 4 * pawns < ENDGAME_SCALE_FULL ? 44 + 4 * pawns : ENDGAME_SCALE_FULL;
}
