/* SPDX-License-Identifier: GPL-3.0-only */
/* What a person has touched, and what that binds him to. */
#include "simul/core_parts.h"

#include "chess/move_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool add_hand(SimulCore *core, SimulBoard *b, const HandEvent *event)
{
    if (b->hand == NULL)
        b->hand = calloc(1, sizeof *b->hand);
    if (b->hand == NULL) {
        core->out_of_memory = true;
        return false;
    }
    if (b->hand->count == HAND_EVENTS_MAX)
        return false;
    b->hand->events[b->hand->count++] = *event;
    return true;
}

static void say_bound(SimulCore *core, const SimulBoard *b)
{
    TouchObligation bound;
    touch_hand(&b->game.current, b->hand->events, (size_t)b->hand->count, true, &bound);
    char sentence[TOUCH_SENTENCE_SIZE];
    touch_sentence(&b->game.current, &bound, sentence);
    char moves[MAX_MOVES * UCI_MOVE_SIZE];
    size_t used = 0;
    moves[0] = '\0';
    for (int i = 0; bound.bound && i < bound.moves.count; i++) {
        char text[UCI_MOVE_SIZE];
        move_to_uci(&b->game.current, bound.moves.moves[i], text);
        used += (size_t)snprintf(moves + used, sizeof moves - used, "%s%s", i > 0 ? " " : "", text);
    }
    const char *list = bound.bound ? core_text(core, "%s", moves) : NULL;
    const char *text = core_text(core, "%s", sentence);
    SimulAnnouncement *says = core_say(core, SIMUL_SAYS_BOUND, b->number);
    says->moves = list;
    says->text = text;
}

void core_touch(SimulCore *core, const SimulEvent *event)
{
    const int board = event->seat;
    if (!core_stands_at(core, board) || core->paused ||
        (core->stage != SIMUL_STAGE_REPLY && core->stage != SIMUL_STAGE_ASKING)) {
        core_refuse(core, event->seat, board, "touching counts only when a reply is due");
        return;
    }
    SimulBoard *b = core_board(core, board);
    const char *text = event->text == NULL ? "" : event->text;
    for (text += strspn(text, " "); *text != '\0'; text += strspn(text, " ")) {
        const size_t length = strcspn(text, " ");
        HandEvent hand;
        if (!touch_read_event(text, &hand)) {
            core_refuse(core, event->seat, board, "squares are expected, as in `touch e1 h1`, or `adjust`");
            return;
        }
        if (!add_hand(core, b, &hand))
            break;
        text += length;
    }
    if (b->hand != NULL)
        say_bound(core, b);
}

bool core_keeps_to_touch(SimulCore *core, const SimulBoard *b, Move move, const char **reason)
{
    if (b->hand == NULL)
        return true;
    TouchObligation bound;
    touch_hand(&b->game.current, b->hand->events, (size_t)b->hand->count, true, &bound);
    if (touch_allows(&bound, move))
        return true;
    char sentence[TOUCH_SENTENCE_SIZE];
    touch_sentence(&b->game.current, &bound, sentence);
    *reason = core_text(core, "%s", sentence);
    return false;
}

void core_touch_by_illegal(SimulCore *core, SimulBoard *b, const Illegal *read)
{
    const Square squares[2] = {read->from, read->to};
    for (int i = 0; i < 2; i++)
        if (squares[i] != NO_SQUARE && position_piece_on(&b->game.current, squares[i]) != NO_PIECE)
            add_hand(core, b, &(HandEvent){HAND_TOUCH, squares[i], NO_SQUARE, NO_PIECE_TYPE});
}
