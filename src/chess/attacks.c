/* SPDX-License-Identifier: GPL-3.0-only */
#include "chess/attacks.h"

#include <stddef.h>

SliderEntry attacks_bishop_entry[SQUARE_COUNT];
SliderEntry attacks_rook_entry[SQUARE_COUNT];
Bitboard attacks_knight_table[SQUARE_COUNT];
Bitboard attacks_king_table[SQUARE_COUNT];
Bitboard attacks_pawn_table[COLOR_COUNT][SQUARE_COUNT];
Bitboard attacks_between_table[SQUARE_COUNT][SQUARE_COUNT];
Bitboard attacks_line_table[SQUARE_COUNT][SQUARE_COUNT];

/* One slice a square and piece: 2 to the number of squares in its mask. */
enum { BISHOP_TABLE_SIZE = 5248, ROOK_TABLE_SIZE = 102400 };
static Bitboard slider_table[BISHOP_TABLE_SIZE + ROOK_TABLE_SIZE];

/* Multipliers that map every occupancy of the mask to its own slot, or to one with the same attacks;
 * found by trying sparse random numbers. */
/* clang-format off */
static const uint64_t bishop_magic[SQUARE_COUNT] = {
    0x10102002004a1420u, 0x8020040400584008u, 0x10510800811201c8u, 0x5204042080000088u,
    0x2204106880000002u, 0x1401042004000000u, 0x0400880410042004u, 0x0028208200a02020u,
    0x1500241990010e00u, 0x8001200182020a40u, 0x40004101030b0000u, 0x8002041042000100u,
    0x4010011041020038u, 0x0000010421044000u, 0x1500210808020a00u, 0x8000088400880520u,
    0x0405004010040100u, 0x1005823210040108u, 0x2708008102040011u, 0x4048200404009100u,
    0x0018104101400024u, 0x0003000601190101u, 0x8004803108491000u, 0x8014241200820800u,
    0x0006e080100c3040u, 0x0501044a11041800u, 0x9020300008004045u, 0x0894080000220040u,
    0x1001010083104000u, 0x5004030040900080u, 0x000400422c012400u, 0x0002128698404812u,
    0x1010108404900440u, 0x0928021182084100u, 0x2006080409020024u, 0x1010202020180080u,
    0xa010008200202200u, 0x2098015100019004u, 0x0002041440810811u, 0x802a02020000b098u,
    0x0009015090004060u, 0x4000821082081001u, 0x0100210040420800u, 0x0800004010488a00u,
    0x2000081104004040u, 0x4c8e029015000082u, 0x0420340322224842u, 0x1298260043400210u,
    0x0000822802400008u, 0x00008a0101600000u, 0x3040003412080021u, 0x3040290220884800u,
    0x4a1500401041004au, 0x8010200282020781u, 0x0020203142209091u, 0x0070300600902110u,
    0x0040808800b62048u, 0x0000810400c44420u, 0x00080400440c0441u, 0x8340080020840411u,
    0x0000000104208200u, 0x0000800810d00080u, 0x0400530411080200u, 0x4040702400932244u,
};

static const uint64_t rook_magic[SQUARE_COUNT] = {
    0x1080004008801020u, 0x0840092002c03000u, 0x1900200010400900u, 0x0880100008000480u,
    0x4200100420080200u, 0x8100020100080400u, 0x0200040110886200u, 0x0200008040220411u,
    0x0404800084400220u, 0x0000401000402000u, 0x0086001081220440u, 0x0408800800100280u,
    0x000a001201040820u, 0x8848800200840080u, 0x4001000100040200u, 0x0442000102105084u,
    0x9080010020804100u, 0x0040404000201009u, 0x0000808010002009u, 0x2200090021d00100u,
    0x0008008008040080u, 0x0004004002010040u, 0x0011040008015042u, 0x00000a0001768104u,
    0x0000800080204009u, 0x2010004140002001u, 0x9800200280100080u, 0x1000100080080080u,
    0x0442000a00049020u, 0x2100040080020080u, 0x0800120400900148u, 0x0010040a00128541u,
    0x2800804000800030u, 0x1010002000400041u, 0x4000200011004100u, 0x0610008410800800u,
    0x0400802402800800u, 0xc100020080800400u, 0x0002000802000401u, 0x0182085882000401u,
    0x0220204000808000u, 0x2860100040024022u, 0x0001002004110040u, 0x99101042000a0020u,
    0x0004080004008080u, 0x0010040002008080u, 0x2012004881020004u, 0x8300842444820011u,
    0x0088403882010200u, 0x0820400080210100u, 0x0110910040a00300u, 0x0801100280080480u,
    0x0242009008200600u, 0x1002000489500200u, 0x0040800200010080u, 0x0091800041000080u,
    0x0000209300488001u, 0x04c1002414824001u, 0x020020000b001041u, 0x7000100004200901u,
    0x8002002004100802u, 0x30010002084c0007u, 0x0888221800813004u, 0x4000002840840112u,
};
/* clang-format on */

static const int bishop_directions[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
static const int rook_directions[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

/* The squares from `square` on in one direction, up to and including the first occupied one.
 * Without `edge` the last square before the board's edge is left out. */
static Bitboard ray(Square square, const int direction[2], Bitboard occupied, bool edge)
{
    Bitboard squares = 0;
    int file = square_file(square) + direction[0];
    int rank = square_rank(square) + direction[1];
    while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
        const Bitboard bit = square_bit(square_make(file, rank));
        file += direction[0];
        rank += direction[1];
        if (!edge && (file < 0 || file > 7 || rank < 0 || rank > 7))
            break;
        squares |= bit;
        if (occupied & bit)
            break;
    }
    return squares;
}

static Bitboard rays(Square square, const int directions[4][2], Bitboard occupied, bool edge)
{
    Bitboard squares = 0;
    for (int i = 0; i < 4; i++)
        squares |= ray(square, directions[i], occupied, edge);
    return squares;
}

Bitboard attacks_slider_slow(PieceType type, Square square, Bitboard occupied)
{
    Bitboard squares = 0;
    if (type != ROOK)
        squares |= rays(square, bishop_directions, occupied, true);
    if (type != BISHOP)
        squares |= rays(square, rook_directions, occupied, true);
    return squares;
}

/* Fills the entries and the table slices of one kind of slider; returns where the next slice begins. */
static Bitboard *init_sliders(PieceType type, SliderEntry entries[SQUARE_COUNT], const uint64_t magics[SQUARE_COUNT], Bitboard *slice)
{
    for (int s = 0; s < SQUARE_COUNT; s++) {
        const Square square = (Square)s;
        SliderEntry *entry = &entries[square];
        entry->attacks = slice;
        entry->mask = rays(square, type == BISHOP ? bishop_directions : rook_directions, 0, false);
        entry->magic = magics[square];
        entry->shift = 64u - (unsigned)bits_count(entry->mask);

        Bitboard occupied = 0; /* runs through every subset of the mask (Carry-Rippler) */
        do {
#if BITS_HAVE_PEXT
            const uint64_t index = bits_extract(occupied, entry->mask);
#else
            const uint64_t index = attacks_index_magic(entry, occupied);
#endif
            slice[index] = attacks_slider_slow(type, square, occupied);
            occupied = (occupied - entry->mask) & entry->mask;
        } while (occupied != 0);
        slice += (size_t)1 << bits_count(entry->mask);
    }
    return slice;
}

/* The squares one jump away, for pieces that do not slide. */
static Bitboard jumps(Square square, const int (*offsets)[2], int count)
{
    Bitboard squares = 0;
    for (int i = 0; i < count; i++) {
        const int file = square_file(square) + offsets[i][0];
        const int rank = square_rank(square) + offsets[i][1];
        if (file >= 0 && file < 8 && rank >= 0 && rank < 8)
            squares |= square_bit(square_make(file, rank));
    }
    return squares;
}

static void init_lines(Square a)
{
    for (int s = 0; s < SQUARE_COUNT; s++) {
        const Square b = (Square)s;
        for (PieceType type = BISHOP; type <= ROOK; type++) {
            if (a == b || !(attacks_slider_slow(type, a, 0) & square_bit(b)))
                continue;
            attacks_between_table[a][b] = attacks_slider_slow(type, a, square_bit(b)) & attacks_slider_slow(type, b, square_bit(a));
            attacks_line_table[a][b] = (attacks_slider_slow(type, a, 0) & attacks_slider_slow(type, b, 0)) | square_bit(a) | square_bit(b);
        }
    }
}

void attacks_init(void)
{
    static const int knight_jumps[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    static const int king_steps[8][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
    static const int pawn_captures[COLOR_COUNT][2][2] = {{{-1, 1}, {1, 1}}, {{-1, -1}, {1, -1}}};

    if (attacks_king_table[A1] != 0)
        return;

    for (int s = 0; s < SQUARE_COUNT; s++) {
        const Square square = (Square)s;
        attacks_knight_table[square] = jumps(square, knight_jumps, 8);
        attacks_pawn_table[WHITE][square] = jumps(square, pawn_captures[WHITE], 2);
        attacks_pawn_table[BLACK][square] = jumps(square, pawn_captures[BLACK], 2);
        init_lines(square);
    }
    Bitboard *slice = init_sliders(BISHOP, attacks_bishop_entry, bishop_magic, slider_table);
    slice = init_sliders(ROOK, attacks_rook_entry, rook_magic, slice);
    assert(slice == slider_table + BISHOP_TABLE_SIZE + ROOK_TABLE_SIZE);
    (void)slice;
    for (int s = 0; s < SQUARE_COUNT; s++) /* last: marks the tables as filled */
        attacks_king_table[s] = jumps((Square)s, king_steps, 8);
}
