/* SPDX-License-Identifier: GPL-3.0-only */
/* Settings by name: every field comes back from its text, ranges hold, people's shorthands. */
#include "test.h"

#include "rules/dead.h"
#include "simul/settings_table.h"

static void test_round_trip(void)
{
    size_t count;
    const SimulSetting *table = simul_settings_all(&count);
    SimulSettings settings;
    SimulSettings copy;
    char message[SIMUL_MESSAGE_SIZE];
    char value[SIMUL_VALUE_SIZE];
    simul_settings_default(&settings);
    /* Something else than the default in every field. */
    for (size_t i = 0; i < count; i++) {
        const SimulSetting *setting = &table[i];
        switch (setting->kind) {
        case SIMUL_SETTING_BOOL:
            CHECK(simul_setting_set(&settings, setting->key, setting->words != NULL ? setting->words[1] : "on", message));
            break;
        case SIMUL_SETTING_WORD: CHECK(simul_setting_set(&settings, setting->key, setting->words[1], message)); break;
        case SIMUL_SETTING_TEXT:
            CHECK(simul_setting_set(&settings, setting->key, setting->size < 16 ? "2031.12.30" : " a \"path\" with\\blanks ", message));
            break;
        case SIMUL_SETTING_TEST: CHECK(simul_setting_set(&settings, setting->key, "elo0 0 elo1 5", message)); break;
        case SIMUL_SETTING_CONTROL: CHECK(simul_setting_set(&settings, setting->key, "40/5400+30", message)); break;
        case SIMUL_SETTING_UINT64: CHECK(simul_setting_set(&settings, setting->key, "18446744073709551615", message)); break;
        default: {
            snprintf(value, sizeof value, "%" PRId64, setting->most);
            CHECK(simul_setting_set(&settings, setting->key, value, message));
        }
        }
    }
    memset(&copy, 0, sizeof copy);
    simul_settings_default(&copy);
    for (size_t i = 0; i < count; i++) {
        const size_t length = simul_setting_write(&settings, &table[i], value);
        CHECK_INT(length, strlen(value));
        CHECK_MSG(simul_setting_set(&copy, table[i].key, value, message), "%s: %s", table[i].key, message);
    }
    for (size_t i = 0; i < count; i++)
        CHECK_MSG(memcmp((const char *)&settings + table[i].offset, (const char *)&copy + table[i].offset, table[i].size) == 0,
                  "%s does not come back", table[i].key);
}

static size_t aligned(size_t offset, size_t alignment)
{
    return (offset + alignment - 1) / alignment * alignment;
}

/* A field without a row would be lost from the journal: the rows cover the struct, but for what alignment asks for. */
static void test_every_byte_has_a_row(void)
{
    size_t count;
    size_t end = 0;
    const SimulSetting *table = simul_settings_all(&count);
    for (size_t i = 0; i < count; i++) {
        const bool text = table[i].kind >= SIMUL_SETTING_TEXT;
        CHECK_MSG(table[i].offset == aligned(end, text ? 1 : table[i].size), "something stands before %s that has no row", table[i].key);
        end = table[i].offset + table[i].size;
    }
    CHECK_INT(sizeof(SimulSettings), aligned(end, _Alignof(SimulSettings)));
}

static void test_times(void)
{
    /* clang-format off */
    static const struct {
        const char *text;
        int64_t ms; /* -1: refused */
    } cases[] = {
        {"500", 500},     {"500ms", 500},  {"60s", 60000},  {"1.5s", 1500}, {"2m", 120000}, {"2min", 120000}, {"1h", 3600000},
        {"0.25s", 250},   {"1.2345s", 1234}, {"0.1ms", 0},  {"2M", 120000}, {"1.5", -1},    {"s", -1},        {".5s", -1},
        {"1.s", -1},      {"-5s", -1},     {"5 s", -1},     {"5d", -1},     {"", -1},       {"300h", -1},     {"1000000000", 1000000000},
        {"1000000001", -1}, {"99999999999999999999s", -1},
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        SimulSettings settings;
        char message[SIMUL_MESSAGE_SIZE];
        simul_settings_default(&settings);
        const bool taken = simul_setting_set(&settings, "movetime", cases[i].text, message);
        CHECK_MSG(taken == (cases[i].ms >= 0), "movetime %s", cases[i].text);
        CHECK_INT(settings.movetime_ms, cases[i].ms >= 0 ? cases[i].ms : 1000);
    }
}

static void test_overrides(void)
{
    SimulBoardSetup setup;
    char message[SIMUL_MESSAGE_SIZE];
    size_t count;
    const SimulOverride *all = simul_overrides_all(&count);
    simul_board_default(&setup);
    for (size_t i = 0; i < count; i++)
        CHECK_INT(simul_override_get(&setup, &all[i]), SIMUL_INHERIT);
    CHECK(simul_override_set(&setup, simul_override_find(text_of("reply")), text_of("1.5s"), message));
    CHECK_INT(setup.reply_ms, 1500);
    CHECK(simul_override_set(&setup, simul_override_find(text_of("misses")), text_of("off"), message));
    CHECK_INT(setup.misses, 0);
    CHECK(simul_override_set(&setup, simul_override_find(text_of("colour")), text_of("Black"), message));
    CHECK_INT(setup.color, SIMUL_COLOR_BLACK);
    CHECK(!simul_override_set(&setup, simul_override_find(text_of("color")), text_of("alternate"), message));
    CHECK_STR(message, "color takes white or black (A's), not \"alternate\"");
    CHECK(!simul_override_set(&setup, simul_override_find(text_of("illegal")), text_of("1001"), message));
    CHECK_STR(message, "illegal takes a whole number, 1 to 1000, or off, not \"1001\"");
    CHECK_INT(setup.illegal, SIMUL_INHERIT);
    CHECK(simul_override_find(text_of("movetime")) == NULL);
}

/* What the fields may hold is asked again where an exhibition is made: a journal is text from outside. */
static void test_problems(void)
{
    SimulSettings settings;
    simul_settings_default(&settings);
    CHECK(simul_settings_problem(&settings) == NULL);
    settings.movetime_ms = 0;
    CHECK_STR(simul_settings_problem(&settings), "movetime, depth, nodes or tc: an engine playing A needs one of them");
    settings.exhibitor_person = true;
    CHECK(simul_settings_problem(&settings) == NULL);
    settings.reply_manual_ms = 0;
    CHECK_STR(simul_settings_problem(&settings), "reply-people: out of its range");
    simul_settings_default(&settings);
    settings.thinkers = 0;
    CHECK_STR(simul_settings_problem(&settings), "thinkers: at least 1, or all");
}

static void test_defaults_come_back(void)
{
    size_t count;
    const SimulSetting *table = simul_settings_all(&count);
    SimulSettings settings;
    char message[SIMUL_MESSAGE_SIZE];
    char value[SIMUL_VALUE_SIZE];
    char again[SIMUL_VALUE_SIZE];
    simul_settings_default(&settings);
    CHECK_INT(settings.dead_nodes, DEAD_PLAY_NODES_DEFAULT);
    CHECK_INT(settings.loss_nodes, DEAD_FAULT_NODES_DEFAULT);
    for (size_t i = 0; i < count; i++) {
        simul_setting_write(&settings, &table[i], value);
        CHECK_MSG(simul_setting_set(&settings, table[i].key, value, message), "%s: %s", table[i].key, message);
        simul_setting_write(&settings, &table[i], again);
        CHECK_STR(again, value);
    }
}

/* Who plays A stands in journals by words of its own, one of them no longer written. */
static void test_players(void)
{
    SimulSettings settings;
    char message[SIMUL_MESSAGE_SIZE];
    char value[SIMUL_VALUE_SIZE];
    simul_settings_default(&settings);
    CHECK_INT(settings.exhibitor_person, false);
    CHECK(simul_setting_set(&settings, "exhibitor-kind", "manual", message));
    CHECK_INT(settings.exhibitor_person, true);
    simul_setting_write(&settings, simul_setting_find(text_of("exhibitor-kind")), value);
    CHECK_STR(value, "manual");
    CHECK(simul_setting_set(&settings, "exhibitor-kind", "builtin", message));
    CHECK_INT(settings.exhibitor_person, false);
    simul_setting_write(&settings, simul_setting_find(text_of("exhibitor-kind")), value);
    CHECK_STR(value, "engine");
    CHECK(!simul_setting_set(&settings, "exhibitor-kind", "on", message));
    CHECK_STR(message, "exhibitor-kind takes engine or manual or builtin, not \"on\"");
}

static void test_refusals(void)
{
    static const struct {
        const char *key, *value, *message;
    } cases[] = {
        {"reply-engines", "0", "reply-engines takes a time in ms (or as 60s, 1.5s, 2m), 1 to 1000000000, not \"0\""},
        {"movetime", "fast", "movetime takes a time in ms (or as 60s, 1.5s, 2m), 0 to 1000000000, not \"fast\""},
        {"late", "never", "late takes forfeit or pass or warn, not \"never\""},
        {"refill", "maybe", "refill takes on or off, not \"maybe\""},
        {"nodes", "-1", "nodes takes a whole number, 0 or more, not \"-1\""},
        {"seed", "18446744073709551616", "seed takes a whole number, 0 or more, not \"18446744073709551616\""},
        {"depth", "", "depth takes a whole number, 0 to 127, not \"\""},
        {"speed", "1", "no setting is called \"speed\""},
        {"tc", "40/x", "tc: time control '40/x': seconds expected at character 4"},
        {"opponent-tc", "*15", "opponent-tc: an hourglass has no place in an exhibition"},
        {"date", "2031.12.300", "date takes at most 10 characters"},
    };
    SimulSettings settings;
    SimulSettings before;
    simul_settings_default(&settings);
    memcpy(&before, &settings, sizeof before);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char message[SIMUL_MESSAGE_SIZE] = "";
        CHECK(!simul_setting_set(&settings, cases[i].key, cases[i].value, message));
        CHECK_STR(message, cases[i].message);
    }
    CHECK(memcmp(&before, &settings, sizeof before) == 0);
}

static bool take(SimulChoices *choices, const char *key, const char *value)
{
    char message[SIMUL_MESSAGE_SIZE];
    return simul_choice_take(choices, text_of(key), text_of(value), message);
}

static void test_choices(void)
{
    SimulChoices choices;
    bool needs_value;
    simul_choices_init(&choices);
    CHECK_INT(choices.settings.movetime_ms, 1000);
    CHECK(take(&choices, "depth", "6"));
    CHECK_INT(choices.settings.depth, 6);
    CHECK_INT(choices.settings.movetime_ms, 0);
    CHECK(take(&choices, "movetime", "700"));
    CHECK_INT(choices.settings.depth, 6);
    CHECK_INT(choices.settings.movetime_ms, 700);

    CHECK(take(&choices, "reply", "900"));
    CHECK_INT(choices.settings.reply_engine_ms, 900);
    CHECK_INT(choices.settings.reply_manual_ms, 900);
    CHECK(take(&choices, "reply_people", "60000"));
    CHECK_INT(choices.settings.reply_manual_ms, 60000);
    CHECK(!take(&choices, "reply", "soon"));
    CHECK_INT(choices.settings.reply_engine_ms, 900);

    CHECK(take(&choices, "draws", "accept -20"));
    CHECK_INT(choices.settings.draws, SIMUL_DRAWS_ACCEPT);
    CHECK_INT(choices.settings.draws_cp, -20);
    CHECK(!take(&choices, "draws", "accept many"));
    CHECK(take(&choices, "thinkers", "all"));
    CHECK_INT(choices.settings.thinkers, SIMUL_NO_LIMIT);
    CHECK(take(&choices, "unfinished", "*"));
    CHECK(take(&choices, "adjudicate", "off"));

    CHECK(take(&choices, "pgn", "none"));
    CHECK_STR(choices.settings.pgn_path, "");
    CHECK(choices.given[SIMUL_AT_pgn_path] && choices.given[SIMUL_AT_reply_engine_ms] && choices.given[SIMUL_AT_draws_cp]);
    CHECK(!choices.given[SIMUL_AT_journal_path] && !choices.given[SIMUL_AT_nodes]);
    CHECK(!take(&choices, "nodes", "many"));
    CHECK(!choices.given[SIMUL_AT_nodes]);

    CHECK(!take(&choices, "exhibitor-spec", "builtin"));
    CHECK(!simul_choice_known(text_of("exhibitor-kind"), &needs_value));
    CHECK(simul_choice_known(text_of("Chess960"), &needs_value));
    CHECK(!needs_value);
    CHECK(simul_choice_known(text_of("reply"), &needs_value));
    CHECK(needs_value);
}

int main(void)
{
    test_every_byte_has_a_row();
    test_round_trip();
    test_times();
    test_overrides();
    test_problems();
    test_defaults_come_back();
    test_players();
    test_refusals();
    test_choices();
    return test_end("simul/settings_table");
}
