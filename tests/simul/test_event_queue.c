/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Events in queues: copied whole, in order, found and dropped by who said them.
 */
#include "simul/event_queue.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static const int ANNA, BEN;

static void add(EventQueue *queue, const void *source, SimulEventKind kind, int board)
{
    const SimulEvent event = {.kind = kind, .board = board};
    QueuedEvent *queued = queued_event_create(&event, source);
    if (CHECK(queued != NULL))
        event_queue_append(queue, queued);
}

/* The boards of the events, in order; the queue is empty afterwards. */
static void expect(EventQueue *queue, const char *boards)
{
    char text[64] = "";
    for (QueuedEvent *queued = event_queue_take(queue); queued != NULL; queued = event_queue_take(queue)) {
        snprintf(text + strlen(text), sizeof text - strlen(text), "%d", queued->event.board);
        queued_event_destroy(queued);
    }
    CHECK_STR(text, boards);
    CHECK(queue->first == NULL && queue->last == NULL);
}

static void test_a_copy_holds_all(void)
{
    char text[] = "e2e4", name[] = "Anna", spec[] = "manual", moves[] = "e2e4 e7e5";
    SimulBoardSetup setup;
    simul_board_default(&setup);
    setup.name = name;
    setup.spec = spec;
    setup.moves = moves;
    setup.person = true;
    const SimulEvent event = {.kind = SIMUL_EVENT_JOIN, .time_ns = 7, .text = text, .setup = &setup};
    QueuedEvent *queued = queued_event_create(&event, &ANNA);
    if (!CHECK(queued != NULL))
        return;
    memset(text, 'x', 4);
    memset(name, 'x', 4);
    memset(spec, 'x', 6);
    memset(moves, 'x', 9);
    memset(&setup, 0, sizeof setup);
    CHECK_STR(queued->event.text, "e2e4");
    CHECK_INT(queued->event.time_ns, 7);
    CHECK(queued->source == &ANNA);
    CHECK(queued->event.setup == &queued->setup);
    CHECK_STR(queued->event.setup->name, "Anna");
    CHECK_STR(queued->event.setup->spec, "manual");
    CHECK_STR(queued->event.setup->moves, "e2e4 e7e5");
    CHECK(queued->event.setup->fen == NULL && queued->event.setup->opening == NULL);
    CHECK_INT(queued->event.setup->person, true);
    CHECK_INT(queued->event.setup->reply_ms, SIMUL_INHERIT);
    queued_event_destroy(queued);
    queued = queued_event_create(&(SimulEvent){.kind = SIMUL_EVENT_START}, NULL);
    CHECK(queued != NULL && queued->event.text == NULL && queued->event.setup == NULL);
    queued_event_destroy(queued);
}

static void test_order(void)
{
    EventQueue queue = {NULL, NULL}, other = {NULL, NULL};
    for (int i = 1; i <= 3; i++)
        add(&queue, NULL, SIMUL_EVENT_REPLY, i);
    event_queue_prepend(&queue, queued_event_create(&(SimulEvent){.board = 4}, NULL));
    event_queue_insert_after(&queue, queue.first, queued_event_create(&(SimulEvent){.board = 5}, NULL));
    event_queue_insert_after(&queue, queue.last, queued_event_create(&(SimulEvent){.board = 6}, NULL));
    add(&queue, NULL, SIMUL_EVENT_REPLY, 7);
    event_queue_join(&other, &queue);
    event_queue_join(&other, &queue);
    add(&queue, NULL, SIMUL_EVENT_REPLY, 8);
    event_queue_join(&other, &queue);
    add(&other, NULL, SIMUL_EVENT_REPLY, 9);
    expect(&other, "451236789");
    expect(&queue, "");
    event_queue_prepend(&queue, queued_event_create(&(SimulEvent){.board = 1}, NULL));
    add(&queue, NULL, SIMUL_EVENT_REPLY, 2);
    expect(&queue, "12");
}

static void test_by_source(void)
{
    EventQueue queue = {NULL, NULL}, first = {NULL, NULL};
    add(&queue, &ANNA, SIMUL_EVENT_REPLY, 1);
    add(&queue, &BEN, SIMUL_EVENT_REPLY, 2);
    add(&queue, &ANNA, SIMUL_EVENT_OFFER, 3);
    add(&queue, &BEN, SIMUL_EVENT_OFFER, 4);
    add(&queue, &ANNA, SIMUL_EVENT_REPLY, 5);
    CHECK(event_queue_has(&queue, &ANNA, SIMUL_EVENT_OFFER));
    CHECK(!event_queue_has(&queue, &ANNA, SIMUL_EVENT_RESIGN));
    CHECK(!event_queue_has(&queue, NULL, SIMUL_EVENT_OFFER));
    event_queue_drop(&queue, &ANNA, SIMUL_EVENT_REPLY);
    CHECK(!event_queue_has(&queue, &ANNA, SIMUL_EVENT_REPLY));
    event_queue_move_source(&first, &queue, &BEN);
    expect(&first, "24");
    add(&queue, &BEN, SIMUL_EVENT_REPLY, 6);
    event_queue_drop(&queue, &ANNA, SIMUL_EVENT_COUNT);
    expect(&queue, "6");
    add(&queue, &BEN, SIMUL_EVENT_REPLY, 7);
    event_queue_clear(&queue);
    expect(&queue, "");
}

int main(void)
{
    test_a_copy_holds_all();
    test_order();
    test_by_source();
    return test_end("simul/event_queue");
}
