/* SPDX-License-Identifier: GPL-3.0-only */
#include "simul/core_state.h"

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

void core_await_reply(SimulCore *core, SimulStage stage)
{
    SimulBoard *b = core_board(core, core->board);
    core_awaited_reset(core);
    core->stage = stage;
    b->request_open = true;
}

/* A stands at core->board. `again`: the same visit goes on. */
static void arrive(SimulCore *core, bool again)
{
    const int board = core->board;
    SimulBoard *b = core_board(core, board);
    const bool due = board_opponent_to_move(b);
    if (!again) {
        b->visits++;
        core->visits++;
        core->restarts = 0;
        core->exchanges_done = 0;
        core->late_noted = false;
    }
    if (b->thinking_counted) { /* no longer one of those who think away */
        b->thinking_counted = false;
        core->thinking_count--;
    }
    core->stage = SIMUL_STAGE_ASKING;
    board_clear_hand(b);

    SimulLimits limits = {0};
    if (!due)
        core_limits(core, board, &limits);
    const int64_t limit_ms = due ? (b->reply_ns + b->lag_ns) / NS_PER_MS : limits.movetime_ms;
    SimulAction *action = core_act(core, SIMUL_DO_ARRIVE, board);
    action->due = due;
    action->ask = due && !b->holding && !b->pending_resign;
    action->limit_ms = limit_ms;
    SimulAnnouncement *says = core_say(core, SIMUL_SAYS_ARRIVE, board);
    says->round = core->round;
    says->due_reply = due;
    says->ms = limit_ms;

    if (core_take_pending(core))
        return;
    thinkers_fill(core);
    if (!due) {
        core_think(core);
    } else if (b->holding) {
        core_awaited_reset(core);
        b->holding = false;
        core_apply_reply(core, b->held, b->held_ns, true);
    } else {
        core_await_reply(core, SIMUL_STAGE_ASKING);
    }
}

void core_call_back(SimulCore *core, int board)
{
    core->board = board;
    arrive(core, true);
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

static void walk_on(SimulCore *core)
{
    if (core->stopping) {
        core_end_early(core, true);
        return;
    }
    const int back = core->takeback.return_to;
    core->takeback.return_to = 0;
    if (back != 0) {
        if (core_in_play(core, back)) {
            core_call_back(core, back);
            return;
        }
        core->board = back; /* that game has ended meanwhile: on from there */
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

void core_run(SimulCore *core)
{
    while (core->advance && core->phase == SIMUL_RUNNING && !core->paused && !core->out_of_memory) {
        core->advance = false;
        walk_on(core);
    }
}

void core_think(SimulCore *core)
{
    const int board = core->board;
    core_awaited_reset(core);
    if (!core->exhibitor_ready) {
        core->stage = SIMUL_STAGE_RESTART;
        core_clear_deadline(core);
        return;
    }
    core->stage = SIMUL_STAGE_THINK;
    core->thinking = true;
    core->stopped = false;
    core->holding = false;
    core->request++;
    SimulAction *action = core_act(core, SIMUL_DO_EXHIBITOR_THINK, board);
    core_limits(core, board, &action->limits);
    action->request = core->request;
    core_awaited_start(core);
    core_set_deadline(core);
}

void core_depart(SimulCore *core)
{
    const int board = core->board;
    SimulBoard *b = core_board(core, board);
    core_awaited_stop(core);
    core_clear_deadline(core);
    board_clear_hand(b);
    if (b->offer.standing && b->offer.by != b->exhibitor_color) { /* it stood during the visit only */
        draw_offer_clear(&b->offer);
        SimulAnnouncement *says = core_say(core, SIMUL_SAYS_OFFER, board);
        says->state = "declined";
    }
    core->stage = SIMUL_STAGE_NONE;
    core_act(core, SIMUL_DO_DEPART, board);
    core_say(core, SIMUL_SAYS_DEPART, board);
    thinkers_fill(core);
    thinkers_departed(core, board);
    core->advance = true;
}

void core_after_exhibitor_move(SimulCore *core)
{
    const int board = core->board;
    SimulBoard *b = core_board(core, board);
    if (core->exchanges_done < b->exchanges_limit && core->takeback.return_to == 0) {
        core->exchanges_done++;
        core_await_reply(core, SIMUL_STAGE_EXCHANGE);
        SimulAction *action = core_act(core, SIMUL_DO_ASK, board);
        action->ask = true;
        action->optional = true;
        action->limit_ms = (b->reply_ns + b->lag_ns) / NS_PER_MS;
        return;
    }
    core_depart(core);
}

void core_resume_visit(SimulCore *core)
{
    const SimulStage stage = core->stage;
    const int board = core->board;
    core_awaited_reset(core);
    core->stage = SIMUL_STAGE_NONE;
    if (board == 0 || stage == SIMUL_STAGE_NONE || !core_in_play(core, board)) {
        core->advance = true;
    } else if (stage == SIMUL_STAGE_EXCHANGE) {
        core->stage = stage;
        core_depart(core);
    } else {
        core->restarts = 0;
        arrive(core, true);
    }
}
