/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/kpk.h"

#include "chess/attacks.h"

#include <string.h>

/* A position's number: side to move, black king, white king, and the pawn on files a–d, ranks 2–7; pawns on
 * the other files are mirrored. */
enum { PAWN_PLACES = 24, POSITIONS = 2 * 64 * 64 * PAWN_PLACES };

typedef enum Verdict { UNKNOWN, DRAWN, WON, IMPOSSIBLE } Verdict;

static uint64_t won[POSITIONS / 64];
static bool ready;

static unsigned index_of(Color side, Square black_king, Square white_king, Square pawn)
{
    const unsigned place = (unsigned)(square_file(pawn) + 4 * (square_rank(pawn) - 1));
    return (unsigned)side + 2 * (black_king + 64u * (white_king + 64u * place));
}

/* What can be said without looking ahead. */
static Verdict classify_at_once(Color side, Square black_king, Square white_king, Square pawn)
{
    const Bitboard pawn_attacks = attacks_pawn(WHITE, pawn);
    const Bitboard guarded = attacks_king(white_king);

    if (white_king == black_king || white_king == pawn || black_king == pawn || (guarded & square_bit(black_king)) ||
        (side == WHITE && (pawn_attacks & square_bit(black_king))))
        return IMPOSSIBLE;
    if (side == WHITE && square_rank(pawn) == 6) {
        const Square promotion = (Square)(pawn + 8);
        const bool safe = !(attacks_king(black_king) & square_bit(promotion)) || (guarded & square_bit(promotion));
        if (white_king != promotion && black_king != promotion && safe)
            return WON;
    }
    if (side == BLACK) {
        const Bitboard steps = attacks_king(black_king) & ~(guarded | pawn_attacks);
        if (steps == 0 || (steps & square_bit(pawn)))
            return DRAWN; /* stalemate, or the pawn falls */
    }
    return UNKNOWN;
}

/* The verdict that follows from the positions one move on: White wants WON among them, Black DRAWN. */
static Verdict classify_by_moves(const uint8_t *verdicts, Color side, Square black_king, Square white_king, Square pawn)
{
    unsigned seen = 0; /* bit set of verdicts */
    for (Bitboard b = attacks_king(side == WHITE ? white_king : black_king); b != 0;) {
        const Square to = (Square)bits_pop(&b);
        seen |= 1u << verdicts[side == WHITE ? index_of(BLACK, black_king, to, pawn) : index_of(WHITE, to, white_king, pawn)];
    }
    const Square ahead = (Square)(pawn + 8);
    if (side == WHITE && square_rank(pawn) < 6) {
        seen |= 1u << verdicts[index_of(BLACK, black_king, white_king, ahead)];
        if (square_rank(pawn) == 1 && ahead != white_king && ahead != black_king)
            seen |= 1u << verdicts[index_of(BLACK, black_king, white_king, (Square)(pawn + 16))];
    }
    if (side == WHITE)
        return seen & 1u << WON ? WON : seen & 1u << UNKNOWN ? UNKNOWN : DRAWN;
    return seen & 1u << DRAWN ? DRAWN : seen & 1u << UNKNOWN ? UNKNOWN : WON;
}

/* Runs over all positions; returns how many became known. */
static int sweep(uint8_t *verdicts, bool at_once)
{
    int decided = 0;
    for (int place = 0; place < PAWN_PLACES; place++)
        for (int white_king = 0; white_king < 64; white_king++)
            for (int black_king = 0; black_king < 64; black_king++)
                for (Color side = WHITE; side <= BLACK; side++) {
                    const Square pawn = square_make(place % 4, place / 4 + 1);
                    uint8_t *verdict = &verdicts[index_of(side, (Square)black_king, (Square)white_king, pawn)];
                    if (*verdict != UNKNOWN)
                        continue;
                    *verdict = (uint8_t)(at_once ? classify_at_once(side, (Square)black_king, (Square)white_king, pawn)
                                                 : classify_by_moves(verdicts, side, (Square)black_king, (Square)white_king, pawn));
                    decided += *verdict != UNKNOWN;
                }
    return decided;
}

void kpk_init(void)
{
    static uint8_t verdicts[POSITIONS];

    if (ready)
        return;
    memset(verdicts, UNKNOWN, sizeof verdicts);
    sweep(verdicts, true);
    while (sweep(verdicts, false) > 0)
        ;
    for (unsigned i = 0; i < POSITIONS; i++)
        if (verdicts[i] == WON)
            won[i / 64] |= (uint64_t)1 << i % 64;
    ready = true;
}

bool kpk_wins(Square white_king, Square pawn, Square black_king, Color side_to_move)
{
    assert(ready);
    if (square_file(pawn) > 3) {
        white_king ^= 7;
        pawn ^= 7;
        black_king ^= 7;
    }
    const unsigned index = index_of(side_to_move, black_king, white_king, pawn);
    return won[index / 64] >> index % 64 & 1;
}
