/* SPDX-License-Identifier: GPL-3.0-only */
/* Attack tables against walking the board, and the portable bit operations against the fast ones. */
#include "chess/attacks.h"
#include "chess/chess.h"
#include "test.h"

static uint64_t random_state = 88172645463325252u;

/* xorshift64 */
static uint64_t next_random(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static void test_bits(void)
{
    for (int i = 0; i < 20000; i++) {
        const uint64_t b = next_random() & next_random();
        const uint64_t mask = next_random() & next_random();
        int slow = 0;
        for (int bit = 0; bit < 64; bit++)
            slow += (int)(b >> bit & 1);
        CHECK_INT(bits_count_portable(b), slow);
        CHECK_INT(bits_count(b), slow);
        uint64_t packed = 0;
        int next = 0;
        for (int bit = 0; bit < 64; bit++)
            if (mask >> bit & 1)
                packed |= (b >> bit & 1) << next++;
        CHECK(bits_extract_portable(b, mask) == packed);
#if BITS_HAVE_PEXT
        CHECK(bits_extract(b, mask) == packed);
#endif
    }
    CHECK_INT(bits_lowest(0x8000000000000100u), 8);
    CHECK_INT(bits_highest(0x8000000000000100u), 63);
}

static void test_sliders(void)
{
    int wrong = 0;
    for (int i = 0; i < 200000; i++) {
        const Square square = (Square)(next_random() % 64);
        const Bitboard occupied = next_random() & next_random();
        wrong += attacks_bishop(square, occupied) != attacks_slider_slow(BISHOP, square, occupied);
        wrong += attacks_rook(square, occupied) != attacks_slider_slow(ROOK, square, occupied);
        wrong += attacks_queen(square, occupied) != attacks_slider_slow(QUEEN, square, occupied);
    }
    CHECK_INT(wrong, 0);
}

/* Two subsets of a mask may share a slot only if the attacks are the same: true whether or not this build uses
 * magics to look up. */
static void test_magics(const SliderEntry entries[SQUARE_COUNT], PieceType type)
{
    static Bitboard slots[4096];
    int wrong = 0;
    for (int s = 0; s < SQUARE_COUNT; s++) {
        const SliderEntry *entry = &entries[s];
        memset(slots, 0, sizeof slots);
        Bitboard occupied = 0;
        do {
            const uint64_t index = attacks_index_magic(entry, occupied);
            const Bitboard attacks = attacks_slider_slow(type, (Square)s, occupied);
            if (slots[index] == 0)
                slots[index] = attacks;
            wrong += slots[index] != attacks;
            occupied = (occupied - entry->mask) & entry->mask;
        } while (occupied != 0);
    }
    CHECK_INT(wrong, 0);
}

static void test_known_squares(void)
{
    CHECK(attacks_knight(A1) == (square_bit(B1 + 16) | square_bit(C1 + 8)));
    CHECK(attacks_king(E1) == (square_bit(D1) | square_bit(F1) | square_bit(D1 + 8) | square_bit(E1 + 8) | square_bit(F1 + 8)));
    CHECK(attacks_pawn(WHITE, A1 + 8) == square_bit(B1 + 16));
    CHECK(attacks_pawn(BLACK, H8 - 8) == square_bit(G8 - 16));
    CHECK(attacks_between(A1, H8) == 0x0040201008040200u);
    CHECK(attacks_between(A1, B1) == 0);
    CHECK(attacks_between(A1, B1 + 16) == 0);
    CHECK(attacks_line(B1 + 8, C1 + 16) == 0x8040201008040201u);
    CHECK(attacks_line(A1, B1 + 16) == 0);
    CHECK(attacks_pawns(WHITE, RANK_2) == RANK_3);
    CHECK(attacks_pawns(BLACK, square_bit(H8)) == square_bit(G8 - 8));
}

int main(void)
{
    chess_init();
    test_bits();
    test_sliders();
    test_magics(attacks_bishop_entry, BISHOP);
    test_magics(attacks_rook_entry, ROOK);
    test_known_squares();
    return test_end("chess/attacks");
}
