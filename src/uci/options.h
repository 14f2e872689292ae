/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The engine's options: one table for what is declared, for what is accepted and for where it is kept. A new option is a
 * field (of EngineOptions, if the engine is to be told), a row of the table in options.c, and its line in README.md.
 * Pure values; no threads of its own.
 */
#ifndef CAROUSEL_UCI_OPTIONS_H
#define CAROUSEL_UCI_OPTIONS_H

#include "base/text.h"
#include "engine/engine.h"
#include "system/output.h"

#include <stdbool.h>
#include <stddef.h>

enum { UCI_PATH_SIZE = 1024, UCI_MESSAGE_SIZE = 256 };

typedef struct UciOptions {
    EngineOptions engine; /* `elo` is UCI_Elo whether it is in force or not; see uci_engine_options() */
    bool limit_strength;
    bool ponder;
    bool chess960;
    bool analyse;
    bool show_wdl;
    char eval_file[UCI_PATH_SIZE];   /* a network; empty: the program's own */
    char syzygy_path[UCI_PATH_SIZE]; /* folders of endgame tables; empty: none */
    bool syzygy_fifty;
    char simul_file[UCI_PATH_SIZE]; /* empty: none */
    bool simul_run;
} UciOptions;

typedef enum UciOptionEffect {
    OPTION_REFUSED,     /* the message says why; nothing has changed */
    OPTION_TAKEN,       /* read where it is needed */
    OPTION_OF_ENGINE,   /* the engine must be told */
    OPTION_EVAL_FILE,   /* the network is to be read */
    OPTION_SYZYGY_PATH, /* the tables are to be looked for */
    OPTION_CLEAR_HASH,  /* a button */
    OPTION_SIMUL_START, /* a button */
    OPTION_SIMUL_RUN    /* the same as a check, for GUIs that press no button before a game */
} UciOptionEffect;

UciOptions uci_default_options(void);

/* `option name …` lines. */
void uci_options_declare(Output *output);

/* One setoption. Names in any case and spacing. */
UciOptionEffect uci_option_set(UciOptions *options, Text name, Text value, char message[UCI_MESSAGE_SIZE]);

/* What the engine is to be told. */
EngineOptions uci_engine_options(const UciOptions *options);

#endif
