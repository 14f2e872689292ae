/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Memory runs out at each allocation in turn while an exhibition goes through everything that asks for some: the core
 * says so at that very event, has decided nothing differently until then, and can be destroyed.
 */
#include "failing_allocator.h"
#include "scene.h"

#include "simul/event_queue.h"

typedef struct Step {
    SimulEventKind kind;
    int seat, board;
    const char *text;
} Step;

enum { OPERATOR = SIMUL_OPERATOR };

/* Three boards, the first a person's; one game is filled again, one more board joins. A's requests are taken as they come. */
static const Step STEPS[] = {
    {SIMUL_EVENT_START, OPERATOR, 0, NULL},
    {SIMUL_EVENT_READY, 0, 0, "Anna, who has a name of her own"},
    {SIMUL_EVENT_READY, 1, 0, "Otto, who has a name that is longer than the one he had"},
    {SIMUL_EVENT_READY, 2, 0, NULL},
    {SIMUL_EVENT_READY, 3, 0, "Emma"},
    {SIMUL_EVENT_INCIDENT, 2, 0, "says something odd"},
    {SIMUL_EVENT_ASKED, 1, 0, NULL},
    {SIMUL_EVENT_TOUCH, 1, 0, "g8"},
    {SIMUL_EVENT_REPLY, 1, 0, "e7e5"},
    {SIMUL_EVENT_REPLY, 1, 0, "g8f6"},
    {SIMUL_EVENT_OFFER, 2, 0, NULL},
    {SIMUL_EVENT_REPLY, 0, 0, "g1f3"},
    {SIMUL_EVENT_ASKED, 2, 0, NULL},
    {SIMUL_EVENT_REPLY, 2, 0, "e7e6"},
    {SIMUL_EVENT_REPLY, 0, 0, "d2d4"},
    {SIMUL_EVENT_ASKED, 3, 0, NULL},
    {SIMUL_EVENT_CLAIM, 3, 0, "c7c5"},
    {SIMUL_EVENT_JOIN, OPERATOR, 0, NULL},
    {SIMUL_EVENT_RESIGN, 3, 0, NULL},
    {SIMUL_EVENT_READY, 3, 0, "Late"},
    {SIMUL_EVENT_JOIN, OPERATOR, 0, NULL},
    {SIMUL_EVENT_READY, 4, 0, "Later"},
    {SIMUL_EVENT_PAUSE, OPERATOR, 0, NULL},
    {SIMUL_EVENT_RESUME, OPERATOR, 0, NULL},
    {SIMUL_EVENT_ASKED, 1, 0, NULL},
    {SIMUL_EVENT_REPLY, 1, 0, "Nonsense that is no move at all"},
    {SIMUL_EVENT_REPLY, 1, 0, "b8c6"},
    {SIMUL_EVENT_REPLY, 0, 0, "e1e5"},
    {SIMUL_EVENT_ADJUDICATE, OPERATOR, 2, "1-0"},
    {SIMUL_EVENT_LEAVE, OPERATOR, 1, NULL},
    {SIMUL_EVENT_FAILED, 0, 0, "exited"},
    {SIMUL_EVENT_READY, 0, 0, NULL},
    {SIMUL_EVENT_ABORT, OPERATOR, 0, NULL},
};

enum { STEP_COUNT = sizeof STEPS / sizeof *STEPS };

static char *expected[STEP_COUNT];

/* `games` of each board. */
static void set_scene(int games)
{
    scene_set(3 * games);
    scene_settings.games = games;
    scene_settings.loss_nodes = 1000;
    scene_settings.dead_nodes = 1000;
    scene_settings.refill = true;
    snprintf(scene_settings.tc, sizeof scene_settings.tc, "600");
    snprintf(scene_settings.opponent_tc, sizeof scene_settings.opponent_tc, "600");
    for (int i = 0; i < 3 * games; i++) {
        scene_boards[i].fen = i > 0 ? "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" : NULL;
        scene_boards[i].moves = i == 0 ? "e2e4" : NULL;
        scene_boards[i].name = i == 1 ? "Otto" : NULL;
    }
    scene_boards[0].person = true;
}

/* What the event brings; NULL if memory ran out. */
static const char *give_step(int i)
{
    SimulBoardSetup late;
    simul_board_default(&late);
    late.name = "Latecomer";
    SimulEvent event = {.kind = STEPS[i].kind,
                        .time_ns = i * INT64_C(10000000),
                        .seat = STEPS[i].seat,
                        .board = STEPS[i].board,
                        .text = STEPS[i].text,
                        .setup = STEPS[i].kind == SIMUL_EVENT_JOIN ? &late : NULL};
    if (event.kind == SIMUL_EVENT_REPLY && event.seat == 0)
        event.request = scene_request;
    size_t count, used = 0;
    scene_text[0] = '\0';
    const SimulAction *actions = simul_core_handle(scene_core, &event, &count);
    if (actions == NULL)
        return NULL;
    for (size_t k = 0; k < count; k++)
        used = scene_action(used, &actions[k]);
    return scene_text;
}

static void record_expected(void)
{
    scene_make(3 * scene_settings.games);
    for (int i = 0; i < STEP_COUNT; i++) {
        const char *text = give_step(i);
        expected[i] = strdup(text != NULL ? text : "(no memory)");
    }
}

/* True if the run asked for fewer than `n` allocations. */
static bool run_with_failure(unsigned long n)
{
    char error[SIMUL_ERROR_SIZE] = "";
    simul_core_destroy(scene_core);
    failing_allocator_set(n, 1);
    scene_core = simul_core_create(&scene_settings, scene_boards, 3 * scene_settings.games, NULL, error);
    if (scene_core == NULL) {
        CHECK_INT(failing_allocator_refused(), 1);
        CHECK_MSG(strcmp(error, "out of memory") == 0 || strstr(error, "memory") != NULL, "allocation %lu: %s", n, error);
    }
    bool out = scene_core == NULL;
    for (int i = 0; i < STEP_COUNT && !out; i++) {
        const char *text = give_step(i);
        const unsigned long refused = failing_allocator_refused();
        out = text == NULL;
        CHECK_MSG(out == (refused != 0), "allocation %lu, step %d: %lu refused", n, i, refused);
        CHECK_MSG(out || strcmp(text, expected[i]) == 0, "allocation %lu, step %d: %s, not %s", n, i, out ? "" : text, expected[i]);
    }
    failing_allocator_set(0, 0);
    return !out;
}

/* What everything was for. */
static void the_steps_do_what_they_are_for(const char *const *parts, size_t count)
{
    char *all = calloc(1, 65536);
    for (int i = 0; i < STEP_COUNT; i++)
        strcat(all, expected[i]);
    for (size_t i = 0; i < count; i++)
        CHECK_MSG(strstr(all, parts[i]) != NULL, "\"%s\" is not in:\n%s", parts[i], all);
    free(all);
}

static void try_every_allocation(int games, const char *const *parts, size_t count)
{
    set_scene(games);
    record_expected();
    the_steps_do_what_they_are_for(parts, count);
    unsigned long n = 1;
    while (n < 10000 && !run_with_failure(n))
        n++;
    CHECK_MSG(n > 40 && n < 10000, "%lu allocations", n);
    for (int i = 0; i < STEP_COUNT; i++)
        free(expected[i]);
}

/* What waits between a seat and the core: an event that cannot be kept says so. */
static void an_event_that_cannot_be_kept(void)
{
    const SimulEvent event = {.kind = SIMUL_EVENT_REPLY, .seat = 1, .text = "e7e5"};
    failing_allocator_set(1, 1);
    CHECK(queued_event_create(&event, NULL) == NULL);
    failing_allocator_set(0, 0);
    QueuedEvent *queued = queued_event_create(&event, NULL);
    CHECK(queued != NULL);
    queued_event_destroy(queued);
}

int main(void)
{
    chess_init();
    static const char *const PARTS[] = {
        "name \"Otto\"",      "bound board 1", "refused board 1", "reply board 1 move g8f6", "move board 1 move g1f3", "end board 3 result",
        "name \"Latecomer\"", "paused",        "resumed",         "end board 2 result 1-0",  "end board 1 result",     "[end"};
    try_every_allocation(1, PARTS, sizeof PARTS / sizeof *PARTS);
    /* The second game of board 3 begins, that of board 2 too, but who has left has no more. */
    static const char *const MATCH_PARTS[] = {"end board 3 result", "[open 3]",           "end board 2 result 1-0",
                                              "[open 2]",           "end board 1 result", "[end"};
    try_every_allocation(2, MATCH_PARTS, sizeof MATCH_PARTS / sizeof *MATCH_PARTS);
    an_event_that_cannot_be_kept();
    simul_core_destroy(scene_core);
    return test_end("simul/core_memory");
}
