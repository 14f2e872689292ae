/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The packed values of one layout and side of a table: see "A header" and "Values" in format.h.
 *
 * What a header says is checked against itself and the file before it is believed; what the blocks say is checked while
 * it is read, so that no file whatever makes a reader leave its blocks. Any number of threads read one.
 */
#ifndef CAROUSEL_TABLEBASE_PAIRS_H
#define CAROUSEL_TABLEBASE_PAIRS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PAIRS_CODE_MOST = 32 };

typedef struct Pairs {
    uint8_t flags;
    uint16_t single; /* the value of all positions, if flags say so */
    uint8_t block_bits, span_bits;
    uint8_t code_shortest, code_longest;
    uint16_t symbols;
    uint32_t blocks, lengths; /* how many; lengths stand for all blocks and perhaps more */
    uint64_t spans;
    const uint8_t *symbol_data, *span_data, *length_data, *block_data; /* in the file */
    uint8_t *symbol_values;                                            /* how many values each symbol stands for, less one; owned */
    uint16_t first_symbol[PAIRS_CODE_MOST + 1];                        /* of the codes of each length */
    uint64_t first_code[PAIRS_CODE_MOST + 1];                          /* of the codes of each length, from bit 63 down */
} Pairs;

/* A place in a file, from which parts are taken one after the other. */
typedef struct PairsCursor {
    const uint8_t *data;
    size_t size, at; /* at <= size */
} PairsCursor;

/* The next bytes, or NULL if there are not so many. */
const uint8_t *pairs_take(PairsCursor *cursor, uint64_t bytes);

/* Goes on to a multiple of `to`; false if that lies outside. */
bool pairs_align(PairsCursor *cursor, size_t to);

/* Reads the header of that many positions. Returns NULL, or what is wrong, in words that follow "the file is damaged:".
 * Either way the result is to be given to pairs_free(). */
const char *pairs_read_header(Pairs *pairs, uint64_t positions, PairsCursor *cursor);
void pairs_free(Pairs *pairs);

/* The value of a position (less than the number in the header). False if the blocks do not say. */
bool pairs_value(const Pairs *pairs, uint64_t position, unsigned *value);

#endif
