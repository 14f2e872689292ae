/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The row of the built-in players: their words read, and who of the two kinds of them sits down.
 */
#include "seats/builtin_seat.h"

#include "base/number.h"
#include "engine/engine.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool read_number(const char *key, const char *word, int64_t lowest, int64_t highest, int64_t *value, Error *error)
{
    if (word != NULL && number_parse(word, lowest, highest, value) == NUMBER_OK)
        return true;
    return error_set(error, 0, "builtin %s: a number from %lld to %lld expected, not '%s'", key, (long long)lowest, (long long)highest,
                     word != NULL ? word : "");
}

static bool builtin_read(SeatSpec *spec, char **words, Error *error)
{
    BuiltinSpec *builtin = spec->own = calloc(1, sizeof *builtin);
    if (builtin == NULL)
        return error_set(error, ENOMEM, "cannot read the seat");
    for (; *words != NULL; words++) {
        const char *key = *words;
        int64_t value = 0;
        if (strcmp(key, "fresh") == 0) {
            builtin->fresh = true;
        } else if (strcmp(key, "elo") == 0) {
            if (!read_number(key, *++words, ENGINE_ELO_MIN, ENGINE_ELO_MAX, &value, error))
                return false;
            builtin->elo = (int)value;
        } else if (strcmp(key, "nodes") == 0) {
            if (!read_number(key, *++words, 1, 1000000000, &value, error))
                return false;
            builtin->nodes = (uint64_t)value;
        } else if (strcmp(key, "hash") == 0) {
            if (!read_number(key, *++words, ENGINE_HASH_MB_MIN, ENGINE_HASH_MB_MAX, &value, error))
                return false;
            builtin->hash_mb = (int)value;
        } else if (strcmp(key, "threads") == 0) {
            if (!read_number(key, *++words, 1, ENGINE_THREADS_MAX, &value, error))
                return false;
            builtin->threads = (int)value;
            spec->traits.threads = builtin->threads;
        } else {
            return error_set(error, 0, "builtin: elo E, nodes N, hash MB, threads K or fresh expected, not '%s'", key);
        }
    }
    return true;
}

/* The company's pool is made when the first opponent comes. */
static Seat *builtin_open(SeatCompany *company, const SeatRequest *request, SeatSpec *spec, Error *error)
{
    if (request->board == 0)
        return exhibitor_seat_open(request, spec->own, error);
    if (company->shared == NULL)
        company->shared = pool_create(company->reactor, company->thinkers, error);
    return company->shared != NULL ? builtin_seat_open(company->shared, request, spec->own, error) : NULL;
}

static void builtin_part(void *pool)
{
    pool_destroy(pool);
}

const SeatKind builtin_kind = {
    .word = "builtin", .usage = "", .traits = {.threads = 1}, .read = builtin_read, .open = builtin_open, .part = builtin_part};
