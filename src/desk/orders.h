/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What people and the operator say while an exhibition runs: `reply 3 e5`, `offer 2`, `stop` … , read from words into the core's
 * events. Pure.
 */
#ifndef CAROUSEL_DESK_ORDERS_H
#define CAROUSEL_DESK_ORDERS_H

#include "base/text.h"
#include "simul/settings_table.h"
#include "simul/speaker.h"

enum { ORDER_TEXT_SIZE = 512 };

typedef struct Order Order;

/* An order with its words. */
typedef struct OrderWords {
    const Order *order;
    int board;                  /* 0: none */
    int by;                     /* 'e' exhibitor, 'o' opponent, 0 not said */
    char text[ORDER_TEXT_SIZE]; /* the move, squares or result; "" if there is none */
} OrderWords;

/* NULL if no order has this word. `*board`: a board's number follows. */
const Order *order_find(Text word, bool *board);

/* Its word. */
const char *order_word(const Order *order);

/* A board's number, 1 … boards, off the front of `*rest`. */
bool order_board(const char *command, Text *rest, int boards, int *board, char message[SIMUL_MESSAGE_SIZE]);

/* Reads what follows the order's word. False with a sentence. */
bool order_read(const Order *order, Text rest, int boards, OrderWords *words, char message[SIMUL_MESSAGE_SIZE]);

/* The event it is, as the board it is about is seen (simul/speaker.h). Its text stays in `words`. False with a sentence. */
bool order_event(const OrderWords *words, const SpeakerSight *sight, SimulEvent *event, char message[SIMUL_MESSAGE_SIZE]);

#endif
