/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Writes tables of three men as files in the Syzygy format, so that the reader can be tested where there are no tables: all
 * values one after the other, packed into the few symbols below. It numbers positions by index.c, so it says nothing about that.
 */
#ifndef CAROUSEL_TESTS_TABLEBASE_TABLE_WRITER_H
#define CAROUSEL_TESTS_TABLEBASE_TABLE_WRITER_H

#include "retrograde.h"
#include "system/file.h"
#include "tablebase/index.h"

#include <stdio.h>
#include <string.h>

enum { WRITER_BYTES = 1 << 20, WRITER_BLOCK_BITS = 6, WRITER_SPAN_BITS = 7, WRITER_CODE_BITS = 7, WRITER_VALUES = 64 };

/* Symbols: 64 values, 64 pairs of equal values, and one, with a code of a single bit, for four of `common`. */
enum { WRITER_SYMBOLS = 2 * WRITER_VALUES + 1 };

typedef struct Writer {
    uint8_t *bytes;
    size_t size;
} Writer;

static void put(Writer *writer, uint64_t number, int count)
{
    for (int i = 0; i < count; i++)
        writer->bytes[writer->size++] = (uint8_t)(number >> 8 * i);
}

static void put_aligned(Writer *writer, size_t to)
{
    while (writer->size % to != 0)
        put(writer, 0, 1);
}

/* One layout and side, packed. */
typedef struct Packed {
    Layout layout;
    uint8_t *values;
    uint8_t common;
    uint8_t blocks[WRITER_BYTES / 4];
    uint16_t lengths[WRITER_BYTES / 64];
    uint32_t starts[WRITER_BYTES / 64]; /* the first position of each block */
    uint32_t count;                     /* blocks */
} Packed;

static void put_bits(uint8_t *block, unsigned *bit, unsigned code, int bits)
{
    for (int i = bits - 1; i >= 0; i--, ++*bit)
        if (code >> i & 1)
            block[*bit / 8] = (uint8_t)(block[*bit / 8] | 128 >> *bit % 8);
}

static void pack(Packed *packed)
{
    const uint32_t positions = (uint32_t)packed->layout.positions;
    const uint8_t *values = packed->values;
    unsigned seen[WRITER_VALUES] = {0};
    for (uint32_t i = 0; i < positions; i++)
        if (++seen[values[i]] > seen[packed->common])
            packed->common = values[i];
    memset(packed->blocks, 0, sizeof(packed->blocks));
    packed->count = 0;
    for (uint32_t i = 0; i < positions;) {
        uint8_t *block = packed->blocks + ((size_t)packed->count << WRITER_BLOCK_BITS);
        unsigned bit = 0;
        packed->starts[packed->count] = i;
        while (i < positions && bit + WRITER_CODE_BITS + 1 <= 8u << WRITER_BLOCK_BITS) {
            uint32_t run = 1;
            while (run < 4 && i + run < positions && values[i + run] == values[i])
                run++;
            if (run == 4 && values[i] == packed->common) {
                put_bits(block, &bit, 1, 1);
                i += 4;
            } else {
                put_bits(block, &bit, values[i] + (run > 1 ? WRITER_VALUES : 0u), WRITER_CODE_BITS + 1);
                i += run > 1 ? 2 : 1;
            }
        }
        packed->lengths[packed->count] = (uint16_t)(i - packed->starts[packed->count] - 1);
        packed->count++;
    }
}

static void put_header(Writer *writer, const Packed *packed, uint8_t flags)
{
    put(writer, flags, 1);
    put(writer, WRITER_BLOCK_BITS, 1);
    put(writer, WRITER_SPAN_BITS, 1);
    put(writer, 0, 1);
    put(writer, packed->count, 4);
    put(writer, WRITER_CODE_BITS + 1, 1);
    put(writer, 1, 1);
    for (int bits = 1; bits <= WRITER_CODE_BITS; bits++)
        put(writer, WRITER_SYMBOLS - 1, 2);
    put(writer, 0, 2);
    put(writer, WRITER_SYMBOLS, 2);
    for (unsigned symbol = 0; symbol < WRITER_SYMBOLS; symbol++) {
        const unsigned value = symbol % WRITER_VALUES;
        const unsigned left = symbol == WRITER_SYMBOLS - 1 ? (unsigned)WRITER_VALUES + packed->common : value;
        const unsigned right = symbol < WRITER_VALUES ? 0xfff : left;
        put(writer, left | right << 12, 3);
    }
    put_aligned(writer, 2);
}

static void put_index(Writer *writer, const Packed *packed)
{
    const uint32_t span = 1u << WRITER_SPAN_BITS;
    for (uint32_t i = 0; i < packed->layout.positions; i += span) {
        uint32_t block = 0;
        while (block + 1 < packed->count && packed->starts[block + 1] <= i + span / 2)
            block++;
        put(writer, block, 4);
        put(writer, i + span / 2 - packed->starts[block], 2);
    }
}

/* What is to be written for a position. */
typedef uint8_t WriterValue(const Retrograde *retrograde, const Board *board);

/* The men of a class in an order that a table may have. */
static void order_men(Layout *layout, const Count *count)
{
    int men = 0;
    for (int pass = 0; pass < 3; pass++)
        for (int i = 0; i < count->men; i++)
            if ((count->types[i] == PAWN ? 0 : count->types[i] == KING ? 1 : 2) == pass)
                layout->men[men++] = (uint8_t)((count->types[i] + 1) | (count->colors[i] == BLACK ? TABLE_BLACK_MAN : 0));
}

static void fill_values(Packed *packed, const Retrograde *retrograde, const Count *count, int file, int side, WriterValue *value)
{
    const uint32_t half = (uint32_t)positions_of(count) / 2; /* a side's numbers follow each other */
    packed->values = calloc(packed->layout.positions, 1);
    for (uint32_t number = half * (uint32_t)side; packed->values != NULL && number < half * ((uint32_t)side + 1); number++) {
        Board board;
        Square squares[TABLEBASE_MEN] = {0};
        const int first = number >> 6 * (count->men - 1) & 7; /* the file of the first man: of the pawn, if there is one */
        if ((packed->layout.pawns && first != file && 7 - first != file) || !board_of(count, number, &board))
            continue;
        for (int i = 0; i < count->men; i++) {
            const uint8_t man = packed->layout.men[i];
            squares[i] = (Square)bits_lowest(board_pieces(&board, man & TABLE_BLACK_MAN ? BLACK : WHITE, (PieceType)((man & 7) - 1)));
        }
        packed->values[index_position(&packed->layout, squares)] = value(retrograde, &board);
    }
}

/* The file of a class counted, of different sides, with up to one pawn; DTZ is for White to move and counts plies. free() the bytes. */
static uint8_t *write_table(const Retrograde *retrograde, Material material, bool dtz, WriterValue *value, size_t *size)
{
    static Packed packed[4][2];
    index_init();
    const Count *count = find(retrograde, material);
    const bool pawns = material_count(material, WHITE, PAWN) > 0;
    const int files = pawns ? 4 : 1, sides = dtz ? 1 : 2;
    Writer writer = {.bytes = calloc(1, WRITER_BYTES)};
    put(&writer, dtz ? 0xa50c66d7 : 0x5d23e871, 4);
    put(&writer, TABLE_DIFFERENT_SIDES | (pawns ? TABLE_PAWNS : 0), 1);
    for (int file = 0; file < files; file++) {
        put(&writer, 0, 1);
        for (int side = 0; side < sides; side++) {
            Packed *part = &packed[file][side];
            order_men(&part->layout, count);
            index_layout(&part->layout, material, file, 0, 15);
            fill_values(part, retrograde, count, file, side, value);
            pack(part);
        }
        for (int i = 0; i < count->men; i++)
            put(&writer, packed[file][0].layout.men[i] * 17u, 1);
    }
    put_aligned(&writer, 2);
    for (int step = 0; step < 4; step++)
        for (int file = 0; file < files; file++)
            for (int side = 0; side < sides; side++) {
                Packed *part = &packed[file][side];
                if (step == 0)
                    put_header(&writer, part, dtz ? TABLE_WIN_PLIES | TABLE_LOSS_PLIES : 0);
                else if (step == 1)
                    put_index(&writer, part);
                else if (step == 2)
                    for (uint32_t block = 0; block < part->count; block++)
                        put(&writer, part->lengths[block], 2);
                else {
                    put_aligned(&writer, 64);
                    memcpy(writer.bytes + writer.size, part->blocks, (size_t)part->count << WRITER_BLOCK_BITS);
                    writer.size += (size_t)part->count << WRITER_BLOCK_BITS;
                    free(part->values);
                }
            }
    put_aligned(&writer, 64);
    put(&writer, 0, 8); /* the checksum's place */
    put(&writer, 0, 8);
    *size = writer.size;
    return writer.bytes;
}

static uint8_t writer_wdl(const Retrograde *retrograde, const Board *board)
{
    int plies;
    return (uint8_t)(2 + 2 * retrograde_value(retrograde, board, &plies));
}

__attribute__((unused)) static uint8_t writer_always_won(const Retrograde *retrograde, const Board *board)
{
    (void)retrograde;
    (void)board;
    return 4;
}

static uint8_t writer_dtz(const Retrograde *retrograde, const Board *board)
{
    int plies;
    retrograde_value(retrograde, board, &plies);
    return (uint8_t)(plies == 0 ? 0 : plies - 1);
}

/* The class of a side's king and a man of that type against a king, and its file. */
static Material writer_class(int type)
{
    return (Material)1 << 4 * type;
}

static void writer_path(const char *folder, int type, bool dtz, char path[128])
{
    snprintf(path, 128, "%s/K%cvK.%s", folder, "PNBRQ"[type], dtz ? "rtbz" : "rtbw");
}

static bool writer_write(const char *folder, const Retrograde *retrograde, int type, bool dtz)
{
    size_t size;
    char path[128];
    writer_path(folder, type, dtz, path);
    uint8_t *bytes = write_table(retrograde, writer_class(type), dtz, dtz ? writer_dtz : writer_wdl, &size);
    const bool ok = file_replace(path, bytes, size, NULL);
    free(bytes);
    return ok;
}

/* All ten files of three men, counted before. */
static bool writer_write_all(const char *folder, const Retrograde *retrograde)
{
    bool ok = true;
    for (int type = PAWN; type < KING; type++)
        for (int dtz = 0; dtz < 2; dtz++)
            ok = writer_write(folder, retrograde, type, dtz) && ok;
    return ok;
}

static void writer_remove_all(const char *folder)
{
    for (int type = PAWN; type < KING; type++)
        for (int dtz = 0; dtz < 2; dtz++) {
            char path[128];
            writer_path(folder, type, dtz, path);
            file_remove(path, NULL);
        }
}

#endif
