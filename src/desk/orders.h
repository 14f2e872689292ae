/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What people and the operator say while an exhibition runs: `reply 3 e5`, `offer 2`, `stop` … , read from words into the core's
 * events. Pure; the desk looks in between the two steps.
 */
#ifndef CAROUSEL_DESK_ORDERS_H
#define CAROUSEL_DESK_ORDERS_H

#include "base/text.h"
#include "simul/core.h"
#include "simul/settings_table.h"

enum { SIMUL_ORDER_TEXT_SIZE = 512 };

typedef struct SimulOrder SimulOrder;

/* An order with its words. */
typedef struct SimulSpoken {
    const SimulOrder *order;
    int board;                        /* 0: none */
    int by;                           /* 'e' exhibitor, 'o' opponent, 0 not said */
    char text[SIMUL_ORDER_TEXT_SIZE]; /* the move, squares or result; "" if there is none */
} SimulSpoken;

/* What has to be known of the board it is about. */
typedef struct SimulSight {
    bool person_at_board, person_is_exhibitor;
    bool offer_by_opponent;
    bool exhibitor_thinks_here;
} SimulSight;

/* NULL if no order is called so. `*board`: a board's number follows. */
const SimulOrder *simul_order_find(Text word, bool *board);

/* A board's number, 1 … boards, off the front of `*rest`. */
bool simul_order_board(const char *command, Text *rest, int boards, int *board, char message[SIMUL_MESSAGE_SIZE]);

/* Reads what stands behind the order's word. False with a sentence. */
bool simul_order_read(const SimulOrder *order, Text rest, int boards, SimulSpoken *spoken, char message[SIMUL_MESSAGE_SIZE]);

/* The event it is. Offers and their answers have the same words for both sides: where `by` does not say whose they are, an
 * answer is by the side that was offered one, an offer by the person who sits there, the opponent first unless A is to move. */
bool simul_order_event(const SimulSpoken *spoken, const SimulSight *sight, SimulEvent *event, char message[SIMUL_MESSAGE_SIZE]);

#endif
