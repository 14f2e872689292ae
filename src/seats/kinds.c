/* SPDX-License-Identifier: GPL-3.0-only */
#include "seats/kind.h"

#include "base/command_line.h"
#include "system/shell.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const SeatKind *const KINDS[] = {&engine_kind, &builtin_kind, &manual_kind, &browser_kind};

enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS };

static const SeatKind *find(Text word)
{
    for (size_t i = 0; i < KIND_COUNT; i++)
        if (text_is(word, KINDS[i]->word))
            return KINDS[i];
    return NULL;
}

bool seat_kinds_know(Text word)
{
    return find(word) != NULL;
}

bool seat_kinds_key(Text text)
{
    if (text.length != SEAT_KEY_DIGITS)
        return false;
    for (size_t i = 0; i < text.length; i++)
        if (!((text.data[i] >= '0' && text.data[i] <= '9') || (text.data[i] >= 'a' && text.data[i] <= 'f')))
            return false;
    return true;
}

void seat_kinds_list(char list[SEAT_KINDS_SIZE])
{
    size_t length = 0;
    list[0] = '\0';
    for (size_t i = 0; i < KIND_COUNT; i++) {
        const char *between = i == 0 ? "" : i + 1 < KIND_COUNT ? ", " : " or ";
        const int added = snprintf(list + length, SEAT_KINDS_SIZE - length, "%s%s%s%s", between, KINDS[i]->word,
                                   KINDS[i]->usage[0] != '\0' ? " " : "", KINDS[i]->usage);
        if (added > 0 && length + (size_t)added < SEAT_KINDS_SIZE)
            length += (size_t)added;
    }
}

/* ---- Descriptions ---- */

static bool spec_read(const char *text, SeatSpec *spec, Error *error)
{
    *spec = (SeatSpec){0};
    spec->words = command_split(text, system_shell(), error);
    if (spec->words == NULL)
        return false;
    spec->kind = find(text_of(spec->words[0]));
    bool ok;
    if (spec->kind == NULL) {
        char list[SEAT_KINDS_SIZE];
        seat_kinds_list(list);
        ok = error_set(error, 0, "%s expected, not '%s'", list, spec->words[0]);
    } else {
        spec->traits = spec->kind->traits;
        ok = spec->kind->read(spec, spec->words + 1, error);
    }
    if (!ok)
        seat_spec_destroy(spec);
    return ok;
}

void seat_spec_destroy(SeatSpec *spec)
{
    command_free(spec->words);
    free(spec->own);
    *spec = (SeatSpec){0};
}

bool seat_kinds_traits(const char *text, SeatTraits *traits, Error *error)
{
    SeatSpec spec;
    if (!spec_read(text, &spec, error))
        return false;
    *traits = spec.traits;
    seat_spec_destroy(&spec);
    return true;
}

/* ---- The seats of one exhibition ---- */

typedef struct Companies {
    SeatCompany of[KIND_COUNT];
    EngineLog *log;
} Companies;

static void *begin(Reactor *reactor, int thinkers, const char *log, Error *error)
{
    Companies *companies = calloc(1, sizeof *companies);
    if (companies == NULL) {
        error_set(error, ENOMEM, "cannot prepare the seats");
        return NULL;
    }
    if (log[0] != '\0' && (companies->log = engine_log_open(log, ENGINE_LOG_MOST, error)) == NULL) {
        free(companies);
        return NULL;
    }
    for (size_t i = 0; i < KIND_COUNT; i++)
        companies->of[i] = (SeatCompany){.reactor = reactor, .thinkers = thinkers > 0 ? thinkers : 1, .log = companies->log};
    return companies;
}

static void end(void *context)
{
    Companies *companies = context;
    for (size_t i = 0; i < KIND_COUNT; i++)
        if (companies->of[i].shared != NULL)
            KINDS[i]->part(companies->of[i].shared);
    engine_log_close(companies->log);
    free(companies);
}

static Seat *open_seat(void *context, const SeatRequest *request, Error *error)
{
    Companies *companies = context;
    SeatSpec spec;
    if (!spec_read(request->spec, &spec, error))
        return NULL;
    size_t at = 0;
    while (KINDS[at] != spec.kind)
        at++;
    Seat *seat = spec.kind->open(&companies->of[at], request, &spec, error);
    seat_spec_destroy(&spec);
    return seat;
}

const SeatSource seat_kinds = {
    .begin = begin,
    .end = end,
    .open = open_seat,
    .traits = seat_kinds_traits,
};
