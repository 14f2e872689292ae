/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/move_picker.h"

#include "engine/see.h"

#include <stddef.h>

enum Stage {
    TABLE_MOVE,
    GENERATE_NOISY,
    GOOD_NOISY,
    KILLER,
    GENERATE_QUIETS,
    QUIETS,
    BAD_NOISY,

    EVASION_TABLE_MOVE,
    GENERATE_EVASIONS,
    EVASIONS,

    QUIESCENCE_TABLE_MOVE,
    GENERATE_QUIESCENCE,
    QUIESCENCE,

    PROBCUT_TABLE_MOVE,
    GENERATE_PROBCUT,
    PROBCUT,

    FINISHED
};

static void init(MovePicker *picker, const Position *position, const LegalMasks *masks, Histories *histories,
                 PieceToHistory *const *continuations, Move table_move, enum Stage first)
{
    picker->position = position;
    picker->masks = masks;
    picker->histories = histories;
    picker->continuations = continuations;
    picker->killer = MOVE_NONE;
    picker->threshold = 0;
    picker->skip_quiets = false;
    picker->next = 0;
    picker->end = 0;
    picker->bad_count = 0;
    if (table_move != MOVE_NONE && !movegen_is_legal(&position->board, masks, table_move))
        table_move = MOVE_NONE;
    picker->table_move = table_move;
    picker->stage = (int)first + (table_move == MOVE_NONE);
}

void picker_init(MovePicker *picker, const Position *position, const LegalMasks *masks, Histories *histories,
                 PieceToHistory *const *continuations, Move table_move, Move killer)
{
    const enum Stage first = masks->checkers != 0 ? EVASION_TABLE_MOVE : TABLE_MOVE;
    init(picker, position, masks, histories, continuations, table_move, first);
    picker->killer = killer;
}

void picker_init_quiescence(MovePicker *picker, const Position *position, const LegalMasks *masks, Histories *histories,
                            PieceToHistory *const *continuations, Move table_move)
{
    const bool evasions = masks->checkers != 0;
    if (!evasions && table_move != MOVE_NONE && !move_is_noisy(position, table_move))
        table_move = MOVE_NONE;
    init(picker, position, masks, histories, continuations, table_move, evasions ? EVASION_TABLE_MOVE : QUIESCENCE_TABLE_MOVE);
}

void picker_init_probcut(MovePicker *picker, const Position *position, const LegalMasks *masks, Histories *histories, Move table_move,
                         int threshold)
{
    if (table_move != MOVE_NONE && (!movegen_is_legal(&position->board, masks, table_move) || !move_is_noisy(position, table_move) ||
                                    !see_at_least(position, table_move, threshold)))
        table_move = MOVE_NONE;
    init(picker, position, masks, histories, NULL, table_move, PROBCUT_TABLE_MOVE);
    picker->threshold = threshold;
}

/* Noisy moves by what they take, then by history; a promotion to anything but a queen comes last. */
static int noisy_score(const MovePicker *picker, Move move)
{
    int score = *history_capture(picker->histories, picker->position, move) + 16 * see_value[move_captured_type(picker->position, move)];
    if (move_kind(move) == MOVE_PROMOTION)
        score += move_promoted(move) == QUEEN ? 16 * see_value[QUEEN] : -32 * see_value[QUEEN];
    return score;
}

static int continuation_sum(const MovePicker *picker, Piece piece, Square to)
{
    PieceToHistory *const *c = picker->continuations;
    return (*c[0])[piece][to] + (*c[1])[piece][to] + (*c[2])[piece][to] / 2 + (*c[3])[piece][to] / 4;
}

static void generate_noisy(MovePicker *picker, int at)
{
    MoveList list;
    list.count = 0;
    movegen_noisy(&picker->position->board, picker->masks, &list);
    picker->next = at;
    picker->end = at;
    for (int i = 0; i < list.count; i++) {
        if (list.moves[i] == picker->table_move)
            continue;
        picker->moves[picker->end] = list.moves[i];
        picker->scores[picker->end++] = noisy_score(picker, list.moves[i]);
    }
}

/* Squares from which a piece of `type` would give check. */
static void check_squares(const Position *position, Bitboard squares[PIECE_TYPE_COUNT])
{
    const Board *board = &position->board;
    const Color them = color_opposite(position_side_to_move(position));
    const Square king = board_king(board, them);
    const Bitboard occupied = board_occupied(board);
    squares[PAWN] = attacks_pawn(them, king);
    squares[KNIGHT] = attacks_knight(king);
    squares[BISHOP] = attacks_bishop(king, occupied);
    squares[ROOK] = attacks_rook(king, occupied);
    squares[QUEEN] = squares[BISHOP] | squares[ROOK];
    squares[KING] = 0;
}

/* Squares where a piece of `type` stands or would stand attacked by something cheaper. */
static void cheap_threats(const Position *position, Bitboard threats[PIECE_TYPE_COUNT])
{
    const Board *board = &position->board;
    const Color them = color_opposite(position_side_to_move(position));
    const Bitboard occupied = board_occupied(board);
    const Bitboard by_pawns = attacks_pawns(them, board_pieces(board, them, PAWN));
    Bitboard by_minors = by_pawns;
    for (Bitboard b = board_pieces(board, them, KNIGHT); b != 0;)
        by_minors |= attacks_knight((Square)bits_pop(&b));
    for (Bitboard b = board_pieces(board, them, BISHOP); b != 0;)
        by_minors |= attacks_bishop((Square)bits_pop(&b), occupied);
    Bitboard by_rooks = by_minors;
    for (Bitboard b = board_pieces(board, them, ROOK); b != 0;)
        by_rooks |= attacks_rook((Square)bits_pop(&b), occupied);
    threats[PAWN] = 0;
    threats[KNIGHT] = by_pawns;
    threats[BISHOP] = by_pawns;
    threats[ROOK] = by_minors;
    threats[QUEEN] = by_rooks;
    threats[KING] = 0;
}

static void generate_quiets(MovePicker *picker)
{
    static const int ESCAPE_BONUS[PIECE_TYPE_COUNT] = {0, 7000, 7000, 12000, 20000, 0};
    enum { CHECK_BONUS = 9000 };
    const Position *position = picker->position;
    PieceToHistory *pawn_history = history_pawn(picker->histories, position);
    Bitboard checks[PIECE_TYPE_COUNT];
    Bitboard threats[PIECE_TYPE_COUNT];
    check_squares(position, checks);
    cheap_threats(position, threats);

    MoveList list;
    list.count = 0;
    movegen_quiet(&position->board, picker->masks, &list);
    picker->next = picker->bad_count;
    picker->end = picker->bad_count;
    for (int i = 0; i < list.count; i++) {
        const Move move = list.moves[i];
        if (move == picker->table_move || move == picker->killer)
            continue;
        const Square from = move_from(move);
        const Square to = move_to(move);
        const Piece piece = position_piece_on(position, from);
        const PieceType type = piece_type(piece);
        int score = *history_quiet(picker->histories, position, picker->masks->danger, move) + (*pawn_history)[piece][to] +
                    continuation_sum(picker, piece, to);
        if (checks[type] & square_bit(to) && see_at_least(position, move, -75))
            score += CHECK_BONUS;
        if (threats[type] & square_bit(from))
            score += ESCAPE_BONUS[type];
        if (threats[type] & square_bit(to))
            score -= ESCAPE_BONUS[type];
        picker->moves[picker->end] = move;
        picker->scores[picker->end++] = score;
    }
}

static void generate_evasions(MovePicker *picker)
{
    const int noisy_first = 1 << 24;
    const Position *position = picker->position;
    MoveList list;
    list.count = 0;
    movegen_noisy(&position->board, picker->masks, &list);
    const int noisy_count = list.count;
    movegen_quiet(&position->board, picker->masks, &list);
    picker->next = 0;
    picker->end = 0;
    for (int i = 0; i < list.count; i++) {
        const Move move = list.moves[i];
        if (move == picker->table_move)
            continue;
        const Piece piece = position_piece_on(position, move_from(move));
        int score;
        if (i < noisy_count)
            score = noisy_first + noisy_score(picker, move) - (int)piece_type(piece);
        else
            score = *history_quiet(picker->histories, position, picker->masks->danger, move) +
                    continuation_sum(picker, piece, move_to(move));
        picker->moves[picker->end] = move;
        picker->scores[picker->end++] = score;
    }
}

/* Takes the best of what is left: the lists are short and mostly not used up, so no sorting. */
static Move take_best(MovePicker *picker)
{
    int best = picker->next;
    for (int i = picker->next + 1; i < picker->end; i++)
        if (picker->scores[i] > picker->scores[best])
            best = i;
    const Move move = picker->moves[best];
    const int score = picker->scores[best];
    picker->moves[best] = picker->moves[picker->next];
    picker->scores[best] = picker->scores[picker->next];
    picker->moves[picker->next] = move;
    picker->scores[picker->next++] = score;
    return move;
}

static bool killer_is_usable(const MovePicker *picker)
{
    return picker->killer != MOVE_NONE && picker->killer != picker->table_move && !picker->skip_quiets &&
           movegen_is_legal(&picker->position->board, picker->masks, picker->killer) && !move_is_noisy(picker->position, picker->killer);
}

/* The next capture that does not lose; those that do are set aside. MOVE_NONE when all have been looked at. */
static Move take_good_noisy(MovePicker *picker)
{
    while (picker->next < picker->end) {
        const Move move = take_best(picker);
        /* A good history forgives a small loss, a bad one asks for a gain. */
        const int history = *history_capture(picker->histories, picker->position, move);
        if (see_at_least(picker->position, move, -history / 128))
            return move;
        picker->moves[picker->bad_count++] = move;
    }
    return MOVE_NONE;
}

/* The next one that wins as much as was asked for. */
static Move take_above_threshold(MovePicker *picker)
{
    while (picker->next < picker->end) {
        const Move move = take_best(picker);
        if (see_at_least(picker->position, move, picker->threshold))
            return move;
    }
    return MOVE_NONE;
}

Move picker_next(MovePicker *picker)
{
    Move move;
    while (true) {
        switch ((enum Stage)picker->stage) {
        case TABLE_MOVE:
        case EVASION_TABLE_MOVE:
        case QUIESCENCE_TABLE_MOVE:
        case PROBCUT_TABLE_MOVE: picker->stage++; return picker->table_move;
        case GENERATE_NOISY:
        case GENERATE_QUIESCENCE:
        case GENERATE_PROBCUT: generate_noisy(picker, 0); break;
        case GOOD_NOISY:
            if ((move = take_good_noisy(picker)) != MOVE_NONE)
                return move;
            break;
        case KILLER:
            picker->stage++;
            if (killer_is_usable(picker))
                return picker->killer;
            picker->killer = MOVE_NONE;
            continue;
        case GENERATE_QUIETS:
            if (!picker->skip_quiets)
                generate_quiets(picker);
            break;
        case QUIETS:
            if (!picker->skip_quiets && picker->next < picker->end)
                return take_best(picker);
            picker->next = 0;
            picker->end = picker->bad_count;
            break;
        case BAD_NOISY:
            if (picker->next < picker->end)
                return picker->moves[picker->next++];
            picker->stage = FINISHED;
            continue;
        case GENERATE_EVASIONS: generate_evasions(picker); break;
        case EVASIONS:
        case QUIESCENCE:
            if (picker->next < picker->end)
                return take_best(picker);
            picker->stage = FINISHED;
            continue;
        case PROBCUT:
            if ((move = take_above_threshold(picker)) != MOVE_NONE)
                return move;
            picker->stage = FINISHED;
            continue;
        case FINISHED: return MOVE_NONE;
        }
        picker->stage++;
    }
}

bool picker_gives_bad_captures(const MovePicker *picker)
{
    return picker->stage == BAD_NOISY;
}
