/* SPDX-License-Identifier: GPL-3.0-only */
/* What a person has touched, on either side, and what that binds him to. */
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
    touch_hand(&b->game.current, b->hand->events, (size_t)b->hand->count, &bound);
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
    const char *article = touch_article(bound.rule);
    const char *text = article[0] != '\0' ? core_text(core, "%s (Article %s)", sentence, article) : core_text(core, "%s", sentence);
    SimulAnnouncement *says = core_say(core, SIMUL_SAYS_BOUND, b->number);
    says->moves = list;
    says->text = text;
}

/* Reads what a hand did, all or nothing. -1 if a word is none of what is expected; what no longer fits is left out. */
static int read_hand(const char *text, HandEvent hand[HAND_EVENTS_MAX])
{
    int count = 0;
    for (text += strspn(text, " \t"); *text != '\0'; text += strspn(text, " \t")) {
        HandEvent event;
        if (!touch_read_event(text, &event))
            return -1;
        if (count < HAND_EVENTS_MAX)
            hand[count++] = event;
        text += strcspn(text, " \t");
    }
    return count;
}

/* Whose hand it is must have the move, A standing here. */
static bool has_the_move(const SimulCore *core, int board, bool by_exhibitor)
{
    if (!core_stands_at(core, board) || core->paused)
        return false;
    if (by_exhibitor)
        return core->stage == SIMUL_STAGE_THINK && core_exhibitor_is_person(core);
    return core->stage == SIMUL_STAGE_REPLY || core->stage == SIMUL_STAGE_ASKING;
}

void core_touch(SimulCore *core, const SimulEvent *event)
{
    const int board = core_event_board(core, event);
    const bool by_exhibitor = event->seat <= 0;
    const int seat = by_exhibitor ? SIMUL_EXHIBITOR : board;
    HandEvent hand[HAND_EVENTS_MAX];
    if (!has_the_move(core, board, by_exhibitor)) {
        core_refuse(core, seat, board,
                    by_exhibitor ? "touching counts only when it is A's move there" : "touching counts only when a reply is due");
        return;
    }
    const int count = read_hand(event->text == NULL ? "" : event->text, hand);
    if (count < 0) {
        core_refuse(core, seat, board, "squares are expected, as in `touch e1 h1`, `?` or `adjust`; nothing of the line counts");
        return;
    }
    SimulBoard *b = core_board(core, board);
    for (int i = 0; i < count && add_hand(core, b, &hand[i]); i++)
        ;
    if (b->hand == NULL)
        return;
    if (core_has_touched(b)) /* rejects the other side's offer (9.1.2.1) */
        core_offer_answered(core, b, by_exhibitor);
    say_bound(core, b);
}

bool core_has_touched(const SimulBoard *b)
{
    return b->hand != NULL && touch_means_to_move(&b->game.current, b->hand->events, (size_t)b->hand->count);
}

bool core_keeps_to_touch(SimulCore *core, const SimulBoard *b, Move move, const char **reason)
{
    if (b->hand == NULL)
        return true;
    TouchObligation bound;
    touch_hand(&b->game.current, b->hand->events, (size_t)b->hand->count, &bound);
    if (touch_allows(&bound, move))
        return true;
    char sentence[TOUCH_SENTENCE_SIZE];
    touch_sentence(&b->game.current, &bound, sentence);
    *reason = core_text(core, "%s (Article %s)", sentence, touch_article(bound.rule));
    return false;
}

void core_touch_by_illegal(SimulCore *core, SimulBoard *b, const Illegal *read)
{
    const Position *position = &b->game.current;
    const Color mover = position_side_to_move(position);
    /* The own piece counts as touched first (4.3.3). */
    if (read->among != 0)
        add_hand(core, b,
                 &(HandEvent){.kind = HAND_NAMED, .square = NO_SQUARE, .to = NO_SQUARE, .piece = NO_PIECE_TYPE, .among = read->among});
    else if (read->from != NO_SQUARE && position_piece_on(position, read->from) != NO_PIECE)
        add_hand(core, b, &(HandEvent){.kind = HAND_MEANT, .square = read->from, .to = NO_SQUARE, .piece = NO_PIECE_TYPE});
    /* Castling touches the rook, and what stands where the king would go not. */
    const Piece there = read->to == NO_SQUARE ? NO_PIECE : position_piece_on(position, read->to);
    const bool castling = read->reason >= ILLEGAL_CASTLING_OUT_OF_CHECK && read->reason <= ILLEGAL_CASTLING_BLOCKED;
    if (there != NO_PIECE && (!castling || there == piece_make(mover, ROOK)))
        add_hand(core, b, &(HandEvent){.kind = HAND_MEANT, .square = read->to, .to = NO_SQUARE, .piece = NO_PIECE_TYPE});
    if (core_has_touched(b)) /* rejects the other side's offer (9.1.2.1) */
        core_offer_answered(core, b, mover == b->exhibitor_color);
}
