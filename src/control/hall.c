/* SPDX-License-Identifier: GPL-3.0-only */
#include "control/hall.h"

#include "system/clock.h"

#include <assert.h>
#include <stdlib.h>

enum {
    OPENING_AT_ONCE = 24,  /* programs that load at the same time take the time from each other */
    OPPONENT_NICENESS = 5  /* opponents stand back behind side A */
};

typedef enum SlotState { SLOT_EMPTY, SLOT_WAITING, SLOT_OPENING, SLOT_OPEN } SlotState;

typedef struct Slot {
    Seat *seat; /* while OPENING or OPEN; NULL if it could not be made at all */
    SlotState state;
} Slot;

typedef struct Leaver {
    Seat *seat;
    bool closed;
} Leaver;

struct Hall {
    HallSetup setup;
    void *seats; /* the source's */
    Slot *slots; /* by board */
    int slot_count;
    int *waiting; /* boards to be opened, a ring */
    size_t waiting_first, waiting_count, waiting_capacity;
    int opening;
    Leaver *leavers;
    size_t leaver_count, leaver_capacity;
};

/* ---- What seats say ---- */

static SimulEventKind event_kind(SeatEventKind kind)
{
    switch (kind) {
    case SEAT_READY: return SIMUL_EVENT_READY;
    case SEAT_FAILED: return SIMUL_EVENT_FAILED;
    case SEAT_MOVE: return SIMUL_EVENT_REPLY;
    case SEAT_RESIGN: return SIMUL_EVENT_RESIGN;
    case SEAT_OFFER: return SIMUL_EVENT_OFFER;
    case SEAT_CLAIM: return SIMUL_EVENT_CLAIM;
    default: return SIMUL_EVENT_INCIDENT;
    }
}

static void seat_says(void *context, Seat *seat, const SeatEvent *said)
{
    Hall *hall = context;
    if (said->kind == SEAT_CLOSED) {
        for (size_t i = hall->leaver_count; i-- > 0;)
            if (hall->leavers[i].seat == seat) {
                hall->leavers[i].closed = true;
                break;
            }
        return;
    }
    SimulEvent event = {.kind = event_kind(said->kind), .seat = seat->board, .text = said->text};
    if (said->kind == SEAT_CLAIM)
        event.text = NULL;
    if (said->kind == SEAT_MOVE) {
        event.has_score = said->has_score;
        event.is_mate = said->score_is_mate;
        event.score = said->score;
        event.depth = said->depth;
    }
    Note *note = note_create(&event, seat, said->time_ns);
    if (note != NULL)
        notes_append(hall->setup.notes, note);
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

static void open_now(Hall *hall, int board)
{
    SeatRequest request = {
        .reactor = hall->setup.reactor,
        .board = board,
        .niceness = board > 0 ? OPPONENT_NICENESS : 0,
        .listener = seat_says,
        .context = hall,
    };
    hall->setup.request(hall->setup.context, board, &request);
    Slot *slot = &hall->slots[board];
    Error error;
    slot->seat = hall->setup.source->open(hall->seats, &request, &error);
    slot->state = slot->seat != NULL ? SLOT_OPENING : SLOT_OPEN;
    if (slot->seat != NULL) {
        hall->opening++;
        return;
    }
    SimulEvent event = {.kind = SIMUL_EVENT_FAILED, .seat = board, .text = error.message};
    Note *note = note_create(&event, NULL, system_now_ns());
    if (note != NULL)
        notes_append(hall->setup.notes, note);
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

static bool leaver_add(Hall *hall, Seat *seat)
{
    if (hall->leaver_count == hall->leaver_capacity) {
        size_t capacity = hall->leaver_capacity == 0 ? 64 : 2 * hall->leaver_capacity;
        Leaver *leavers = realloc(hall->leavers, capacity * sizeof *leavers);
        if (leavers == NULL)
            return false;
        hall->leavers = leavers;
        hall->leaver_capacity = capacity;
    }
    hall->leavers[hall->leaver_count++] = (Leaver){.seat = seat};
    return true;
}

void hall_close(Hall *hall, int board, bool at_once)
{
    if (board >= hall->slot_count)
        return;
    Slot *slot = &hall->slots[board];
    Seat *seat = slot->seat;
    if (slot->state == SLOT_OPENING)
        hall->opening--;
    *slot = (Slot){0};
    /* Without memory to remember it, it can only be left to the end of the program. */
    if (seat != NULL && leaver_add(hall, seat))
        seat_close(seat, at_once);
}

void hall_close_all(Hall *hall, bool at_once)
{
    for (int board = 0; board < hall->slot_count; board++)
        hall_close(hall, board, at_once);
    for (size_t i = 0; at_once && i < hall->leaver_count; i++)
        if (!hall->leavers[i].closed)
            seat_close(hall->leavers[i].seat, true);
}

size_t hall_leaving(const Hall *hall)
{
    return hall->leaver_count;
}

/* ---- Both ---- */

bool hall_accepts(Hall *hall, const Note *note)
{
    int board = note->event.seat;
    if (note->seat == NULL)
        return true;
    if (board >= hall->slot_count || hall->slots[board].seat != note->seat)
        return false;
    Slot *slot = &hall->slots[board];
    SimulEventKind kind = note->event.kind;
    if (slot->state == SLOT_OPENING && (kind == SIMUL_EVENT_READY || kind == SIMUL_EVENT_FAILED)) {
        /* It has answered its opening, which makes room for the next. */
        slot->state = SLOT_OPEN;
        hall->opening--;
    }
    return true;
}

void hall_sweep(Hall *hall)
{
    size_t kept = 0;
    for (size_t i = 0; i < hall->leaver_count; i++) {
        if (hall->leavers[i].closed)
            seat_destroy(hall->leavers[i].seat);
        else
            hall->leavers[kept++] = hall->leavers[i];
    }
    hall->leaver_count = kept;
    while (hall->waiting_count > 0 && hall->opening < OPENING_AT_ONCE) {
        int board = hall->waiting[hall->waiting_first];
        hall->waiting_first = (hall->waiting_first + 1) % hall->waiting_capacity;
        hall->waiting_count--;
        if (hall->slots[board].state == SLOT_WAITING)
            open_now(hall, board);
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
    hall->seats = setup->source->begin(setup->reactor, setup->thinkers, error);
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
    assert(hall->leaver_count == 0);
    hall->setup.source->end(hall->seats);
    free(hall->slots);
    free(hall->waiting);
    free(hall->leavers);
    free(hall);
}
