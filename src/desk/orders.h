/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What people and the operator say while an exhibition runs: `reply 3 e5`, `offer 2`, `stop` … , read from words into the core's
 * events. Who spoke is not decided here. Pure.
 */
#ifndef CAROUSEL_DESK_ORDERS_H
#define CAROUSEL_DESK_ORDERS_H

#include "base/text.h"
#include "simul/event.h"
#include "simul/settings_table.h"

enum { ORDER_TEXT_SIZE = 512 };

typedef struct Order Order;

/* NULL if no order has this word. `*board`: a board's number follows. */
const Order *order_find(Text word, bool *board);

/* The number of a board, from 1, off the front of `*rest`. False with a sentence. */
bool order_board(const char *command, Text *rest, int *board, char message[SIMUL_MESSAGE_SIZE]);

/* The event that the order is with what follows its word; the event's text (a move, squares or a result) is put in `text`. False with
 * a sentence. */
bool order_read(const Order *order, Text rest, SimulEvent *event, char text[ORDER_TEXT_SIZE], char message[SIMUL_MESSAGE_SIZE]);

#endif
