/* SPDX-License-Identifier: GPL-3.0-only */
#include "seats/maker.h"

#include "seats/builtin_seat.h"
#include "seats/engine_seat.h"
#include "seats/manual_seat.h"
#include "seats/pool.h"
#include "seats/spec.h"

#include <stdlib.h>

typedef struct Hall {
    Reactor *reactor;
    int thinkers;
    Pool *pool; /* made when the first built-in opponent comes */
} Hall;

static void *hall_begin(Reactor *reactor, int thinkers, Error *error)
{
    Hall *hall = calloc(1, sizeof *hall);
    if (hall == NULL) {
        error_set(error, 0, "no memory for the seats");
        return NULL;
    }
    hall->reactor = reactor;
    hall->thinkers = thinkers > 0 ? thinkers : 1;
    return hall;
}

static void hall_end(void *context)
{
    Hall *hall = context;
    pool_destroy(hall->pool);
    free(hall);
}

static Seat *open_builtin(Hall *hall, const SeatRequest *request, const SeatSpec *spec, Error *error)
{
    if (request->board == 0)
        return exhibitor_seat_open(request, spec, error);
    if (hall->pool == NULL)
        hall->pool = pool_create(hall->reactor, hall->thinkers, error);
    return hall->pool != NULL ? builtin_seat_open(hall->pool, request, spec, error) : NULL;
}

static Seat *hall_open(void *context, const SeatRequest *request, Error *error)
{
    SeatSpec spec;
    if (!seat_spec_parse(request->spec, &spec, error))
        return NULL;
    Seat *seat = NULL;
    if (spec.kind == SEAT_ENGINE)
        seat = engine_seat_open(request, &spec, error);
    else if (spec.kind == SEAT_BUILTIN)
        seat = open_builtin(context, request, &spec, error);
    else
        seat = manual_seat_open(request, error);
    seat_spec_destroy(&spec);
    return seat;
}

static size_t seat_descriptors(const char *text)
{
    SeatSpec spec;
    if (!seat_spec_parse(text, &spec, NULL))
        return 0;
    size_t count = spec.kind == SEAT_ENGINE ? PROCESS_DESCRIPTORS : 0;
    seat_spec_destroy(&spec);
    return count;
}

const SeatMaker seats_maker = {
    .begin = hall_begin,
    .end = hall_end,
    .open = hall_open,
    .descriptors = seat_descriptors,
};
