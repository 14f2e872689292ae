/* SPDX-License-Identifier: GPL-3.0-only */
/* Seats opened, ready, failing, at the start, when a saved exhibition goes on, and in play; A's own failures. */
#include "simul/core_parts.h"

#include "chess/fen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void open_exhibitor(SimulCore *core)
{
    core->exhibitor_opening = true;
    core->exhibitor_ready = false;
    core->exhibitor_failed = false;
    core->exhibitor_reason[0] = '\0';
    core_act(core, SIMUL_DO_OPEN, SIMUL_EXHIBITOR);
}

void core_start(SimulCore *core)
{
    if (core->phase != SIMUL_SETUP) {
        core_error(core, "the exhibition has been started already");
        return;
    }
    if (core->board_count == 0) {
        core_error(core, "there is no board yet");
        return;
    }
    core->phase = SIMUL_OPENING;
    core->reopening = false;
    open_exhibitor(core);
    for (int board = 1; board <= core->board_count; board++) {
        core_board(core, board)->state = SIMUL_BOARD_OPENING;
        core_open_seat(core, core_board(core, board));
    }
}

/* A seat whose player plays on, or was about to sit down, when the exhibition was interrupted. */
static bool wants_seat(const SimulBoard *b)
{
    return b->state == SIMUL_BOARD_PLAYING || b->state == SIMUL_BOARD_OPENING || b->state == SIMUL_BOARD_READY;
}

void core_reopen(SimulCore *core)
{
    if (core->phase == SIMUL_DONE) {
        core_say_done(core, 0); /* there is nothing to go on with */
        core->end = END_OVER;
        return;
    }
    if (core->phase == SIMUL_SETUP || (core->phase == SIMUL_OPENING && !core->reopening)) {
        core->phase = SIMUL_SETUP;
        core->opening = 0;
        core_start(core);
        return;
    }
    core_awaited_stop(core);
    core->phase = SIMUL_OPENING;
    core->reopening = true;
    core->paused = core->stopping = false;
    core->step = STEP_NONE;
    core->opening = 0;
    core->thinking = core->stopped = core->holding = false;
    thinkers_reset(core);
    open_exhibitor(core);
    for (int board = 1; board <= core->board_count; board++) {
        SimulBoard *b = core_board(core, board);
        b->announced = false; /* who listens from here on hears of every board again */
        b->request_open = false;
        b->held_ns = 0;
        b->seat_opening = b->seat_failed = false;
        if (wants_seat(b))
            core_open_seat(core, b);
    }
}

void core_cancel_opening(SimulCore *core)
{
    core_close_all(core);
    core->opening = 0;
    for (int board = 1; board <= core->board_count; board++) {
        SimulBoard *b = core_board(core, board);
        b->seat_opening = b->seat_failed = false;
        if (b->state == SIMUL_BOARD_OPENING)
            b->state = SIMUL_BOARD_READY;
        if (b->state != SIMUL_BOARD_ENDED)
            b->reason[0] = '\0';
    }
    core->exhibitor_opening = core->exhibitor_ready = false;
    if (core->reopening) {
        core_stand_still(core);
    } else {
        core->phase = SIMUL_SETUP;
        core->end = END_OVER;
    }
}

/* Who is missing is named, and nothing begins. */
static void refuse_start(SimulCore *core)
{
    int missing = 0;
    if (!core->exhibitor_ready) {
        missing++;
        core_error(core, core_text(core, "side A is not ready: %s", core->exhibitor_reason));
    }
    for (int board = 1; board <= core->board_count; board++) {
        const SimulBoard *b = core_board(core, board);
        if (b->seat_failed) {
            missing++;
            core_error(core, core_text(core, "board %d is not ready: %s", board, b->reason));
        }
    }
    core_error(core, core_text(core, "the exhibition is not %s: %d seat%s not ready", core->reopening ? "resumed" : "started", missing,
                               missing == 1 ? " is" : "s are"));
    core_cancel_opening(core);
}

static void say_board(SimulCore *core, SimulBoard *b)
{
    if (b->announced)
        return;
    b->announced = true;
    char fen[FEN_SIZE];
    fen_write(&b->game.current, fen);
    const char *text = core_text(core, "%s", fen);
    SimulAnnouncement *says = core_say(core, SIMUL_SAYS_BOARD, b->number);
    says->color = b->exhibitor_color;
    says->name = board_name(b);
    says->text = text;
}

/* The step with which a visit that was interrupted goes on. */
static CoreStep step_after_reopening(SimulCore *core)
{
    if (core->board == 0 || core->stage == SIMUL_STAGE_NONE || !core_in_play(core, core->board))
        return STEP_WALK;
    if (core->stage == SIMUL_STAGE_EXCHANGE)
        return STEP_DEPART;
    core->restarts = 0;
    return STEP_RETURN;
}

/* Everybody sits: A may walk. */
static void begin(SimulCore *core)
{
    core->phase = SIMUL_RUNNING;
    for (int board = 1; board <= core->board_count; board++) {
        SimulBoard *b = core_board(core, board);
        if (b->state == SIMUL_BOARD_OPENING || b->state == SIMUL_BOARD_READY) {
            b->state = SIMUL_BOARD_PLAYING;
            b->first_round = core->reopening ? core->round + 1 : 1;
            rotation_add(&core->in_play, board);
        }
        if (b->state != SIMUL_BOARD_PLAYING)
            continue;
        say_board(core, b);
        if (!b->seat_failed)
            core_act(core, SIMUL_DO_TELL, board);
    }
    if (!core->reopening) {
        core->round = 1;
        core->board = 0;
        core->stage = SIMUL_STAGE_NONE;
        core_act(core, SIMUL_DO_ROUND, SIMUL_EXHIBITOR);
    }
    thinkers_reset(core);
    for (int board = 1; board <= core->board_count; board++) {
        SimulBoard *b = core_board(core, board);
        if (b->seat_failed && b->state == SIMUL_BOARD_PLAYING) {
            b->seat_failed = false;
            char detail[REASON_SIZE];
            memcpy(detail, b->reason, sizeof detail);
            core_end_at_fault(core, b, ENDING_ABANDONED, board_opponent_color(b), detail);
        }
    }
    thinkers_begin(core);
    core_awaited_reset(core);
    core->step = core->reopening ? step_after_reopening(core) : STEP_WALK;
}

static void check_opened(SimulCore *core)
{
    if (core->phase != SIMUL_OPENING || core->exhibitor_opening || core->opening > 0)
        return;
    bool missing = !core->exhibitor_ready;
    if (core->settings.absent == SIMUL_ABSENT_REFUSE)
        for (int board = 1; board <= core->board_count; board++)
            missing |= core_board(core, board)->seat_failed;
    if (missing)
        refuse_start(core);
    else
        begin(core);
}

/* A late comer's seat is ready: he plays from the next round. */
static void sit_down(SimulCore *core, SimulBoard *b)
{
    b->state = SIMUL_BOARD_PLAYING;
    b->first_round = core->round + 1;
    rotation_add(&core->in_play, b->number);
    say_board(core, b);
    core_act(core, SIMUL_DO_TELL, b->number);
    if (core->stage == SIMUL_STAGE_NONE)
        core->step = STEP_WALK; /* A was waiting for somebody to play with */
    else
        thinkers_fill(core);
}

static void exhibitor_ready(SimulCore *core, const char *name)
{
    if (!core->exhibitor_opening)
        return;
    core->exhibitor_opening = false;
    core->exhibitor_ready = true;
    if (!core_set_name(core, &core->exhibitor_name, name))
        return;
    if (core->phase == SIMUL_OPENING)
        check_opened(core);
    else if (core->phase == SIMUL_RUNNING && core->stage == SIMUL_STAGE_RESTART && !core->paused)
        core->step = STEP_THINK;
}

void core_seat_ready(SimulCore *core, const SimulEvent *event)
{
    if (event->seat == SIMUL_EXHIBITOR) {
        exhibitor_ready(core, event->text);
        return;
    }
    if (!core_has_board(core, event->seat))
        return;
    SimulBoard *b = core_board(core, event->seat);
    if (!b->seat_opening)
        return;
    b->seat_opening = false;
    core->opening--;
    if (!core_set_name(core, &b->own_name, event->text))
        return;
    if (core->phase == SIMUL_OPENING) {
        if (b->state == SIMUL_BOARD_OPENING)
            b->state = SIMUL_BOARD_READY;
        check_opened(core);
    } else if (core->phase == SIMUL_RUNNING && b->state == SIMUL_BOARD_OPENING) {
        sit_down(core, b);
    }
}

void core_exhibitor_down(SimulCore *core, const char *reason)
{
    core->exhibitor_ready = false;
    core->exhibitor_opening = false;
    core->thinking = core->stopped = core->holding = false;
    core_incident(core, 0, core_text(core, "side A failed: %s", reason));
    if (core->stage == SIMUL_STAGE_THINK) {
        core_awaited_stop(core);
        core->stage = SIMUL_STAGE_RESTART;
    }
    if (core->restarts < core->settings.restarts) {
        core->restarts++;
        core->exhibitor_opening = true;
        core_act(core, SIMUL_DO_EXHIBITOR_RESTART, SIMUL_EXHIBITOR);
        return;
    }
    core->exhibitor_failed = true;
    core_error(core, core_text(core, "side A failed (%s): the exhibition is paused and saved; `resume` tries again", reason));
    core_pause(core);
}

static void exhibitor_failed(SimulCore *core, const char *reason)
{
    if (core->phase == SIMUL_OPENING) {
        if (!core->exhibitor_opening && !core->exhibitor_ready)
            return;
        core->exhibitor_opening = core->exhibitor_ready = false;
        snprintf(core->exhibitor_reason, sizeof core->exhibitor_reason, "%s", reason);
        check_opened(core);
    } else if (core->phase == SIMUL_RUNNING && (core->exhibitor_ready || core->exhibitor_opening)) {
        core_exhibitor_down(core, reason);
    }
}

void core_seat_failed(SimulCore *core, const SimulEvent *event)
{
    const char *reason = event->text != NULL && event->text[0] != '\0' ? event->text : "no reason given";
    if (event->seat == SIMUL_EXHIBITOR) {
        exhibitor_failed(core, reason);
        return;
    }
    if (!core_has_board(core, event->seat))
        return;
    SimulBoard *b = core_board(core, event->seat);
    if (core->phase == SIMUL_OPENING && wants_seat(b) && !b->seat_failed) {
        if (b->seat_opening) {
            b->seat_opening = false;
            core->opening--;
        }
        b->seat_failed = true;
        snprintf(b->reason, sizeof b->reason, "%s", reason);
        check_opened(core);
    } else if (core->phase == SIMUL_RUNNING && b->state == SIMUL_BOARD_OPENING) {
        core_error(core, core_text(core, "board %d cannot join: %s", event->seat, reason));
        core_vacate(core, b);
    } else if (core->phase == SIMUL_RUNNING && b->state == SIMUL_BOARD_PLAYING) {
        core_end_at_fault(core, b, ENDING_ABANDONED, board_opponent_color(b), reason);
    }
}
