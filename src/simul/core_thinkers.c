/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Who may think while A is elsewhere. Of the opponents on this machine the `thinkers` that A reaches next think at
 * one time. `horizon` is the last board looked at, going ahead of A around the hall; it never overtakes A, so the
 * looking costs a step a visit.
 */
#include "simul/core_parts.h"

/* The next board in play around the hall; 0 if there is none. */
static int around(const SimulCore *core, int board)
{
    const int next = rotation_next(&core->in_play, board);
    return next != 0 ? next : rotation_next(&core->in_play, 0);
}

static int around_back(const SimulCore *core, int board)
{
    const int previous = rotation_previous(&core->in_play, board);
    return previous != 0 ? previous : rotation_previous(&core->in_play, SIMUL_MAX_BOARDS + 1);
}

/* Does going around the hall from one board to the next in play come to A's board, or past it? (A's own game may have
 * ended already, so that nobody plays there.) */
static bool comes_to_a(const SimulCore *core, int from, int next)
{
    const int a = core->board;
    if (from == a)
        return next == a;
    return from < next ? a > from && a <= next : a > from || a <= next;
}

static bool may_think(const SimulCore *core, const SimulBoard *b)
{
    return core->settings.think == SIMUL_THINK_AWAY && b->state == SIMUL_BOARD_PLAYING && !b->seat_failed && !board_is_person(b) &&
           board_opponent_to_move(b) && !b->request_open && !b->holding && !core_stands_at(core, b->number) && core->in_play.count > 1;
}

static bool room(const SimulCore *core)
{
    return core->settings.thinkers == SIMUL_NO_LIMIT || core->thinking_count < core->settings.thinkers;
}

static void let_think(SimulCore *core, SimulBoard *b)
{
    if (!may_think(core, b) || (!b->setup.remote && !room(core)))
        return;
    b->request_open = true;
    if (!b->setup.remote) {
        b->thinking_counted = true;
        core->thinking_count++;
    }
    core_act(core, SIMUL_DO_THINK, b->number);
}

void thinkers_fill(SimulCore *core)
{
    if (core->settings.think != SIMUL_THINK_AWAY || core->phase != SIMUL_RUNNING)
        return;
    while (room(core)) {
        const int next = around(core, core->horizon);
        if (next == 0 || core->horizon == 0 || comes_to_a(core, core->horizon, next))
            return;
        core->horizon = next;
        let_think(core, core_board(core, next));
    }
}

void thinkers_departed(SimulCore *core, SimulBoard *b)
{
    let_think(core, b);
}

void thinkers_arrived(SimulCore *core, SimulBoard *b)
{
    if (b->thinking_counted) {
        b->thinking_counted = false;
        core->thinking_count--;
    }
}

void thinkers_release(SimulCore *core, SimulBoard *b)
{
    b->request_open = false;
    thinkers_arrived(core, b);
}

void thinkers_removed(SimulCore *core, SimulBoard *b)
{
    const int board = b->number;
    thinkers_release(core, b);
    if (core->horizon == board && core->board != board) {
        const int back = around_back(core, board);
        core->horizon = comes_to_a(core, back, board) ? core->board : back;
    }
}

void thinkers_reset(SimulCore *core)
{
    for (int board = 1; board <= core->board_count; board++)
        core_board(core, board)->thinking_counted = false;
    core->thinking_count = 0;
    core->horizon = core->board;
}

void thinkers_begin(SimulCore *core)
{
    for (int board = 1; board <= core->board_count; board++)
        if (core_board(core, board)->setup.remote)
            let_think(core, core_board(core, board));
}
