/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * A person, at the organizer's keyboard or at a page of his own. What he does comes to the exhibition as orders from outside, and what he is to see is announced to all;
 * so this seat is ready at once and says nothing.
 */
#include "seats/kind.h"
#include "seats/prompt_seat.h"

#include <errno.h>
#include <stdlib.h>

static void manual_close(Seat *seat, bool at_once)
{
    (void)at_once;
    prompt_seat_close((PromptSeat *)seat);
}

static void manual_destroy(Seat *seat)
{
    free(seat);
}

static const SeatOperations operations = {.close = manual_close, .destroy = manual_destroy};

static bool manual_read(SeatSpec *spec, char **words, Error *error)
{
    (void)spec;
    return words[0] == NULL || error_set(error, 0, "manual: nothing may follow, not '%s'", words[0]);
}

static Seat *manual_open(SeatCompany *company, const SeatRequest *request, SeatSpec *spec, Error *error)
{
    (void)company;
    (void)spec;
    PromptSeat *seat = calloc(1, sizeof *seat);
    if (seat != NULL && prompt_seat_init(seat, &operations, request, ""))
        return &seat->seat;
    free(seat);
    error_set(error, ENOMEM, "cannot open a seat");
    return NULL;
}

/* The page's key may follow; who may use it is seen to where pages are served. */
static bool browser_read(SeatSpec *spec, char **words, Error *error)
{
    (void)spec;
    return words[0] == NULL || (seat_kinds_key(text_of(words[0])) && words[1] == NULL) ||
           error_set(error, 0, "browser: nothing may follow, not '%s'", words[0]);
}

const SeatKind manual_kind = {.word = "manual", .usage = "", .traits = {.person = true}, .read = manual_read, .open = manual_open};
const SeatKind browser_kind = {.word = "browser", .usage = "", .traits = {.person = true}, .read = browser_read, .open = manual_open};
