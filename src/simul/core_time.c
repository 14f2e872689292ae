/* SPDX-License-Identifier: GPL-3.0-only */
#include "simul/core_state.h"


/* ---- The awaited side's time ---- */

int64_t core_used_ns(const SimulCore *core)
{
    const Awaited *a = &core->awaited;
    return a->used_ns + (a->running && core->now_ns > a->started_ns ? core->now_ns - a->started_ns : 0);
}

/* The game clock that runs with the awaited side's time, if there is one. */
static GameClock *awaited_clock(SimulCore *core)
{
    SimulBoard *b = core_board(core, core->board);
    switch (core->stage) {
    case SIMUL_STAGE_THINK: return core_exhibitor_clock(core, b);
    case SIMUL_STAGE_REPLY: return core_opponent_clock(core, b);
    default: return NULL; /* an answer that may be given but need not costs nothing */
    }
}

void core_awaited_start(SimulCore *core)
{
    if (core->awaited.running || core->paused)
        return;
    core->awaited.running = true;
    core->awaited.started_ns = core->now_ns;
    GameClock *clock = awaited_clock(core);
    if (clock != NULL)
        clock_start(clock, core->now_ns);
}

void core_awaited_stop(SimulCore *core)
{
    if (!core->awaited.running)
        return;
    core->awaited.used_ns = core_used_ns(core);
    core->awaited.running = false;
    GameClock *clock = awaited_clock(core);
    if (clock != NULL && clock->running) {
        /* What came before the deadline's event was in time, whatever its stamp says. */
        const int64_t last_ns = clock_deadline_ns(clock);
        clock_pause(clock, core->now_ns < last_ns ? core->now_ns : last_ns);
    }
}

void core_awaited_reset(SimulCore *core)
{
    core_awaited_stop(core);
    core->awaited = (Awaited){false, 0, 0};
}

/* ---- Deadlines ---- */

static void set_deadline(SimulCore *core, int64_t time_ns)
{
    if (time_ns == core->deadline_ns)
        return;
    core->deadline_ns = time_ns;
    SimulAction *action = core_act(core, SIMUL_DO_DEADLINE, core->board);
    action->time_ns = time_ns;
    action->deadline = ++core->deadline_number;
}

void core_clear_deadline(SimulCore *core)
{
    set_deadline(core, NO_TIME);
}

static int64_t earlier(int64_t a, int64_t b)
{
    return a == NO_TIME ? b : b == NO_TIME || a < b ? a : b;
}

/* When the flag falls that runs now; NO_TIME if none does. A move at that very moment is in time. */
static int64_t flag_ns(SimulCore *core)
{
    const GameClock *clock = awaited_clock(core);
    if (clock == NULL)
        return NO_TIME;
    const int64_t last_ns = clock_deadline_ns(clock);
    return last_ns == CLOCK_NEVER ? NO_TIME : last_ns + 1;
}

/* How long A waits for this reply: once, or under `warn` several times as long. */
static int64_t patience_ns(const SimulCore *core)
{
    const SimulBoard *b = &core->boards[core->board];
    return b->reply_ns * (core->late_noted ? core->settings.warn_factor : 1) + b->lag_ns;
}

void core_set_deadline(SimulCore *core)
{
    int64_t deadline = NO_TIME;
    if (core->awaited.running) {
        const int64_t began_ns = core->awaited.started_ns - core->awaited.used_ns;
        if (core->stage == SIMUL_STAGE_REPLY || core->stage == SIMUL_STAGE_EXCHANGE) {
            deadline = began_ns + patience_ns(core);
        } else if (core->stage == SIMUL_STAGE_THINK) {
            const bool engine = !core_exhibitor_is_person(core);
            if (core->settings.movetime_ms > 0 && engine && !core->stopped)
                deadline = began_ns + core->settings.movetime_ms * NS_PER_MS;
            else if (core->stopped && core->settings.hang_ms > 0)
                deadline = core->now_ns + core->settings.hang_ms * NS_PER_MS;
        }
        deadline = earlier(deadline, flag_ns(core));
    }
    set_deadline(core, deadline);
}

void core_asked(SimulCore *core, const SimulEvent *event)
{
    if (!core_stands_at(core, event->seat))
        return;
    if (core->stage == SIMUL_STAGE_ASKING)
        core->stage = SIMUL_STAGE_REPLY;
    else if (core->stage != SIMUL_STAGE_EXCHANGE)
        return; /* asked again after a refusal: the clock runs on */
    core_awaited_start(core);
    core_set_deadline(core);
}

/* ---- Too late ---- */

/* A moves on; the reply is owed at the next arrival. */
static void miss(SimulCore *core)
{
    core_say(core, SIMUL_SAYS_PASS, core->board)->state = "late";
    core_depart(core);
}

static void reply_late(SimulCore *core)
{
    const int board = core->board;
    SimulBoard *b = core_board(core, board);
    const Color opponent = color_opposite(b->exhibitor_color);
    const int64_t used_ms = core_used_ns(core) / NS_PER_MS;
    const bool last = core->in_play.count == 1;
    core->deadline_ns = NO_TIME; /* it has just passed */

    if (core->late_noted) { /* the long wait is over as well */
        if (last)
            core_end_at_fault(core, board, ENDING_LATE_REPLY, opponent, core_text(core, "no reply after %lld ms", (long long)used_ms));
        else
            miss(core);
        return;
    }
    core->late_noted = true;
    b->misses++;
    core_say(core, SIMUL_SAYS_LATE, board)->ms = used_ms;
    if (core->settings.late == SIMUL_LATE_FORFEIT)
        core_end_at_fault(core, board, ENDING_LATE_REPLY, opponent, core_text(core, "no reply after %lld ms", (long long)used_ms));
    else if (b->misses_limit > 0 && b->misses >= b->misses_limit)
        core_end_at_fault(core, board, ENDING_LATE_REPLY, opponent, core_text(core, "late reply number %d", b->misses));
    else if (core->settings.late == SIMUL_LATE_PASS && !last)
        miss(core);
    else
        core_set_deadline(core);
}

/* A's flag has fallen: on this board, or on all if one clock serves the hall. */
static void exhibitor_flag(SimulCore *core)
{
    const int board = core->board;
    core_awaited_stop(core);
    if (core->settings.clock_place == SIMUL_CLOCK_BOARD) {
        core_end_at_fault(core, board, ENDING_TIME, core_board(core, board)->exhibitor_color, NULL);
        return;
    }
    for (int b = rotation_next(&core->in_play, 0); b != 0; b = rotation_next(&core->in_play, b))
        core_end_at_fault(core, b, ENDING_TIME, core_board(core, b)->exhibitor_color, "the clock of the hall");
}

static void exhibitor_late(SimulCore *core)
{
    core->deadline_ns = NO_TIME;
    if (core->stopped) {
        core_act(core, SIMUL_DO_EXHIBITOR_CANCEL, core->board);
        core_exhibitor_down(core, "no answer after `stop`");
        return;
    }
    core->stopped = true;
    core_act(core, SIMUL_DO_EXHIBITOR_STOP, core->board);
    core_set_deadline(core);
}

void core_deadline(SimulCore *core, const SimulEvent *event)
{
    if (core->phase != SIMUL_RUNNING || core->paused || core->deadline_ns == NO_TIME ||
        event->deadline != core->deadline_number)
        return;
    const int64_t flag = flag_ns(core);
    const bool flag_fell = flag != NO_TIME && flag <= core->deadline_ns;
    SimulBoard *b = core_board(core, core->board);
    switch (core->stage) {
    case SIMUL_STAGE_REPLY:
        if (flag_fell) {
            core->deadline_ns = NO_TIME;
            core_end_at_fault(core, core->board, ENDING_TIME, color_opposite(b->exhibitor_color), NULL);
        } else {
            reply_late(core);
        }
        break;
    case SIMUL_STAGE_EXCHANGE: /* silence is no miss */
        core->deadline_ns = NO_TIME;
        core_depart(core);
        break;
    case SIMUL_STAGE_THINK:
        if (flag_fell) {
            core->deadline_ns = NO_TIME;
            exhibitor_flag(core);
        } else {
            exhibitor_late(core);
        }
        break;
    default:
        break;
    }
}

/* ---- Pausing ---- */

void core_pause(SimulCore *core)
{
    if (core->phase != SIMUL_RUNNING || core->paused)
        return;
    core_awaited_stop(core);
    core->paused = true;
    core_clear_deadline(core);
    core_say(core, SIMUL_SAYS_PAUSED, 0);
}

void core_resume(SimulCore *core)
{
    core->paused = false;
    core_say(core, SIMUL_SAYS_RESUMED, 0);
    SimulBoard *b = core_board(core, core->board);
    if (core->exhibitor_failed) {
        core->exhibitor_failed = false;
        core->restarts = 0;
        core->exhibitor_opening = true;
        core_act(core, SIMUL_DO_EXHIBITOR_RESTART, SIMUL_EXHIBITOR);
    }
    switch (core->stage) {
    case SIMUL_STAGE_NONE:
        core->advance = true;
        break;
    case SIMUL_STAGE_ASKING:
    case SIMUL_STAGE_REPLY:
    case SIMUL_STAGE_EXCHANGE:
        if (core->stage != SIMUL_STAGE_ASKING) {
            core_awaited_start(core);
            core_set_deadline(core);
        }
        if (b->holding) { /* it came while everything stood still */
            b->holding = false;
            core_apply_reply(core, b->held, b->held_ns, false);
        }
        break;
    case SIMUL_STAGE_THINK:
        core_awaited_start(core);
        core_set_deadline(core);
        if (core->holding) {
            core->holding = false;
            core_apply_exhibitor_move(core, &core->held);
        }
        break;
    case SIMUL_STAGE_RESTART:
        if (core->exhibitor_ready)
            core_think(core);
        break;
    case SIMUL_STAGE_CONSENT:
        break;
    }
}

void core_limits(SimulCore *core, int board, SimulLimits *limits)
{
    const SimulSettings *s = &core->settings;
    SimulBoard *b = core_board(core, board);
    const GameClock *clock = core_exhibitor_clock(core, b);
    const GameClock *other = core_opponent_clock(core, b);
    /* A person cannot be stopped: only a clock limits him. */
    const int64_t movetime_ms = core_exhibitor_is_person(core) ? 0 : s->movetime_ms;
    *limits = (SimulLimits){.movetime_ms = movetime_ms, .depth = s->depth, .nodes = s->nodes, .opponent_left_ms = -1};
    if (clock != NULL) {
        limits->has_clock = true;
        limits->left_ms = clock_left_ns(clock, core->now_ns) / NS_PER_MS;
        limits->increment_ms = clock_increment_ns(clock) / NS_PER_MS;
        limits->moves_to_go = clock_moves_to_go(clock);
    }
    if (other != NULL) {
        limits->opponent_left_ms = clock_left_ns(other, core->now_ns) / NS_PER_MS;
        limits->opponent_increment_ms = clock_increment_ns(other) / NS_PER_MS;
    }
}
