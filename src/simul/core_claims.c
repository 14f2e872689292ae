/* SPDX-License-Identifier: GPL-3.0-only */
/* Draws claimed and resignations; what a program said while A was away is dealt with when A comes. */
#include "simul/core_parts.h"

#include "rules/illegal.h"

/* ---- Claims ---- */

static void say_claim(SimulCore *core, const SimulBoard *b, bool by_exhibitor, bool right, const char *text)
{
    SimulAnnouncement *says = core_say(core, SIMUL_SAYS_CLAIM, b->number);
    says->by_exhibitor = by_exhibitor;
    says->state = right ? "right" : "wrong";
    says->text = text;
}

/* A wrong claim: the other side gets time, and an offer stands. */
static void wrong_claim(SimulCore *core, SimulBoard *b, bool by_exhibitor)
{
    const char *bonus = core_give_bonus(core, b, !by_exhibitor);
    say_claim(core, b, by_exhibitor, false,
              core_text(core, "neither a third occurrence nor fifty moves%s%s (Article 9.5.3)", bonus != NULL ? "; " : "",
                        bonus != NULL ? bonus : ""));
    /* It is an offer too (9.1.2.3): where the other side's stands already, a draw is agreed. */
    const Color claimant = by_exhibitor ? b->exhibitor_color : board_opponent_color(b);
    if (b->offer.standing && b->offer.by == claimant)
        return;
    if (by_exhibitor)
        core_exhibitor_offers(core, b);
    else
        core_opponent_offers(core, b);
}

/* Judges a claim by the side to move, with or without a move. */
static void judge_claim(SimulCore *core, SimulBoard *b, bool by_exhibitor, const char *text)
{
    const int board = b->number;
    const int seat = by_exhibitor ? SIMUL_EXHIBITOR : board;
    const unsigned on_board = claims_now(&b->game);
    unsigned claims = on_board;
    const bool with_move = text != NULL && text[0] != '\0';
    Illegal read = {.reason = ILLEGAL_NOT};
    if (with_move) {
        if (illegal_read(&b->game.current, text, &read)) {
            claims |= claims_with_move(&b->game, read.move);
        } else if (illegal_is_typing_mistake(read.reason)) {
            core_refuse(core, seat, board, "the move named with the claim cannot be read");
            return;
        }
    }
    if (claims != CLAIM_NONE) {
        const bool three = (claims & CLAIM_THREEFOLD) != 0;
        const char *article = three ? on_board & CLAIM_THREEFOLD ? "9.2.1.2" : "9.2.1.1" : on_board & CLAIM_FIFTY ? "9.3.2" : "9.3.1";
        say_claim(core, b, by_exhibitor, true, core_text(core, "%s (Article %s)", claims_name(claims), article));
        core_end_drawn(core, b, claims & CLAIM_THREEFOLD ? ENDING_THREEFOLD : ENDING_FIFTY);
        return;
    }
    wrong_claim(core, b, by_exhibitor);
    if (!with_move || !core_in_play(core, board))
        return;
    if (read.reason != ILLEGAL_NOT) { /* intended, not made: no completed illegal move */
        core_refuse(core, seat, board, "the move named with the claim is not legal: not counted, another is made (Article 9.5.3)");
        if (!by_exhibitor) {
            thinkers_release(core, b);
            core->step = STEP_ASK;
        }
        return;
    }
    /* The move named must be played. */
    if (by_exhibitor) {
        const SimulEvent move = {.kind = SIMUL_EVENT_REPLY, .seat = SIMUL_EXHIBITOR, .board = board, .text = text};
        core_judge_exhibitor_move(core, &move);
    } else {
        thinkers_release(core, b);
        core_judge_reply(core, text, core_used_ns(core), false);
    }
}

static void exhibitor_claims(SimulCore *core, int board, const char *text)
{
    const char *barred = core_exhibitor_barred(core, board);
    if (barred == NULL && (core->stage != SIMUL_STAGE_THINK || !core_exhibitor_is_person(core)))
        barred = "a claim is made by a player who has the move";
    if (barred == NULL && core_has_touched(core_board(core, board)))
        barred = "touching a piece has forfeited the claim (Article 9.4)";
    if (barred != NULL)
        core_refuse(core, SIMUL_EXHIBITOR, board, barred);
    else
        judge_claim(core, core_board(core, board), true, text);
}

void core_claim(SimulCore *core, const SimulEvent *event)
{
    const int board = core_event_board(core, event);
    if (event->seat <= 0) {
        exhibitor_claims(core, board, event->text);
        return;
    }
    SimulBoard *b = core_board(core, board);
    if (!core_now_or_pending(core, b, &b->pending_claim))
        return;
    const bool due = core_awaits_reply(core);
    /* Programs claim after their move as well. */
    if (!due && (board_is_person(b) || core->stage != SIMUL_STAGE_THINK))
        core_refuse(core, board, board, "a claim is made before the reply");
    else if (due && core_has_touched(b)) /* else the hand is A's */
        core_refuse(core, board, board, "touching a piece has forfeited the claim (Article 9.4)");
    else
        judge_claim(core, b, false, due ? event->text : NULL);
}

/* ---- Resigning ---- */

static void opponent_resigns(SimulCore *core, SimulBoard *b)
{
    core_end_at_fault(core, b, ENDING_RESIGNATION, board_opponent_color(b), NULL);
}

void core_resign(SimulCore *core, const SimulEvent *event)
{
    const int board = core_event_board(core, event);
    if (event->seat <= 0) {
        if (core->phase != SIMUL_RUNNING || !core_in_play(core, board))
            core_refuse(core, SIMUL_EXHIBITOR, board, "no game is in play there");
        else
            core_end_at_fault(core, core_board(core, board), ENDING_RESIGNATION, core_board(core, board)->exhibitor_color, NULL);
        return;
    }
    SimulBoard *b = core_board(core, board);
    if (core_now_or_pending(core, b, &b->pending_resign))
        opponent_resigns(core, b);
}

bool core_take_pending(SimulCore *core, SimulBoard *b)
{
    const int board = b->number;
    const bool resigns = b->pending_resign, claims = b->pending_claim, offers = b->pending_offer;
    b->pending_resign = b->pending_claim = b->pending_offer = false;
    if (resigns)
        opponent_resigns(core, b);
    if (claims && core_in_play(core, board) && board_opponent_to_move(b))
        judge_claim(core, b, false, NULL);
    if (offers && core_in_play(core, board) && (!b->offer.standing || b->offer.by == b->exhibitor_color))
        core_opponent_offers(core, b);
    return !core_in_play(core, board);
}
