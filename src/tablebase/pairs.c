/* SPDX-License-Identifier: GPL-3.0-only */
#include "tablebase/pairs.h"

#include "tablebase/format.h"

#include <stdlib.h>

enum { VALUE_MARK = 0xfff, SYMBOL_BYTES = 3, SYMBOL_VALUES_MOST = 256, BLOCK_BITS_MOST = 24, SPAN_BITS_MOST = 40 };

const uint8_t *pairs_take(PairsCursor *cursor, uint64_t bytes)
{
    if (bytes > cursor->size - cursor->at)
        return NULL;
    const uint8_t *part = cursor->data + cursor->at;
    cursor->at += (size_t)bytes;
    return part;
}

bool pairs_align(PairsCursor *cursor, size_t to)
{
    return pairs_take(cursor, (to - cursor->at % to) % to) != NULL;
}

static unsigned symbol_left(const Pairs *pairs, unsigned symbol)
{
    const uint8_t *bytes = pairs->symbol_data + SYMBOL_BYTES * symbol;
    return bytes[0] | (bytes[1] & 15u) << 8;
}

static unsigned symbol_right(const Pairs *pairs, unsigned symbol)
{
    const uint8_t *bytes = pairs->symbol_data + SYMBOL_BYTES * symbol;
    return bytes[1] >> 4 | (unsigned)bytes[2] << 4;
}

/* How many values a symbol stands for, 0 if there is no end of it: a tree of so few leaves is less deep than it has leaves.
 * `known` has 0 for symbols that have not been counted. */
static unsigned count_values(const Pairs *pairs, uint16_t *known, unsigned symbol, int depth)
{
    if (symbol >= pairs->symbols || depth >= SYMBOL_VALUES_MOST)
        return 0;
    if (known[symbol] == 0) {
        unsigned values = 1;
        if (symbol_right(pairs, symbol) != VALUE_MARK) {
            const unsigned left = count_values(pairs, known, symbol_left(pairs, symbol), depth + 1);
            const unsigned right = left == 0 ? 0 : count_values(pairs, known, symbol_right(pairs, symbol), depth + 1);
            values = right == 0 ? 0 : left + right;
        }
        if (values == 0 || values > SYMBOL_VALUES_MOST)
            return 0;
        known[symbol] = (uint16_t)values;
    }
    return known[symbol];
}

static const char *read_symbols(Pairs *pairs)
{
    uint16_t *known = calloc(pairs->symbols, sizeof(*known));
    pairs->symbol_values = malloc(pairs->symbols);
    const char *wrong = known == NULL || pairs->symbol_values == NULL ? "memory ran out" : NULL;
    for (unsigned symbol = 0; wrong == NULL && symbol < pairs->symbols; symbol++) {
        const unsigned values = count_values(pairs, known, symbol, 0);
        if (values == 0)
            wrong = "a symbol stands for no row of values";
        else
            pairs->symbol_values[symbol] = (uint8_t)(values - 1);
    }
    free(known);
    return wrong;
}

/* The first code of each length: half of what follows the last one of the next length. */
static const char *read_codes(Pairs *pairs, const uint8_t *first)
{
    const int shortest = pairs->code_shortest, longest = pairs->code_longest;
    uint64_t code = 0;
    for (int bits = longest; bits >= shortest; bits--) {
        pairs->first_symbol[bits] = (uint16_t)format_u16(first + 2 * (bits - shortest));
        if (bits < longest) {
            if (pairs->first_symbol[bits] < pairs->first_symbol[bits + 1])
                return "its codes are in no order";
            code = (code + pairs->first_symbol[bits] - pairs->first_symbol[bits + 1]) / 2;
        }
        if (code >> bits != 0)
            return "its codes are too many for their lengths";
        pairs->first_code[bits] = code << (64 - bits);
    }
    return pairs->first_symbol[shortest] >= pairs->symbols ? "its codes name symbols that are not there" : NULL;
}

const char *pairs_read_header(Pairs *pairs, uint64_t positions, PairsCursor *cursor)
{
    static const char *const cut = "its headers are cut off";
    *pairs = (Pairs){.flags = 0};
    const uint8_t *bytes = pairs_take(cursor, 2);
    if (bytes == NULL)
        return cut;
    pairs->flags = bytes[0];
    if (pairs->flags & TABLE_SINGLE) {
        pairs->single = bytes[1];
        return NULL;
    }
    pairs->block_bits = bytes[1];
    bytes = pairs_take(cursor, 8);
    if (bytes == NULL)
        return cut;
    pairs->span_bits = bytes[0];
    pairs->blocks = format_u32(bytes + 2);
    pairs->code_longest = bytes[6];
    pairs->code_shortest = bytes[7];
    if (pairs->block_bits > BLOCK_BITS_MOST || pairs->span_bits > SPAN_BITS_MOST || pairs->blocks == 0 || pairs->blocks > UINT32_MAX - 255)
        return "its blocks have an impossible size";
    if (pairs->code_shortest == 0 || pairs->code_shortest > pairs->code_longest || pairs->code_longest > PAIRS_CODE_MOST)
        return "its codes have an impossible length";
    pairs->lengths = pairs->blocks + bytes[1];
    pairs->spans = (positions + ((uint64_t)1 << pairs->span_bits) - 1) >> pairs->span_bits;
    const uint8_t *first = pairs_take(cursor, 2 * (uint64_t)(pairs->code_longest - pairs->code_shortest + 1));
    bytes = pairs_take(cursor, 2);
    if (first == NULL || bytes == NULL)
        return cut;
    pairs->symbols = (uint16_t)format_u16(bytes);
    pairs->symbol_data = pairs_take(cursor, (uint64_t)pairs->symbols * SYMBOL_BYTES);
    if (pairs->symbol_data == NULL || !pairs_align(cursor, 2))
        return cut;
    if (pairs->symbols == 0)
        return "it has no symbols";
    const char *wrong = read_codes(pairs, first);
    return wrong != NULL ? wrong : read_symbols(pairs);
}

void pairs_free(Pairs *pairs)
{
    free(pairs->symbol_values);
    pairs->symbol_values = NULL;
}

/* The bits of a block from `bit` on, the first of them on top: 57 or more, zeros after its end. */
static uint64_t peek(const uint8_t *block, size_t size, size_t bit)
{
    const size_t at = bit / 8;
    uint64_t bits = 0;
    if (size - at >= 8) {
        const uint8_t *b = block + at;
        bits = (uint64_t)b[0] << 56 | (uint64_t)b[1] << 48 | (uint64_t)b[2] << 40 | (uint64_t)b[3] << 32 | (uint64_t)b[4] << 24 |
               (uint64_t)b[5] << 16 | (uint64_t)b[6] << 8 | (uint64_t)b[7];
    } else {
        for (size_t i = 0; i < size - at; i++)
            bits |= (uint64_t)block[at + i] << (56 - 8 * i);
    }
    return bits << bit % 8;
}

/* The value at a place of a symbol's row. */
static unsigned symbol_value(const Pairs *pairs, unsigned symbol, unsigned place)
{
    while (pairs->symbol_values[symbol] > 0) {
        const unsigned left = symbol_left(pairs, symbol);
        const unsigned values = pairs->symbol_values[left] + 1u;
        if (place < values) {
            symbol = left;
        } else {
            place -= values;
            symbol = symbol_right(pairs, symbol);
        }
    }
    return symbol_left(pairs, symbol);
}

static bool block_value(const Pairs *pairs, uint32_t number, unsigned place, unsigned *value)
{
    const size_t size = (size_t)1 << pairs->block_bits;
    const uint8_t *block = pairs->block_data + number * size;
    for (size_t bit = 0; bit < size * 8;) {
        const uint64_t code = peek(block, size, bit);
        int bits = pairs->code_shortest;
        while (code < pairs->first_code[bits])
            bits++; /* (the longest begin at 0) */
        const uint64_t symbol = pairs->first_symbol[bits] + ((code - pairs->first_code[bits]) >> (64 - bits));
        bit += (size_t)bits;
        if (symbol >= pairs->symbols || bit > size * 8)
            return false;
        const unsigned values = pairs->symbol_values[symbol] + 1u;
        if (place < values) {
            *value = symbol_value(pairs, (unsigned)symbol, place);
            return true;
        }
        place -= values;
    }
    return false;
}

bool pairs_value(const Pairs *pairs, uint64_t position, unsigned *value)
{
    if (pairs->flags & TABLE_SINGLE) {
        *value = pairs->single;
        return true;
    }
    const uint64_t span = (uint64_t)1 << pairs->span_bits;
    const uint8_t *entry = pairs->span_data + 6 * (position >> pairs->span_bits);
    uint32_t block = format_u32(entry);
    int64_t place = (int64_t)format_u16(entry + 4) + (int64_t)(position & (span - 1)) - (int64_t)(span / 2);
    if (block >= pairs->lengths)
        return false;
    while (place < 0) {
        if (block-- == 0)
            return false;
        place += format_u16(pairs->length_data + 2 * (size_t)block) + 1;
    }
    for (;;) {
        const int64_t values = (int64_t)format_u16(pairs->length_data + 2 * (size_t)block) + 1;
        if (place < values)
            break;
        place -= values;
        if (++block >= pairs->lengths)
            return false;
    }
    return block < pairs->blocks && block_value(pairs, block, (unsigned)place, value);
}
