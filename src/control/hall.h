/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Hall: who sits where. Opens seats a few at a time, queues what they say, sees those off that leave.
 *
 * One thread, the reactor's.
 */
#ifndef CAROUSEL_CONTROL_HALL_H
#define CAROUSEL_CONTROL_HALL_H

#include "control/seat.h"
#include "simul/event_queue.h"

typedef struct Hall Hall;

typedef struct HallSetup {
    Reactor *reactor;
    const SeatSource *source;
    int thinkers;
    const char *log;  /* a file for everything said to and by programs; "": none. Not kept */
    EventQueue *said; /* what seats say goes here, each event with its seat as its source */
    /* Fills in a board's spec, game, colour, seed and start_ms when its turn to be opened has come. */
    void (*request)(void *context, int board, SeatRequest *request);
    void *context;
} HallSetup;

/* NULL with the reason if memory or threads cannot be had. */
Hall *hall_create(const HallSetup *setup, Error *error);

/* Everything must have left (hall_leaving() is 0, all boards closed). NULL is fine. */
void hall_destroy(Hall *hall);

/* Has the seat of a board (0: side A) opened, soon; READY or FAILED will be said. Who sits there is sent off.
 * False if memory ran out. */
bool hall_open(Hall *hall, int board);

/* Who sits at a board and has not failed to be opened; NULL: nobody. */
Seat *hall_seat(const Hall *hall, int board);

/* Sends off who sits there or waits to; what he has said and is still queued is forgotten. */
void hall_close(Hall *hall, int board, bool at_once);
void hall_close_all(Hall *hall, bool at_once);

/* Opens the next ones and frees those that have gone. Not from inside a call of a seat. */
void hall_sweep(Hall *hall);

/* Something that a seat said is lost for want of memory. */
bool hall_out_of_memory(const Hall *hall);

/* How many are on their way out. */
size_t hall_leaving(const Hall *hall);

#endif
