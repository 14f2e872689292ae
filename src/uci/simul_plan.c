#include "uci/simul_plan.h"

#include "chess/fen.h"
#include "seats/spec.h"
#include "system/clock.h"
#include "system/file.h"
#include "system/thread.h"
#include "uci/simul_openings.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_BOARDS = 8, ELO_LEAST = 1000, ELO_MOST = 2200, SPEC_SIZE = 4096, RANGE_MAX = SIMUL_MAX_BOARDS };

__attribute__((format(printf, 2, 3))) static bool refuse(char message[SIMUL_MESSAGE_SIZE], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, SIMUL_MESSAGE_SIZE, format, arguments);
    va_end(arguments);
    return false;
}

static char *copy_text(Text text)
{
    char *copy = malloc(text.length + 1);
    if (copy != NULL)
        text_copy(text, copy, text.length + 1);
    return copy;
}

static bool replace_text(char **owned, const char **shown, Text text, char message[SIMUL_MESSAGE_SIZE])
{
    char *copy = copy_text(text);
    if (copy == NULL)
        return refuse(message, "out of memory");
    free(*owned);
    *owned = copy;
    *shown = copy;
    return true;
}

void simul_plan_init(SimulPlan *plan)
{
    memset(plan, 0, sizeof *plan);
    simul_choices_init(&plan->choices);
}

void plan_board_clear(PlanBoard *board)
{
    free(board->name);
    free(board->spec);
    free(board->fen);
    free(board->moves);
    free(board->opening);
    memset(board, 0, sizeof *board);
    simul_board_default(&board->setup);
}

void simul_plan_destroy(SimulPlan *plan)
{
    for (int i = 0; i < plan->count; i++)
        plan_board_clear(&plan->boards[i]);
    free(plan->boards);
    memset(plan, 0, sizeof *plan);
}

static bool resize(SimulPlan *plan, int count, char message[SIMUL_MESSAGE_SIZE])
{
    for (int i = count; i < plan->count; i++)
        plan_board_clear(&plan->boards[i]);
    if (count > 0) {
        PlanBoard *boards = realloc(plan->boards, (size_t)count * sizeof *boards);
        if (boards == NULL)
            return refuse(message, "no memory for %d boards", count);
        plan->boards = boards;
    }
    for (int i = plan->count; i < count; i++) {
        memset(&plan->boards[i], 0, sizeof plan->boards[i]);
        simul_board_default(&plan->boards[i].setup);
    }
    plan->count = count;
    return true;
}

/* Boards added for a seat that turned out wrong go again. */
static void shrink(SimulPlan *plan, int count)
{
    for (int i = count; i < plan->count; i++)
        plan_board_clear(&plan->boards[i]);
    if (count < plan->count)
        plan->count = count;
}

static bool set_boards(SimulPlan *plan, Text value, char message[SIMUL_MESSAGE_SIZE])
{
    int64_t count;
    if (!text_to_int(value, &count) || count < 1 || count > SIMUL_MAX_BOARDS)
        return refuse(message, "boards takes a whole number, 1 to %d, not \"%.*s\"", SIMUL_MAX_BOARDS,
                      (int)(value.length < 60 ? value.length : 60), value.data);
    plan->count_given = true;
    return resize(plan, (int)count, message);
}

static bool set_deal(SimulPlan *plan, Text value, char message[SIMUL_MESSAGE_SIZE])
{
    static const char *const WORDS[] = {"order", "random", "same"};
    for (int i = 0; i < 3; i++) {
        if (text_is(value, WORDS[i])) {
            plan->deal = (PlanDeal)i;
            return true;
        }
    }
    return refuse(message, "deal takes order, random or same, not \"%.*s\"", (int)(value.length < 60 ? value.length : 60), value.data);
}

static bool is_none(Text value)
{
    return value.length == 0 || text_is(value, "none") || text_is(value, "off");
}

bool simul_plan_setting(SimulPlan *plan, Text key, Text value, char message[SIMUL_MESSAGE_SIZE])
{
    bool needs_value;
    if (text_is(key, "boards"))
        return set_boards(plan, value, message);
    if (text_is(key, "deal"))
        return set_deal(plan, value, message);
    if (!simul_choice_known(key, &needs_value))
        return refuse(message, "no setting is called \"%.*s\"; `simul help new` lists them", (int)(key.length < 60 ? key.length : 60),
                      key.data);
    if (!needs_value && value.length == 0)
        value = text_of("on");
    const bool pgn = text_is(key, "pgn");
    const bool journal = text_is(key, "journal");
    if ((pgn || journal || text_is(key, "openings") || text_is(key, "tc") || text_is(key, "opponent-tc")) && is_none(value))
        value = text_of("");
    if (!simul_choice_take(&plan->choices, key, value, message))
        return false;
    plan->limit_given = plan->limit_given || plan->choices.limited;
    plan->pgn_given = plan->pgn_given || pgn;
    plan->journal_given = plan->journal_given || journal;
    plan->thinkers_given = plan->thinkers_given || text_is(key, "thinkers");
    plan->seed_given = plan->seed_given || text_is(key, "seed");
    return true;
}

/* The number behind `draws accept`, with or without `cp`, is part of the value. */
static void take_draws_number(Text *rest, char value[SIMUL_VALUE_SIZE])
{
    Text peek = *rest;
    Text word;
    int64_t number;
    text_next(&peek, &word);
    if (text_is(word, "cp"))
        text_next(&peek, &word);
    if (!text_to_int(word, &number))
        return;
    const size_t length = strlen(value);
    snprintf(value + length, SIMUL_VALUE_SIZE - length, " %lld", (long long)number);
    *rest = peek;
}

/* Key and value off the front of `*rest`; a switch may stand alone. */
static bool take_pair(Text *rest, Text *key, char value[SIMUL_VALUE_SIZE], char message[SIMUL_MESSAGE_SIZE])
{
    const char *fault;
    bool needs_value = true;
    bool on;
    value[0] = '\0';
    text_next(rest, key);
    simul_choice_known(*key, &needs_value);
    Text peek = *rest;
    Text word;
    text_next(&peek, &word);
    if (!needs_value && !simul_switch_word(word, &on))
        return true;
    if (!text_next_quoted(rest, value, SIMUL_VALUE_SIZE, &fault))
        return refuse(message, "%.*s: %s", (int)(key->length < 60 ? key->length : 60), key->data,
                      fault != NULL ? fault : "a value is missing");
    if (text_is(*key, "draws") && text_is(text_of(value), "accept"))
        take_draws_number(rest, value);
    return true;
}

static bool read_settings(SimulPlan *plan, Text words, char message[SIMUL_MESSAGE_SIZE])
{
    Text key;
    char value[SIMUL_VALUE_SIZE];
    words = text_trim(words);
    while (words.length > 0) {
        if (!take_pair(&words, &key, value, message) || !simul_plan_setting(plan, key, text_of(value), message))
            return false;
        words = text_trim(words);
    }
    return true;
}

bool simul_plan_settings(SimulPlan *plan, Text words, char message[SIMUL_MESSAGE_SIZE])
{
    /* A trial run first, so that a mistake in the middle leaves everything as it was. */
    SimulPlan trial;
    simul_plan_init(&trial);
    trial.choices = plan->choices;
    const bool valid = read_settings(&trial, words, message);
    simul_plan_destroy(&trial);
    return valid && read_settings(plan, words, message);
}

/* --- seats --- */

static bool is_kind(Text word)
{
    return text_is(word, "engine") || text_is(word, "builtin") || text_is(word, "manual");
}

/* Four or six words, or the same in quotes. */
static bool take_fen(PlanBoard *board, const char *label, Text *rest, char message[SIMUL_MESSAGE_SIZE])
{
    char text[512];
    char fen[FEN_SIZE];
    Position position;
    FenReport report;
    const char *fault;
    *rest = text_trim(*rest);
    const bool quoted = rest->length > 0 && rest->data[0] == '"';
    if (!quoted)
        text_copy(*rest, text, sizeof text);
    else if (!text_next_quoted(rest, text, sizeof text, &fault))
        return refuse(message, "%s: fen: %s", label, fault);
    if (!fen_parse(text, FEN_LENIENT, &position, &report))
        return refuse(message, "%s: fen: %s", label, report.message);
    if (!quoted) {
        rest->data += report.length;
        rest->length -= report.length;
    }
    fen_write(&position, fen);
    return replace_text(&board->fen, &board->setup.fen, text_of(fen), message);
}

static bool take_number(const char *label, Text key, const char *value, int64_t most, int64_t *number, char message[SIMUL_MESSAGE_SIZE])
{
    if (text_to_int(text_of(value), number) && *number >= 0 && *number <= most)
        return true;
    return refuse(message, "%s: %.*s takes a whole number, 0 to %lld, not \"%.60s\"", label, (int)(key.length < 60 ? key.length : 60),
                  key.data, (long long)most, value);
}

static bool take_override(PlanBoard *board, const char *label, Text key, const char *value, char message[SIMUL_MESSAGE_SIZE])
{
    SimulBoardSetup *setup = &board->setup;
    const struct {
        const char *key;
        int64_t *wide;
        int *small;
    } numbers[] = {
        {"reply", &setup->reply_ms, NULL},  {"lag", &setup->lag_ms, NULL},    {"illegal", NULL, &setup->illegal},
        {"misses", NULL, &setup->misses},   {"passes", NULL, &setup->passes}, {"exchanges", NULL, &setup->exchanges},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        int64_t number;
        if (!text_is(key, numbers[i].key))
            continue;
        if (!take_number(label, key, value, numbers[i].wide != NULL ? 1000000000 : 1000000, &number, message))
            return false;
        if (number == 0 && (text_is(key, "reply") || text_is(key, "illegal")))
            return refuse(message, "%s: %.*s must be at least 1", label, (int)key.length, key.data);
        if (numbers[i].wide != NULL)
            *numbers[i].wide = number;
        else
            *numbers[i].small = (int)number;
        return true;
    }
    if (text_is(key, "color") || text_is(key, "colour")) {
        if (!text_is(text_of(value), "white") && !text_is(text_of(value), "black"))
            return refuse(message, "%s: color takes white or black (A's), not \"%.60s\"", label, value);
        setup->color = text_is(text_of(value), "white") ? SIMUL_COLOR_WHITE : SIMUL_COLOR_BLACK;
        return true;
    }
    if (text_is(key, "name"))
        return replace_text(&board->name, &setup->name, text_of(value), message);
    if (text_is(key, "moves"))
        return replace_text(&board->moves, &setup->moves, text_of(value), message);
    if (text_is(key, "opening"))
        return replace_text(&board->opening, &setup->opening, text_of(value), message);
    return refuse(message, "%s: expected engine, builtin or manual, or one of name, fen, moves, color, reply, lag, illegal, misses, "
                           "passes, exchanges, not \"%.*s\"",
                  label, (int)(key.length < 60 ? key.length : 60), key.data);
}

static bool take_spec(PlanBoard *board, const char *label, Text spec, char message[SIMUL_MESSAGE_SIZE])
{
    char text[SPEC_SIZE];
    SeatSpec parsed;
    SystemError error;
    if (spec.length >= sizeof text)
        return refuse(message, "%s: the description of the player is too long", label);
    text_copy(spec, text, sizeof text);
    if (!seat_spec_parse(text, &parsed, &error))
        return refuse(message, "%s: %s", label, error.message);
    board->setup.kind = parsed.kind == SEAT_ENGINE    ? SIMUL_SEAT_ENGINE
                        : parsed.kind == SEAT_BUILTIN ? SIMUL_SEAT_BUILTIN
                                                      : SIMUL_SEAT_MANUAL;
    board->setup.remote = parsed.remote;
    seat_spec_destroy(&parsed);
    return replace_text(&board->spec, &board->setup.spec, text_trim(spec), message);
}

bool plan_board_read(PlanBoard *board, const char *label, Text words, char message[SIMUL_MESSAGE_SIZE])
{
    words = text_trim(words);
    while (words.length > 0) {
        Text rest = words;
        Text key;
        char value[SIMUL_VALUE_SIZE];
        const char *fault;
        text_next(&rest, &key);
        if (is_kind(key))
            return take_spec(board, label, words, message);
        if (text_is(key, "fen")) {
            if (!take_fen(board, label, &rest, message))
                return false;
        } else {
            if (!text_next_quoted(&rest, value, sizeof value, &fault) && fault != NULL)
                return refuse(message, "%s: %.*s: %s", label, (int)(key.length < 60 ? key.length : 60), key.data, fault);
            if (!take_override(board, label, key, value, message))
                return false;
        }
        words = text_trim(rest);
    }
    return true;
}

static bool copy_board(PlanBoard *to, const PlanBoard *from, char message[SIMUL_MESSAGE_SIZE])
{
    memset(to, 0, sizeof *to);
    to->setup = from->setup;
    const struct {
        char **owned;
        const char **shown;
        const char *text;
    } texts[] = {
        {&to->name, &to->setup.name, from->name},    {&to->spec, &to->setup.spec, from->spec},
        {&to->fen, &to->setup.fen, from->fen},       {&to->moves, &to->setup.moves, from->moves},
        {&to->opening, &to->setup.opening, from->opening},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].text != NULL && !replace_text(texts[i].owned, texts[i].shown, text_of(texts[i].text), message))
            return false;
    return true;
}

static bool change_board(SimulPlan *plan, int number, Text words, char message[SIMUL_MESSAGE_SIZE])
{
    PlanBoard draft;
    char label[32];
    snprintf(label, sizeof label, "seat %d", number);
    if (!copy_board(&draft, &plan->boards[number - 1], message) || !plan_board_read(&draft, label, words, message)) {
        plan_board_clear(&draft);
        return false;
    }
    plan_board_clear(&plan->boards[number - 1]);
    plan->boards[number - 1] = draft;
    return true;
}

/* "3", "2-5" or "all". */
static bool read_range(const SimulPlan *plan, Text word, int *first, int *last, char message[SIMUL_MESSAGE_SIZE])
{
    const int most = plan->count_given ? plan->count : RANGE_MAX;
    int64_t from = 0;
    int64_t to = 0;
    size_t dash = 0;
    while (dash < word.length && word.data[dash] != '-')
        dash++;
    bool valid = text_to_int((Text){word.data, dash}, &from);
    to = from;
    if (valid && dash < word.length)
        valid = text_to_int((Text){word.data + dash + 1, word.length - dash - 1}, &to);
    if (text_is(word, "all") && plan->count > 0) {
        valid = true;
        from = 1;
        to = plan->count;
    }
    if (!valid || from < 1 || to < from)
        return refuse(message, "seat: expected a board's number, like 3, or a range, like 2-5, not \"%.*s\"",
                      (int)(word.length < 60 ? word.length : 60), word.data);
    if (to > most)
        return refuse(message, "seat %lld: there are %d boards", (long long)to, most);
    *first = (int)from;
    *last = (int)to;
    return true;
}

bool simul_plan_seat(SimulPlan *plan, Text words, char message[SIMUL_MESSAGE_SIZE])
{
    Text word;
    int first = 0;
    int last = 0;
    text_next(&words, &word);
    if (!read_range(plan, word, &first, &last, message))
        return false;
    /* All boards take the same words: what the first takes, the others take. */
    const int before = plan->count;
    if (last > plan->count && !resize(plan, last, message))
        return false;
    for (int number = first; number <= last; number++) {
        if (change_board(plan, number, words, message))
            continue;
        shrink(plan, before);
        return false;
    }
    return true;
}

bool simul_plan_add(SimulPlan *plan, Text words, char message[SIMUL_MESSAGE_SIZE])
{
    int number = 1;
    while (number <= plan->count && plan->boards[number - 1].spec != NULL)
        number++;
    if (number > plan->count) {
        if (plan->count_given)
            return refuse(message, "there are more opponents than boards (%d)", plan->count);
        if (!resize(plan, number, message))
            return false;
        if (!change_board(plan, number, words, message)) {
            shrink(plan, number - 1);
            return false;
        }
        return true;
    }
    return change_board(plan, number, words, message);
}

bool simul_plan_exhibitor(SimulPlan *plan, Text words, char message[SIMUL_MESSAGE_SIZE])
{
    SimulSettings *settings = &plan->choices.settings;
    Text word;
    words = text_trim(words);
    char name[SIMUL_TEXT_SIZE];
    bool named = false;
    Text rest = words;
    if (text_next(&rest, &word) && text_is(word, "name")) {
        const char *fault;
        if (!text_next_quoted(&rest, name, sizeof name, &fault))
            return refuse(message, "exhibitor: name: %s", fault != NULL ? fault : "a value is missing");
        named = true;
        words = text_trim(rest);
    }
    if (words.length > 0) {
        PlanBoard draft;
        memset(&draft, 0, sizeof draft);
        rest = words;
        text_next(&rest, &word);
        if (!is_kind(word))
            return refuse(message, "exhibitor: expected engine, builtin or manual, not \"%.*s\"",
                          (int)(word.length < 60 ? word.length : 60), word.data);
        if (words.length >= sizeof settings->exhibitor_spec)
            return refuse(message, "exhibitor: the description of the player is too long");
        const bool valid = take_spec(&draft, "exhibitor", words, message);
        const SimulSeatKind kind = draft.setup.kind;
        plan_board_clear(&draft);
        if (!valid)
            return false;
        settings->exhibitor_kind = kind;
        text_copy(words, settings->exhibitor_spec, sizeof settings->exhibitor_spec);
    } else if (!named) {
        return refuse(message, "exhibitor: expected engine COMMAND, builtin or manual");
    }
    if (named)
        snprintf(settings->exhibitor_name, sizeof settings->exhibitor_name, "%s", name);
    return true;
}

/* --- what is left open --- */

static bool fill_seats(SimulPlan *plan, char message[SIMUL_MESSAGE_SIZE])
{
    if (plan->count == 0 && !resize(plan, DEFAULT_BOARDS, message))
        return false;
    for (int i = 0; i < plan->count; i++) {
        char words[64];
        const int steps = plan->count > 1 ? plan->count - 1 : 1;
        if (plan->boards[i].spec != NULL)
            continue;
        snprintf(words, sizeof words, "builtin elo %d", ELO_LEAST + (ELO_MOST - ELO_LEAST) * i / steps / 50 * 50);
        if (!change_board(plan, i + 1, text_of(words), message))
            return false;
    }
    return true;
}

/* FILE.pgn → FILE.journal; a number is added if there is one already. */
static bool name_journal(SimulSettings *settings, char message[SIMUL_MESSAGE_SIZE])
{
    size_t length = strlen(settings->pgn_path);
    if (length > 4 && strcmp(settings->pgn_path + length - 4, ".pgn") == 0)
        length -= 4;
    for (int number = 1; number < 100000; number++) {
        char suffix[16] = "";
        if (number > 1)
            snprintf(suffix, sizeof suffix, "-%d", number);
        const int written = snprintf(settings->journal_path, sizeof settings->journal_path, "%.*s%s.journal", (int)length,
                                     settings->pgn_path, suffix);
        if (written < 0 || (size_t)written >= sizeof settings->journal_path)
            break;
        if (!file_exists(settings->journal_path))
            return true;
    }
    return refuse(message, "journal: no name is left beside %.200s; give one", settings->pgn_path);
}

static bool fill_files(SimulPlan *plan, const char *date, const char *time_of_day, char message[SIMUL_MESSAGE_SIZE])
{
    SimulSettings *settings = &plan->choices.settings;
    if (!plan->pgn_given) {
        char name[64];
        size_t length = 0;
        for (const char *c = date; *c != '\0'; c++)
            name[length++] = *c == '.' ? '-' : *c;
        name[length++] = '-';
        for (const char *c = time_of_day; *c != '\0'; c++)
            if (*c != ':')
                name[length++] = *c;
        name[length] = '\0';
        snprintf(settings->pgn_path, sizeof settings->pgn_path, "exhibition-%s.pgn", name);
    }
    if (!plan->journal_given && settings->pgn_path[0] != '\0')
        return name_journal(settings, message);
    return true;
}

bool simul_plan_finish(SimulPlan *plan, char message[SIMUL_MESSAGE_SIZE])
{
    SimulSettings *settings = &plan->choices.settings;
    char date[11];
    char time_of_day[9];
    system_date(date, time_of_day);
    if (settings->date[0] == '\0' || settings->date[0] == '?')
        snprintf(settings->date, sizeof settings->date, "%s", date);
    if (!plan->seed_given)
        settings->seed = (uint64_t)system_now_ns() ^ (uint64_t)(date[9] + time_of_day[7]) << 40;
    if (settings->exhibitor_spec[0] == '\0')
        snprintf(settings->exhibitor_spec, sizeof settings->exhibitor_spec, "builtin");
    if (settings->exhibitor_kind == SIMUL_SEAT_MANUAL && !plan->limit_given)
        settings->movetime_ms = 0; /* a person takes his time unless told otherwise */
    if (!plan->thinkers_given) {
        SeatSpec spec;
        SystemError error;
        int threads = 1;
        if (seat_spec_parse(settings->exhibitor_spec, &spec, &error)) {
            threads = spec.threads > 0 ? spec.threads : 1;
            seat_spec_destroy(&spec);
        }
        const int left = system_processor_count() - threads;
        settings->thinkers = left > 1 ? left : 1;
    }
    if (!fill_seats(plan, message))
        return false;
    if (settings->openings_path[0] != '\0' && !simul_openings_deal(plan, message))
        return false;
    if (settings->chess960 && !simul_openings_deal_chess960(plan, message))
        return false;
    if (!fill_files(plan, date, time_of_day, message))
        return false;
    const char *problem = simul_settings_problem(settings);
    return problem == NULL || refuse(message, "%s", problem);
}
