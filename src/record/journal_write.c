/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Writing the journal: the first line, and the line of each event.
 */
#include "record/journal.h"

#include "record/journal_text.h"
#include "simul/settings_table.h"
#include "version.h"

const char *const journal_event_words[SIMUL_EVENT_COUNT] = {
    [SIMUL_EVENT_READY] = "ready",   [SIMUL_EVENT_FAILED] = "failed",         [SIMUL_EVENT_ASKED] = "asked",
    [SIMUL_EVENT_REPLY] = "reply",   [SIMUL_EVENT_INCIDENT] = "incident",     [SIMUL_EVENT_OFFER] = "offer",
    [SIMUL_EVENT_ACCEPT] = "accept", [SIMUL_EVENT_DECLINE] = "decline",       [SIMUL_EVENT_CLAIM] = "claim",
    [SIMUL_EVENT_PASS] = "pass",     [SIMUL_EVENT_CONSENT] = "consent",       [SIMUL_EVENT_RESIGN] = "resign",
    [SIMUL_EVENT_TOUCH] = "touch",   [SIMUL_EVENT_TAKEBACK] = "takeback",     [SIMUL_EVENT_DEADLINE] = "deadline",
    [SIMUL_EVENT_START] = "start",   [SIMUL_EVENT_PAUSE] = "pause",           [SIMUL_EVENT_RESUME] = "resume",
    [SIMUL_EVENT_STOP] = "stop",     [SIMUL_EVENT_ABORT] = "abort",           [SIMUL_EVENT_JOIN] = "join",
    [SIMUL_EVENT_LEAVE] = "leave",   [SIMUL_EVENT_ADJUDICATE] = "adjudicate", [SIMUL_EVENT_REOPEN] = "reopen",
    [SIMUL_EVENT_TABLES] = "tables",
};

static size_t begin_line(JournalText *text, const JournalState *state, int64_t time_ns, const char *word)
{
    const size_t start = text->length;
    journal_put_int(text, (int64_t)state->number);
    journal_put(text, "\t", 1);
    journal_put_int(text, time_ns);
    journal_put(text, "\t", 1);
    journal_put_string(text, word);
    return start;
}

static void end_line(JournalText *text, JournalState *state, size_t start)
{
    journal_put(text, "\t", 1);
    if (text->failed)
        return;
    state->check = journal_sum(state->check, text->text + start, text->length - start);
    state->number++;
    journal_put_hex(text, state->check);
    journal_put(text, "\n", 1);
}

void journal_write_header(JournalText *text, JournalState *state, const JournalHeader *header)
{
    *state = (JournalState){header->identity, 0};
    const size_t start = begin_line(text, state, 0, JOURNAL_HEADER_WORD);
    journal_put_field(text, "version", JOURNAL_VERSION);
    if (header->edition > 1) { /* what wrote the first edition knows neither field */
        journal_put_number(text, "edition", header->edition);
        journal_put_field(text, "program", CAROUSEL_NAME);
    }
    journal_put_string(text, "\tidentity=");
    journal_put_hex(text, header->identity);
    journal_put_number(text, "pgn-base", (int64_t)header->pgn_base);

    size_t count;
    const SimulSetting *all = simul_settings_all(&count);
    for (size_t i = 0; i < count; i++) {
        char value[SIMUL_VALUE_SIZE];
        simul_setting_write(&header->settings, &all[i], value);
        journal_put_string(text, "\t.");
        journal_put_string(text, all[i].key);
        journal_put(text, "=", 1);
        journal_put_escaped(text, value);
    }
    JournalText board = {0};
    for (int i = 0; i < header->count; i++) {
        board.length = 0;
        journal_put_setup(&board, &header->boards[i]);
        text->failed |= board.failed;
        if (!text->failed)
            journal_put_field(text, "board", board.text + 1); /* without its first tab */
    }
    journal_text_destroy(&board);
    end_line(text, state, start);
}

/* The one number that an event may carry; 0: none. */
static uint64_t number_of(const SimulEvent *event)
{
    switch (event->kind) {
    case SIMUL_EVENT_REPLY: return event->request;
    case SIMUL_EVENT_DEADLINE: return event->deadline;
    case SIMUL_EVENT_PAUSE:
    case SIMUL_EVENT_RESUME: return event->if_possible;
    case SIMUL_EVENT_ABORT: return event->games_stand;
    case SIMUL_EVENT_REOPEN: return event->has_pgn_base ? event->pgn_base + 1 : 0;
    default: return 0;
    }
}

void journal_write_event(JournalText *text, JournalState *state, const SimulEvent *event)
{
    const size_t start = begin_line(text, state, event->time_ns, journal_event_words[event->kind]);
    if (event->seat != SIMUL_OPERATOR)
        journal_put_number(text, "seat", event->seat);
    if (event->board != 0)
        journal_put_number(text, "on", event->board);
    if (event->by != SIMUL_BY_EITHER)
        journal_put_field(text, "by", event->by == SIMUL_BY_EXHIBITOR ? "exhibitor" : "opponent");
    const uint64_t number = number_of(event);
    if (number != 0)
        journal_put_number(text, "number", (int64_t)number);
    if (event->has_score) {
        journal_put_number(text, event->is_mate ? "mate" : "cp", event->score);
        journal_put_number(text, "depth", event->depth);
    }
    if (event->text != NULL)
        journal_put_field(text, "text", event->text);
    if (event->setup != NULL)
        journal_put_setup(text, event->setup);
    end_line(text, state, start);
}
