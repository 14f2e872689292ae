/* SPDX-License-Identifier: GPL-3.0-only */
#include "simul/settings_table.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *const COLORS[] = {"white", "black", "alternate", NULL};
static const char *const LATES[] = {"forfeit", "pass", "warn", NULL};
static const char *const THINKS[] = {"away", "none", NULL};
static const char *const PLACES[] = {"board", "hall", NULL};
static const char *const CLAIMS[] = {"auto", "fide", NULL};
static const char *const DRAWS[] = {"decline", "accept", NULL};
static const char *const TOUCHES[] = {"refuse", "count", NULL};
static const char *const ABSENTS[] = {"refuse", "forfeit", NULL};
static const char *const UNFINISHED[] = {"*", "score", NULL};
static const char *const PLAYERS[] = {"engine", "manual", "builtin", NULL}; /* a program, a person; older journals tell two programs apart */
static const char *const OFF[] = {"off", NULL};
static const char *const ALL[] = {"all", NULL};

#define MS_MAX INT64_C(1000000000)
#define AT(field) offsetof(SimulSettings, field), sizeof(((SimulSettings *)0)->field)
#define INT(key, field, least, most, unit, help) {key, SIMUL_SETTING_INT, AT(field), least, most, NULL, 0, unit, help, false}
#define OFF_INT(key, field, most, unit, help) {key, SIMUL_SETTING_INT, AT(field), 0, most, OFF, 0, unit, help, false}
#define MS(key, field, least, help) {key, SIMUL_SETTING_INT64, AT(field), least, MS_MAX, NULL, 0, "MS", help, false}
#define OFF_MS(key, field, help) {key, SIMUL_SETTING_INT64, AT(field), 0, MS_MAX, OFF, 0, "MS", help, false}
#define COUNT(key, field, words, unit, help, internal) \
    {key, SIMUL_SETTING_UINT64, AT(field), 0, INT64_MAX, words, 0, unit, help, internal}
#define SWITCH(key, field, help) {key, SIMUL_SETTING_BOOL, AT(field), 0, 1, NULL, 0, "on|off", help, false}
#define WORD(key, field, words, unit, help) {key, SIMUL_SETTING_WORD, AT(field), 0, 0, words, 0, unit, help, false}
#define TEXT(key, field, unit, help, internal) {key, SIMUL_SETTING_TEXT, AT(field), 0, 0, NULL, 0, unit, help, internal}
#define CONTROL(key, field, help) {key, SIMUL_SETTING_CONTROL, AT(field), 0, 0, NULL, 0, "T", help, false}

static const SimulSetting TABLE[] = {
    MS("movetime", movetime_ms, 0, "A thinks so long at a board (0: no such limit)"),
    INT("depth", depth, 0, 127, "D", "A searches so many plies deep"),
    COUNT("nodes", nodes, NULL, "N", "A searches so many nodes", false),
    CONTROL("tc", tc, "A's clock, like 40/5400+30 or 300+2 (seconds)"),
    WORD("clock", clock_place, PLACES, "board|hall", "A's clock: one a board, or one for the whole hall"),
    MS("overrun", overrun_ms, 0, "A beyond its limit by more than this is noted as an incident"),
    MS("hang", hang_ms, 0, "an engine playing A that is silent so long after `stop` is restarted (0: never)"),
    INT("restarts", restarts, 0, 100, "K", "restarts of A's engine a visit before the exhibition pauses"),
    WORD("color", color, COLORS, "white|black|alternate", "A's colour (alternate: White on odd boards)"),

    MS("reply-engines", reply_engine_ms, 1, "the time a program has to reply when A arrives"),
    MS("reply-people", reply_manual_ms, 1, "the time a person has to reply when A arrives"),
    MS("lag", lag_ms, 0, "added to every reply time for the network"),
    CONTROL("opponent-tc", opponent_tc, "the opponents' clocks, running from arrival to reply"),
    WORD("late", late, LATES, "forfeit|pass|warn", "a late reply loses, or is owed at the next visit, or is waited for"),
    OFF_INT("misses", misses, 1000000, "K", "under pass and warn the K-th late reply loses (0: never)"),
    INT("warn-factor", warn_factor, 1, 1000, "K", "under warn A waits so many times the reply time"),
    INT("passes", passes, 0, 1000000, "N", "how often an opponent may pass in a game, with A's consent"),
    WORD("think", think, THINKS, "away|none", "whether opponents think while A is elsewhere"),
    {"thinkers", SIMUL_SETTING_INT, AT(thinkers), SIMUL_NO_LIMIT, SIMUL_MAX_BOARDS, ALL, SIMUL_NO_LIMIT, "K|all",
     "how many opponents on this machine may think at one time", false},
    INT("exchanges", exchanges, 0, 1000, "K", "further replies an opponent may give in one visit"),
    MS("start-limit", start_ms, 1, "the time an opponent has to get ready"),
    WORD("absent", absent, ABSENTS, "refuse|forfeit", "an opponent who is not ready: refuse to start, or he loses"),
    SWITCH("refill", refill, "an ended board goes to the next on the waiting list"),

    INT("illegal-engines", illegal_engine, 1, 1000, "K", "a program's K-th illegal move loses"),
    INT("illegal-people", illegal_manual, 1, 1000, "K", "a person's K-th illegal move loses"),
    MS("illegal-bonus", illegal_bonus_ms, 0, "added to the other clock for an illegal move or a wrong claim"),
    WORD("touch", touch, TOUCHES, "refuse|count", "a move that breaks touch-move: refused, or counted as illegal"),
    WORD("claims", claims, CLAIMS, "auto|fide", "draws by repetition and fifty moves: by themselves, or on claim"),
    WORD("draws", draws, DRAWS, "decline|accept", "what an engine playing A answers to a draw offer"),
    INT("draws-cp", draws_cp, -30000, 30000, "CP", "with draws accept: only if A's score is at most this"),
    COUNT("dead-nodes", dead_nodes, OFF, "N", "effort to see after each move that nobody can win any more (0: material only)", false),
    COUNT("loss-nodes", loss_nodes, OFF, "N", "effort to see before a loss that the winner could not mate (0: material only)", false),
    WORD("unfinished", unfinished, UNFINISHED, "*|score", "games cut short: left open, or judged by A's score"),
    INT("unfinished-cp", unfinished_cp, 1, 30000, "CP", "with unfinished score: a win from this score on"),
    OFF_INT("adjudicate", adjudicate_cp, 30000, "CP", "a game ends when A's score stays beyond this (0: off)"),
    INT("adjudicate-moves", adjudicate_moves, 1, 1000, "K", "for so many of A's moves"),
    OFF_INT("maxmoves", maxmoves, 100000, "N", "a game is drawn after so many moves of both sides (0: off)"),
    SWITCH("show-scores", show_scores, "show A's scores although people play"),

    TEXT("event", event, "TEXT", "the event's name on the score sheets", false),
    TEXT("site", site, "TEXT", "its place", false),
    TEXT("pgn", pgn_path, "FILE", "score sheets are appended to this file", false),
    TEXT("journal", journal_path, "FILE", "the journal to resume from", false),
    TEXT("openings", openings_path, "FILE", "start positions or opening moves from an EPD or PGN file, in order", false),
    SWITCH("chess960", chess960, "boards without a position of their own start from Chess960 positions"),
    COUNT("seed", seed, NULL, "N", "of everything drawn by lot", false),

    TEXT("date", date, "YYYY.MM.DD", "the date on the score sheets", false),
    {"exhibitor-kind", SIMUL_SETTING_BOOL, AT(exhibitor_person), 0, 1, PLAYERS, 0, "", "what kind of player A is", true},
    TEXT("exhibitor-name", exhibitor_name, "TEXT", "A's name on the score sheets", false),
    TEXT("exhibitor-spec", exhibitor_spec, "", "how A's seat is opened", true),
};

enum { SETTING_COUNT = sizeof TABLE / sizeof *TABLE };

/* The table is written by hand: a setting that is added to the struct and not to the table would be lost in the
 * journal, so the count of fields is pinned here. Change both. */
_Static_assert(SETTING_COUNT == 49, "every field of SimulSettings needs its line in the table");

const SimulSetting *simul_settings_all(size_t *count)
{
    *count = SETTING_COUNT;
    return TABLE;
}

static bool same_key(Text text, const char *key)
{
    char copy[32];
    if (text_copy(text, copy, sizeof copy) != text.length)
        return false;
    for (char *c = copy; *c != '\0'; c++)
        if (*c == '_')
            *c = '-';
    return text_is(text_of(copy), key);
}

const SimulSetting *simul_setting_find(Text key)
{
    for (size_t i = 0; i < SETTING_COUNT; i++)
        if (same_key(key, TABLE[i].key))
            return &TABLE[i];
    return NULL;
}

bool simul_switch_word(Text word, bool *on)
{
    static const char *const WORDS[] = {"off", "on", "no", "yes", "false", "true", "0", "1"};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        if (text_is(word, WORDS[i])) {
            *on = i % 2 == 1;
            return true;
        }
    }
    return false;
}

static bool refuse_number(const SimulSetting *setting, Text value, char message[SIMUL_MESSAGE_SIZE])
{
    const char *word = setting->words == NULL ? NULL : setting->words[0];
    char range[96];
    const int64_t least = setting->least + (word != NULL && setting->word_value == setting->least);
    if (setting->most == INT64_MAX)
        snprintf(range, sizeof range, "%" PRId64 " or more", setting->least);
    else
        snprintf(range, sizeof range, "%" PRId64 " to %" PRId64, least, setting->most);
    snprintf(message, SIMUL_MESSAGE_SIZE, "%s takes a whole number, %s%s%s, not \"%.*s\"", setting->key, range,
             word == NULL ? "" : ", or ", word == NULL ? "" : word, TEXT_SHOWN(value));
    return false;
}

static bool set_number(SimulSettings *settings, const SimulSetting *setting, Text value, char message[SIMUL_MESSAGE_SIZE])
{
    int64_t number;
    if (setting->words != NULL && text_is(value, setting->words[0]))
        number = setting->word_value;
    else if (!text_to_int(value, &number) || number < setting->least || number > setting->most)
        return refuse_number(setting, value, message);
    char *field = (char *)settings + setting->offset;
    if (setting->kind == SIMUL_SETTING_INT) {
        const int small = (int)number;
        memcpy(field, &small, sizeof small);
    } else {
        memcpy(field, &number, sizeof number);
    }
    return true;
}

/* A 64-bit count may lie beyond int64_t (seeds): digits only. */
static bool set_count(SimulSettings *settings, const SimulSetting *setting, Text value, char message[SIMUL_MESSAGE_SIZE])
{
    uint64_t number = 0;
    bool valid = value.length > 0;
    for (size_t i = 0; i < value.length && valid; i++) {
        const char c = value.data[i];
        const uint64_t digit = (uint64_t)(c - '0');
        valid = c >= '0' && c <= '9' && number <= (UINT64_MAX - digit) / 10;
        number = number * 10 + digit;
    }
    if (!valid && setting->words != NULL && text_is(value, setting->words[0])) {
        number = (uint64_t)setting->word_value;
        valid = true;
    }
    if (!valid)
        return refuse_number(setting, value, message);
    memcpy((char *)settings + setting->offset, &number, sizeof number);
    return true;
}

static bool set_word(int *number, const SimulSetting *setting, Text value, char message[SIMUL_MESSAGE_SIZE])
{
    char expected[160] = "";
    size_t length = 0;
    for (int i = 0; setting->words[i] != NULL; i++) {
        if (text_is(value, setting->words[i])) {
            *number = i;
            return true;
        }
        const int added = snprintf(expected + length, sizeof expected - length, "%s%s", i == 0 ? "" : " or ", setting->words[i]);
        length += added > 0 ? (size_t)added : 0;
    }
    snprintf(message, SIMUL_MESSAGE_SIZE, "%s takes %s, not \"%.*s\"", setting->key, expected,
             TEXT_SHOWN(value));
    return false;
}

_Static_assert(sizeof(SimulColor) == sizeof(int), "words are kept as int");

static bool set_text(SimulSettings *settings, const SimulSetting *setting, Text value, char message[SIMUL_MESSAGE_SIZE])
{
    char *field = (char *)settings + setting->offset;
    if (value.length >= setting->size) {
        snprintf(message, SIMUL_MESSAGE_SIZE, "%s takes at most %zu characters", setting->key, setting->size - 1);
        return false;
    }
    memcpy(field, value.data, value.length);
    memset(field + value.length, 0, setting->size - value.length);
    return true;
}

static bool set_control(SimulSettings *settings, const SimulSetting *setting, Text value, char message[SIMUL_MESSAGE_SIZE])
{
    char text[SIMUL_TC_SIZE];
    TimeControl control;
    if (text_copy(value, text, sizeof text) == value.length &&
        !simul_settings_control(setting->key, text, &control, message, SIMUL_MESSAGE_SIZE))
        return false;
    return set_text(settings, setting, value, message);
}

static bool set_field(SimulSettings *settings, const SimulSetting *setting, Text value, char message[SIMUL_MESSAGE_SIZE])
{
    char *field = (char *)settings + setting->offset;
    switch (setting->kind) {
    case SIMUL_SETTING_INT:
    case SIMUL_SETTING_INT64: return set_number(settings, setting, value, message);
    case SIMUL_SETTING_UINT64: return set_count(settings, setting, value, message);
    case SIMUL_SETTING_WORD: {
        int word;
        if (!set_word(&word, setting, value, message))
            return false;
        memcpy(field, &word, sizeof word);
        return true;
    }
    case SIMUL_SETTING_BOOL: {
        bool on;
        if (setting->words != NULL) {
            int word;
            if (!set_word(&word, setting, value, message))
                return false;
            on = word == 1;
        } else if (!simul_switch_word(value, &on)) {
            snprintf(message, SIMUL_MESSAGE_SIZE, "%s takes on or off, not \"%.*s\"", setting->key,
                     TEXT_SHOWN(value));
            return false;
        }
        *(bool *)field = on;
        return true;
    }
    case SIMUL_SETTING_TEXT: return set_text(settings, setting, value, message);
    case SIMUL_SETTING_CONTROL: return set_control(settings, setting, value, message);
    }
    return false;
}

static bool refuse_key(Text key, char message[SIMUL_MESSAGE_SIZE])
{
    snprintf(message, SIMUL_MESSAGE_SIZE, "no setting is called \"%.*s\"", TEXT_SHOWN(key));
    return false;
}

bool simul_setting_set(SimulSettings *settings, const char *key, const char *value, char message[SIMUL_MESSAGE_SIZE])
{
    const SimulSetting *setting = simul_setting_find(text_of(key));
    return setting == NULL ? refuse_key(text_of(key), message) : set_field(settings, setting, text_of(value), message);
}

size_t simul_setting_write(const SimulSettings *settings, const SimulSetting *setting, char value[SIMUL_VALUE_SIZE])
{
    const char *field = (const char *)settings + setting->offset;
    int length = 0;
    switch (setting->kind) {
    case SIMUL_SETTING_INT: {
        int number;
        memcpy(&number, field, sizeof number);
        length = snprintf(value, SIMUL_VALUE_SIZE, "%d", number);
        break;
    }
    case SIMUL_SETTING_INT64: {
        int64_t number;
        memcpy(&number, field, sizeof number);
        length = snprintf(value, SIMUL_VALUE_SIZE, "%" PRId64, number);
        break;
    }
    case SIMUL_SETTING_UINT64: {
        uint64_t number;
        memcpy(&number, field, sizeof number);
        length = snprintf(value, SIMUL_VALUE_SIZE, "%" PRIu64, number);
        break;
    }
    case SIMUL_SETTING_BOOL: {
        static const char *const SWITCHES[] = {"off", "on"};
        const char *const *words = setting->words != NULL ? setting->words : SWITCHES;
        length = snprintf(value, SIMUL_VALUE_SIZE, "%s", words[*(const bool *)field]);
        break;
    }
    case SIMUL_SETTING_WORD: {
        int number;
        memcpy(&number, field, sizeof number);
        length = snprintf(value, SIMUL_VALUE_SIZE, "%s", setting->words[number]);
        break;
    }
    case SIMUL_SETTING_TEXT:
    case SIMUL_SETTING_CONTROL: length = snprintf(value, SIMUL_VALUE_SIZE, "%s", field); break;
    }
    return length > 0 ? (size_t)length : 0;
}

/* --- what people give --- */

static const struct {
    const char *key;
    const char *fields[2];
} SHORTHANDS[] = {
    {"reply", {"reply-engines", "reply-people"}},
    {"illegal", {"illegal-engines", "illegal-people"}},
    {"colour", {"color", NULL}},
    {"name", {"exhibitor-name", NULL}},
};

enum { SHORTHAND_COUNT = sizeof SHORTHANDS / sizeof *SHORTHANDS };

void simul_choices_init(SimulChoices *choices)
{
    simul_settings_default(&choices->settings);
    choices->limited = false;
}

bool simul_choice_known(Text key, bool *needs_value)
{
    *needs_value = true;
    for (size_t i = 0; i < SHORTHAND_COUNT; i++)
        if (same_key(key, SHORTHANDS[i].key))
            return true;
    const SimulSetting *setting = simul_setting_find(key);
    if (setting == NULL || setting->internal)
        return false;
    *needs_value = setting->kind != SIMUL_SETTING_BOOL;
    return true;
}

/* `draws accept 20`: the number belongs to draws-cp. */
static bool take_draws(SimulChoices *choices, Text value, char message[SIMUL_MESSAGE_SIZE])
{
    Text word;
    Text number;
    Text rest = value;
    text_next(&rest, &word);
    if (text_next(&rest, &number) && text_is(number, "cp"))
        text_next(&rest, &number);
    SimulSettings trial = choices->settings;
    if (!set_field(&trial, simul_setting_find(text_of("draws")), word, message) ||
        (number.length > 0 && !set_field(&trial, simul_setting_find(text_of("draws-cp")), number, message)))
        return false;
    choices->settings = trial;
    return true;
}

bool simul_choice_take(SimulChoices *choices, Text key, Text value, char message[SIMUL_MESSAGE_SIZE])
{
    static const char *const LIMITS[] = {"movetime", "depth", "nodes", "tc"};
    for (size_t i = 0; i < SHORTHAND_COUNT; i++) {
        if (!same_key(key, SHORTHANDS[i].key))
            continue;
        SimulSettings trial = choices->settings;
        for (int field = 0; field < 2 && SHORTHANDS[i].fields[field] != NULL; field++)
            if (!set_field(&trial, simul_setting_find(text_of(SHORTHANDS[i].fields[field])), value, message))
                return false;
        choices->settings = trial;
        return true;
    }
    const SimulSetting *setting = simul_setting_find(key);
    if (setting == NULL || setting->internal)
        return refuse_key(key, message);
    if (same_key(key, "draws"))
        return take_draws(choices, value, message);
    SimulSettings trial = choices->settings;
    bool limit = false;
    for (size_t i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++)
        limit = limit || same_key(key, LIMITS[i]);
    if (limit && !choices->limited) {
        trial.movetime_ms = 0;
        trial.depth = 0;
        trial.nodes = 0;
        trial.tc[0] = '\0';
    }
    if (!set_field(&trial, setting, value, message))
        return false;
    choices->settings = trial;
    choices->limited = choices->limited || limit;
    return true;
}
