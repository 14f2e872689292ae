/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The awaited side's time, with the game clock that runs beside it; the deadline, which follows from the state; pausing;
 * A's limits.
 */
#include "simul/core_parts.h"

/* ---- The awaited side's time ---- */

int64_t core_used_ns(const SimulCore *core)
{
    const Awaited *a = &core->awaited;
    return a->used_ns + (a->running && core->now_ns > a->started_ns ? core->now_ns - a->started_ns : 0);
}

/* The game clock that runs with the awaited side's time, if there is one. */
static GameClock *awaited_clock(SimulCore *core)
{
    SimulBoard *b = core_here(core);
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

/* An amount of time that is given, in words: "two minutes", "90 s". */
static const char *amount(SimulCore *core, int64_t ms)
{
    if (ms == 120000)
        return "two minutes";
    if (ms == 60000)
        return "one minute";
    return ms % 1000 == 0 ? core_text(core, "%lld s", (long long)(ms / 1000)) : core_text(core, "%lld ms", (long long)ms);
}

const char *core_give_bonus(SimulCore *core, SimulBoard *b, bool to_exhibitor)
{
    const int64_t bonus_ms = core->settings.illegal_bonus_ms, bonus_ns = bonus_ms * NS_PER_MS;
    GameClock *clock = to_exhibitor ? core_exhibitor_clock(core, b) : core_opponent_clock(core, b);
    if (clock == NULL || bonus_ms == 0)
        return NULL;
    clock_add(clock, bonus_ns);
    if (to_exhibitor) { /* … and stays given when a move is taken back */
        const bool hall = core->settings.clock_place == SIMUL_CLOCK_HALL;
        if (!hall)
            clock_add(&b->clocks[CLOCK_OF_A_BEFORE], bonus_ns);
        if (hall || core->takeback.board == b->number)
            clock_add(&core->takeback.clock, bonus_ns);
    }
    const char *words = amount(core, bonus_ms);
    return core_text(core, "%s added to %s clock", words, to_exhibitor ? "A's" : "the opponent's");
}

/* ---- The deadline ---- */

int64_t core_flag_ns(SimulCore *core)
{
    const GameClock *clock = awaited_clock(core);
    if (clock == NULL)
        return NO_TIME;
    const int64_t last_ns = clock_deadline_ns(clock);
    return last_ns == CLOCK_NEVER ? NO_TIME : last_ns + 1;
}

static int64_t earlier(int64_t a, int64_t b)
{
    return a == NO_TIME ? b : b == NO_TIME || a < b ? a : b;
}

/* Until when A waits for this reply: its time once, or under `warn` several times. */
static int64_t patience_ends_ns(const SimulCore *core)
{
    const SimulBoard *b = &core->boards[core->board];
    const int64_t began_ns = core->awaited.started_ns - core->awaited.used_ns;
    return began_ns + b->reply_ns * (core->late_noted ? core->settings.warn_factor : 1) + b->lag_ns;
}

/* Until when an engine playing A may think; once told to stop, until when it may go on being silent. */
static int64_t thinking_ends_ns(const SimulCore *core)
{
    const SimulSettings *s = &core->settings;
    if (core->stopped)
        return s->hang_ms > 0 ? core->stopped_ns + s->hang_ms * NS_PER_MS : NO_TIME;
    const bool limited = s->movetime_ms > 0 && !core_exhibitor_is_person(core);
    return limited ? core->awaited.started_ns - core->awaited.used_ns + s->movetime_ms * NS_PER_MS : NO_TIME;
}

/* The moment at which something has to happen if nothing does before, by the state alone; NO_TIME: never. */
static int64_t deadline_ns(SimulCore *core)
{
    if (core->phase != SIMUL_RUNNING || !core->awaited.running)
        return NO_TIME;
    switch (core->stage) {
    case SIMUL_STAGE_REPLY:
    case SIMUL_STAGE_EXCHANGE: return earlier(patience_ends_ns(core), core_flag_ns(core));
    case SIMUL_STAGE_THINK: return earlier(thinking_ends_ns(core), core_flag_ns(core));
    default: return NO_TIME;
    }
}

void core_give_deadline(SimulCore *core)
{
    const int64_t time_ns = deadline_ns(core);
    if (time_ns == core->deadline_ns)
        return;
    core->deadline_ns = time_ns;
    SimulAction *action = core_act(core, SIMUL_DO_DEADLINE, core->board);
    action->time_ns = time_ns;
    action->deadline = ++core->deadline_number;
}

/* ---- Pausing ---- */

void core_pause(SimulCore *core)
{
    if (core->phase != SIMUL_RUNNING || core->paused)
        return;
    core_awaited_stop(core);
    core->paused = true;
    core_say(core, SIMUL_SAYS_PAUSED, 0);
}

/* What the stage goes on with; an answer that came meanwhile is judged first. */
static CoreStep step_after_pause(const SimulCore *core)
{
    switch (core->stage) {
    case SIMUL_STAGE_NONE: return STEP_WALK;
    case SIMUL_STAGE_ASKING:
    case SIMUL_STAGE_REPLY:
    case SIMUL_STAGE_EXCHANGE: return core->boards[core->board].holding ? STEP_REPLY : STEP_NONE;
    case SIMUL_STAGE_THINK: return core->holding ? STEP_EXHIBITOR_HELD : STEP_NONE;
    case SIMUL_STAGE_RESTART: return core->exhibitor_ready ? STEP_THINK : STEP_NONE;
    case SIMUL_STAGE_CONSENT: return STEP_NONE;
    }
    return STEP_NONE;
}

void core_resume(SimulCore *core)
{
    core->paused = false;
    core_say(core, SIMUL_SAYS_RESUMED, 0);
    if (core->exhibitor_failed) {
        core->exhibitor_failed = false;
        core->restarts = 0;
        core->exhibitor_opening = true;
        core_act(core, SIMUL_DO_EXHIBITOR_RESTART, SIMUL_EXHIBITOR);
    }
    if (core->stage == SIMUL_STAGE_REPLY || core->stage == SIMUL_STAGE_EXCHANGE || core->stage == SIMUL_STAGE_THINK)
        core_awaited_start(core);
    core->stopped_ns = core->now_ns; /* a fresh patience, if A was told to answer */
    core->step = step_after_pause(core);
}

/* ---- A's limits ---- */

void core_limits(SimulCore *core, SimulBoard *b, SimulLimits *limits)
{
    const SimulSettings *s = &core->settings;
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
