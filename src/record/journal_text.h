/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The journal's lines as text: fields, escapes, sums. Private to record.
 */
#ifndef CAROUSEL_RECORD_JOURNAL_TEXT_H
#define CAROUSEL_RECORD_JOURNAL_TEXT_H

#include "record/journal.h"

enum { CHECK_DIGITS = 16 };

/* The KIND of line 0, and of each event. */
#define JOURNAL_HEADER_WORD "exhibition"
extern const char *const journal_event_words[SIMUL_EVENT_COUNT];

/* Room for so many bytes more, which then can be put without failing. */
void journal_reserve(JournalText *text, size_t length);
void journal_put(JournalText *text, const char *bytes, size_t length);
void journal_put_string(JournalText *text, const char *string);
void journal_put_int(JournalText *text, int64_t value);
void journal_put_hex(JournalText *text, uint64_t value); /* CHECK_DIGITS of them */

/* The value escaped, so that it holds neither tabs nor line ends. */
void journal_put_escaped(JournalText *text, const char *value);

/* TAB KEY=VALUE. */
void journal_put_field(JournalText *text, const char *key, const char *value);
void journal_put_number(JournalText *text, const char *key, int64_t value);

uint64_t journal_sum(uint64_t previous, const char *bytes, size_t length);
bool journal_read_hex(const char *digits, size_t length, uint64_t *value);

/* Takes escapes out, in place. False if one is not well formed. */
bool journal_unescape(char *text);

/* Cuts the next field off at its tab. NULL if there is none. `*rest` goes on after it. */
char *journal_next_field(char **rest);

/* If the field is KEY=VALUE: cuts at '=', takes the value's escapes out, true. */
bool journal_split_field(char *field, char **value);

/* A board's setup as fields, and back: the strings stay where the fields stand. */
void journal_put_setup(JournalText *text, const SimulBoardSetup *setup);
bool journal_take_setup_field(SimulBoardSetup *setup, const char *key, const char *value);

#endif
