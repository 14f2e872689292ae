/* SPDX-License-Identifier: GPL-3.0-only */
/* Making the core; which event goes where, and what is done once after every event. */
#include "simul/core_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ACTIONS = 32 };

/* ---- Making ---- */

/* Keeps what the boards' games after the first are to be, each of which must be possible. */
static bool keep_later_games(SimulCore *core, const SimulBoardSetup *later, int count, char error[SIMUL_ERROR_SIZE])
{
    if (count == 0)
        return true;
    core->later = malloc((size_t)count * sizeof *core->later);
    core->later_strings = malloc((size_t)count * sizeof *core->later_strings);
    if (core->later == NULL || core->later_strings == NULL) {
        snprintf(error, SIMUL_ERROR_SIZE, "out of memory");
        return false;
    }
    for (int i = 0; i < count; i++) {
        char reason[SIMUL_ERROR_SIZE];
        if (!board_set_up(core, 0, &later[i], 1, reason)) {
            const char *colon = strchr(reason, ':');
            snprintf(error, SIMUL_ERROR_SIZE, "board %d, game %d%.200s", i % core->first_boards + 1, i / core->first_boards + 2,
                     colon != NULL ? colon : "");
            return false;
        }
        board_free(core_board(core, 0));
        if (!simul_board_copy(&core->later[i], &core->later_strings[i], &later[i])) {
            snprintf(error, SIMUL_ERROR_SIZE, "out of memory");
            return false;
        }
        core->later_count = i + 1;
    }
    return true;
}

static bool set_up_all(SimulCore *core, const SimulBoardSetup *boards, int count, char error[SIMUL_ERROR_SIZE])
{
    const char *problem = simul_settings_problem(&core->settings);
    if (problem != NULL || count < 0) {
        snprintf(error, SIMUL_ERROR_SIZE, "%s", problem != NULL ? problem : "boards: must not be negative");
        return false;
    }
    const SimulSettings *settings = &core->settings;
    if (!simul_settings_control("tc", settings->tc, &core->exhibitor_control, error, SIMUL_ERROR_SIZE) ||
        !simul_settings_control("opponent-tc", settings->opponent_tc, &core->opponent_control, error, SIMUL_ERROR_SIZE))
        return false;
    if (count / settings->games > SIMUL_MAX_BOARDS) {
        snprintf(error, SIMUL_ERROR_SIZE, "boards: at most %d", (int)SIMUL_MAX_BOARDS);
        return false;
    }
    if (count % settings->games != 0 || count > SIMUL_MAX_GAMES) {
        snprintf(error, SIMUL_ERROR_SIZE, "games: the same number for every board, %d in all at most", (int)SIMUL_MAX_GAMES);
        return false;
    }
    const int first = count / settings->games;
    clock_init(&core->hall_clock, &core->exhibitor_control);
    core->actions = malloc(FIRST_ACTIONS * sizeof *core->actions);
    core->action_capacity = core->actions != NULL ? FIRST_ACTIONS : 0;
    if (core->actions == NULL || !core_grow_boards(core, first)) {
        snprintf(error, SIMUL_ERROR_SIZE, "out of memory");
        return false;
    }
    for (int board = 1; board <= first; board++) {
        if (!board_set_up(core, board, &boards[board - 1], 1, error))
            return false;
        core_board(core, board)->games_left = settings->games - 1;
        core->board_count = board;
    }
    core->first_boards = first;
    return keep_later_games(core, boards + first, count - first, error);
}

SimulCore *simul_core_create(const SimulSettings *settings, const SimulBoardSetup *boards, int count, WinnableMemory *memory,
                             char error[SIMUL_ERROR_SIZE])
{
    SimulCore *core = calloc(1, sizeof *core);
    if (core == NULL) {
        snprintf(error, SIMUL_ERROR_SIZE, "out of memory");
        return NULL;
    }
    core->settings = *settings;
    core->deadline_ns = NO_TIME;
    dead_judge_init(&core->judge, memory);
    core->judge.play_node_bound = settings->dead_nodes;
    core->judge.fault_node_bound = settings->loss_nodes;
    rotation_init(&core->in_play);
    rotation_init(&core->vacant);
    rotation_init(&core->between_games);
    if (!set_up_all(core, boards, count, error)) {
        simul_core_destroy(core);
        return NULL;
    }
    error[0] = '\0';
    return core;
}

void simul_core_destroy(SimulCore *core)
{
    if (core == NULL)
        return;
    for (int board = 1; board <= core->board_count; board++)
        board_free(&core->boards[board]);
    for (int i = 0; i < core->retired_count; i++)
        board_free(&core->retired[i]);
    for (int i = 0; i < core->past_count; i++) {
        free(core->past_strings[2 * i]);
        free(core->past_strings[2 * i + 1]);
    }
    free(core->past_strings);
    for (int i = 0; i < core->waiting_count; i++)
        free(core->waiting_strings[(core->waiting_first + i) % core->waiting_capacity]);
    rotation_destroy(&core->in_play);
    for (int i = 0; i < core->later_count; i++)
        free(core->later_strings[i]);
    free(core->later);
    free(core->later_strings);
    rotation_destroy(&core->vacant);
    rotation_destroy(&core->between_games);
    free(core->boards);
    free(core->retired);
    free(core->past);
    free(core->waiting);
    free(core->waiting_strings);
    free(core->exhibitor_name);
    free(core->actions);
    core_texts_free(core);
    free(core);
}

/* ---- Events ---- */

static void stop(SimulCore *core, const SimulEvent *event)
{
    const bool now = event->kind == SIMUL_EVENT_ABORT;
    if (core->phase == SIMUL_OPENING) {
        core_cancel_opening(core);
    } else if (core->phase == SIMUL_RUNNING) {
        if (now || core->paused || core->stage == SIMUL_STAGE_NONE)
            core_end_early(core, !event->games_stand);
        else if (core->stopping)
            core_error(core, "it stops after this visit; `abort` ends it at once");
        else
            core->stopping = true;
    } else {
        core_error(core, core->phase == SIMUL_DONE ? "the exhibition is over" : "the exhibition is not running");
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
    if (event->seat != SIMUL_EXHIBITOR && !core_has_board(core, event->seat))
        return;
    core_incident(core, event->seat, core_text(core, "%s", event->text == NULL ? "" : event->text));
}

static bool is_players(SimulEventKind kind)
{
    return kind >= SIMUL_EVENT_OFFER && kind <= SIMUL_EVENT_TAKEBACK;
}

static void take(SimulCore *core, const SimulEvent *event)
{
    SimulEvent spoken = *event;
    if (event->seat == SIMUL_OPERATOR && (is_players(event->kind) || event->kind == SIMUL_EVENT_REPLY)) {
        if (!core_find_speaker(core, &spoken))
            return;
        event = &spoken;
    }
    if (is_players(event->kind) && event->seat > core->board_count) {
        core_refuse(core, SIMUL_OPERATOR, event->seat, "there is no such board");
        return;
    }
    switch (event->kind) {
    case SIMUL_EVENT_READY: core_seat_ready(core, event); break;
    case SIMUL_EVENT_FAILED: core_seat_failed(core, event); break;
    case SIMUL_EVENT_ASKED: core_asked(core, event); break;
    case SIMUL_EVENT_REPLY:
        if (event->seat == SIMUL_EXHIBITOR)
            core_exhibitor_reply(core, event);
        else if (core_has_board(core, event->seat))
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
    case SIMUL_EVENT_TABLES: core_tables(core, event); break;
    case SIMUL_EVENT_COUNT: break;
    }
}

/* A new event: what the last one left behind is cleared away. */
static void begin_event(SimulCore *core, const SimulEvent *event)
{
    core->action_count = 0;
    core_texts_reset(core);
    for (int i = 0; i < core->retired_count; i++)
        board_free(&core->retired[i]);
    core->retired_count = 0;
    core->end = END_NOT;
    if (event->time_ns > core->now_ns)
        core->now_ns = event->time_ns;
}

const SimulAction *simul_core_handle(SimulCore *core, const SimulEvent *event, size_t *count)
{
    begin_event(core, event);
    take(core, event);
    core_walk(core);
    core_give_deadline(core);
    if (core->end != END_NOT)
        core_act(core, SIMUL_DO_END, 0)->remain = core->end == END_GAMES_STAND;
    *count = core->action_count;
    return core->out_of_memory ? NULL : core->actions;
}
