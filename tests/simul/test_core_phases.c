/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Every kind of event, from everybody, in every phase and stage of an exhibition: what people and the operator say is done or
 * answered, never ignored in silence, and whatever was said there is a way on: `abort` ends what goes on, and what has not
 * begun or has stopped can begin, or go on, and comes to A's arrival.
 */
#include "scene.h"

enum { BOARDS = 2, PERSON = 1 };

static void seats_ready(void)
{
    for (int seat = 0; seat <= BOARDS; seat++)
        scene_event(100, SIMUL_EVENT_READY, seat, NULL);
}

/* ---- The phases ---- */

static void operator_says(SimulEventKind kind)
{
    scene_operator(100, kind, 0, NULL);
}

static void at_setup(void)
{
    scene_make(BOARDS);
    /* The time is part of the state: what comes next must not be the first to move it. */
    scene_event(100, SIMUL_EVENT_INCIDENT, 0, "a remark");
}

static void at_opening(void)
{
    at_setup();
    operator_says(SIMUL_EVENT_START);
    scene_event(100, SIMUL_EVENT_READY, 1, NULL);
}

static void at_refused(void)
{
    at_setup();
    operator_says(SIMUL_EVENT_START);
    scene_event(100, SIMUL_EVENT_READY, 0, NULL);
    scene_event(100, SIMUL_EVENT_READY, 1, NULL);
    scene_event(100, SIMUL_EVENT_FAILED, 2, "no such program");
}

static void at_think(void)
{
    at_setup();
    operator_says(SIMUL_EVENT_START);
    seats_ready();
}

static void at_asking(void)
{
    at_think();
    scene_move(100, "e2e4");
    scene_move(100, "d2d4");
}

static void at_reply(void)
{
    at_asking();
    scene_asked(100, 1);
}

static void at_consent(void)
{
    scene_settings.exhibitor_person = true;
    scene_settings.passes = 1;
    at_reply();
    scene_event(100, SIMUL_EVENT_PASS, 1, NULL);
}

static void at_exchange(void)
{
    scene_settings.exchanges = 1;
    at_think();
    scene_move(100, "e2e4");
}

static void at_restart(void)
{
    at_think();
    scene_event(100, SIMUL_EVENT_FAILED, 0, "crashed");
}

static void at_failed(void)
{
    scene_settings.restarts = 0;
    at_restart();
}

static void at_paused_think(void)
{
    at_think();
    operator_says(SIMUL_EVENT_PAUSE);
}

static void at_paused_reply(void)
{
    at_reply();
    operator_says(SIMUL_EVENT_PAUSE);
}

static void at_stopping(void)
{
    at_think();
    operator_says(SIMUL_EVENT_STOP);
}

static void at_stopped(void)
{
    at_reply();
    operator_says(SIMUL_EVENT_ABORT);
}

static void at_reopening(void)
{
    at_stopped();
    operator_says(SIMUL_EVENT_REOPEN);
    scene_event(100, SIMUL_EVENT_READY, 2, NULL);
}

static void at_not_resumed(void)
{
    at_reopening();
    scene_event(100, SIMUL_EVENT_READY, 1, NULL);
    scene_event(100, SIMUL_EVENT_FAILED, 0, "gone");
}

static void at_done(void)
{
    at_think();
    scene_operator(100, SIMUL_EVENT_ADJUDICATE, 1, "1-0");
    scene_operator(100, SIMUL_EVENT_ADJUDICATE, 2, "1/2-1/2");
}

typedef struct Place {
    const char *name;
    void (*go)(void);
    SimulPhase phase;
    SimulStage stage;
} Place;

static const Place PLACES[] = {
    {"setup", at_setup, SIMUL_SETUP, SIMUL_STAGE_NONE},
    {"opening", at_opening, SIMUL_OPENING, SIMUL_STAGE_NONE},
    {"start refused", at_refused, SIMUL_SETUP, SIMUL_STAGE_NONE},
    {"A thinks", at_think, SIMUL_RUNNING, SIMUL_STAGE_THINK},
    {"a reply is asked for", at_asking, SIMUL_RUNNING, SIMUL_STAGE_ASKING},
    {"a reply is due", at_reply, SIMUL_RUNNING, SIMUL_STAGE_REPLY},
    {"consent is asked for", at_consent, SIMUL_RUNNING, SIMUL_STAGE_CONSENT},
    {"an exchange", at_exchange, SIMUL_RUNNING, SIMUL_STAGE_EXCHANGE},
    {"A is restarted", at_restart, SIMUL_RUNNING, SIMUL_STAGE_RESTART},
    {"A has failed", at_failed, SIMUL_RUNNING, SIMUL_STAGE_RESTART},
    {"paused, A thinks", at_paused_think, SIMUL_RUNNING, SIMUL_STAGE_THINK},
    {"paused, a reply is due", at_paused_reply, SIMUL_RUNNING, SIMUL_STAGE_REPLY},
    {"stopping", at_stopping, SIMUL_RUNNING, SIMUL_STAGE_THINK},
    {"stopped", at_stopped, SIMUL_STOPPED, SIMUL_STAGE_REPLY},
    {"reopening", at_reopening, SIMUL_OPENING, SIMUL_STAGE_REPLY},
    {"not resumed", at_not_resumed, SIMUL_STOPPED, SIMUL_STAGE_REPLY},
    {"done", at_done, SIMUL_DONE, SIMUL_STAGE_NONE},
};

/* ---- The way on ---- */

static SimulStatus status_now(void)
{
    SimulStatus status;
    simul_core_status(scene_core, &status);
    return status;
}

/* Ends what goes on. */
static void end_it(const char *what)
{
    const SimulPhase before = status_now().phase;
    if (before != SIMUL_OPENING && before != SIMUL_RUNNING)
        return;
    const char *said = scene_operator(200, SIMUL_EVENT_ABORT, 0, NULL);
    CHECK_MSG(strstr(said, "[end") != NULL, "%s: `abort` does not end it:\n%s", what, said);
    const SimulPhase after = status_now().phase;
    CHECK_MSG(after == SIMUL_SETUP || after == SIMUL_STOPPED || after == SIMUL_DONE, "%s: phase %d after `abort`", what, (int)after);
}

static void way_on(const char *what)
{
    end_it(what);
    const SimulPhase phase = status_now().phase;
    const char *said = scene_operator(300, phase == SIMUL_SETUP ? SIMUL_EVENT_START : SIMUL_EVENT_REOPEN, 0, NULL);
    if (phase == SIMUL_DONE) {
        CHECK_MSG(strstr(said, "done wins") != NULL && strstr(said, "[end]") != NULL, "%s: over, it says:\n%s", what, said);
        return;
    }
    const int64_t visits = status_now().visits;
    seats_ready();
    for (int joined = BOARDS + 1; joined <= status_now().boards; joined++)
        scene_event(300, SIMUL_EVENT_READY, joined, NULL);
    const SimulStatus status = status_now();
    CHECK_MSG(status.phase == SIMUL_RUNNING && !status.paused && status.stage != SIMUL_STAGE_NONE,
              "%s: it does not go on: phase %d, stage %d", what, (int)status.phase, (int)status.stage);
    CHECK_MSG(visits > 0 || status.visits == 1, "%s: nobody is visited", what);
}

/* ---- The events ---- */

/* Said by people or the operator, so that they wait for an answer. */
static bool wants_answer(SimulEventKind kind, int seat)
{
    if (seat > PERSON)
        return false; /* a program does not listen */
    switch (kind) {
    case SIMUL_EVENT_READY:
    case SIMUL_EVENT_FAILED:
    case SIMUL_EVENT_ASKED:
    case SIMUL_EVENT_INCIDENT:
    case SIMUL_EVENT_DEADLINE:
    case SIMUL_EVENT_TABLES:
    case SIMUL_EVENT_COUNT: return false;
    case SIMUL_EVENT_REPLY: return seat > 0; /* A's answers belong to a question */
    default: return true;
    }
}

static const char *text_for(SimulEventKind kind)
{
    switch (kind) {
    case SIMUL_EVENT_ADJUDICATE: return "1-0";
    case SIMUL_EVENT_REPLY: return "e7e5";
    case SIMUL_EVENT_TOUCH: return "e7";
    case SIMUL_EVENT_CLAIM: return "";
    case SIMUL_EVENT_FAILED: return "crashed";
    default: return NULL;
    }
}

static void say(const Place *place, SimulEventKind kind, int seat, int board)
{
    char what[160];
    SimulBoardSetup joins;
    simul_board_default(&joins);
    snprintf(what, sizeof what, "%s, event %d of seat %d about board %d", place->name, (int)kind, seat, board);
    scene_set(BOARDS);
    scene_settings.restarts = 1;
    scene_boards[PERSON - 1].person = true;
    place->go();
    SimulStatus status = status_now();
    CHECK_MSG(status.phase == place->phase && status.stage == place->stage, "%s: phase %d, stage %d", what, (int)status.phase,
              (int)status.stage);
    const uint64_t before = simul_core_digest(scene_core);
    const SimulEvent event = {
        .kind = kind, .seat = seat, .board = board, .text = text_for(kind), .setup = kind == SIMUL_EVENT_JOIN ? &joins : NULL};
    const char *said = scene_give(100, &event);
    CHECK_MSG(!wants_answer(kind, seat) || said[0] != '\0' || simul_core_digest(scene_core) != before, "%s: ignored in silence", what);
    way_on(what);
}

int main(void)
{
    chess_init();
    for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++)
        for (int kind = 0; kind < SIMUL_EVENT_COUNT; kind++)
            for (int seat = SIMUL_OPERATOR; seat <= BOARDS + 1; seat++)
                for (int board = 0; board <= BOARDS + 1; board++)
                    if (board == 0 || seat <= 0)
                        say(&PLACES[i], (SimulEventKind)kind, seat, board);
    simul_core_destroy(scene_core);
    return test_end("simul/core_phases");
}
