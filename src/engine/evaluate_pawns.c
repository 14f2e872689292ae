/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/evaluate_pawns.h"

#include "engine/evaluate_terms.h"

EVALUATE_INLINE Tapered evaluate_pawns_of(const Board *board, PawnEntry *entry, EvaluateTrace *trace, Color us)
{
    const Color them = color_opposite(us);
    const Bitboard own = board_pieces(board, us, PAWN);
    const Bitboard enemy = board_pieces(board, them, PAWN);
    const Bitboard own_attacks = attacks_pawns(us, own);
    const Bitboard enemy_attacks = attacks_pawns(them, enemy);
    /* Squares an enemy pawn holds or could come to attack: no pawn of ours that must cross them is passed. */
    const Bitboard enemy_front = front_span(them, enemy);
    const Bitboard enemy_span = enemy_front | adjacent_files(enemy_front);
    const Bitboard own_front = front_span(us, own);
    entry->attacks[us] = own_attacks;
    entry->attack_spans[us] = adjacent_files(own_front);

    Tapered sum = 0;
    for (Bitboard b = own; b != 0;) {
        const Square square = (Square)bits_pop(&b);
        const Bitboard bit = square_bit(square);
        const int rank = rank_relative(us, square);
        const Bitboard neighbours = own & adjacent_files(file_of(square));
        const Bitboard ahead = front_span(us, bit);
        const bool is_protected = (own_attacks & bit) != 0;
        const Bitboard phalanx = own & adjacent_files(bit);

        sum += USE(material[PAWN], 1) + USE(piece_square[PAWN][folded_square(us, square)], 1);
        if (neighbours == 0)
            sum += USE(pawn_isolated, 1);
        else if (!is_protected && (neighbours & ~(ahead | front_span(us, adjacent_files(bit)))) == 0 &&
                 (attacks_pawn_steps(us, bit) & (enemy_attacks | enemy)) != 0)
            sum += USE(pawn_backward, 1);
        if (ahead & own)
            sum += USE(pawn_doubled, 1);
        if (phalanx)
            sum += USE(pawn_phalanx[rank], 1);
        if (is_protected)
            sum += USE(pawn_protected[rank], 1);
        if ((bit & enemy_span) == 0 && (ahead & own) == 0) {
            entry->passed |= bit;
            sum += USE(passed[rank], 1);
        }
    }
    return sum;
}

EVALUATE_INLINE void fill_entry(const Position *position, PawnEntry *entry, EvaluateTrace *trace)
{
    entry->key = position->pawn_key;
    entry->passed = 0;
    entry->score = evaluate_pawns_of(&position->board, entry, trace, WHITE);
    entry->score -= evaluate_pawns_of(&position->board, entry, trace, BLACK);
}

void evaluate_pawns(const Position *position, PawnEntry *entry, EvaluateTrace *trace)
{
    if (trace == NULL)
        fill_entry(position, entry, NULL);
    else
        fill_entry(position, entry, trace);
}
