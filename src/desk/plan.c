/* SPDX-License-Identifier: GPL-3.0-only */
#include "desk/plan.h"

#include "base/words.h"
#include "desk/plan_games.h"
#include "seats/kinds.h"
#include "simul/match_statistics.h"
#include "system/shell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANGE_MAX = SIMUL_MAX_BOARDS };

void plan_init(Plan *plan)
{
    memset(plan, 0, sizeof *plan);
    simul_choices_init(&plan->choices);
}

void plan_destroy(Plan *plan)
{
    for (int i = 0; i < plan->count; i++)
        plan_board_clear(&plan->boards[i]);
    free(plan->boards);
    plan_drop_games(plan);
    memset(plan, 0, sizeof *plan);
}

static bool resize(Plan *plan, int count, char message[SIMUL_MESSAGE_SIZE])
{
    for (int i = count; i < plan->count; i++)
        plan_board_clear(&plan->boards[i]);
    if (count > 0) {
        PlanBoard *boards = realloc(plan->boards, (size_t)count * sizeof *boards);
        if (boards == NULL)
            return plan_refuse(message, "no memory for %d boards", count);
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
static void shrink(Plan *plan, int count)
{
    for (int i = count; i < plan->count; i++)
        plan_board_clear(&plan->boards[i]);
    if (count < plan->count)
        plan->count = count;
}

static bool set_boards(Plan *plan, Text value, char message[SIMUL_MESSAGE_SIZE])
{
    int64_t count;
    if (!text_to_int(value, &count) || count < 1 || count > SIMUL_MAX_BOARDS)
        return plan_refuse(message, "boards takes a whole number, 1 to %d, not \"%.*s\"", SIMUL_MAX_BOARDS, TEXT_SHOWN(value));
    if (!plan->count_given && count < plan->seated)
        return plan_refuse(message, "boards: %lld are too few, seat %d is taken", (long long)count, plan->seated);
    plan->count_given = true;
    return resize(plan, (int)count, message);
}

static bool set_deal(Plan *plan, Text value, char message[SIMUL_MESSAGE_SIZE])
{
    static const char *const WORDS[] = {"order", "random", "same"};
    for (int i = 0; i < 3; i++) {
        if (text_is(value, WORDS[i])) {
            plan->deal = (PlanDeal)i;
            return true;
        }
    }
    return plan_refuse(message, "deal takes order, random or same, not \"%.*s\"", TEXT_SHOWN(value));
}

/* As PGN has it: what is not known is ??. */
static bool is_date(Text value)
{
    static const char FORM[] = "dddd.dd.dd";
    bool valid = value.length == strlen(FORM);
    for (size_t i = 0; valid && i < value.length; i++) {
        const char c = value.data[i];
        valid = FORM[i] == 'd' ? c == '?' || (c >= '0' && c <= '9') : c == FORM[i];
    }
    return valid;
}

/* The time that is added for an offence, by the Laws and their appendices for rapid and blitz (7.5.5, A.2, B.2). What is given
 * expressly wins, before or after. */
static bool set_preset(Plan *plan, Text value, char message[SIMUL_MESSAGE_SIZE])
{
    static const struct {
        const char *word;
        int64_t bonus_ms;
    } PRESETS[] = {{"fide", 120000}, {"rapid", 120000}, {"blitz", 60000}};
    for (size_t i = 0; i < sizeof PRESETS / sizeof *PRESETS; i++) {
        if (!text_is(value, PRESETS[i].word))
            continue;
        if (!plan->choices.given[SIMUL_AT_illegal_bonus_ms])
            plan->choices.settings.illegal_bonus_ms = PRESETS[i].bonus_ms;
        return true;
    }
    return plan_refuse(message, "preset takes fide, rapid or blitz, not \"%.*s\"", TEXT_SHOWN(value));
}

/* Says that there is no such setting, and which one may have been meant. */
static bool refuse_key(Text key, char message[SIMUL_MESSAGE_SIZE])
{
    static const char *const OTHERS[] = {"boards", "deal", "preset", "reply", "illegal", "seat", "opponent", "exhibitor"};
    char word[WORDS_LIKE_LENGTH + 1];
    const char *nearest = NULL;
    int distance = 3; /* so many letters off is another word */
    size_t count;
    const SimulSetting *settings = simul_settings_all(&count);
    text_copy(key, word, sizeof word);
    for (size_t i = 0; i < count + sizeof OTHERS / sizeof *OTHERS; i++) {
        const char *candidate = i < count ? settings[i].key : OTHERS[i - count];
        const int away = words_distance(word, candidate, distance);
        if (away >= distance || away * 2 >= (int)strlen(candidate) || (i < count && (settings[i].flags & SIMUL_INTERNAL) != 0))
            continue;
        distance = away;
        nearest = candidate;
    }
    if (nearest != NULL)
        return plan_refuse(message, "no setting is called \"%.*s\"; is `%s` meant?", TEXT_SHOWN(key), nearest);
    return plan_refuse(message, "no setting is called \"%.*s\"; `simul help new` lists them", TEXT_SHOWN(key));
}

/* Paths of an exhibition file are relative to the file. False if the whole is too long. */
static bool whole_path(const Plan *plan, Text key, Text *value, char path[SIMUL_PATH_SIZE], char message[SIMUL_MESSAGE_SIZE])
{
    const bool is_path = text_is(key, "pgn") || text_is(key, "journal") || text_is(key, "log") || text_is(key, "openings");
    if (!is_path || plan->directory[0] == '\0' || value->length == 0 || path_is_absolute(*value) || text_is(*value, "none") ||
        text_is(*value, "off"))
        return true;
    const int length = snprintf(path, SIMUL_PATH_SIZE, "%s%.*s", plan->directory, (int)value->length, value->data);
    *value = text_of(path);
    return length < SIMUL_PATH_SIZE || plan_refuse(message, "%.*s takes at most %d characters", TEXT_SHOWN(key), SIMUL_PATH_SIZE - 1);
}

bool plan_setting(Plan *plan, Text key, Text value, char message[SIMUL_MESSAGE_SIZE])
{
    bool needs_value;
    char path[SIMUL_PATH_SIZE];
    if (text_is(key, "boards"))
        return set_boards(plan, value, message);
    if (text_is(key, "deal"))
        return set_deal(plan, value, message);
    if (text_is(key, "preset"))
        return set_preset(plan, value, message);
    if (text_is(key, "date") && !is_date(value))
        return plan_refuse(message, "date takes YYYY.MM.DD, not \"%.*s\"", TEXT_SHOWN(value));
    if (!simul_choice_known(key, &needs_value))
        return refuse_key(key, message);
    if (!whole_path(plan, key, &value, path, message))
        return false;
    if (!needs_value && value.length == 0)
        value = text_of("on");
    if (!simul_choice_take(&plan->choices, key, value, message))
        return false;
    if (text_is(key, "openings"))
        memcpy(plan->openings_place, plan->place, sizeof plan->openings_place);
    return true;
}

/* The number after `draws accept`, with or without `cp`, is part of the value. */
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

/* The words of a test follow `sprt` as they are, as long as there are any. */
static void take_test_words(Text *rest, char value[SIMUL_VALUE_SIZE])
{
    for (;;) {
        Text peek = *rest;
        Text key;
        Text word;
        text_next(&peek, &key);
        if (!sprt_knows(key))
            return;
        const size_t length = strlen(value);
        const bool pair = memchr(key.data, '=', key.length) != NULL;
        if (pair)
            word = text_of("");
        else
            text_next(&peek, &word);
        snprintf(value + length, SIMUL_VALUE_SIZE - length, "%s%.*s%s%.*s", length > 0 ? " " : "", TEXT_SHOWN(key), pair ? "" : " ",
                 TEXT_SHOWN(word));
        *rest = peek;
    }
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
    if (text_is(*key, "sprt")) {
        take_test_words(rest, value);
        if (value[0] != '\0')
            return true;
    }
    if (!text_next_quoted(rest, system_shell(), value, SIMUL_VALUE_SIZE, &fault))
        return plan_refuse(message, "%.*s: %s", TEXT_SHOWN(*key), fault != NULL ? fault : "a value is missing");
    if (text_is(*key, "draws") && text_is(text_of(value), "accept"))
        take_draws_number(rest, value);
    return true;
}

static bool read_settings(Plan *plan, Text words, char message[SIMUL_MESSAGE_SIZE])
{
    Text key;
    char value[SIMUL_VALUE_SIZE];
    words = text_trim(words);
    while (words.length > 0) {
        if (!take_pair(&words, &key, value, message) || !plan_setting(plan, key, text_of(value), message))
            return false;
        words = text_trim(words);
    }
    return true;
}

bool plan_settings(Plan *plan, Text words, char message[SIMUL_MESSAGE_SIZE])
{
    /* A trial run first, so that a mistake in the middle leaves everything as it was. */
    Plan trial;
    plan_init(&trial);
    trial.choices = plan->choices;
    trial.count_given = plan->count_given;
    trial.seated = plan->seated;
    memcpy(trial.directory, plan->directory, sizeof trial.directory);
    const bool valid = read_settings(&trial, words, message);
    plan_destroy(&trial);
    return valid && read_settings(plan, words, message);
}

/* --- seats --- */

static bool change_board(Plan *plan, int number, Text words, char message[SIMUL_MESSAGE_SIZE])
{
    PlanBoard draft;
    char label[32];
    snprintf(label, sizeof label, "seat %d", number);
    if (!plan_board_copy(&draft, &plan->boards[number - 1], message) || !plan_board_read(&draft, label, words, message)) {
        plan_board_clear(&draft);
        return false;
    }
    plan_board_clear(&plan->boards[number - 1]);
    plan->boards[number - 1] = draft;
    if (number > plan->seated)
        plan->seated = number;
    return true;
}

/* "3", "2-5" or "all". */
static bool read_range(const Plan *plan, Text word, int *first, int *last, char message[SIMUL_MESSAGE_SIZE])
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
        return plan_refuse(message, "seat: expected a board's number, like 3, or a range, like 2-5, not \"%.*s\"", TEXT_SHOWN(word));
    if (to > most)
        return plan_refuse(message, "seat %lld: there are %d boards", (long long)to, most);
    *first = (int)from;
    *last = (int)to;
    return true;
}

bool plan_seat(Plan *plan, Text words, char message[SIMUL_MESSAGE_SIZE])
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

bool plan_add(Plan *plan, Text words, char message[SIMUL_MESSAGE_SIZE])
{
    int number = 1;
    while (number <= plan->count && plan->boards[number - 1].spec != NULL)
        number++;
    if (number > plan->count) {
        if (plan->count_given)
            return plan_refuse(message, "there are more opponents than boards (%d)", plan->count);
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

bool plan_exhibitor(Plan *plan, Text words, char message[SIMUL_MESSAGE_SIZE])
{
    SimulSettings *settings = &plan->choices.settings;
    Text word;
    words = text_trim(words);
    char name[SIMUL_TEXT_SIZE];
    char list[SEAT_KINDS_SIZE];
    bool named = false;
    seat_kinds_list(list);
    Text rest = words;
    if (text_next(&rest, &word) && text_is(word, "name")) {
        const char *fault;
        if (!text_next_quoted(&rest, system_shell(), name, sizeof name, &fault))
            return plan_refuse(message, "exhibitor: name: %s", fault != NULL ? fault : "a value is missing");
        named = true;
        words = text_trim(rest);
    }
    if (words.length > 0) {
        PlanBoard draft;
        memset(&draft, 0, sizeof draft);
        simul_board_default(&draft.setup);
        rest = words;
        text_next(&rest, &word);
        if (!plan_board_kind_word(word))
            return plan_refuse(message, "exhibitor: expected %s, not \"%.*s\"", list, TEXT_SHOWN(word));
        if (words.length >= sizeof settings->exhibitor_spec)
            return plan_refuse(message, "exhibitor: a player's description takes at most %d characters", SIMUL_SPEC_SIZE - 1);
        const bool valid = plan_board_read(&draft, "exhibitor", words, message);
        const bool person = draft.setup.person;
        plan_board_clear(&draft);
        if (!valid)
            return false;
        settings->exhibitor_person = person;
        text_copy(words, settings->exhibitor_spec, sizeof settings->exhibitor_spec);
    } else if (!named) {
        return plan_refuse(message, "exhibitor: expected %s", list);
    }
    if (named)
        snprintf(settings->exhibitor_name, sizeof settings->exhibitor_name, "%s", name);
    return true;
}
