/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The parts of the legal move generator, inlined with a constant colour.
 *
 * movegen.c makes the public functions from them and perft its counts, so that one set of rules says
 * what is legal. `us` must be a constant at every call for the compiler to specialise.
 *
 * How legality works: a king may go where the enemy does not attack (seen through the king). With one
 * checker every other piece must land on LegalMasks.evasions; with two only the king moves. A pinned
 * piece stays on its ray, and since rays of one kind all start at the king, "on any ray of the kind"
 * says the same as "on its own ray". En passant alone is tried out on the board, because it empties
 * two squares of one rank.
 */
#ifndef CAROUSEL_CHESS_MOVEGEN_CORE_H
#define CAROUSEL_CHESS_MOVEGEN_CORE_H

#include "chess/movegen.h"

#define MOVEGEN_INLINE static inline __attribute__((always_inline))

typedef enum MoveClass { CLASS_NOISY = 1, CLASS_QUIET = 2, CLASS_ALL = 3 } MoveClass;

/* Pawn steps as square differences. */
enum { STEP_WHITE = 8, STEP_BLACK = -8 };

MOVEGEN_INLINE Bitboard core_diagonal_sliders(const Board *board, Color color)
{
    return board->by_color[color] & (board->by_type[BISHOP] | board->by_type[QUEEN]);
}

MOVEGEN_INLINE Bitboard core_straight_sliders(const Board *board, Color color)
{
    return board->by_color[color] & (board->by_type[ROOK] | board->by_type[QUEEN]);
}

/* Pawn captures of one direction: towards the a file, towards the h file. */
MOVEGEN_INLINE Bitboard core_pawn_west(Color us, Bitboard pawns)
{
    return us == WHITE ? (pawns & ~FILE_A) << 7 : (pawns & ~FILE_A) >> 9;
}

MOVEGEN_INLINE Bitboard core_pawn_east(Color us, Bitboard pawns)
{
    return us == WHITE ? (pawns & ~FILE_H) << 9 : (pawns & ~FILE_H) >> 7;
}

/* Every square `color` attacks when `occupied` stands in the way. */
MOVEGEN_INLINE Bitboard core_attacked(const Board *board, Color color, Bitboard occupied)
{
    Bitboard attacked = attacks_pawns(color, board_pieces(board, color, PAWN));
    attacked |= attacks_king(board_king(board, color));
    for (Bitboard knights = board_pieces(board, color, KNIGHT); knights != 0;)
        attacked |= attacks_knight((Square)bits_pop(&knights));
    for (Bitboard sliders = core_diagonal_sliders(board, color); sliders != 0;)
        attacked |= attacks_bishop((Square)bits_pop(&sliders), occupied);
    for (Bitboard sliders = core_straight_sliders(board, color); sliders != 0;)
        attacked |= attacks_rook((Square)bits_pop(&sliders), occupied);
    return attacked;
}

/* Sorts the enemy sliders that see the king, own pieces aside: those with nothing of ours between give
 * check, those with one piece of ours between pin it. */
MOVEGEN_INLINE void core_sort_sliders(Square king, Bitboard sliders, Bitboard own, Bitboard *checkers, Bitboard *pins)
{
    while (sliders != 0) {
        const Square slider = (Square)bits_pop(&sliders);
        const Bitboard blockers = attacks_between(king, slider) & own;
        if (blockers == 0)
            *checkers |= square_bit(slider);
        else if (!bits_several(blockers))
            *pins |= attacks_between(king, slider) | square_bit(slider);
    }
}

MOVEGEN_INLINE void core_masks(const Board *board, const Color us, LegalMasks *masks)
{
    const Color them = color_opposite(us);
    const Square king = board_king(board, us);
    const Bitboard own = board->by_color[us];
    const Bitboard enemy = board->by_color[them];

    masks->danger = core_attacked(board, them, (own | enemy) ^ square_bit(king));

    Bitboard checkers = (attacks_pawn(us, king) & board_pieces(board, them, PAWN)) |
                        (attacks_knight(king) & board_pieces(board, them, KNIGHT));
    masks->pin_straight = 0;
    masks->pin_diagonal = 0;
    core_sort_sliders(king, attacks_bishop(king, enemy) & core_diagonal_sliders(board, them), own, &checkers, &masks->pin_diagonal);
    core_sort_sliders(king, attacks_rook(king, enemy) & core_straight_sliders(board, them), own, &checkers, &masks->pin_straight);

    masks->checkers = checkers;
    masks->evasions = ~(Bitboard)0;
    if (checkers != 0)
        masks->evasions = bits_several(checkers) ? 0 : attacks_between(king, (Square)bits_lowest(checkers)) | checkers;
}

/* Squares the king may castle to by `rook` must be free and safe; see RULES of castling, Article 3.8.2, and
 * for Chess960 Guidelines II.3: king and rook end on the usual squares, whatever stands between leaves none. */
MOVEGEN_INLINE bool core_castling_possible(const Board *board, const Color us, const LegalMasks *masks, Square rook)
{
    const Square king = board_king(board, us);
    const Square king_target = castling_king_target(king, rook);
    const Square rook_target = castling_rook_target(king, rook);
    const Bitboard movers = square_bit(king) | square_bit(rook);
    const Bitboard king_path = attacks_between(king, king_target) | square_bit(king_target);
    const Bitboard rook_path = attacks_between(rook, rook_target) | square_bit(rook_target);
    const Bitboard occupied = board_occupied(board);

    if (masks->checkers != 0 || (king_path & masks->danger) != 0 || ((king_path | rook_path) & occupied & ~movers) != 0)
        return false;
    /* In Chess960 the rook may have been a shield on the king's own rank. */
    const Bitboard after = (occupied & ~movers) | square_bit(rook_target);
    return (attacks_rook(king_target, after) & core_straight_sliders(board, color_opposite(us))) == 0;
}

/* Where pawns of one step or capture direction may land, pins respected: pawns on a ray of `pins` must stay
 * on it, those on a ray of the other kind (`stuck`) cannot go this way at all. `shift` moves a set of pawns. */
#define CORE_PAWN_TARGETS(shift, us, pawns, pins, stuck) \
    ((shift)((us), (pawns) & ~((stuck) | (pins))) | ((shift)((us), (pawns) & (pins) & ~(stuck)) & (pins)))

MOVEGEN_INLINE Bitboard core_pawn_forward(Color us, Bitboard pawns)
{
    return attacks_pawn_steps(us, pawns);
}

/* The legal pawn moves as sets of target squares, en passant aside. */
typedef struct PawnTargets {
    Bitboard one_step;
    Bitboard two_steps;
    Bitboard west;
    Bitboard east;
} PawnTargets;

MOVEGEN_INLINE PawnTargets core_pawn_targets(const Board *board, const Color us, const LegalMasks *masks)
{
    const Bitboard pawns = board_pieces(board, us, PAWN);
    const Bitboard empty = ~board_occupied(board);
    const Bitboard enemy = board->by_color[us ^ 1] & masks->evasions;
    const Bitboard straight = masks->pin_straight;
    const Bitboard diagonal = masks->pin_diagonal;
    PawnTargets targets;

    const Bitboard step = CORE_PAWN_TARGETS(core_pawn_forward, us, pawns, straight, diagonal) & empty;
    targets.one_step = step & masks->evasions;
    targets.two_steps = core_pawn_forward(us, step & (us == WHITE ? RANK_3 : RANK_6)) & empty & masks->evasions;
    targets.west = CORE_PAWN_TARGETS(core_pawn_west, us, pawns, diagonal, straight) & enemy;
    targets.east = CORE_PAWN_TARGETS(core_pawn_east, us, pawns, diagonal, straight) & enemy;
    return targets;
}

MOVEGEN_INLINE Move *core_add_pawn_moves(Move *list, Bitboard targets, int step)
{
    while (targets != 0) {
        const int to = bits_pop(&targets);
        *list++ = move_make((Square)(to - step), (Square)to, MOVE_NORMAL);
    }
    return list;
}

MOVEGEN_INLINE Move *core_add_promotions(Move *list, Bitboard targets, int step)
{
    while (targets != 0) {
        const int to = bits_pop(&targets);
        for (int type = QUEEN; type >= KNIGHT; type--)
            *list++ = move_make_promotion((Square)(to - step), (Square)to, (PieceType)type);
    }
    return list;
}

MOVEGEN_INLINE Move *core_add_targets(Move *list, Square from, Bitboard targets)
{
    while (targets != 0)
        *list++ = move_make(from, (Square)bits_pop(&targets), MOVE_NORMAL);
    return list;
}

MOVEGEN_INLINE Move *core_generate_pawns(const Board *board, const Color us, const LegalMasks *masks, const MoveClass class, Move *list)
{
    const Bitboard last_rank = us == WHITE ? RANK_8 : RANK_1;
    const int step = us == WHITE ? STEP_WHITE : STEP_BLACK;
    const PawnTargets targets = core_pawn_targets(board, us, masks);

    if (class & CLASS_NOISY) {
        list = core_add_promotions(list, targets.west & last_rank, step - 1);
        list = core_add_promotions(list, targets.east & last_rank, step + 1);
        list = core_add_promotions(list, targets.one_step & last_rank, step);
        list = core_add_pawn_moves(list, targets.west & ~last_rank, step - 1);
        list = core_add_pawn_moves(list, targets.east & ~last_rank, step + 1);
        if (board->en_passant != NO_SQUARE) {
            const Square to = board->en_passant;
            for (Bitboard pawns = board_en_passant_capturers(board, to); pawns != 0;)
                *list++ = move_make((Square)bits_pop(&pawns), to, MOVE_EN_PASSANT);
        }
    }
    if (class & CLASS_QUIET) {
        list = core_add_pawn_moves(list, targets.one_step & ~last_rank, step);
        list = core_add_pawn_moves(list, targets.two_steps, 2 * step);
    }
    return list;
}

MOVEGEN_INLINE Move *core_generate_king(const Board *board, const Color us, const LegalMasks *masks, const MoveClass class, Bitboard wanted,
                                        Move *list)
{
    const Square king = board_king(board, us);
    list = core_add_targets(list, king, attacks_king(king) & wanted & ~masks->danger);
    if (class & CLASS_QUIET) {
        for (Bitboard rooks = board->castling & board->by_color[us]; rooks != 0;) {
            const Square rook = (Square)bits_pop(&rooks);
            if (core_castling_possible(board, us, masks, rook))
                *list++ = move_make(king, rook, MOVE_CASTLING);
        }
    }
    return list;
}

/* Knights, bishops, rooks, queens. */
MOVEGEN_INLINE Move *core_generate_pieces(const Board *board, const Color us, const LegalMasks *masks, Bitboard wanted, Move *list)
{
    const Bitboard occupied = board_occupied(board);
    const Bitboard straight = masks->pin_straight;
    const Bitboard diagonal = masks->pin_diagonal;

    for (Bitboard knights = board_pieces(board, us, KNIGHT) & ~(straight | diagonal); knights != 0;) {
        const Square from = (Square)bits_pop(&knights);
        list = core_add_targets(list, from, attacks_knight(from) & wanted);
    }
    for (Bitboard sliders = core_diagonal_sliders(board, us) & ~straight; sliders != 0;) {
        const Square from = (Square)bits_pop(&sliders);
        const Bitboard ray = square_bit(from) & diagonal ? diagonal : ~(Bitboard)0;
        list = core_add_targets(list, from, attacks_bishop(from, occupied) & wanted & ray);
    }
    for (Bitboard sliders = core_straight_sliders(board, us) & ~diagonal; sliders != 0;) {
        const Square from = (Square)bits_pop(&sliders);
        const Bitboard ray = square_bit(from) & straight ? straight : ~(Bitboard)0;
        list = core_add_targets(list, from, attacks_rook(from, occupied) & wanted & ray);
    }
    return list;
}

/* Writes all legal moves of the class from `list` on; returns the end. */
MOVEGEN_INLINE Move *core_generate(const Board *board, const Color us, const LegalMasks *masks, const MoveClass class, Move *list)
{
    const Bitboard wanted = class == CLASS_ALL     ? ~board->by_color[us]
                            : class == CLASS_NOISY ? board->by_color[us ^ 1]
                                                   : ~board_occupied(board);

    if (!bits_several(masks->checkers)) {
        list = core_generate_pawns(board, us, masks, class, list);
        list = core_generate_pieces(board, us, masks, wanted & masks->evasions, list);
    }
    return core_generate_king(board, us, masks, class, wanted, list);
}

/* Number of legal moves by counting bits. */
MOVEGEN_INLINE int core_count(const Board *board, const Color us, const LegalMasks *masks)
{
    const Bitboard wanted = ~board->by_color[us];
    const Square king = board_king(board, us);
    int count = bits_count(attacks_king(king) & wanted & ~masks->danger);
    if (bits_several(masks->checkers))
        return count;

    const Bitboard occupied = board_occupied(board);
    const Bitboard straight = masks->pin_straight;
    const Bitboard diagonal = masks->pin_diagonal;
    const Bitboard allowed = wanted & masks->evasions;
    const Bitboard last_rank = us == WHITE ? RANK_8 : RANK_1;

    const PawnTargets pawns = core_pawn_targets(board, us, masks);
    count += bits_count(pawns.one_step) + bits_count(pawns.two_steps) + bits_count(pawns.west) + bits_count(pawns.east);
    count += 3 * (bits_count(pawns.one_step & last_rank) + bits_count(pawns.west & last_rank) + bits_count(pawns.east & last_rank));
    if (board->en_passant != NO_SQUARE)
        count += bits_count(board_en_passant_capturers(board, board->en_passant));

    for (Bitboard knights = board_pieces(board, us, KNIGHT) & ~(straight | diagonal); knights != 0;)
        count += bits_count(attacks_knight((Square)bits_pop(&knights)) & allowed);
    for (Bitboard sliders = core_diagonal_sliders(board, us) & ~straight; sliders != 0;) {
        const Square from = (Square)bits_pop(&sliders);
        const Bitboard ray = square_bit(from) & diagonal ? diagonal : ~(Bitboard)0;
        count += bits_count(attacks_bishop(from, occupied) & allowed & ray);
    }
    for (Bitboard sliders = core_straight_sliders(board, us) & ~diagonal; sliders != 0;) {
        const Square from = (Square)bits_pop(&sliders);
        const Bitboard ray = square_bit(from) & straight ? straight : ~(Bitboard)0;
        count += bits_count(attacks_rook(from, occupied) & allowed & ray);
    }
    for (Bitboard rooks = board->castling & board->by_color[us]; rooks != 0;)
        count += core_castling_possible(board, us, masks, (Square)bits_pop(&rooks));
    return count;
}

#endif
