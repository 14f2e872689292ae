/* SPDX-License-Identifier: GPL-3.0-only */
#include "control/hall.h"

#include "system/clock.h"
#include "system/thread.h"

#include <assert.h>
#include <stdlib.h>

enum {
    LOADING_PER_PROCESSOR = 2, /* programs that load at the same time take the time from each other */
    OPENING_AT_ONCE = 24,      /* of the others: those on other machines, and those that need not be loaded */
    OPPONENT_NICENESS = 5      /* opponents stand back behind side A */
};

typedef enum SlotState { SLOT_EMPTY, SLOT_WAITING, SLOT_BEING_MADE, SLOT_OPENING, SLOT_OPEN } SlotState;

typedef struct Slot {
    Seat *seat; /* while OPENING or OPEN; NULL if it could not be made at all */
    SlotState state;
    bool loads; /* a program of its own on this machine */
} Slot;

/* Who has been sent off. */
typedef struct Leaving {
    Seat *seat;
    bool closed;
} Leaving;

struct Hall {
    HallSetup setup;
    void *seats; /* the source's */
    Slot *slots; /* by board */
    int slot_count;
    int *waiting; /* boards to be opened, a ring */
    size_t waiting_first, waiting_count, waiting_capacity;
    int opening[2], opening_most[2]; /* seats that are being opened; [true]: programs that load on this machine */
    Leaving *leaving;
    size_t leaving_count, leaving_capacity; /* room for all who sit as well */
    size_t seated;
    bool out_of_memory;
};

/* ---- What seats say ---- */

static void queue_event(Hall *hall, const Seat *seat, const SimulEvent *event)
{
    QueuedEvent *queued = queued_event_create(event, seat);
    if (queued != NULL)
        event_queue_append(hall->setup.said, queued);
    else
        hall->out_of_memory = true;
}

static void seat_says(void *context, Seat *seat, const SimulEvent *event)
{
    Hall *hall = context;
    Slot *slot = &hall->slots[seat->board];
    /* A seat being opened may have something to say before it is known. Who is on his way out is not heard. */
    if (slot->seat != seat && slot->state != SLOT_BEING_MADE)
        return;
    if (slot->state == SLOT_OPENING && (event->kind == SIMUL_EVENT_READY || event->kind == SIMUL_EVENT_FAILED)) {
        /* It has answered its opening, which makes room for the next. */
        slot->state = SLOT_OPEN;
        hall->opening[slot->loads]--;
    }
    queue_event(hall, seat, event);
}

static void seat_closed(void *context, Seat *seat)
{
    Hall *hall = context;
    for (size_t i = hall->leaving_count; i-- > 0;)
        if (hall->leaving[i].seat == seat) {
            hall->leaving[i].closed = true;
            break;
        }
}

/* ---- Coming ---- */

static bool slots_grow(Hall *hall, int board)
{
    if (board < hall->slot_count)
        return true;
    int count = board + 1 > 2 * hall->slot_count ? board + 1 : 2 * hall->slot_count;
    Slot *slots = realloc(hall->slots, (size_t)count * sizeof *slots);
    if (slots == NULL)
        return false;
    for (int i = hall->slot_count; i < count; i++)
        slots[i] = (Slot){0};
    hall->slots = slots;
    hall->slot_count = count;
    return true;
}

static bool waiting_add(Hall *hall, int board)
{
    if (hall->waiting_count == hall->waiting_capacity) {
        size_t capacity = hall->waiting_capacity == 0 ? 64 : 2 * hall->waiting_capacity;
        int *waiting = malloc(capacity * sizeof *waiting);
        if (waiting == NULL)
            return false;
        for (size_t i = 0; i < hall->waiting_count; i++)
            waiting[i] = hall->waiting[(hall->waiting_first + i) % hall->waiting_capacity];
        free(hall->waiting);
        hall->waiting = waiting;
        hall->waiting_first = 0;
        hall->waiting_capacity = capacity;
    }
    hall->waiting[(hall->waiting_first + hall->waiting_count++) % hall->waiting_capacity] = board;
    return true;
}

/* Room for all who sit to leave at once: whoever has been opened can be sent off without more memory. */
static bool leaving_reserve(Hall *hall)
{
    const size_t needed = hall->leaving_count + hall->seated + 1;
    if (needed <= hall->leaving_capacity)
        return true;
    const size_t capacity = needed < 64 ? 64 : 2 * needed;
    Leaving *leaving = realloc(hall->leaving, capacity * sizeof *leaving);
    if (leaving == NULL)
        return false;
    hall->leaving = leaving;
    hall->leaving_capacity = capacity;
    return true;
}

/* Opens the next one. False if too many are being opened already. */
static bool open_next(Hall *hall)
{
    const int board = hall->waiting[hall->waiting_first];
    if (hall->slots[board].state != SLOT_WAITING)
        return true; /* he has left before his turn came */
    SeatRequest request = {
        .reactor = hall->setup.reactor,
        .board = board,
        .niceness = board > 0 ? OPPONENT_NICENESS : 0,
        .listener = {.says = seat_says, .closed = seat_closed, .context = hall},
    };
    hall->setup.request(hall->setup.context, board, &request);
    Slot *slot = &hall->slots[board];
    SeatTraits traits;
    slot->loads = hall->setup.source->traits(request.spec, &traits, NULL) && traits.descriptors > 0 && !traits.remote;
    if (hall->opening[slot->loads] >= hall->opening_most[slot->loads])
        return false;
    Error error;
    slot->state = SLOT_BEING_MADE;
    if (leaving_reserve(hall))
        slot->seat = hall->setup.source->open(hall->seats, &request, &error);
    else
        error_set(&error, 0, "out of memory");
    if (slot->seat == NULL) {
        const SimulEvent event = {.kind = SIMUL_EVENT_FAILED, .time_ns = system_now_ns(), .seat = board, .text = error.message};
        slot->state = SLOT_OPEN;
        queue_event(hall, NULL, &event);
        return true;
    }
    hall->seated++;
    /* It may have failed at once. */
    const bool answered = event_queue_has(hall->setup.said, slot->seat, SIMUL_EVENT_FAILED);
    slot->state = answered ? SLOT_OPEN : SLOT_OPENING;
    hall->opening[slot->loads] += !answered;
    return true;
}

bool hall_open(Hall *hall, int board)
{
    if (!slots_grow(hall, board))
        return false;
    hall_close(hall, board, true);
    if (!waiting_add(hall, board))
        return false;
    hall->slots[board].state = SLOT_WAITING;
    return true;
}

Seat *hall_seat(const Hall *hall, int board)
{
    return board < hall->slot_count ? hall->slots[board].seat : NULL;
}

/* ---- Going ---- */

void hall_close(Hall *hall, int board, bool at_once)
{
    if (board >= hall->slot_count)
        return;
    Slot *slot = &hall->slots[board];
    Seat *seat = slot->seat;
    if (slot->state == SLOT_OPENING)
        hall->opening[slot->loads]--;
    *slot = (Slot){0};
    if (seat == NULL)
        return;
    event_queue_drop(hall->setup.said, seat, SIMUL_EVENT_COUNT);
    assert(hall->leaving_count < hall->leaving_capacity);
    hall->leaving[hall->leaving_count++] = (Leaving){.seat = seat};
    hall->seated--;
    seat_close(seat, at_once);
}

void hall_close_all(Hall *hall, bool at_once)
{
    for (int board = 0; board < hall->slot_count; board++)
        hall_close(hall, board, at_once);
    for (size_t i = 0; at_once && i < hall->leaving_count; i++)
        if (!hall->leaving[i].closed)
            seat_close(hall->leaving[i].seat, true);
}

size_t hall_leaving(const Hall *hall)
{
    return hall->leaving_count;
}

/* ---- Both ---- */

bool hall_out_of_memory(const Hall *hall)
{
    return hall->out_of_memory;
}

void hall_sweep(Hall *hall)
{
    size_t kept = 0;
    for (size_t i = 0; i < hall->leaving_count; i++) {
        if (hall->leaving[i].closed)
            seat_destroy(hall->leaving[i].seat);
        else
            hall->leaving[kept++] = hall->leaving[i];
    }
    hall->leaving_count = kept;
    while (hall->waiting_count > 0 && open_next(hall)) {
        hall->waiting_first = (hall->waiting_first + 1) % hall->waiting_capacity;
        hall->waiting_count--;
    }
}

Hall *hall_create(const HallSetup *setup, Error *error)
{
    Hall *hall = calloc(1, sizeof *hall);
    if (hall == NULL) {
        error_set(error, 0, "no memory for the hall");
        return NULL;
    }
    hall->setup = *setup;
    hall->opening_most[true] = LOADING_PER_PROCESSOR * system_processor_count();
    hall->opening_most[false] = OPENING_AT_ONCE;
    hall->seats = setup->source->begin(setup->reactor, setup->thinkers, setup->log, error);
    if (hall->seats == NULL) {
        free(hall);
        return NULL;
    }
    return hall;
}

void hall_destroy(Hall *hall)
{
    if (hall == NULL)
        return;
    hall_sweep(hall);
    assert(hall->leaving_count == 0);
    hall->setup.source->end(hall->seats);
    free(hall->slots);
    free(hall->waiting);
    free(hall->leaving);
    free(hall);
}
