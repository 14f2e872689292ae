/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What sits at a board, as text: the part of `simul seat B …` and `simul exhibitor …` from the kind on.
 *
 *     engine [protocol auto|uci|xboard] [dir DIRECTORY] [env NAME=VALUE]… [option.NAME=VALUE]… [init LINE]… [remote] COMMAND ARGUMENT…
 *     builtin [elo E] [nodes N] [hash MB] [threads K] [fresh]
 *     manual
 *
 * Words are separated by blanks and quoted as in a shell. `init` lines are sent as they are before the first game.
 * `remote`: the engine thinks on another machine. `fresh`: the built-in player forgets everything from move to move.
 */
#ifndef CAROUSEL_SEATS_SPEC_H
#define CAROUSEL_SEATS_SPEC_H

#include "base/error.h"

#include <stdint.h>

typedef enum SeatKind { SEAT_ENGINE, SEAT_BUILTIN, SEAT_MANUAL } SeatKind;
typedef enum SeatProtocol { PROTOCOL_AUTO, PROTOCOL_UCI, PROTOCOL_XBOARD } SeatProtocol;

typedef struct SeatOption {
    const char *name;
    const char *value;
} SeatOption;

/* Its strings lie in `words`. */
typedef struct SeatSpec {
    SeatKind kind;
    /* engine */
    SeatProtocol protocol;
    const char *directory;   /* NULL: ours */
    const char **environment; /* NULL-terminated */
    SeatOption *options;
    int option_count;
    const char **init;       /* NULL-terminated */
    bool remote;
    char **command;          /* NULL-terminated */
    /* builtin; 0: not given */
    int elo;
    uint64_t nodes;
    int hash_mb;
    int threads;
    bool fresh;
    /* owned */
    char **words;
    void *lists;
} SeatSpec;

/* False with one sentence saying what is wrong and what was expected; then there is nothing to free. */
bool seat_spec_parse(const char *text, SeatSpec *spec, Error *error);

void seat_spec_destroy(SeatSpec *spec);

#endif
