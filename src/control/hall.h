/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Hall: who sits where. Opens seats a few at a time, passes on what they say as notes, sees those off that leave.
 *
 * One thread, the reactor's.
 */
#ifndef CAROUSEL_CONTROL_HALL_H
#define CAROUSEL_CONTROL_HALL_H

#include "control/note.h"
#include "control/seat.h"

typedef struct Hall Hall;

typedef struct HallSetup {
    Reactor *reactor;
    const SeatSource *source;
    int thinkers;
    NoteQueue *notes; /* what seats say goes here */
    /* Fills in a board's spec, game, colour, seed and start_deadline_ns when its turn to be opened has come. */
    void (*request)(void *context, int board, SeatRequest *request);
    void *context;
} HallSetup;

/* NULL with the reason if memory or threads cannot be had. */
Hall *hall_create(const HallSetup *setup, Error *error);

/* Everything must have left (hall_leaving() is 0, all boards closed). NULL is fine. */
void hall_destroy(Hall *hall);

/* Has the seat of a board (0: side A) opened, soon; READY or FAILED will be noted. Who sits there is sent off.
 * False if memory ran out. */
bool hall_open(Hall *hall, int board);

/* Who sits at a board and has not failed to be opened; NULL: nobody. */
Seat *hall_seat(const Hall *hall, int board);

/* Sends off who sits there or waits to. */
void hall_close(Hall *hall, int board, bool at_once);
void hall_close_all(Hall *hall, bool at_once);

/* To be called with every note taken from the queue: false if it is to be dropped, because the seat it comes from does
 * not sit at its board any more. */
bool hall_accepts(Hall *hall, const Note *note);

/* Opens the next ones and frees those that have gone. Only while no notes are queued, as they name seats. */
void hall_sweep(Hall *hall);

/* How many are on their way out. */
size_t hall_leaving(const Hall *hall);

#endif
