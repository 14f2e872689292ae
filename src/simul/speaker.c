/* SPDX-License-Identifier: GPL-3.0-only */
#include "simul/speaker.h"

SpeakerSight speaker_sight(const SimulCore *core, int board)
{
    SimulStatus status;
    SimulBoardView view;
    simul_core_status(core, &status);
    SpeakerSight sight = {.person_is_exhibitor = simul_core_settings(core)->exhibitor_person};
    if (board == 0)
        board = status.board;
    if (simul_core_view(core, board, &view)) {
        sight.person_at_board = view.person;
        sight.offer_by_opponent = view.offer_by_opponent;
        sight.exhibitor_thinks_here = status.board == board && status.stage == SIMUL_STAGE_THINK;
    }
    return sight;
}

int speaker_choose(const SpeakerSight *sight, SimulEventKind kind, int board)
{
    if (!sight->person_at_board)
        return SIMUL_EXHIBITOR;
    if (!sight->person_is_exhibitor)
        return board;
    if (kind != SIMUL_EVENT_OFFER && kind != SIMUL_EVENT_TOUCH && kind != SIMUL_EVENT_CLAIM)
        return sight->offer_by_opponent ? SIMUL_EXHIBITOR : board;
    return sight->exhibitor_thinks_here ? SIMUL_EXHIBITOR : board;
}

const char *speaker_problem(const SpeakerSight *sight, SimulEventKind kind, int seat)
{
    if (kind == SIMUL_EVENT_RESIGN || seat == SIMUL_OPERATOR)
        return NULL;
    if (seat > 0 && !sight->person_at_board)
        return "a program sits there, it speaks for itself";
    if (seat == SIMUL_EXHIBITOR && !sight->person_is_exhibitor)
        return "side A is played by a program, it speaks for itself";
    return NULL;
}
