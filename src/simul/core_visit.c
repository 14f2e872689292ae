/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Rotation and the steps of a visit: arrive, reply, think, move, depart, and on to the next board. Whatever decides
 * that something comes next sets `step`; here and nowhere else it is taken.
 */
#include "simul/core_parts.h"

/* The board A goes to from here; begins the next round where this one ends. 0: nobody is in play. */
static int next_board(SimulCore *core)
{
    int from = core->board;
    for (int rounds = 0; rounds < 2; rounds++) {
        int board = rotation_next(&core->in_play, from);
        /* Late comers wait for the next round. */
        while (board != 0 && core_board(core, board)->first_round > core->round)
            board = rotation_next(&core->in_play, board);
        if (board != 0)
            return board;
        if (core->in_play.count == 0)
            return 0;
        core->round++;
        core_act(core, SIMUL_DO_ROUND, SIMUL_EXHIBITOR);
        from = 0;
    }
    return 0;
}

/* Asks the opponent for a reply; its clock starts with ASKED. */
static void await_reply(SimulCore *core, SimulStage stage)
{
    core_awaited_reset(core);
    core->stage = stage;
    core_here(core)->request_open = true;
}

/* A stands at core->board. `again`: the same visit goes on. */
static void arrive(SimulCore *core, bool again)
{
    SimulBoard *b = core_here(core);
    const bool due = board_opponent_to_move(b);
    if (!again) {
        b->visits++;
        core->visits++;
        core->restarts = 0;
        core->exchanges_done = 0;
        core->late_noted = false;
    }
    thinkers_arrived(core, b);
    core->stage = SIMUL_STAGE_ASKING;

    SimulLimits limits = {0};
    if (!due)
        core_limits(core, b, &limits);
    const int64_t limit_ms = due ? (b->reply_ns + b->lag_ns) / NS_PER_MS : limits.movetime_ms;
    SimulAction *action = core_act(core, SIMUL_DO_ARRIVE, b->number);
    action->due = due;
    action->ask = due && !b->holding && !b->pending_resign;
    action->limit_ms = limit_ms;
    SimulAnnouncement *says = core_say(core, SIMUL_SAYS_ARRIVE, b->number);
    says->round = core->round;
    says->due_reply = due;
    says->ms = limit_ms;

    if (core_take_pending(core, b))
        return;
    thinkers_fill(core);
    if (!due)
        core->step = STEP_THINK;
    else if (b->holding)
        core->step = STEP_HELD;
    else
        await_reply(core, SIMUL_STAGE_ASKING);
}

/* With thousands of boards each visit would wait for memory: what the next visits need is fetched ahead. */
static void fetch_ahead(const SimulCore *core, int board)
{
    const int next = rotation_next(&core->in_play, board);
    if (next == 0)
        return;
    const Game *game = &core->boards[next].game;
    bits_prefetch(&game->keys[game->move_count]);
    bits_prefetch(&game->moves[game->move_count]);
    bits_prefetch(&core->boards[next].plies[game->move_count]);
    const int after = rotation_next(&core->in_play, next);
    const char *bytes = (const char *)&core->boards[after];
    for (size_t at = 0; at < sizeof core->boards[after]; at += 64)
        bits_prefetch(bytes + at);
}

/* On to the next board, or back to the one A was called away from. */
static void walk_on(SimulCore *core)
{
    if (core->stopping) {
        core_end_early(core, true);
        return;
    }
    const int back = core->takeback.return_to;
    core->takeback.return_to = 0;
    if (back != 0)
        core->board = back; /* if that game has ended meanwhile, on from there */
    if (core_in_play(core, back)) {
        arrive(core, true);
        return;
    }
    const int from = core->board;
    const int next = next_board(core);
    if (next == 0) {
        if (core->opening == 0)
            core_finish(core);
        return; /* else a late comer is sitting down: A waits for him */
    }
    if (core->horizon == from || core->horizon == 0)
        core->horizon = next;
    core->board = next;
    fetch_ahead(core, next);
    arrive(core, false);
}

/* An answer that was waiting is judged as a reply. */
static void take_held(SimulCore *core, bool on_arrival)
{
    SimulBoard *b = core_here(core);
    if (on_arrival)
        core_awaited_reset(core);
    b->holding = false;
    core_judge_reply(core, b->held, b->held_ns, on_arrival);
}

static void take_exhibitor_held(SimulCore *core)
{
    core->holding = false;
    core_judge_exhibitor_move(core, &core->held);
}

/* Another reply is asked for; the clock, if it runs already, runs on. */
static void ask_again(SimulCore *core)
{
    SimulBoard *b = core_here(core);
    b->request_open = true;
    if (board_is_person(b) && core->stage != SIMUL_STAGE_ASKING)
        return; /* he has heard why, and may simply try again */
    const int64_t limit_ns = b->reply_ns + b->lag_ns - core_used_ns(core);
    SimulAction *action = core_act(core, SIMUL_DO_ASK, b->number);
    action->ask = true;
    action->optional = core->stage == SIMUL_STAGE_EXCHANGE;
    action->limit_ms = limit_ns > NS_PER_MS ? limit_ns / NS_PER_MS : 1;
}

/* `again`: its move was illegal. A time a move begins anew, a clock runs on. */
static void think(SimulCore *core, bool again)
{
    SimulBoard *b = core_here(core);
    if (again && core->settings.movetime_ms == 0)
        core_awaited_stop(core);
    else
        core_awaited_reset(core);
    if (!core->exhibitor_ready) {
        core->stage = SIMUL_STAGE_RESTART;
        return;
    }
    core->stage = SIMUL_STAGE_THINK;
    core->thinking = true;
    core->stopped = false;
    core->holding = false;
    core->request++;
    SimulAction *action = core_act(core, SIMUL_DO_EXHIBITOR_THINK, b->number);
    core_limits(core, b, &action->limits);
    action->request = core->request;
    core_awaited_start(core);
}

static void depart(SimulCore *core)
{
    SimulBoard *b = core_here(core);
    core_awaited_stop(core);
    core_offer_lapses(core, b);
    core->stage = SIMUL_STAGE_NONE;
    core_act(core, SIMUL_DO_DEPART, b->number);
    core_say(core, SIMUL_SAYS_DEPART, b->number);
    thinkers_fill(core);
    thinkers_departed(core, b);
    core->step = STEP_WALK;
}

/* A has made a move that did not end the game: the opponent may answer at once, or A departs. */
static void after_move(SimulCore *core)
{
    SimulBoard *b = core_here(core);
    if (core->exchanges_done >= b->exchanges_limit || core->takeback.return_to != 0) {
        core->step = STEP_DEPART;
        return;
    }
    core->exchanges_done++;
    await_reply(core, SIMUL_STAGE_EXCHANGE);
    SimulAction *action = core_act(core, SIMUL_DO_ASK, b->number);
    action->ask = true;
    action->optional = true;
    action->limit_ms = (b->reply_ns + b->lag_ns) / NS_PER_MS;
}

void core_walk(SimulCore *core)
{
    if (core->phase == SIMUL_RUNNING)
        core_refill(core);
    while (core->step != STEP_NONE && core->phase == SIMUL_RUNNING && !core->paused && !core->out_of_memory) {
        const CoreStep step = core->step;
        core->step = STEP_NONE;
        switch (step) {
        case STEP_NONE: break;
        case STEP_WALK: walk_on(core); break;
        case STEP_RETURN: arrive(core, true); break;
        case STEP_HELD: take_held(core, true); break;
        case STEP_REPLY: take_held(core, false); break;
        case STEP_EXHIBITOR_HELD: take_exhibitor_held(core); break;
        case STEP_ASK: ask_again(core); break;
        case STEP_THINK: think(core, false); break;
        case STEP_RETHINK: think(core, true); break;
        case STEP_MOVED: after_move(core); break;
        case STEP_DEPART: depart(core); break;
        }
        if (core->phase == SIMUL_RUNNING)
            core_refill(core);
    }
}
