/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What a line on the input asks for. Pure: no I/O, no state, no position; every line gives something, however
 * broken it is. Unknown words before a known command are ignored, as the protocol demands. Texts in a
 * command are slices of the line.
 */
#ifndef CAROUSEL_UCI_COMMAND_H
#define CAROUSEL_UCI_COMMAND_H

#include "base/text.h"
#include "engine/engine_types.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum UciVerb {
    UCI_EMPTY,
    UCI_UNKNOWN,
    UCI_UCI,
    UCI_DEBUG,
    UCI_ISREADY,
    UCI_SETOPTION,
    UCI_REGISTER,
    UCI_NEW_GAME,
    UCI_POSITION,
    UCI_GO,
    UCI_STOP,
    UCI_PONDERHIT,
    UCI_QUIT,
    UCI_DISPLAY,
    UCI_EVAL,
    UCI_BENCH,
    UCI_HELP,
    UCI_SIMUL
} UciVerb;

#define UCI_ABSENT INT64_MIN

/* What `go` asks for. */
typedef struct UciGo {
    SearchLimits limits; /* without the moves to choose from, and when the clock began to run */
    int64_t perft;       /* depth, or UCI_ABSENT */
    Text search_moves;   /* words that look like moves; empty if there are none */
    Text bad_word;       /* the first key whose number is missing or unreadable; empty if all are fine */
} UciGo;

typedef struct UciCommand {
    UciVerb verb;
    Text name;      /* setoption: name. position: FEN. Unknown: the line */
    Text value;     /* setoption: value, may be empty. position: the moves, may be empty */
    bool has_value; /* setoption: "value" was there */
    bool start;     /* position: the usual start position */
    UciGo go;
    int64_t number; /* bench: depth, or UCI_ABSENT */
    Text rest;      /* simul: everything after the word */
} UciCommand;

void uci_command_parse(Text line, UciCommand *command);

#endif
