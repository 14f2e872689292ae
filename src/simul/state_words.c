/* SPDX-License-Identifier: GPL-3.0-only */
/* The words for an exhibition's phases and stages and for what a board is in, wherever they are shown. */
#include "simul/core.h"

const char *simul_phase_word(SimulPhase phase)
{
    static const char *const WORDS[] = {[SIMUL_SETUP] = "setup",
                                        [SIMUL_OPENING] = "opening",
                                        [SIMUL_RUNNING] = "running",
                                        [SIMUL_STOPPED] = "stopped",
                                        [SIMUL_DONE] = "done"};
    return WORDS[phase];
}

const char *simul_stage_word(SimulStage stage)
{
    static const char *const WORDS[] = {
        [SIMUL_STAGE_NONE] = "none",       [SIMUL_STAGE_ASKING] = "reply", [SIMUL_STAGE_REPLY] = "reply",
        [SIMUL_STAGE_CONSENT] = "consent", [SIMUL_STAGE_THINK] = "think",  [SIMUL_STAGE_EXCHANGE] = "exchange",
        [SIMUL_STAGE_RESTART] = "restart"};
    return WORDS[stage];
}

const char *simul_board_state_word(SimulBoardState state)
{
    static const char *const WORDS[] = {[SIMUL_BOARD_VACANT] = "vacant",
                                        [SIMUL_BOARD_OPENING] = "opening",
                                        [SIMUL_BOARD_READY] = "ready",
                                        [SIMUL_BOARD_PLAYING] = "playing",
                                        [SIMUL_BOARD_ENDED] = "ended"};
    return WORDS[state];
}
