/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What people in the random hall do unasked: offers, claims, touched pieces, moves in their own time.
 */
#ifndef CAROUSEL_TESTS_RANDOM_PEOPLE_H
#define CAROUSEL_TESTS_RANDOM_PEOPLE_H

#include "random_hall.h"

static void opponent_fidgets(int seat)
{
    static const SimulEventKind deeds[] = {SIMUL_EVENT_OFFER,   SIMUL_EVENT_ACCEPT, SIMUL_EVENT_DECLINE, SIMUL_EVENT_PASS,
                                           SIMUL_EVENT_CONSENT, SIMUL_EVENT_CLAIM,  SIMUL_EVENT_REPLY,   SIMUL_EVENT_TOUCH};
    SimulEvent event = {.kind = deeds[chance_below((int)(sizeof deeds / sizeof deeds[0]))], .seat = seat};
    char text[48];
    if (chance_of(15))
        event.kind = SIMUL_EVENT_RESIGN;
    if (event.kind == SIMUL_EVENT_REPLY || (event.kind == SIMUL_EVENT_CLAIM && chance_of(500))) {
        any_reply(seat, text, 200);
        event.text = text;
    } else if (event.kind == SIMUL_EVENT_TOUCH) {
        snprintf(text, sizeof text, "%c%c %c%c", 'a' + chance_below(8), '1' + chance_below(8), 'a' + chance_below(8),
                 '1' + chance_below(8));
        if (chance_of(200))
            snprintf(text, sizeof text, "adjust e1");
        event.text = text;
    }
    /* Some have it typed for them. */
    if (chance_of(300)) {
        event.seat = SIMUL_OPERATOR;
        event.board = seat;
        event.by = (SimulBy)chance_below(3);
    }
    feed(&event);
}

static void exhibitor_fidgets(void)
{
    static const SimulEventKind deeds[] = {SIMUL_EVENT_OFFER,   SIMUL_EVENT_ACCEPT, SIMUL_EVENT_DECLINE,  SIMUL_EVENT_PASS,
                                           SIMUL_EVENT_CONSENT, SIMUL_EVENT_CLAIM,  SIMUL_EVENT_TAKEBACK, SIMUL_EVENT_TAKEBACK};
    SimulEvent event = {.kind = deeds[chance_below((int)(sizeof deeds / sizeof deeds[0]))], .seat = 0};
    if (chance_of(10)) {
        event.kind = SIMUL_EVENT_RESIGN;
        event.board = 1 + chance_below(shadow.board_count + 1);
    }
    if (chance_of(300)) {
        event.seat = SIMUL_OPERATOR;
        event.by = SIMUL_BY_EXHIBITOR;
    }
    feed(&event);
}

/* A person at the board whose move is due makes one, or tries to. */
static void person_moves(const Item *item)
{
    SimulStatus status;
    simul_core_status(core(), &status);
    const int seat = item->seat;
    const bool mine = seat == 0 ? status.stage == SIMUL_STAGE_THINK : status.board == seat && status.stage != SIMUL_STAGE_THINK;
    if (status.phase != SIMUL_RUNNING || !mine)
        return;
    char text[48];
    any_reply(seat == 0 ? status.board : seat, text, seat == 0 ? 20 : seats[seat].temper / 2);
    feed(&(SimulEvent){
        .kind = SIMUL_EVENT_REPLY, .seat = seat, .text = text, .has_score = seat == 0 && chance_of(200), .score = chance_below(100)});
    simul_core_status(core(), &status);
    const bool still = seat == 0 ? status.stage == SIMUL_STAGE_THINK : status.board == seat && status.stage != SIMUL_STAGE_THINK;
    if (still)
        agenda_add((Item){.time_ns = now_ns + chance_ns(50, 3000), .kind = ITEM_FIDGET, .seat = seat, .life = item->life, .request = 1});
}

static void fidget(const Item *item)
{
    if (item->seat == 0 ? item->life != exhibitor_life : item->life != seats[item->seat].life)
        return;
    if (item->request == 1) {
        person_moves(item);
        return;
    }
    if (item->seat == 0)
        exhibitor_fidgets();
    else
        opponent_fidgets(item->seat);
    if (!ended)
        agenda_add((Item){.time_ns = now_ns + chance_ns(500, 30000), .kind = ITEM_FIDGET, .seat = item->seat, .life = item->life});
}

#endif
