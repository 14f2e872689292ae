/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The journal: the exhibition as the events it was made of, one checksummed line an event.
 *
 *     NUMBER TAB TIME TAB KIND TAB KEY=VALUE … TAB CHECK
 *
 * NUMBER counts from 0, TIME is in ns relative to the start, CHECK is a 64-bit sum over the line before it and the
 * CHECK of the line before, so that no line can be changed, left out or brought in from elsewhere unseen. Tabs, line
 * ends, backslashes and control characters in values are written \t \n \\ \xHH. Line 0 holds the format's version, the
 * edition of the rules (none given: 1), the identity, all settings and all boards: with it and the events the exhibition
 * is told whole.
 *
 * Writing makes text, reading takes text; files are record/session.h's business. One thread at a time.
 */
#ifndef CAROUSEL_RECORD_JOURNAL_H
#define CAROUSEL_RECORD_JOURNAL_H

#include "simul/core.h"

/* How lines are written. What they mean depends on the edition of the rules as well: record/edition.h. */
#define JOURNAL_VERSION "carousel-journal-1"

/* A growing text. */
typedef struct JournalText {
    char *text;
    size_t length, capacity;
    bool failed; /* memory ran out */
} JournalText;

void journal_text_destroy(JournalText *text);

/* Where a journal stands: what the next line's CHECK and NUMBER go on from. A plain value. */
typedef struct JournalState {
    uint64_t check;
    uint64_t number;
} JournalState;

typedef struct JournalHeader {
    SimulSettings settings;
    SimulBoardSetup *boards; /* with their strings in `strings`; owned */
    int count;
    char *strings;
    int edition; /* of the rules it is played by */
    uint64_t identity;
    uint64_t pgn_base; /* bytes that stood in the PGN file before the first game */
} JournalHeader;

void journal_header_destroy(JournalHeader *header);

/* Adds line 0 and sets `state`. */
void journal_write_header(JournalText *text, JournalState *state, const JournalHeader *header);

/* Adds the line of an event. */
void journal_write_event(JournalText *text, JournalState *state, const SimulEvent *event);

/* An event with memory of its own for what it points to. */
typedef struct JournalEvent {
    SimulEvent event;
    SimulBoardSetup setup;
    char *memory; /* owned; used again by the next reading */
    size_t capacity;
} JournalEvent;

void journal_event_destroy(JournalEvent *event);

/* Reading: from the start of the text, line after line. */
typedef struct JournalReader {
    const char *text;
    size_t length;
    size_t at; /* the first byte not read yet */
    JournalState state;
} JournalReader;

typedef enum JournalResult {
    JOURNAL_LINE, /* a whole line was read */
    JOURNAL_END,  /* nothing is left */
    JOURNAL_TORN, /* the rest, from `at`, is no whole line: it was cut off while being written */
    JOURNAL_WRONG /* `error` says what */
} JournalResult;

JournalReader journal_reader_open(const char *text, size_t length);

/* A journal of another edition than today's is wrong, with a sentence that names the program which can finish it. */
JournalResult journal_read_header(JournalReader *reader, JournalHeader *header, char error[SIMUL_ERROR_SIZE]);
JournalResult journal_read_event(JournalReader *reader, JournalEvent *event, char error[SIMUL_ERROR_SIZE]);

#endif
