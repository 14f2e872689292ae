/* SPDX-License-Identifier: GPL-3.0-only */
/* The engine's options: what is declared is what is accepted, nothing else changes. */
#include "test.h"

#include "uci/options.h"

static UciOptions options;
static char message[UCI_MESSAGE_SIZE];

static UciOptionEffect set(const char *name, const char *value)
{
    return uci_option_set(&options, text_of(name), text_of(value), message);
}

static void test_values(void)
{
    options = uci_default_options();
    CHECK_INT(options.engine.hash_mb, 16);
    CHECK_INT(set("hash", "64"), OPTION_OF_ENGINE);
    CHECK_INT(options.engine.hash_mb, 64);
    CHECK_INT(set("  move   OVERHEAD ", "250"), OPTION_OF_ENGINE);
    CHECK_INT(options.engine.move_overhead_ms, 250);
    CHECK_INT(set("UCI_ShowWDL", "true"), OPTION_TAKEN);
    CHECK(options.show_wdl);
    CHECK_INT(set("UCI_ShowWDL", "FALSE"), OPTION_TAKEN);
    CHECK(!options.show_wdl);
    CHECK_INT(set("Clear Hash", ""), OPTION_CLEAR_HASH);
    CHECK_INT(set("SimulStart", ""), OPTION_SIMUL_START);
    CHECK_INT(set("SyzygyPath", "/tables/3:/tables/4"), OPTION_SYZYGY_PATH);
    CHECK_STR(options.syzygy_path, "/tables/3:/tables/4");
    CHECK(!uci_engine_options(&options).tablebase_forever);
    CHECK_INT(set("syzygy50moverule", "false"), OPTION_OF_ENGINE);
    CHECK(uci_engine_options(&options).tablebase_forever);
    CHECK_INT(uci_engine_options(&options).tablebase_men, 7);
    CHECK_INT(set("SyzygyProbeLimit", "5"), OPTION_OF_ENGINE);
    CHECK_INT(uci_engine_options(&options).tablebase_men, 5);
    CHECK_INT(set("SimulFile", "/a b/c d.simul"), OPTION_TAKEN);
    CHECK_STR(options.simul_file, "/a b/c d.simul");
    CHECK_INT(set("SimulFile", "<empty>"), OPTION_TAKEN);
    CHECK_STR(options.simul_file, "");
    CHECK_INT(set("UCI_EngineAbout", "someone else"), OPTION_TAKEN);
}

static void test_refusals(void)
{
    static const struct {
        const char *name, *value, *message;
    } cases[] = {
        {"Threads", "0", "option Threads takes a whole number from 1 to 256, not \"0\""},
        {"Threads", "257", "option Threads takes a whole number from 1 to 256, not \"257\""},
        {"Hash", "", "option Hash takes a whole number from 1 to 65536, not \"\""},
        {"Hash", "64 MB", "option Hash takes a whole number from 1 to 65536, not \"64 MB\""},
        {"Hash", "99999999999999999999", "option Hash takes a whole number from 1 to 65536, not \"99999999999999999999\""},
        {"UCI_Elo", "100", "option UCI_Elo takes a whole number from 800 to 2800, not \"100\""},
        {"Ponder", "yes", "option Ponder takes true or false, not \"yes\""},
        {"Ponder", "", "option Ponder takes true or false, not \"\""},
        {"ClearHash", "", "no option is called \"ClearHash\""},
        {"", "3", "setoption: expected name NAME value VALUE"},
    };
    options = uci_default_options();
    const UciOptions before = options;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK_INT(set(cases[i].name, cases[i].value), OPTION_REFUSED);
        CHECK_STR(message, cases[i].message);
    }
    CHECK(memcmp(&before, &options, sizeof before) == 0);
}

static void test_engine_options(void)
{
    options = uci_default_options();
    set("UCI_Elo", "1200");
    CHECK_INT(uci_engine_options(&options).elo, 0);
    set("UCI_LimitStrength", "true");
    CHECK_INT(uci_engine_options(&options).elo, 1200);
    set("Skill Level", "7");
    set("MultiPV", "3");
    set("Threads", "2");
    const EngineOptions engine = uci_engine_options(&options);
    CHECK_INT(engine.skill, 7);
    CHECK_INT(engine.multipv, 3);
    CHECK_INT(engine.threads, 2);
    CHECK_INT(engine.hash_mb, 16);
}

int main(void)
{
    test_values();
    test_refusals();
    test_engine_options();
    return test_end("uci/options");
}
