/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The agenda of an exhibition in simulated time: what happens when, the earliest first.
 */
#ifndef CAROUSEL_TESTS_AGENDA_H
#define CAROUSEL_TESTS_AGENDA_H

#include "simul/core.h"

#include <stdlib.h>

typedef enum ItemKind { ITEM_SEAT, ITEM_REPLY, ITEM_EXHIBITOR, ITEM_FIDGET, ITEM_OPERATOR, ITEM_DEADLINE } ItemKind;

typedef struct Item {
    int64_t time_ns;
    uint64_t order;
    ItemKind kind;
    int seat;
    unsigned life;    /* the seat's, or A's: it must still be this one */
    unsigned request; /* REPLY */
    SimulEvent event;
    char text[48];
} Item;

static Item *agenda;
static size_t agenda_count, agenda_capacity;
static uint64_t agenda_order;

static bool item_before(const Item *a, const Item *b)
{
    if (a->time_ns != b->time_ns)
        return a->time_ns < b->time_ns;
    if ((a->kind == ITEM_DEADLINE) != (b->kind == ITEM_DEADLINE))
        return b->kind == ITEM_DEADLINE; /* a deadline is declared when everything else has been heard */
    return a->order < b->order;
}

static void agenda_add(Item item)
{
    if (agenda_count == agenda_capacity) {
        agenda_capacity = agenda_capacity * 2 + 256;
        agenda = realloc(agenda, agenda_capacity * sizeof *agenda);
    }
    item.order = agenda_order++;
    size_t i = agenda_count++;
    for (; i > 0 && item_before(&item, &agenda[(i - 1) / 2]); i = (i - 1) / 2)
        agenda[i] = agenda[(i - 1) / 2];
    agenda[i] = item;
}

static Item agenda_take(void)
{
    const Item first = agenda[0];
    const Item last = agenda[--agenda_count];
    size_t i = 0;
    for (;;) {
        size_t child = 2 * i + 1;
        if (child >= agenda_count)
            break;
        if (child + 1 < agenda_count && item_before(&agenda[child + 1], &agenda[child]))
            child++;
        if (!item_before(&agenda[child], &last))
            break;
        agenda[i] = agenda[child];
        i = child;
    }
    agenda[i] = last;
    return first;
}

#endif
