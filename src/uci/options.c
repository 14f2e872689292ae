/* SPDX-License-Identifier: GPL-3.0-only */
#include "uci/options.h"

#include "tablebase/tablebase.h"

#include <stdio.h>
#include <string.h>

#define ABOUT "Carousel, a chess engine and arbiter of simultaneous exhibitions. Free software (GPL-3.0)"

typedef enum OptionKind { KIND_SPIN, KIND_CHECK, KIND_STRING, KIND_BUTTON, KIND_FIXED } OptionKind;

/* All there is to say of an option. An engine's own default comes from the engine. */
typedef struct OptionEntry {
    const char *name;
    OptionKind kind;
    int min, max;  /* spin */
    size_t offset; /* into UciOptions */
    UciOptionEffect effect;
} OptionEntry;

enum { MULTIPV_MAX = 256, OVERHEAD_MS_MAX = 5000, SKILL_MAX = 20, ELO_DEFAULT = 1500 };

#define FIELD(name) offsetof(UciOptions, name)

static const OptionEntry OPTIONS[] = {
    {"Hash", KIND_SPIN, ENGINE_HASH_MB_MIN, ENGINE_HASH_MB_MAX, FIELD(engine.hash_mb), OPTION_OF_ENGINE},
    {"Clear Hash", KIND_BUTTON, 0, 0, 0, OPTION_CLEAR_HASH},
    {"Threads", KIND_SPIN, 1, ENGINE_THREADS_MAX, FIELD(engine.threads), OPTION_OF_ENGINE},
    {"MultiPV", KIND_SPIN, 1, MULTIPV_MAX, FIELD(engine.multipv), OPTION_OF_ENGINE},
    {"Ponder", KIND_CHECK, 0, 0, FIELD(ponder), OPTION_TAKEN},
    {"Move Overhead", KIND_SPIN, 0, OVERHEAD_MS_MAX, FIELD(engine.move_overhead_ms), OPTION_OF_ENGINE},
    {"UCI_Chess960", KIND_CHECK, 0, 0, FIELD(chess960), OPTION_TAKEN},
    {"UCI_AnalyseMode", KIND_CHECK, 0, 0, FIELD(analyse), OPTION_TAKEN},
    {"UCI_ShowWDL", KIND_CHECK, 0, 0, FIELD(show_wdl), OPTION_TAKEN},
    {"UCI_LimitStrength", KIND_CHECK, 0, 0, FIELD(limit_strength), OPTION_OF_ENGINE},
    {"UCI_Elo", KIND_SPIN, ENGINE_ELO_MIN, ENGINE_ELO_MAX, FIELD(engine.elo), OPTION_OF_ENGINE},
    {"Skill Level", KIND_SPIN, 0, SKILL_MAX, FIELD(engine.skill), OPTION_OF_ENGINE},
    {"EvalFile", KIND_STRING, 0, 0, FIELD(eval_file), OPTION_EVAL_FILE},
    {"SyzygyPath", KIND_STRING, 0, 0, FIELD(syzygy_path), OPTION_SYZYGY_PATH},
    {"SyzygyProbeDepth", KIND_SPIN, 1, MAX_PLY, FIELD(engine.tablebase_depth), OPTION_OF_ENGINE},
    {"SyzygyProbeLimit", KIND_SPIN, 0, TABLEBASE_MEN, FIELD(engine.tablebase_men), OPTION_OF_ENGINE},
    {"Syzygy50MoveRule", KIND_CHECK, 0, 0, FIELD(syzygy_fifty), OPTION_OF_ENGINE},
    {"SimulFile", KIND_STRING, 0, 0, FIELD(simul_file), OPTION_TAKEN},
    {"SimulStart", KIND_BUTTON, 0, 0, 0, OPTION_SIMUL_START},
    {"SimulRun", KIND_CHECK, 0, 0, FIELD(simul_run), OPTION_SIMUL_RUN},
    {"UCI_EngineAbout", KIND_FIXED, 0, 0, 0, OPTION_TAKEN},
};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

/* Off, empty, or what the engine has; its strength stands ready for UCI_LimitStrength. */
UciOptions uci_default_options(void)
{
    UciOptions options = {.engine = engine_default_options(), .syzygy_fifty = true};
    options.engine.elo = ELO_DEFAULT;
    return options;
}

EngineOptions uci_engine_options(const UciOptions *options)
{
    EngineOptions engine = options->engine;
    if (!options->limit_strength)
        engine.elo = 0;
    engine.tablebase_forever = !options->syzygy_fifty;
    return engine;
}

void uci_options_declare(Output *output)
{
    const UciOptions defaults = uci_default_options();
    const char *base = (const char *)&defaults;
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        const OptionEntry *entry = &OPTIONS[i];
        switch (entry->kind) {
        case KIND_SPIN: {
            int value;
            memcpy(&value, base + entry->offset, sizeof value);
            output_printf(output, "option name %s type spin default %d min %d max %d", entry->name, value, entry->min, entry->max);
            break;
        }
        case KIND_CHECK:
            output_printf(output, "option name %s type check default %s", entry->name,
                          *(const bool *)(base + entry->offset) ? "true" : "false");
            break;
        case KIND_STRING: output_printf(output, "option name %s type string default <empty>", entry->name); break;
        case KIND_BUTTON: output_printf(output, "option name %s type button", entry->name); break;
        case KIND_FIXED: output_printf(output, "option name %s type string default %s", entry->name, ABOUT); break;
        }
    }
}

static UciOptionEffect set_spin(const OptionEntry *entry, char *base, Text value, char message[UCI_MESSAGE_SIZE])
{
    int64_t number;
    if (!text_to_int(value, &number) || number < entry->min || number > entry->max) {
        snprintf(message, UCI_MESSAGE_SIZE, "option %s takes a whole number from %d to %d, not \"%.*s\"", entry->name, entry->min,
                 entry->max, TEXT_SHOWN(value));
        return OPTION_REFUSED;
    }
    const int small = (int)number;
    memcpy(base + entry->offset, &small, sizeof small);
    return entry->effect;
}

static UciOptionEffect set_check(const OptionEntry *entry, char *base, Text value, char message[UCI_MESSAGE_SIZE])
{
    const bool on = text_is(value, "true") || text_is(value, "on") || text_is(value, "1");
    if (!on && !text_is(value, "false") && !text_is(value, "off") && !text_is(value, "0")) {
        snprintf(message, UCI_MESSAGE_SIZE, "option %s takes true or false, not \"%.*s\"", entry->name, TEXT_SHOWN(value));
        return OPTION_REFUSED;
    }
    *(bool *)(base + entry->offset) = on;
    return entry->effect;
}

UciOptionEffect uci_option_set(UciOptions *options, Text name, Text value, char message[UCI_MESSAGE_SIZE])
{
    message[0] = '\0';
    char *base = (char *)options;
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        const OptionEntry *entry = &OPTIONS[i];
        if (!text_same_words(name, text_of(entry->name)))
            continue;
        switch (entry->kind) {
        case KIND_SPIN: return set_spin(entry, base, value, message);
        case KIND_CHECK: return set_check(entry, base, value, message);
        case KIND_STRING:
            if (value.length >= UCI_PATH_SIZE) {
                snprintf(message, UCI_MESSAGE_SIZE, "option %s takes at most %d characters", entry->name, UCI_PATH_SIZE - 1);
                return OPTION_REFUSED;
            }
            text_copy(text_is(value, "<empty>") ? text_of("") : value, base + entry->offset, UCI_PATH_SIZE);
            return entry->effect;
        case KIND_BUTTON:
        case KIND_FIXED: return entry->effect;
        }
    }
    if (name.length == 0)
        snprintf(message, UCI_MESSAGE_SIZE, "setoption: expected name NAME value VALUE");
    else
        snprintf(message, UCI_MESSAGE_SIZE, "no option is called \"%.*s\"", TEXT_SHOWN(name));
    return OPTION_REFUSED;
}
