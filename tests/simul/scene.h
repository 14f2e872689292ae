/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Scenes for the core: a hall is set up, events are given one by one at stated milliseconds, and what the core does is
 * compared as text, a line an action. Announcements stand as they would behind `info string simul `; what is told to
 * seats and to A stands in brackets. Deadlines, records and rounds are left out.
 */
#ifndef CAROUSEL_TESTS_SIMUL_SCENE_H
#define CAROUSEL_TESTS_SIMUL_SCENE_H

#include "chess/chess.h"
#include "simul/core.h"
#include "test.h"

#include <stdlib.h>

static SimulCore *scene_core;
static SimulSettings scene_settings;
static SimulBoardSetup scene_boards[64];
static char scene_text[65536];
static int64_t scene_deadline_ms; /* -1: none */
static uint64_t scene_deadline_number, scene_request;

/* The defaults, `count` engines. Change scene_settings and scene_boards, then scene_open(). */
__attribute__((unused)) static void scene_set(int count)
{
    (void)count;
    simul_settings_default(&scene_settings);
    scene_settings.dead_nodes = 0;
    scene_settings.loss_nodes = 0;
    scene_settings.thinkers = SIMUL_NO_LIMIT;
    for (int i = 0; i < 64; i++)
        simul_board_default(&scene_boards[i]);
}

__attribute__((format(printf, 2, 3))) static size_t scene_add(size_t used, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(scene_text + used, sizeof scene_text - used, format, arguments);
    va_end(arguments);
    return used + (size_t)(length > 0 ? length : 0);
}

static size_t scene_action(size_t used, const SimulAction *a)
{
    char line[1024];
    switch (a->kind) {
    case SIMUL_DO_OPEN: return scene_add(used, "[open %d]\n", a->board);
    case SIMUL_DO_CLOSE: return scene_add(used, "[close %d]\n", a->board);
    case SIMUL_DO_TELL: return scene_add(used, "[tell %d]\n", a->board);
    case SIMUL_DO_THINK: return scene_add(used, "[think %d]\n", a->board);
    case SIMUL_DO_ARRIVE: return scene_add(used, "[arrive %d%s%s]\n", a->board, a->due ? " due" : "", a->ask ? " ask" : "");
    case SIMUL_DO_ASK: return scene_add(used, "[ask %d%s limit %d]\n", a->board, a->optional ? " optional" : "", (int)a->limit_ms);
    case SIMUL_DO_DEPART: return used;
    case SIMUL_DO_RETRACT: return scene_add(used, "[retract %d]\n", a->board);
    case SIMUL_DO_OFFER: return scene_add(used, "[offer %d]\n", a->board);
    case SIMUL_DO_REFUSE: return scene_add(used, "[refuse %d]\n", a->board);
    case SIMUL_DO_EXHIBITOR_THINK: scene_request = a->request; return scene_add(used, "[A thinks at %d]\n", a->board);
    case SIMUL_DO_EXHIBITOR_STOP: return scene_add(used, "[A stop]\n");
    case SIMUL_DO_EXHIBITOR_CANCEL: return scene_add(used, "[A cancel]\n");
    case SIMUL_DO_EXHIBITOR_RESTART: return scene_add(used, "[A restart]\n");
    case SIMUL_DO_DEADLINE:
        scene_deadline_ms = a->time_ns < 0 ? -1 : a->time_ns / 1000000;
        scene_deadline_number = a->deadline;
        return used;
    case SIMUL_DO_ANNOUNCE: simul_announcement_text(&a->announcement, line, sizeof line); return scene_add(used, "%s\n", line);
    case SIMUL_DO_END: return scene_add(used, "[end%s]\n", a->remain ? ", games stand" : "");
    case SIMUL_DO_ROUND:
    case SIMUL_DO_SYNC:
    case SIMUL_DO_SHEET: return used;
    }
    return used;
}

/* Gives an event at `ms`; what came of it is in scene_text. */
static const char *scene_give(int64_t ms, const SimulEvent *event)
{
    SimulEvent stamped = *event;
    stamped.time_ns = ms * 1000000;
    size_t count, used = 0;
    scene_text[0] = '\0';
    const SimulAction *actions = simul_core_handle(scene_core, &stamped, &count);
    for (size_t i = 0; i < count; i++)
        used = scene_action(used, &actions[i]);
    return scene_text;
}

__attribute__((unused)) static const char *scene_event(int64_t ms, SimulEventKind kind, int seat, const char *text)
{
    return scene_give(ms, &(SimulEvent){.kind = kind, .seat = seat, .text = text});
}

/* The operator's, about a board. */
__attribute__((unused)) static const char *scene_operator(int64_t ms, SimulEventKind kind, int board, const char *text)
{
    return scene_give(ms, &(SimulEvent){.kind = kind, .seat = SIMUL_OPERATOR, .board = board, .text = text});
}

__attribute__((unused)) static const char *scene_reply(int64_t ms, int seat, const char *move)
{
    return scene_event(ms, SIMUL_EVENT_REPLY, seat, move);
}

__attribute__((unused)) static const char *scene_asked(int64_t ms, int seat)
{
    return scene_event(ms, SIMUL_EVENT_ASKED, seat, NULL);
}

/* A's move, as an answer to the question in hand. */
__attribute__((unused)) static const char *scene_move(int64_t ms, const char *move)
{
    return scene_give(ms, &(SimulEvent){.kind = SIMUL_EVENT_REPLY, .seat = 0, .request = scene_request, .text = move});
}

__attribute__((unused)) static const char *scene_scored_move(int64_t ms, const char *move, int score)
{
    return scene_give(
        ms,
        &(SimulEvent){
            .kind = SIMUL_EVENT_REPLY, .seat = 0, .request = scene_request, .text = move, .has_score = true, .score = score, .depth = 9});
}

/* The deadline that stands passes. */
__attribute__((unused)) static const char *scene_deadline(void)
{
    return scene_give(scene_deadline_ms,
                      &(SimulEvent){.kind = SIMUL_EVENT_DEADLINE, .seat = SIMUL_OPERATOR, .deadline = scene_deadline_number});
}

/* Makes the hall; nothing has begun. */
__attribute__((unused)) static void scene_make(int count)
{
    char error[SIMUL_ERROR_SIZE];
    simul_core_destroy(scene_core);
    scene_core = simul_core_create(&scene_settings, scene_boards, count, NULL, error);
    scene_deadline_ms = -1;
    CHECK_MSG(scene_core != NULL, "%s", error);
}

/* Makes it, opens all seats at 0 ms and begins: A stands at the first board. */
__attribute__((unused)) static void scene_open(int count)
{
    scene_make(count);
    scene_operator(0, SIMUL_EVENT_START, 0, NULL);
    for (int seat = 0; seat <= count; seat++)
        scene_event(0, SIMUL_EVENT_READY, seat, seat == 0 ? "Anna" : "Otto");
}

#define SHOWS(actual, expected) CHECK_STR(actual, expected)

/* The line appears among what the last event brought. */
#define BRINGS(actual, line) \
    do { \
        const char *scene_got = (actual); \
        CHECK_MSG(strstr(scene_got, line) != NULL, "\"%s\" is not in:\n%s", line, scene_got); \
    } while (0)

#endif
