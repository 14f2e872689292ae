/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Who has spoken, where an operator gives what players say: offers and their answers have the same words for both sides.
 * Decided by how the exhibition stands when the words are dealt with, so that whatever takes them (a terminal, a GUI) need
 * not know.
 */
#include "simul/core_parts.h"

int core_event_board(const SimulCore *core, const SimulEvent *event)
{
    return event->seat > 0 ? event->seat : event->board != 0 ? event->board : core->board;
}

/* An answer is by the side that was asked or offered something; an offer, a claim or a hand is that of the person who sits
 * there, the opponent first unless A is to move. */
static int speaker_between_people(const SimulCore *core, const SimulBoard *b, SimulEventKind kind)
{
    const bool here = core_stands_at(core, b->number);
    if (kind == SIMUL_EVENT_DECLINE && here && core->stage == SIMUL_STAGE_CONSENT)
        return SIMUL_EXHIBITOR;
    if (kind == SIMUL_EVENT_ACCEPT || kind == SIMUL_EVENT_DECLINE)
        return b->offer.standing && b->offer.by != b->exhibitor_color ? SIMUL_EXHIBITOR : b->number;
    return here && core->stage == SIMUL_STAGE_THINK ? SIMUL_EXHIBITOR : b->number;
}

static int choose(const SimulCore *core, const SimulBoard *b, const SimulEvent *event)
{
    if (event->by != SIMUL_BY_EITHER)
        return event->by == SIMUL_BY_EXHIBITOR ? SIMUL_EXHIBITOR : b->number;
    if (!board_is_person(b))
        return SIMUL_EXHIBITOR;
    return core_exhibitor_is_person(core) ? speaker_between_people(core, b, event->kind) : b->number;
}

/* NULL if somebody may speak through the operator. Resigning for a program is the operator's right. */
static const char *problem(const SimulCore *core, const SimulBoard *b, const SimulEvent *event)
{
    if (event->kind == SIMUL_EVENT_RESIGN)
        return NULL;
    if (event->seat == SIMUL_EXHIBITOR)
        return core_exhibitor_is_person(core) ? NULL : "side A is played by a program, it speaks for itself";
    return board_is_person(b) ? NULL : "a program sits there, it speaks for itself";
}

bool core_find_speaker(SimulCore *core, SimulEvent *event)
{
    const int board = core_event_board(core, event);
    const char *reason = NULL;
    if (core->phase == SIMUL_DONE)
        reason = "the exhibition is over";
    else if (!core_has_board(core, board) && (board != 0 || event->by != SIMUL_BY_EXHIBITOR))
        reason = core_text(core, "there is no such board: they are 1 to %d", core->board_count);
    if (reason == NULL) {
        const SimulBoard *b = core_board(core, board); /* 0, which nobody sees, while A is nowhere */
        event->seat = choose(core, b, event);
        reason = problem(core, b, event);
    }
    if (reason != NULL)
        core_refuse(core, SIMUL_OPERATOR, board, reason);
    return reason == NULL;
}
