/* SPDX-License-Identifier: GPL-3.0-only */
/* A person playing A takes his last move back, while it is not final (W10). */
#include "simul/core_parts.h"

#include "chess/move_text.h"

/* From the board A went to meanwhile. */
static void call_away(SimulCore *core)
{
    if (core->thinking)
        core_act(core, SIMUL_DO_EXHIBITOR_CANCEL, core->board);
    core->thinking = false;
    core->takeback.return_to = core->board;
    core_awaited_stop(core);
    core_act(core, SIMUL_DO_DEPART, core->board);
    core_say(core, SIMUL_SAYS_DEPART, core->board);
}

/* A's clock as it is once the move is taken back. */
static GameClock clock_taken_back(const SimulCore *core, const GameClock *clock)
{
    GameClock before = core->takeback.clock;
    if (core->settings.clock_place == SIMUL_CLOCK_HALL) { /* the time used since then stays used */
        GameClock now = *clock;
        clock_pause(&now, core->now_ns);
        const int64_t since_ns = now.used_ns - before.used_ns;
        clock_start(&before, 0);
        clock_pause(&before, since_ns);
    }
    return before;
}

static void take_back_clock(SimulCore *core, SimulBoard *b)
{
    GameClock *clock = core_exhibitor_clock(core, b);
    if (clock == NULL)
        return;
    *clock = clock_taken_back(core, clock);
    if (core->settings.clock_place == SIMUL_CLOCK_BOARD)
        b->clocks[CLOCK_OF_A_BEFORE] = *clock;
}

void core_takeback(SimulCore *core)
{
    const int board = core->takeback.board;
    const char *reason = NULL;
    if (!core_exhibitor_is_person(core))
        reason = "only a person playing A may take a move back";
    else if (core->phase != SIMUL_RUNNING || core->paused)
        reason = "nothing can be taken back now";
    else if (board == 0 || !core_in_play(core, board))
        reason = "A's last move is final";
    else if (core->settings.clock_place == SIMUL_CLOCK_HALL && core_exhibitor_clock(core, core_board(core, board)) != NULL &&
             clock_taken_back(core, &core->hall_clock).fallen)
        reason = "the time which that move brought to the clock is used already";
    if (reason != NULL) {
        core_refuse(core, SIMUL_EXHIBITOR, core->board, reason);
        return;
    }
    SimulBoard *b = core_board(core, board);
    if (core->stage != SIMUL_STAGE_NONE && core->board != board)
        call_away(core);
    else if (core->stage == SIMUL_STAGE_EXCHANGE)
        core->exchanges_done--;
    core_awaited_stop(core);
    core->stage = SIMUL_STAGE_NONE;
    core->takeback.board = 0;
    if (b->request_open)
        core_act(core, SIMUL_DO_RETRACT, board);
    thinkers_release(core, b);
    b->holding = false;
    const Move move = b->game.moves[b->game.move_count - 1];
    game_take_back(&b->game);
    board_clear_hand(b); /* it was the opponent's */
    take_back_clock(core, b);
    SimulAnnouncement *says = core_say(core, SIMUL_SAYS_TAKEBACK, board);
    move_to_uci(&b->game.current, move, says->move);
    says->ply = (int)b->game.move_count;
    core_act(core, SIMUL_DO_TELL, board);
    core->board = board;
    core->step = STEP_RETURN;
}
