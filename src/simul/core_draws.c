/* SPDX-License-Identifier: GPL-3.0-only */
#include "simul/core_state.h"

#include "rules/illegal.h"

static Color color_of(const SimulBoard *b, bool exhibitor)
{
    return exhibitor ? b->exhibitor_color : color_opposite(b->exhibitor_color);
}

/* ---- Offers ---- */

static void say_offer(SimulCore *core, int board, bool by_exhibitor, const char *state)
{
    SimulAnnouncement *says = core_say(core, SIMUL_SAYS_OFFER, board);
    says->by_exhibitor = by_exhibitor;
    says->state = state;
}

void core_offer_answered(SimulCore *core, int board, bool by_exhibitor)
{
    SimulBoard *b = core_board(core, board);
    const Color mover = color_of(b, by_exhibitor);
    if (!b->offer.standing || b->offer.by == mover)
        return;
    draw_offer_moved(&b->offer, mover);
    say_offer(core, board, !by_exhibitor, "declined");
}

/* The opponent at `board`, A being there, offers. */
static void opponent_offers(SimulCore *core, int board)
{
    SimulBoard *b = core_board(core, board);
    const DrawOfferAnswer answer = draw_offer_make(&b->offer, &b->game, color_opposite(b->exhibitor_color));
    if (answer == DRAW_OFFER_IS_AGREEMENT) {
        say_offer(core, board, true, "accepted");
        core_end_drawn(core, board, ENDING_AGREEMENT);
    } else if (answer != DRAW_OFFER_OK) {
        core_refuse(core, board, board, draw_offer_answer_text(answer));
    } else {
        say_offer(core, board, false, "made");
        if (!core_exhibitor_is_person(core) && core->settings.draws == SIMUL_DRAWS_DECLINE) {
            draw_offer_clear(&b->offer);
            say_offer(core, board, false, "declined");
        }
    }
}

/* Why A can do nothing about offers at `board` now; NULL if he can. */
static const char *exhibitor_barred(const SimulCore *core, int board)
{
    if (core->phase != SIMUL_RUNNING || core->paused)
        return "the exhibition is not running";
    return core_stands_at(core, board) ? NULL : "A is at another board";
}

/* True if A can do something about offers at `board` now; else he is told why not. */
static bool exhibitor_heard(SimulCore *core, int board)
{
    const char *barred = exhibitor_barred(core, board);
    if (barred != NULL)
        core_refuse(core, SIMUL_EXHIBITOR, board, barred);
    return barred == NULL;
}

/* What a person says counts only while A stands at the board. True if it does. */
static bool heard(SimulCore *core, int board)
{
    const char *reason = core->phase != SIMUL_RUNNING        ? "the exhibition is not running"
                         : !core_in_play(core, board)        ? "no game is in play here"
                         : core->paused                      ? "the exhibition is paused"
                         : !core_stands_at(core, board)      ? "A is at another board: wait until A stands here"
                                                             : NULL;
    if (reason == NULL)
        return true;
    core_refuse(core, board, board, reason);
    return false;
}

static int where(const SimulCore *core, const SimulEvent *event)
{
    return event->seat > 0 ? event->seat : event->board != 0 ? event->board : core->board;
}

/* A program may say it at any time; then it waits for A's arrival. True if it is to be dealt with now. */
static bool now_or_pending(SimulCore *core, int board, bool *pending)
{
    const SimulBoard *b = core_board(core, board);
    if (board_is_person(b))
        return heard(core, board);
    if (!core_in_play(core, board) || (core->phase != SIMUL_RUNNING && core->phase != SIMUL_OPENING))
        return false;
    if (core_stands_at(core, board) && !core->paused)
        return true;
    *pending = true;
    return false;
}

static bool opponent_exists(const SimulCore *core, int seat)
{
    return seat >= 1 && seat <= core->board_count;
}

void core_offer(SimulCore *core, const SimulEvent *event)
{
    const int board = where(core, event);
    if (event->seat > 0) {
        if (opponent_exists(core, event->seat) && now_or_pending(core, board, &core_board(core, board)->pending_offer))
            opponent_offers(core, board);
        return;
    }
    const char *barred = exhibitor_barred(core, board);
    if (barred == NULL && core->stage != SIMUL_STAGE_THINK)
        barred = "A offers a draw when it is A's move";
    if (barred != NULL) {
        core_refuse(core, SIMUL_EXHIBITOR, board, barred);
        return;
    }
    SimulBoard *b = core_board(core, board);
    const DrawOfferAnswer answer = draw_offer_make(&b->offer, &b->game, b->exhibitor_color);
    if (answer == DRAW_OFFER_IS_AGREEMENT) {
        say_offer(core, board, false, "accepted");
        core_end_drawn(core, board, ENDING_AGREEMENT);
    } else if (answer == DRAW_OFFER_OK) {
        say_offer(core, board, true, "made");
        core_act(core, SIMUL_DO_OFFER, board);
    } else {
        core_refuse(core, SIMUL_EXHIBITOR, board, draw_offer_answer_text(answer));
    }
}

/* Announces what became of an offer by an answer to it, or tells the one who answered why he could not. */
static void say_answer(SimulCore *core, int board, bool by_exhibitor, DrawOfferAnswer answer, const char *state)
{
    if (answer == DRAW_OFFER_OK)
        say_offer(core, board, !by_exhibitor, state);
    else
        core_refuse(core, by_exhibitor ? SIMUL_EXHIBITOR : board, board, draw_offer_answer_text(answer));
}

void core_accept(SimulCore *core, const SimulEvent *event)
{
    const int board = where(core, event);
    const bool by_exhibitor = event->seat <= 0;
    const bool heard_now = by_exhibitor ? exhibitor_heard(core, board)
                                        : opponent_exists(core, board) &&
                                              now_or_pending(core, board, &core_board(core, board)->pending_offer);
    if (!heard_now)
        return;
    SimulBoard *b = core_board(core, board);
    const DrawOfferAnswer answer = draw_offer_accept(&b->offer, &b->game, color_of(b, by_exhibitor));
    say_answer(core, board, by_exhibitor, answer, "accepted");
    if (answer == DRAW_OFFER_OK)
        core_end_drawn(core, board, ENDING_AGREEMENT);
}

/* ---- Passing on purpose ---- */

static void say_pass(SimulCore *core, int board, const char *state)
{
    core_say(core, SIMUL_SAYS_PASS, board)->state = state;
}

static void grant_pass(SimulCore *core)
{
    core_board(core, core->board)->passes++;
    say_pass(core, core->board, "granted");
    core_depart(core);
}

/* The reply is due again; its clock goes on where it stood. */
static void decline_pass(SimulCore *core)
{
    SimulBoard *b = core_board(core, core->board);
    say_pass(core, core->board, "declined");
    core->stage = SIMUL_STAGE_REPLY;
    core_act(core, SIMUL_DO_REFUSE, core->board)->text = "A does not consent to a pass";
    core_awaited_start(core);
    core_set_deadline(core);
    if (b->holding) {
        b->holding = false;
        core_apply_reply(core, b->held, core_used_ns(core), false);
    }
}

void core_pass(SimulCore *core, const SimulEvent *event)
{
    const int board = event->seat;
    if (board <= 0) {
        core_refuse(core, SIMUL_EXHIBITOR, core->board, "A never passes");
        return;
    }
    if (!opponent_exists(core, board) || !heard(core, board))
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
    say_pass(core, board, "asked");
    core_awaited_stop(core);
    core_clear_deadline(core);
    if (core_exhibitor_is_person(core))
        core->stage = SIMUL_STAGE_CONSENT;
    else
        grant_pass(core);
}

void core_consent(SimulCore *core, const SimulEvent *event)
{
    const int board = where(core, event);
    if (event->seat > 0 || core->phase != SIMUL_RUNNING || core->paused || core->stage != SIMUL_STAGE_CONSENT ||
        core->board != board) {
        core_refuse(core, event->seat, board, "there is nothing to consent to");
        return;
    }
    if (core->in_play.count == 1)
        decline_pass(core); /* it has become the last board meanwhile */
    else
        grant_pass(core);
}

void core_decline(SimulCore *core, const SimulEvent *event)
{
    const int board = where(core, event);
    const bool by_exhibitor = event->seat <= 0;
    if (by_exhibitor ? !exhibitor_heard(core, board) : !opponent_exists(core, board) || !heard(core, board))
        return;
    if (by_exhibitor && core->stage == SIMUL_STAGE_CONSENT) {
        decline_pass(core);
        return;
    }
    SimulBoard *b = core_board(core, board);
    say_answer(core, board, by_exhibitor, draw_offer_decline(&b->offer, color_of(b, by_exhibitor)), "declined");
}

/* ---- Claims ---- */

static void say_claim(SimulCore *core, int board, bool by_exhibitor, bool right, const char *text)
{
    SimulAnnouncement *says = core_say(core, SIMUL_SAYS_CLAIM, board);
    says->by_exhibitor = by_exhibitor;
    says->state = right ? "right" : "wrong";
    says->text = text;
}

/* A wrong claim: the other side gets time, and an offer stands. */
static void wrong_claim(SimulCore *core, int board, bool by_exhibitor)
{
    SimulBoard *b = core_board(core, board);
    GameClock *clock = by_exhibitor ? core_opponent_clock(core, b) : core_exhibitor_clock(core, b);
    if (clock != NULL)
        clock_add(clock, core->settings.illegal_bonus_ms * NS_PER_MS);
    say_claim(core, board, by_exhibitor, false, "neither a third occurrence nor fifty moves");
    if (by_exhibitor) {
        if (draw_offer_make(&b->offer, &b->game, b->exhibitor_color) == DRAW_OFFER_OK) {
            say_offer(core, board, true, "made");
            core_act(core, SIMUL_DO_OFFER, board);
        }
    } else if (!b->offer.standing) {
        opponent_offers(core, board);
    }
}

/* Judges a claim by the side to move, with or without a move. */
static void judge_claim(SimulCore *core, int board, bool by_exhibitor, const char *text)
{
    SimulBoard *b = core_board(core, board);
    const int seat = by_exhibitor ? SIMUL_EXHIBITOR : board;
    unsigned claims = claims_now(&b->game);
    const bool with_move = text != NULL && text[0] != '\0';
    Illegal read;
    if (with_move) {
        if (illegal_read(&b->game.current, text, &read)) {
            claims |= claims_with_move(&b->game, read.move);
        } else if (illegal_is_typing_mistake(read.reason)) {
            core_refuse(core, seat, board, "the move named with the claim cannot be read");
            return;
        }
    }
    if (claims != CLAIM_NONE) {
        say_claim(core, board, by_exhibitor, true, claims_name(claims));
        core_end_drawn(core, board, claims & CLAIM_THREEFOLD ? ENDING_THREEFOLD : ENDING_FIFTY);
        return;
    }
    wrong_claim(core, board, by_exhibitor);
    if (!with_move || !core_in_play(core, board))
        return;
    /* The move named must be played. */
    if (by_exhibitor) {
        const SimulEvent move = {.kind = SIMUL_EVENT_REPLY, .seat = SIMUL_EXHIBITOR, .board = board, .text = text};
        core_apply_exhibitor_move(core, &move);
    } else {
        thinkers_release(core, board);
        core_apply_reply(core, text, core_used_ns(core), false);
    }
}

void core_claim(SimulCore *core, const SimulEvent *event)
{
    const int board = where(core, event);
    if (event->seat <= 0) {
        const char *barred = exhibitor_barred(core, board);
        if (barred == NULL && (core->stage != SIMUL_STAGE_THINK || !core_exhibitor_is_person(core)))
            barred = "a claim is made by a player who has the move";
        if (barred != NULL)
            core_refuse(core, SIMUL_EXHIBITOR, board, barred);
        else
            judge_claim(core, board, true, event->text);
        return;
    }
    if (!opponent_exists(core, board) || !now_or_pending(core, board, &core_board(core, board)->pending_claim))
        return;
    const SimulBoard *b = core_board(core, board);
    const bool due = core->stage == SIMUL_STAGE_REPLY || core->stage == SIMUL_STAGE_ASKING || core->stage == SIMUL_STAGE_EXCHANGE;
    /* Programs claim after their move as well. */
    if (!due && (board_is_person(b) || core->stage != SIMUL_STAGE_THINK))
        core_refuse(core, board, board, "a claim is made before the reply");
    else if (b->hand != NULL)
        core_refuse(core, board, board, "touching a piece has forfeited the claim");
    else
        judge_claim(core, board, false, due ? event->text : NULL);
}

/* ---- Resigning ---- */

void core_resign(SimulCore *core, const SimulEvent *event)
{
    const int board = where(core, event);
    if (event->seat <= 0) {
        if (core->phase != SIMUL_RUNNING || !core_in_play(core, board)) {
            core_refuse(core, SIMUL_EXHIBITOR, board, "no game is in play there");
            return;
        }
        core_end_at_fault(core, board, ENDING_RESIGNATION, core_board(core, board)->exhibitor_color, NULL);
        return;
    }
    if (!opponent_exists(core, board) || !now_or_pending(core, board, &core_board(core, board)->pending_resign))
        return;
    core_end_at_fault(core, board, ENDING_RESIGNATION, color_opposite(core_board(core, board)->exhibitor_color), NULL);
}

bool core_take_pending(SimulCore *core)
{
    const int board = core->board;
    SimulBoard *b = core_board(core, board);
    const bool resigns = b->pending_resign, claims = b->pending_claim, offers = b->pending_offer;
    b->pending_resign = b->pending_claim = b->pending_offer = false;
    if (resigns)
        core_end_at_fault(core, board, ENDING_RESIGNATION, color_opposite(b->exhibitor_color), NULL);
    if (claims && core_in_play(core, board) && board_opponent_to_move(b))
        judge_claim(core, board, false, NULL);
    if (offers && core_in_play(core, board) && !b->offer.standing)
        opponent_offers(core, board);
    else if (offers && core_in_play(core, board) && b->offer.by == b->exhibitor_color)
        opponent_offers(core, board);
    return !core_in_play(core, board);
}
