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
    board_clear_hand(core_here(core));
    core_act(core, SIMUL_DO_DEPART, core->board);
    core_say(core, SIMUL_SAYS_DEPART, core->board);
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
    GameClock *clock = core_exhibitor_clock(core, b);
    if (clock != NULL)
        *clock = core->takeback.clock;
    SimulAnnouncement *says = core_say(core, SIMUL_SAYS_TAKEBACK, board);
    move_to_uci(&b->game.current, move, says->move);
    says->ply = (int)b->game.move_count;
    core_act(core, SIMUL_DO_TELL, board);
    core->board = board;
    core->step = STEP_RETURN;
}
