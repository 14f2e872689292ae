/* SPDX-License-Identifier: GPL-3.0-only */
/* Draws offered and answered; passes on purpose, asked for and answered. */
#include "simul/core_parts.h"

static Color color_of(const SimulBoard *b, bool exhibitor)
{
    return exhibitor ? b->exhibitor_color : board_opponent_color(b);
}

/* ---- Who is heard ---- */

const char *core_exhibitor_barred(const SimulCore *core, int board)
{
    if (core->phase != SIMUL_RUNNING || core->paused)
        return "the exhibition is not running";
    return core_stands_at(core, board) ? NULL : "A is at another board";
}

/* True if A is heard at `board` now; else he is told why not. */
static bool exhibitor_heard(SimulCore *core, int board)
{
    const char *barred = core_exhibitor_barred(core, board);
    if (barred != NULL)
        core_refuse(core, SIMUL_EXHIBITOR, board, barred);
    return barred == NULL;
}

/* What a person says counts only while A stands at the board. True if it does. */
static bool heard(SimulCore *core, int board)
{
    const char *reason = core->phase != SIMUL_RUNNING   ? "the exhibition is not running"
                         : !core_in_play(core, board)   ? "no game is in play here"
                         : core->paused                 ? "the exhibition is paused"
                         : !core_stands_at(core, board) ? "A is at another board: wait until A stands here"
                                                        : NULL;
    if (reason == NULL)
        return true;
    core_refuse(core, board, board, reason);
    return false;
}

bool core_now_or_pending(SimulCore *core, SimulBoard *b, bool *pending)
{
    if (board_is_person(b))
        return heard(core, b->number);
    if (b->state != SIMUL_BOARD_PLAYING || (core->phase != SIMUL_RUNNING && core->phase != SIMUL_OPENING))
        return false;
    if (core_stands_at(core, b->number) && !core->paused)
        return true;
    *pending = true;
    return false;
}

/* ---- Offers ---- */

static void say_offer(SimulCore *core, const SimulBoard *b, bool by_exhibitor, const char *state)
{
    SimulAnnouncement *says = core_say(core, SIMUL_SAYS_OFFER, b->number);
    says->by_exhibitor = by_exhibitor;
    says->state = state;
}

static void agree(SimulCore *core, SimulBoard *b, bool offered_by_exhibitor)
{
    say_offer(core, b, offered_by_exhibitor, "accepted");
    core_end_drawn(core, b, ENDING_AGREEMENT);
}

void core_offer_accepted(SimulCore *core, SimulBoard *b)
{
    agree(core, b, false);
}

void core_offer_answered(SimulCore *core, SimulBoard *b, bool by_exhibitor)
{
    const Color mover = color_of(b, by_exhibitor);
    if (!b->offer.standing || b->offer.by == mover)
        return;
    draw_offer_moved(&b->offer, mover);
    say_offer(core, b, !by_exhibitor, "declined");
}

void core_offer_lapses(SimulCore *core, SimulBoard *b)
{
    core_offer_answered(core, b, true);
}

void core_opponent_offers(SimulCore *core, SimulBoard *b)
{
    const DrawOfferAnswer answer = draw_offer_make(&b->offer, &b->game, board_opponent_color(b));
    if (answer == DRAW_OFFER_IS_AGREEMENT) {
        agree(core, b, true);
    } else if (answer != DRAW_OFFER_OK) {
        core_refuse(core, b->number, b->number, draw_offer_answer_text(answer));
    } else {
        say_offer(core, b, false, "made");
        if (!core_exhibitor_is_person(core) && core->settings.draws == SIMUL_DRAWS_DECLINE) {
            draw_offer_clear(&b->offer);
            say_offer(core, b, false, "declined");
        }
    }
}

DrawOfferAnswer core_exhibitor_offers(SimulCore *core, SimulBoard *b)
{
    const DrawOfferAnswer answer = draw_offer_make(&b->offer, &b->game, b->exhibitor_color);
    if (answer == DRAW_OFFER_IS_AGREEMENT) {
        agree(core, b, false);
    } else if (answer == DRAW_OFFER_OK) {
        say_offer(core, b, true, "made");
        core_act(core, SIMUL_DO_OFFER, b->number);
    }
    return answer;
}

void core_offer(SimulCore *core, const SimulEvent *event)
{
    const int board = core_event_board(core, event);
    if (event->seat > 0) {
        SimulBoard *b = core_board(core, board);
        if (core_now_or_pending(core, b, &b->pending_offer))
            core_opponent_offers(core, b);
        return;
    }
    const char *barred = core_exhibitor_barred(core, board);
    if (barred == NULL && core->stage != SIMUL_STAGE_THINK)
        barred = "A offers a draw when it is A's move";
    if (barred == NULL) {
        const DrawOfferAnswer answer = core_exhibitor_offers(core, core_board(core, board));
        if (answer != DRAW_OFFER_OK && answer != DRAW_OFFER_IS_AGREEMENT)
            barred = draw_offer_answer_text(answer);
    }
    if (barred != NULL)
        core_refuse(core, SIMUL_EXHIBITOR, board, barred);
}

/* Announces what became of an offer by an answer to it, or tells the one who answered why he could not. */
static void say_answer(SimulCore *core, const SimulBoard *b, bool by_exhibitor, DrawOfferAnswer answer, const char *state)
{
    if (answer == DRAW_OFFER_OK)
        say_offer(core, b, !by_exhibitor, state);
    else
        core_refuse(core, by_exhibitor ? SIMUL_EXHIBITOR : b->number, b->number, draw_offer_answer_text(answer));
}

void core_accept(SimulCore *core, const SimulEvent *event)
{
    const int board = core_event_board(core, event);
    const bool by_exhibitor = event->seat <= 0;
    if (by_exhibitor ? !exhibitor_heard(core, board)
                     : !core_now_or_pending(core, core_board(core, board), &core_board(core, board)->pending_offer))
        return;
    SimulBoard *b = core_board(core, board);
    const DrawOfferAnswer answer = draw_offer_accept(&b->offer, &b->game, color_of(b, by_exhibitor));
    say_answer(core, b, by_exhibitor, answer, "accepted");
    if (answer == DRAW_OFFER_OK)
        core_end_drawn(core, b, ENDING_AGREEMENT);
}

/* ---- Passing on purpose ---- */

static void say_pass(SimulCore *core, const char *state)
{
    core_say(core, SIMUL_SAYS_PASS, core->board)->state = state;
}

static void grant_pass(SimulCore *core)
{
    SimulBoard *b = core_here(core);
    b->passes++;
    b->held_ns = 0; /* an answer that came meanwhile waits for the next arrival, like any early one */
    say_pass(core, "granted");
    core->step = STEP_DEPART;
}

/* The reply is due again; its clock goes on where it stood. */
static void decline_pass(SimulCore *core)
{
    say_pass(core, "declined");
    core->stage = SIMUL_STAGE_REPLY;
    core_act(core, SIMUL_DO_REFUSE, core->board)->text = "A does not consent to a pass";
    core_awaited_start(core);
    if (core_here(core)->holding)
        core->step = STEP_REPLY;
}

void core_pass(SimulCore *core, const SimulEvent *event)
{
    const int board = event->seat;
    if (board <= 0) {
        core_refuse(core, SIMUL_EXHIBITOR, core->board, "A never passes");
        return;
    }
    if (!heard(core, board))
        return;
    const SimulBoard *b = core_board(core, board);
    const char *reason = core->stage != SIMUL_STAGE_REPLY ? "a pass can be asked for only when a reply is due"
                         : b->passes_limit == 0           ? "passing is not allowed in this exhibition"
                         : b->passes >= b->passes_limit   ? "all passes allowed have been used"
                         : core->in_play.count == 1       ? "nobody passes on the last board in play"
                                                          : NULL;
    if (reason != NULL) {
        core_refuse(core, board, board, reason);
        return;
    }
    say_pass(core, "asked");
    core_awaited_stop(core);
    if (core_exhibitor_is_person(core))
        core->stage = SIMUL_STAGE_CONSENT;
    else
        grant_pass(core);
}

void core_consent(SimulCore *core, const SimulEvent *event)
{
    const int board = core_event_board(core, event);
    if (event->seat > 0 || core->phase != SIMUL_RUNNING || core->paused || core->stage != SIMUL_STAGE_CONSENT || core->board != board)
        core_refuse(core, event->seat, board, "there is nothing to consent to");
    else if (core->in_play.count == 1)
        decline_pass(core); /* it has become the last board meanwhile */
    else
        grant_pass(core);
}

void core_decline(SimulCore *core, const SimulEvent *event)
{
    const int board = core_event_board(core, event);
    const bool by_exhibitor = event->seat <= 0;
    if (by_exhibitor ? !exhibitor_heard(core, board) : !heard(core, board))
        return;
    if (by_exhibitor && core->stage == SIMUL_STAGE_CONSENT) {
        decline_pass(core);
        return;
    }
    SimulBoard *b = core_board(core, board);
    say_answer(core, b, by_exhibitor, draw_offer_decline(&b->offer, color_of(b, by_exhibitor)), "declined");
}
