/* SPDX-License-Identifier: GPL-3.0-only */
#include "simul/core_state.h"

#include "chess/move_text.h"

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
    const Move move = b->game.moves[b->game.move_count - 1];
    if (core->stage != SIMUL_STAGE_NONE && core->board != board) { /* away from the board A went to meanwhile */
        if (core->thinking)
            core_act(core, SIMUL_DO_EXHIBITOR_CANCEL, core->board);
        core->thinking = false;
        core->takeback.return_to = core->board;
        core_awaited_stop(core);
        core_clear_deadline(core);
        board_clear_hand(core_board(core, core->board));
        core_act(core, SIMUL_DO_DEPART, core->board);
        core_say(core, SIMUL_SAYS_DEPART, core->board);
    } else if (core->stage == SIMUL_STAGE_EXCHANGE) {
        core->exchanges_done--;
    }
    core_awaited_stop(core);
    core_clear_deadline(core);
    core->stage = SIMUL_STAGE_NONE;
    core->takeback.board = 0;
    if (b->request_open)
        core_act(core, SIMUL_DO_RETRACT, board);
    thinkers_release(core, board);
    b->holding = false;
    game_take_back(&b->game);
    GameClock *clock = core_exhibitor_clock(core, b);
    if (clock != NULL)
        *clock = core->takeback.clock;
    SimulAnnouncement *says = core_say(core, SIMUL_SAYS_TAKEBACK, board);
    move_to_uci(&b->game.current, move, says->move);
    says->ply = (int)b->game.move_count;
    core_act(core, SIMUL_DO_TELL, board);
    core_call_back(core, board);
}
