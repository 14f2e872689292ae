/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * A row of the table of kinds, inside the room: what a kind of player must be able to do.
 */
#ifndef CAROUSEL_SEATS_KIND_H
#define CAROUSEL_SEATS_KIND_H

#include "seats/engine_log.h"
#include "seats/kinds.h"

/* A description that has been read. */
typedef struct SeatSpec {
    const struct SeatKind *kind;
    SeatTraits traits;
    char **words; /* NULL-terminated, the kind's own first; what the kind has read may point into them */
    void *own;    /* what the kind has read, of its own type, one block of malloc()'s; NULL: nothing */
} SeatSpec;

/* What a kind's seats of one exhibition have to share. */
typedef struct SeatCompany {
    Reactor *reactor;
    int thinkers;   /* how many of those that think on our threads may at one time */
    EngineLog *log; /* of what is said to and by programs; NULL: none. The exhibition's */
    void *shared;   /* the kind's own; NULL until it has made something */
} SeatCompany;

typedef struct SeatKind {
    const char *word;
    const char *usage; /* what must follow the word, for messages; "": nothing must */
    SeatTraits traits; /* of every seat of the kind, before read() says more */
    /* Reads the words after the kind's own into `spec->own` and `spec->traits`. False with a sentence; what `own` holds
     * then is freed by the caller. */
    bool (*read)(SeatSpec *spec, char **words, Error *error);
    /* NULL with the reason if memory ran out. May take over `*spec`, leaving it zeroed. */
    Seat *(*open)(SeatCompany *company, const SeatRequest *request, SeatSpec *spec, Error *error);
    /* Frees what is shared, after the last seat has been destroyed. NULL if there is nothing. */
    void (*part)(void *shared);
} SeatKind;

extern const SeatKind engine_kind, builtin_kind, manual_kind, browser_kind;

void seat_spec_destroy(SeatSpec *spec);

#endif
