/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Reading the journal: lines whose sums are right, the first line, and events.
 */
#include "record/journal.h"

#include "base/number.h"
#include "base/text.h"
#include "record/edition.h"
#include "record/journal_text.h"
#include "simul/settings_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

JournalReader journal_reader_open(const char *text, size_t length)
{
    return (JournalReader){text, length, 0, {0, 0}};
}

/* What a line whose sum is wrong means: never finished, or changed afterwards. */
static JournalResult judge_bad_line(const JournalReader *reader, const char *line, size_t length, char error[SIMUL_ERROR_SIZE])
{
    if (memchr(line, '\0', length) != NULL)
        return JOURNAL_TORN; /* space that was set aside but never written */
    snprintf(error, SIMUL_ERROR_SIZE, "the journal's line %llu has been changed: its sum is wrong",
             (unsigned long long)reader->state.number + 1);
    return JOURNAL_WRONG;
}

/* Copies the next whole line, its sum checked and taken off, to `*memory`, which grows as needed. */
static JournalResult next_line(JournalReader *reader, uint64_t check, char **memory, size_t *capacity, char error[SIMUL_ERROR_SIZE])
{
    const char *line = reader->text + reader->at;
    const size_t rest = reader->length - reader->at;
    if (rest == 0)
        return JOURNAL_END;
    const char *end = memchr(line, '\n', rest);
    if (end == NULL)
        return JOURNAL_TORN;
    const size_t length = (size_t)(end - line);
    uint64_t written;
    if (length < CHECK_DIGITS + 1 || line[length - CHECK_DIGITS - 1] != '\t' ||
        !journal_read_hex(line + length - CHECK_DIGITS, CHECK_DIGITS, &written) ||
        journal_sum(check, line, length - CHECK_DIGITS) != written)
        return judge_bad_line(reader, line, length, error);

    const size_t content = length - CHECK_DIGITS - 1;
    if (*capacity < content + 1) {
        char *grown = realloc(*memory, content + 256);
        if (grown == NULL) {
            snprintf(error, SIMUL_ERROR_SIZE, "out of memory");
            return JOURNAL_WRONG;
        }
        *memory = grown;
        *capacity = content + 256;
    }
    memcpy(*memory, line, content);
    (*memory)[content] = '\0';
    reader->state = (JournalState){written, reader->state.number + 1};
    reader->at += length + 1;
    return JOURNAL_LINE;
}

/* NUMBER, TIME and KIND. */
static bool read_head(char **rest, uint64_t expected, int64_t *time_ns, char **word)
{
    int64_t number;
    const char *first = journal_next_field(rest), *second = journal_next_field(rest);
    *word = journal_next_field(rest);
    return *word != NULL && number_parse(first, 0, INT64_MAX, &number) == NUMBER_OK && (uint64_t)number == expected &&
           number_parse(second, 0, INT64_MAX, time_ns) == NUMBER_OK;
}

static JournalResult wrong(const JournalReader *reader, char error[SIMUL_ERROR_SIZE], const char *what)
{
    snprintf(error, SIMUL_ERROR_SIZE, "the journal's line %llu cannot be read: %.160s", (unsigned long long)reader->state.number, what);
    return JOURNAL_WRONG;
}

void journal_header_destroy(JournalHeader *header)
{
    free(header->boards);
    free(header->strings);
    memset(header, 0, sizeof *header);
}

/* The identity has to be known before the sum can be checked. */
static bool find_identity(const JournalReader *reader, uint64_t *identity)
{
    static const char key[] = "\tidentity=";
    const size_t size = sizeof key - 1;
    for (size_t i = 0; i + size + CHECK_DIGITS <= reader->length && reader->text[i] != '\n'; i++)
        if (memcmp(reader->text + i, key, size) == 0)
            return journal_read_hex(reader->text + i + size, CHECK_DIGITS, identity);
    return false;
}

/* NULL, or what is wrong. */
static const char *add_board(JournalHeader *header, int *capacity, char *fields)
{
    if (header->count == *capacity) {
        const int room = *capacity == 0 ? 16 : 2 * *capacity;
        SimulBoardSetup *grown = realloc(header->boards, (size_t)room * sizeof *grown);
        if (grown == NULL)
            return "out of memory";
        header->boards = grown;
        *capacity = room;
    }
    SimulBoardSetup *setup = &header->boards[header->count++];
    simul_board_default(setup);
    for (char *field; (field = journal_next_field(&fields)) != NULL;) {
        char *value;
        if (!journal_split_field(field, &value) || !journal_take_setup_field(setup, field, value))
            return "a board is malformed";
    }
    return NULL;
}

/* What of a journal's first line has to be known before the rest of it can be understood. Values are not unescaped. */
static Text header_value(const char *line, const char *key)
{
    const size_t length = strlen(key);
    for (const char *tab = strchr(line, '\t'); tab != NULL; tab = strchr(tab + 1, '\t'))
        if (strncmp(tab + 1, key, length) == 0 && tab[1 + length] == '=') {
            const char *value = tab + length + 2;
            return (Text){value, strcspn(value, "\t")};
        }
    return (Text){"", 0};
}

/* False, with a sentence for people, if the journal is of another edition of the rules than today's. */
static bool check_edition(JournalHeader *header, char error[SIMUL_ERROR_SIZE])
{
    const Text edition = header_value(header->strings, "edition"), program = header_value(header->strings, "program");
    int64_t number = 1;
    if (edition.length > 0 && (!text_to_int(edition, &number) || number < 1 || number > INT32_MAX)) {
        snprintf(error, SIMUL_ERROR_SIZE, "the journal's edition of the rules cannot be read: %.*s", TEXT_SHOWN(edition));
        return false;
    }
    header->edition = (int)number;
    if (header->edition == edition_today())
        return true;
    char finisher[128];
    const char *earlier = edition_program(header->edition);
    if (earlier != NULL)
        snprintf(finisher, sizeof finisher, "%s", earlier);
    else
        snprintf(finisher, sizeof finisher, "a later %.*s", TEXT_SHOWN(program.length > 0 ? program : text_of("Carousel")));
    snprintf(error, SIMUL_ERROR_SIZE, "the journal is of edition %d of the rules, this program of edition %d: %s can finish it",
             header->edition, edition_today(), finisher);
    return false;
}

static const char *take_header_field(JournalHeader *header, int *capacity, char *field)
{
    char *value;
    if (!journal_split_field(field, &value))
        return "a field is malformed";
    if (field[0] == '.') {
        char reason[SIMUL_MESSAGE_SIZE];
        return simul_setting_set(&header->settings, field + 1, value, reason) ? NULL : "a setting is unknown or out of range";
    }
    if (strcmp(field, "version") == 0 || strcmp(field, "edition") == 0 || strcmp(field, "program") == 0 || strcmp(field, "identity") == 0)
        return NULL; /* known already */
    if (strcmp(field, "pgn-base") == 0) {
        int64_t base;
        if (number_parse(value, 0, INT64_MAX, &base) != NUMBER_OK)
            return "pgn-base is no number";
        header->pgn_base = (uint64_t)base;
        return NULL;
    }
    if (strcmp(field, "board") == 0)
        return add_board(header, capacity, value);
    return "an unknown field";
}

JournalResult journal_read_header(JournalReader *reader, JournalHeader *header, char error[SIMUL_ERROR_SIZE])
{
    static const char start[] = "0\t0\t" JOURNAL_HEADER_WORD "\tversion=";
    const size_t start_length = sizeof start - 1;
    memset(header, 0, sizeof *header);
    if (reader->length < start_length || memcmp(reader->text, start, start_length) != 0) {
        if (memcmp(reader->text, start, reader->length < start_length ? reader->length : start_length) == 0)
            return JOURNAL_TORN;
        snprintf(error, SIMUL_ERROR_SIZE, "this is not a journal of an exhibition");
        return JOURNAL_WRONG;
    }
    const char *named = reader->text + start_length;
    const size_t rest_length = reader->length - start_length;
    const size_t named_length = rest_length < sizeof JOURNAL_VERSION ? rest_length : sizeof JOURNAL_VERSION;
    if (memcmp(named, JOURNAL_VERSION "\t", named_length) != 0) {
        size_t shown = 0;
        while (shown < rest_length && shown < 40 && named[shown] > ' ' && named[shown] <= '~')
            shown++;
        snprintf(error, SIMUL_ERROR_SIZE, "the journal is of another version: %.*s, expected %s", (int)shown, named, JOURNAL_VERSION);
        return JOURNAL_WRONG;
    }
    if (!find_identity(reader, &header->identity)) {
        if (memchr(reader->text, '\n', reader->length) == NULL)
            return JOURNAL_TORN;
        snprintf(error, SIMUL_ERROR_SIZE, "the journal's first line has been changed: it names no exhibition");
        return JOURNAL_WRONG;
    }
    size_t capacity = 0;
    const JournalResult result = next_line(reader, header->identity, &header->strings, &capacity, error);
    if (result != JOURNAL_LINE)
        return result;
    if (!check_edition(header, error) || !edition_settings(&header->settings, error)) {
        journal_header_destroy(header);
        return JOURNAL_WRONG;
    }
    char *rest = header->strings, *word;
    const char *problem = NULL;
    int64_t time_ns;
    int room = 0;
    if (!read_head(&rest, 0, &time_ns, &word) || strcmp(word, JOURNAL_HEADER_WORD) != 0)
        problem = "it is not a journal's first line";
    for (char *field; problem == NULL && (field = journal_next_field(&rest)) != NULL;)
        problem = take_header_field(header, &room, field);
    if (problem == NULL)
        return JOURNAL_LINE;
    journal_header_destroy(header);
    return wrong(reader, error, problem);
}

void journal_event_destroy(JournalEvent *event)
{
    free(event->memory);
    memset(event, 0, sizeof *event);
}

static bool take_number(const char *value, int64_t least, int64_t *into)
{
    return number_parse(value, least, INT64_MAX, into) == NUMBER_OK;
}

/* The one number that an event may carry. Events that know none ignore it. */
static void take_number_of(SimulEvent *event, uint64_t number)
{
    switch (event->kind) {
    case SIMUL_EVENT_REPLY: event->request = number; break;
    case SIMUL_EVENT_DEADLINE: event->deadline = number; break;
    case SIMUL_EVENT_PAUSE:
    case SIMUL_EVENT_RESUME: event->if_possible = number != 0; break;
    case SIMUL_EVENT_ABORT: event->games_stand = number != 0; break;
    case SIMUL_EVENT_REOPEN:
        event->has_pgn_base = number != 0;
        event->pgn_base = number != 0 ? number - 1 : 0;
        break;
    default: break;
    }
}

static bool take_event_field(JournalEvent *journal, char *field)
{
    SimulEvent *event = &journal->event;
    char *value;
    int64_t number;
    if (!journal_split_field(field, &value))
        return false;
    if (strcmp(field, "text") == 0) {
        event->text = value;
        return true;
    }
    if (strcmp(field, "seat") == 0 && take_number(value, 0, &number)) {
        event->seat = (int)number;
        return true;
    }
    if (strcmp(field, "on") == 0 && take_number(value, INT32_MIN, &number)) {
        event->board = (int)number;
        return true;
    }
    if (strcmp(field, "by") == 0 && (strcmp(value, "exhibitor") == 0 || strcmp(value, "opponent") == 0)) {
        event->by = value[0] == 'e' ? SIMUL_BY_EXHIBITOR : SIMUL_BY_OPPONENT;
        return true;
    }
    if (strcmp(field, "number") == 0 && take_number(value, 0, &number)) {
        take_number_of(event, (uint64_t)number);
        return true;
    }
    if ((strcmp(field, "cp") == 0 || strcmp(field, "mate") == 0) && take_number(value, INT32_MIN, &number)) {
        event->has_score = true;
        event->is_mate = field[0] == 'm';
        event->score = (int)number;
        return true;
    }
    if (strcmp(field, "depth") == 0 && take_number(value, INT32_MIN, &number)) {
        event->depth = (int)number;
        return true;
    }
    if (event->kind != SIMUL_EVENT_JOIN)
        return false;
    event->setup = &journal->setup;
    return journal_take_setup_field(&journal->setup, field, value);
}

JournalResult journal_read_event(JournalReader *reader, JournalEvent *journal, char error[SIMUL_ERROR_SIZE])
{
    const uint64_t number = reader->state.number;
    const JournalResult result = next_line(reader, reader->state.check, &journal->memory, &journal->capacity, error);
    if (result != JOURNAL_LINE)
        return result;
    SimulEvent *event = &journal->event;
    memset(event, 0, sizeof *event);
    simul_board_default(&journal->setup);
    event->seat = SIMUL_OPERATOR;
    char *rest = journal->memory, *word;
    if (!read_head(&rest, number, &event->time_ns, &word))
        return wrong(reader, error, "number, time or kind");
    int kind = 0;
    while (kind < SIMUL_EVENT_COUNT && strcmp(journal_event_words[kind], word) != 0)
        kind++;
    if (kind == SIMUL_EVENT_COUNT)
        return wrong(reader, error, "an unknown kind of event");
    event->kind = (SimulEventKind)kind;
    for (char *field; (field = journal_next_field(&rest)) != NULL;)
        if (!take_event_field(journal, field))
            return wrong(reader, error, "an unknown or malformed field");
    return JOURNAL_LINE;
}
