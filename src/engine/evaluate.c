/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/evaluate.h"

#include "engine/endgame.h"
#include "engine/evaluate_pawns.h"
#include "engine/evaluate_terms.h"

#include <string.h>

typedef struct Context {
    const Board *board;
    Bitboard occupied;
    const PawnEntry *pawns;
    Bitboard mobility_area[COLOR_COUNT];
    Bitboard king_ring[COLOR_COUNT];
    Bitboard attacks[COLOR_COUNT][PIECE_TYPE_COUNT];
    Bitboard all_attacks[COLOR_COUNT];
    Bitboard double_attacks[COLOR_COUNT];
    int ring_attackers[COLOR_COUNT]; /* pieces of this colour that attack the other king's ring */
    int ring_units[COLOR_COUNT];
} Context;

/* What each attack on the king's ring weighs, by the attacker's type; a safe check weighs more. */
static const int RING_ATTACKER_UNITS[PIECE_TYPE_COUNT] = {0, 4, 3, 4, 6, 0};
static const int SAFE_CHECK_UNITS[PIECE_TYPE_COUNT] = {0, 7, 4, 8, 6, 0};

EVALUATE_INLINE void note_attacks(Context *c, Color us, PieceType type, Bitboard attacks)
{
    c->double_attacks[us] |= c->all_attacks[us] & attacks;
    c->all_attacks[us] |= attacks;
    c->attacks[us][type] |= attacks;
    const Bitboard ring = c->king_ring[us ^ 1] & attacks;
    if (ring != 0) {
        c->ring_attackers[us]++;
        c->ring_units[us] += RING_ATTACKER_UNITS[type] + bits_count(ring);
    }
}

EVALUATE_INLINE Tapered evaluate_piece_type(Context *c, EvaluateTrace *trace, Color us, PieceType type)
{
    const Board *board = c->board;
    const Color them = color_opposite(us);
    const Bitboard own_pawns = board_pieces(board, us, PAWN);
    const Bitboard outposts = c->pawns->attacks[us] & ~c->pawns->attack_spans[them];
    const Bitboard pawn_shields = us == WHITE ? own_pawns >> 8 : own_pawns << 8;
    Tapered sum = 0;

    for (Bitboard b = board_pieces(board, us, type); b != 0;) {
        const Square square = (Square)bits_pop(&b);
        const Bitboard bit = square_bit(square);
        Bitboard attacks;
        if (type == KNIGHT)
            attacks = attacks_knight(square);
        else if (type == BISHOP) /* through own queens, as they work together */
            attacks = attacks_bishop(square, c->occupied ^ board_pieces(board, us, QUEEN));
        else if (type == ROOK)
            attacks = attacks_rook(square, c->occupied ^ (board_pieces(board, us, QUEEN) | board_pieces(board, us, ROOK)));
        else
            attacks = attacks_queen(square, c->occupied);
        note_attacks(c, us, type, attacks);
        const int mobility = bits_count(attacks & c->mobility_area[us]);

        sum += USE(material[type], 1) + USE(piece_square[type][folded_square(us, square)], 1);
        if (type == KNIGHT)
            sum += USE(knight_mobility[mobility], 1);
        else if (type == BISHOP)
            sum += USE(bishop_mobility[mobility], 1);
        else if (type == ROOK)
            sum += USE(rook_mobility[mobility], 1);
        else
            sum += USE(queen_mobility[mobility], 1);

        if (type == KNIGHT || type == BISHOP) {
            if (bit & outposts & (us == WHITE ? 0x00ffffff00000000u : 0x00000000ffffff00u))
                sum += type == KNIGHT ? USE(knight_outpost, 1) : USE(bishop_outpost, 1);
            if (bit & pawn_shields)
                sum += USE(minor_behind_pawn, 1);
        }
        if (type == BISHOP) {
            const Bitboard own_color = bit & DARK_SQUARES ? DARK_SQUARES : ~DARK_SQUARES;
            sum += USE(bishop_own_color_pawn, bits_count(own_pawns & own_color));
        }
        if (type == ROOK && (file_of(square) & own_pawns) == 0) {
            if (file_of(square) & board->by_type[PAWN])
                sum += USE(rook_half_open_file, 1);
            else
                sum += USE(rook_open_file, 1);
        }
    }
    if (type == BISHOP && bits_several(board_pieces(board, us, BISHOP)))
        sum += USE(bishop_pair, 1);
    return sum;
}

/* Pawns before the king: on its own and the two neighbouring files. */
EVALUATE_INLINE Tapered evaluate_shelter(const Context *c, EvaluateTrace *trace, Color us)
{
    const Board *board = c->board;
    const Square king = board_king(board, us);
    const int king_rank = rank_relative(us, king);
    const int centre = square_file(king) < 1 ? 1 : square_file(king) > 6 ? 6 : square_file(king);
    /* Pawns level with the king or before it. */
    const Bitboard king_row = (RANK_1 << (8 * square_rank(king)));
    const Bitboard relevant = king_row | front_span(us, king_row);
    const Bitboard own = board_pieces(board, us, PAWN) & relevant;
    const Bitboard enemy = board_pieces(board, color_opposite(us), PAWN) & relevant;
    Tapered sum = 0;

    for (int file = centre - 1; file <= centre + 1; file++) {
        const Bitboard on_file = FILE_A << file;
        const int edge = file < 4 ? file : 7 - file;
        const Bitboard ours = own & on_file;
        const Bitboard theirs = enemy & on_file;
        const int own_rank = ours == 0 ? 0 : rank_relative(us, (Square)(us == WHITE ? bits_lowest(ours) : bits_highest(ours)));
        const int enemy_rank = theirs == 0 ? 0 : rank_relative(us, (Square)(us == WHITE ? bits_lowest(theirs) : bits_highest(theirs)));
        /* Ranks are counted from the king, so that a king that has gone forward takes its shelter along. */
        sum += USE(shelter[edge][own_rank == 0 ? 0 : own_rank - (king_rank < own_rank ? king_rank : own_rank - 1)], 1);
        if (own_rank != 0 && enemy_rank == own_rank + 1)
            sum += USE(storm_blocked[own_rank], 1);
        else
            sum += USE(storm[edge][enemy_rank], 1);
    }
    if ((board->by_type[PAWN] & file_of(king)) == 0)
        sum += USE(king_open_file, 1);
    return sum;
}

EVALUATE_INLINE Tapered evaluate_king_of(Context *c, EvaluateTrace *trace, Color us)
{
    const Board *board = c->board;
    const Color them = color_opposite(us);
    const Square king = board_king(board, us);
    Tapered sum = USE(piece_square[KING][folded_square(us, king)], 1) + evaluate_shelter(c, trace, us);

    if (c->ring_attackers[them] + (board_pieces(board, them, QUEEN) != 0) >= 2) {
        int units = c->ring_units[them];
        /* Ring squares that only the king or queen defends. */
        const Bitboard weak = c->all_attacks[them] & ~c->double_attacks[us] &
                              (~c->all_attacks[us] | c->attacks[us][QUEEN] | c->attacks[us][KING]);
        units += 2 * bits_count(weak & c->king_ring[us]);
        const Bitboard safe = ~board->by_color[them] & (~c->all_attacks[us] | (weak & c->double_attacks[them]));
        const Bitboard diagonal = attacks_bishop(king, c->occupied);
        const Bitboard straight = attacks_rook(king, c->occupied);
        if (attacks_knight(king) & c->attacks[them][KNIGHT] & safe)
            units += SAFE_CHECK_UNITS[KNIGHT];
        if (diagonal & c->attacks[them][BISHOP] & safe)
            units += SAFE_CHECK_UNITS[BISHOP];
        if (straight & c->attacks[them][ROOK] & safe)
            units += SAFE_CHECK_UNITS[ROOK];
        if ((diagonal | straight) & c->attacks[them][QUEEN] & safe & ~c->attacks[us][QUEEN])
            units += SAFE_CHECK_UNITS[QUEEN];
        if (board_pieces(board, them, QUEEN) == 0)
            units -= 14;
        units = units < 0 ? 0 : units >= KING_DANGER_STEPS ? KING_DANGER_STEPS - 1 : units;
        sum += USE(king_danger[units], 1);
    }
    return sum;
}

EVALUATE_INLINE Tapered evaluate_passed_of(const Context *c, EvaluateTrace *trace, Color us)
{
    const Board *board = c->board;
    const Color them = color_opposite(us);
    Tapered sum = 0;
    for (Bitboard b = c->pawns->passed & board->by_color[us]; b != 0;) {
        const Square square = (Square)bits_pop(&b);
        const int rank = rank_relative(us, square);
        const Square ahead = (Square)(us == WHITE ? square + 8 : square - 8);
        if (square_bit(ahead) & board->by_color[them])
            sum += USE(passed_blocked[rank], 1);
        else if ((square_bit(ahead) & (c->occupied | c->all_attacks[them])) == 0)
            sum += USE(passed_free[rank], 1);
        if (rank >= 3) {
            sum += USE(passed_own_king[square_distance(board_king(board, us), ahead)], rank - 2);
            sum += USE(passed_enemy_king[square_distance(board_king(board, them), ahead)], rank - 2);
        }
    }
    return sum;
}

EVALUATE_INLINE Tapered evaluate_threats_by(const Context *c, EvaluateTrace *trace, Color us)
{
    const Board *board = c->board;
    const Color them = color_opposite(us);
    const Bitboard minors = c->attacks[us][KNIGHT] | c->attacks[us][BISHOP];
    const Bitboard poorly_protected = c->double_attacks[us] | ~c->all_attacks[them];
    Tapered sum = 0;
    for (int type = PAWN; type <= QUEEN; type++) {
        const Bitboard targets = board_pieces(board, them, (PieceType)type);
        const Bitboard weak = targets & ~c->pawns->attacks[them];
        if (type != PAWN)
            sum += USE(threat_by_pawn[type], bits_count(targets & c->pawns->attacks[us]));
        sum += USE(threat_by_minor[type], bits_count((type >= ROOK ? targets : weak) & minors));
        sum += USE(threat_by_rook[type], bits_count((type >= QUEEN ? targets : weak) & c->attacks[us][ROOK]));
    }
    const Bitboard enemy = board->by_color[them];
    const Bitboard weak = enemy & ~c->pawns->attacks[them] & poorly_protected;
    if (weak & c->attacks[us][KING])
        sum += USE(threat_by_king, 1);
    sum += USE(hanging, bits_count(enemy & c->all_attacks[us] & ~c->all_attacks[them] & ~board->by_type[PAWN]));

    Bitboard pushes = attacks_pawn_steps(us, board_pieces(board, us, PAWN)) & ~c->occupied;
    pushes |= attacks_pawn_steps(us, pushes & (us == WHITE ? RANK_3 : RANK_6)) & ~c->occupied;
    pushes &= ~c->pawns->attacks[them] & (c->all_attacks[us] | ~c->all_attacks[them]);
    sum += USE(pawn_push_threat, bits_count(attacks_pawns(us, pushes) & enemy & ~board->by_type[PAWN]));
    return sum;
}

static void prepare(Context *c, Color us)
{
    const Board *board = c->board;
    const Color them = color_opposite(us);
    const Square king = board_king(board, us);
    const Bitboard low_ranks = us == WHITE ? RANK_2 | RANK_3 : RANK_7 | RANK_6;
    const Bitboard own_pawns = board_pieces(board, us, PAWN);
    const Bitboard blocked = own_pawns & (us == WHITE ? c->occupied >> 8 : c->occupied << 8);

    /* Mobility counts where a piece may stand: not on own blocked or low pawns, king or queen, nor where a pawn takes it. */
    c->mobility_area[us] = ~((own_pawns & (blocked | low_ranks)) | board_pieces(board, us, KING) | board_pieces(board, us, QUEEN) |
                             c->pawns->attacks[them]);
    /* The ring of a king on the edge is moved inside, so that it always has nine squares. */
    const int file = square_file(king) < 1 ? 1 : square_file(king) > 6 ? 6 : square_file(king);
    const int rank = square_rank(king) < 1 ? 1 : square_rank(king) > 6 ? 6 : square_rank(king);
    const Square centre = square_make(file, rank);
    c->king_ring[us] = attacks_king(centre) | square_bit(centre);

    const Bitboard king_attacks = attacks_king(king);
    const Bitboard pawn_attacks = c->pawns->attacks[us];
    const Bitboard twice = us == WHITE ? (own_pawns & ~FILE_A) << 7 & (own_pawns & ~FILE_H) << 9
                                       : (own_pawns & ~FILE_H) >> 7 & (own_pawns & ~FILE_A) >> 9;
    c->attacks[us][PAWN] = pawn_attacks;
    c->attacks[us][KING] = king_attacks;
    c->all_attacks[us] = king_attacks | pawn_attacks;
    c->double_attacks[us] = (king_attacks & pawn_attacks) | twice;
}

static int game_phase(const Board *board)
{
    const int phase = bits_count(board->by_type[KNIGHT] | board->by_type[BISHOP]) + 2 * bits_count(board->by_type[ROOK]) +
                      4 * bits_count(board->by_type[QUEEN]);
    return phase < EVALUATE_PHASE_MAX ? phase : EVALUATE_PHASE_MAX;
}

EVALUATE_INLINE int evaluate_all(const Position *position, EvaluateCache *cache, EvaluateTrace *trace)
{
    const Board *board = &position->board;
    const Color us = position_side_to_move(position);
    int known;
    if (endgame_score(position, &known))
        return us == WHITE ? known : -known;

    PawnEntry local;
    PawnEntry *pawns = cache != NULL ? &cache->pawns[position->pawn_key & (PAWN_CACHE_SIZE - 1)] : &local;
    /* A key of zero, no pawns at all, would match an empty entry, whose content is then right as it is. */
    if (cache == NULL || pawns->key != position->pawn_key)
        evaluate_pawns(position, pawns, trace);

    Context c = {.board = board, .occupied = board_occupied(board), .pawns = pawns};
    prepare(&c, WHITE);
    prepare(&c, BLACK);

    Tapered sum = pawns->score;
    sum += evaluate_piece_type(&c, trace, WHITE, KNIGHT) - evaluate_piece_type(&c, trace, BLACK, KNIGHT);
    sum += evaluate_piece_type(&c, trace, WHITE, BISHOP) - evaluate_piece_type(&c, trace, BLACK, BISHOP);
    sum += evaluate_piece_type(&c, trace, WHITE, ROOK) - evaluate_piece_type(&c, trace, BLACK, ROOK);
    sum += evaluate_piece_type(&c, trace, WHITE, QUEEN) - evaluate_piece_type(&c, trace, BLACK, QUEEN);
    sum += evaluate_king_of(&c, trace, WHITE) - evaluate_king_of(&c, trace, BLACK);
    sum += evaluate_passed_of(&c, trace, WHITE) - evaluate_passed_of(&c, trace, BLACK);
    sum += evaluate_threats_by(&c, trace, WHITE) - evaluate_threats_by(&c, trace, BLACK);
    sum += us == WHITE ? USE(tempo, 1) : -USE(tempo, 1);

    const int phase = game_phase(board);
    const int endgame = tapered_endgame(sum);
    const int scale = endgame_scale(board, endgame >= 0 ? WHITE : BLACK);
    if (trace != NULL) {
        trace->phase = phase;
        trace->endgame_scale = scale;
    }
    const int score = (tapered_middlegame(sum) * phase + endgame * (EVALUATE_PHASE_MAX - phase) * scale / ENDGAME_SCALE_FULL) /
                      EVALUATE_PHASE_MAX;
    const int bounded = score > EVALUATION_LIMIT ? EVALUATION_LIMIT : score < -EVALUATION_LIMIT ? -EVALUATION_LIMIT : score;
    return us == WHITE ? bounded : -bounded;
}

int evaluate(const Position *position, EvaluateCache *cache)
{
    return evaluate_all(position, cache, NULL);
}

int evaluate_with_trace(const Position *position, EvaluateTrace *trace)
{
    memset(trace, 0, sizeof *trace);
    return evaluate_all(position, NULL, trace);
}
