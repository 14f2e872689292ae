/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Perft suites: EPD files whose lines are `FEN ;D1 20 ;D2 400 …`. Blank lines and lines that begin with '#'
 * are ignored. A castling right without its rook is a mistake here, not corrected. Reading owns nothing; any thread.
 */
#ifndef CAROUSEL_PERFT_SUITE_H
#define CAROUSEL_PERFT_SUITE_H

#include "perft/perft.h"

enum { SUITE_MAX_COUNTS = 16 };

typedef struct SuiteCount {
    int depth;
    uint64_t nodes;
} SuiteCount;

typedef struct SuiteLine {
    Position position;
    int count;
    SuiteCount counts[SUITE_MAX_COUNTS];
} SuiteLine;

typedef enum SuiteRead { SUITE_LINE, SUITE_NOTHING /* blank or a comment */, SUITE_WRONG } SuiteRead;

/* Reads one line, which ends at '\0'. On SUITE_WRONG `message` says what is wrong with it. */
SuiteRead suite_read_line(const char *text, SuiteLine *line, char message[256]);

#endif
