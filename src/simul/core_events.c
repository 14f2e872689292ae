/* SPDX-License-Identifier: GPL-3.0-only */
#include "simul/core_state.h"


static void stop(SimulCore *core, const SimulEvent *event)
{
    const bool now = event->kind == SIMUL_EVENT_ABORT;
    if (core->phase == SIMUL_OPENING) {
        core_cancel_opening(core);
    } else if (core->phase == SIMUL_RUNNING) {
        if (now || core->paused || core->stage == SIMUL_STAGE_NONE)
            core_end_early(core, !event->games_stand);
        else
            core->stopping = true;
    } else {
        core_error(core, "the exhibition is not running");
    }
}

static void pause_or_resume(SimulCore *core, const SimulEvent *event)
{
    const bool pause = event->kind == SIMUL_EVENT_PAUSE;
    if (core->phase == SIMUL_RUNNING && core->paused != pause) {
        if (pause)
            core_pause(core);
        else
            core_resume(core);
    } else if (!event->if_possible) {
        core_error(core, pause ? "the exhibition is not running" : "the exhibition is not paused");
    }
}

static void note_incident(SimulCore *core, const SimulEvent *event)
{
    if (event->seat < 0 || event->seat > core->board_count)
        return;
    core_incident(core, event->seat, core_text(core, "%s", event->text == NULL ? "" : event->text));
}

static void take(SimulCore *core, const SimulEvent *event)
{
    switch (event->kind) {
    case SIMUL_EVENT_READY: core_seat_ready(core, event); break;
    case SIMUL_EVENT_FAILED: core_seat_failed(core, event); break;
    case SIMUL_EVENT_ASKED: core_asked(core, event); break;
    case SIMUL_EVENT_REPLY:
        if (event->seat == SIMUL_EXHIBITOR)
            core_exhibitor_reply(core, event);
        else
            core_reply(core, event);
        break;
    case SIMUL_EVENT_INCIDENT: note_incident(core, event); break;
    case SIMUL_EVENT_OFFER: core_offer(core, event); break;
    case SIMUL_EVENT_ACCEPT: core_accept(core, event); break;
    case SIMUL_EVENT_DECLINE: core_decline(core, event); break;
    case SIMUL_EVENT_CLAIM: core_claim(core, event); break;
    case SIMUL_EVENT_PASS: core_pass(core, event); break;
    case SIMUL_EVENT_CONSENT: core_consent(core, event); break;
    case SIMUL_EVENT_RESIGN: core_resign(core, event); break;
    case SIMUL_EVENT_TOUCH: core_touch(core, event); break;
    case SIMUL_EVENT_TAKEBACK: core_takeback(core); break;
    case SIMUL_EVENT_DEADLINE: core_deadline(core, event); break;
    case SIMUL_EVENT_START: core_start(core); break;
    case SIMUL_EVENT_PAUSE:
    case SIMUL_EVENT_RESUME: pause_or_resume(core, event); break;
    case SIMUL_EVENT_STOP:
    case SIMUL_EVENT_ABORT: stop(core, event); break;
    case SIMUL_EVENT_JOIN: core_join(core, event); break;
    case SIMUL_EVENT_LEAVE: core_leave(core, event); break;
    case SIMUL_EVENT_ADJUDICATE: core_adjudicate(core, event); break;
    case SIMUL_EVENT_REOPEN: core_reopen(core); break;
    case SIMUL_EVENT_COUNT: break;
    }
}

const SimulAction *simul_core_handle(SimulCore *core, const SimulEvent *event, size_t *count)
{
    core->action_count = 0;
    core_texts_reset(core);
    for (int i = 0; i < core->retired_count; i++)
        board_free(&core->retired[i].game);
    core->retired_count = 0;
    if (event->time_ns > core->now_ns)
        core->now_ns = event->time_ns;

    take(core, event);
    core_run(core);
    *count = core->action_count;
    return core->out_of_memory ? NULL : core->actions;
}
