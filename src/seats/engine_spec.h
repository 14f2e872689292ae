/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What an engine's seat is told about its engine: program, language, surroundings, options. Read from the words after
 * `engine` (seats/kinds.h). `init` lines are sent as they are before the first game.
 */
#ifndef CAROUSEL_SEATS_ENGINE_SPEC_H
#define CAROUSEL_SEATS_ENGINE_SPEC_H

#include "seats/kind.h"

typedef enum EngineProtocol { PROTOCOL_AUTO, PROTOCOL_UCI, PROTOCOL_XBOARD } EngineProtocol;

typedef struct EngineOption {
    const char *name;
    const char *value;
} EngineOption;

/* Its strings lie in the words it was read from, its lists in its own block. */
typedef struct EngineSpec {
    EngineProtocol protocol;
    const char *directory;    /* NULL: ours */
    const char **environment; /* NULL-terminated */
    EngineOption *options;
    int option_count;
    const char **init; /* NULL-terminated */
    uint64_t nodes;    /* for every move, however long A is away; 0: not given. With these two it is not told to answer */
    int depth;
    int64_t movetime_ms; /* at most, from A's departure on; 0: not given */
    char **command;      /* NULL-terminated */
} EngineSpec;

/* SeatKind's read(): an EngineSpec into `spec->own`. */
bool engine_spec_read(SeatSpec *spec, char **words, Error *error);

#endif
