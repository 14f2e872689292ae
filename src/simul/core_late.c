/* SPDX-License-Identifier: GPL-3.0-only */
/* Deadlines: a reply's clock starts, and what follows when time is up, the opponent's or A's. */
#include "simul/core_parts.h"

void core_asked(SimulCore *core, const SimulEvent *event)
{
    if (!core_stands_at(core, event->seat))
        return;
    if (core->stage == SIMUL_STAGE_ASKING)
        core->stage = SIMUL_STAGE_REPLY;
    else if (core->stage != SIMUL_STAGE_EXCHANGE)
        return; /* asked again after a refusal: the clock runs on */
    core_awaited_start(core);
}

/* A moves on; the reply is owed at the next arrival. */
static void miss(SimulCore *core)
{
    core_say(core, SIMUL_SAYS_PASS, core->board)->state = "late";
    core->step = STEP_DEPART;
}

static void reply_late(SimulCore *core)
{
    SimulBoard *b = core_here(core);
    const Color opponent = board_opponent_color(b);
    const int64_t used_ms = core_used_ns(core) / NS_PER_MS;
    const bool last = core->in_play.count == 1;

    if (core->late_noted) { /* the long wait is over as well */
        if (last)
            core_end_at_fault(core, b, ENDING_LATE_REPLY, opponent, core_text(core, "no reply after %lld ms", (long long)used_ms));
        else
            miss(core);
        return;
    }
    core->late_noted = true;
    b->misses++;
    core_say(core, SIMUL_SAYS_LATE, b->number)->ms = used_ms;
    if (core->settings.late == SIMUL_LATE_FORFEIT)
        core_end_at_fault(core, b, ENDING_LATE_REPLY, opponent, core_text(core, "no reply after %lld ms", (long long)used_ms));
    else if (b->misses_limit > 0 && b->misses >= b->misses_limit)
        core_end_at_fault(core, b, ENDING_LATE_REPLY, opponent, core_text(core, "late reply number %d", b->misses));
    else if (core->settings.late == SIMUL_LATE_PASS && !last)
        miss(core);
    /* Else A waits on: the deadline is now that of the long wait. */
}

/* A's flag has fallen: on this board, or on all if one clock serves the hall. */
static void exhibitor_flag(SimulCore *core)
{
    core_awaited_stop(core);
    if (core->settings.clock_place == SIMUL_CLOCK_BOARD) {
        SimulBoard *b = core_here(core);
        core_end_at_fault(core, b, ENDING_TIME, b->exhibitor_color, NULL);
        return;
    }
    core->hall_clock.fallen = true;
    for (int board = rotation_next(&core->in_play, 0); board != 0; board = rotation_next(&core->in_play, board)) {
        SimulBoard *b = core_board(core, board);
        core_end_at_fault(core, b, ENDING_TIME, b->exhibitor_color, "the clock of the hall");
    }
    /* A plays no more: who was sitting down is sent home, and nobody takes the places that have become free. */
    for (int board = 1; board <= core->board_count; board++) {
        SimulBoard *b = core_board(core, board);
        if (b->state != SIMUL_BOARD_OPENING)
            continue;
        core_error(core, core_text(core, "board %d cannot join: A's time for the whole hall is over", board));
        core_vacate(core, b);
    }
}

static void exhibitor_late(SimulCore *core)
{
    if (core->stopped) {
        core_act(core, SIMUL_DO_EXHIBITOR_CANCEL, core->board);
        core_exhibitor_down(core, "no answer after `stop`");
        return;
    }
    core->stopped = true;
    core->stopped_ns = core->now_ns;
    core_act(core, SIMUL_DO_EXHIBITOR_STOP, core->board);
}

void core_deadline(SimulCore *core, const SimulEvent *event)
{
    if (core->phase != SIMUL_RUNNING || core->paused || core->deadline_ns == NO_TIME || event->deadline != core->deadline_number)
        return;
    const int64_t flag_ns = core_flag_ns(core);
    const bool flag_fell = flag_ns != NO_TIME && flag_ns <= core->deadline_ns;
    core->deadline_ns = NO_TIME; /* it has passed: should the state ask for the same again, it is given again */
    switch (core->stage) {
    case SIMUL_STAGE_REPLY:
        if (flag_fell)
            core_end_at_fault(core, core_here(core), ENDING_TIME, board_opponent_color(core_here(core)), NULL);
        else
            reply_late(core);
        break;
    case SIMUL_STAGE_EXCHANGE: /* silence is no miss */ core->step = STEP_DEPART; break;
    case SIMUL_STAGE_THINK:
        if (flag_fell)
            exhibitor_flag(core);
        else
            exhibitor_late(core);
        break;
    default: break;
    }
}
