/* SPDX-License-Identifier: GPL-3.0-only */
#include "uci/options.h"

#include <stdio.h>
#include <string.h>

#define ABOUT "Carousel, a chess engine and arbiter of simultaneous exhibitions. Free software (GPL-3.0)"

typedef enum OptionKind { KIND_SPIN, KIND_CHECK, KIND_STRING, KIND_BUTTON, KIND_FIXED } OptionKind;

typedef struct OptionEntry {
    const char *name;
    OptionKind kind;
    UciOptionEffect effect;
    int min, max;   /* spin */
    size_t offset;  /* into UciOptions */
} OptionEntry;

enum { MULTIPV_MAX = 256 };

#define FIELD(name) offsetof(UciOptions, name)

static const OptionEntry OPTIONS[] = {
    {"Hash", KIND_SPIN, OPTION_OF_ENGINE, ENGINE_HASH_MB_MIN, ENGINE_HASH_MB_MAX, FIELD(hash_mb)},
    {"Clear Hash", KIND_BUTTON, OPTION_CLEAR_HASH, 0, 0, 0},
    {"Threads", KIND_SPIN, OPTION_OF_ENGINE, 1, ENGINE_THREADS_MAX, FIELD(threads)},
    {"MultiPV", KIND_SPIN, OPTION_OF_ENGINE, 1, MULTIPV_MAX, FIELD(multipv)},
    {"Ponder", KIND_CHECK, OPTION_TAKEN, 0, 0, FIELD(ponder)},
    {"Move Overhead", KIND_SPIN, OPTION_OF_ENGINE, 0, 5000, FIELD(move_overhead_ms)},
    {"UCI_Chess960", KIND_CHECK, OPTION_TAKEN, 0, 0, FIELD(chess960)},
    {"UCI_AnalyseMode", KIND_CHECK, OPTION_TAKEN, 0, 0, FIELD(analyse)},
    {"UCI_ShowWDL", KIND_CHECK, OPTION_TAKEN, 0, 0, FIELD(show_wdl)},
    {"UCI_LimitStrength", KIND_CHECK, OPTION_OF_ENGINE, 0, 0, FIELD(limit_strength)},
    {"UCI_Elo", KIND_SPIN, OPTION_OF_ENGINE, ENGINE_ELO_MIN, ENGINE_ELO_MAX, FIELD(elo)},
    {"Skill Level", KIND_SPIN, OPTION_OF_ENGINE, 0, 20, FIELD(skill)},
    {"EvalFile", KIND_STRING, OPTION_EVAL_FILE, 0, 0, FIELD(eval_file)},
    {"SimulFile", KIND_STRING, OPTION_TAKEN, 0, 0, FIELD(simul_file)},
    {"SimulStart", KIND_BUTTON, OPTION_SIMUL_START, 0, 0, 0},
    {"UCI_EngineAbout", KIND_FIXED, OPTION_TAKEN, 0, 0, 0},
};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

UciOptions uci_default_options(void)
{
    const EngineOptions engine = engine_default_options();
    return (UciOptions){
        .hash_mb = engine.hash_mb,
        .threads = engine.threads,
        .multipv = engine.multipv,
        .move_overhead_ms = engine.move_overhead_ms,
        .elo = 1500,
        .skill = engine.skill,
    };
}

EngineOptions uci_engine_options(const UciOptions *options)
{
    EngineOptions engine = engine_default_options();
    engine.hash_mb = options->hash_mb;
    engine.threads = options->threads;
    engine.multipv = options->multipv;
    engine.move_overhead_ms = options->move_overhead_ms;
    engine.elo = options->limit_strength ? options->elo : 0;
    engine.skill = options->skill;
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
            output_printf(output, "option name %s type spin default %d min %d max %d", entry->name, value, entry->min,
                          entry->max);
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
        snprintf(message, UCI_MESSAGE_SIZE, "option %s takes a whole number from %d to %d, not \"%.*s\"", entry->name,
                 entry->min, entry->max, TEXT_SHOWN(value));
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
        snprintf(message, UCI_MESSAGE_SIZE, "option %s takes true or false, not \"%.*s\"", entry->name,
                 TEXT_SHOWN(value));
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
                snprintf(message, UCI_MESSAGE_SIZE, "option %s: text too long", entry->name);
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
