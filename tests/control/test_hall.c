/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The hall, with seats that do what the test says: opened a few at a time, heard until they are sent off, cut off when
 * they flood.
 */
#include "chess/chess.h"
#include "control/hall.h"
#include "system/clock.h"
#include "system/thread.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { BOARDS = 200 };

typedef struct Puppet {
    Seat seat;
    bool closing;
} Puppet;

static Puppet *puppets[BOARDS + 1]; /* as they were opened */
static int opened, destroyed;
static const char *spec;
static Reactor *reactor;
static EventQueue said;

static void puppet_close(Seat *seat, bool at_once)
{
    (void)at_once;
    ((Puppet *)seat)->closing = true;
}

static void puppet_destroy(Seat *seat)
{
    destroyed++;
    free(seat);
}

static const SeatOperations operations = {.close = puppet_close, .destroy = puppet_destroy};

static void *puppets_begin(Reactor *of, int thinkers, const char *log, Error *error)
{
    (void)thinkers;
    (void)log;
    (void)error;
    return of;
}

static void puppets_end(void *shared)
{
    (void)shared;
}

static Seat *puppets_open(void *shared, const SeatRequest *request, Error *error)
{
    (void)shared;
    Puppet *puppet = strcmp(request->spec, "broken") == 0 ? NULL : calloc(1, sizeof *puppet);
    if (puppet == NULL) {
        error_set(error, 0, "a broken spec");
        return NULL;
    }
    seat_init(&puppet->seat, &operations, request);
    if (strcmp(request->spec, "fails") == 0)
        seat_say(&puppet->seat, SIMUL_EVENT_FAILED, "no such program");
    if (request->board <= BOARDS)
        puppets[request->board] = puppet;
    opened++;
    return &puppet->seat;
}

static bool puppets_traits(const char *text, SeatTraits *traits, Error *error)
{
    (void)error;
    *traits = (SeatTraits){.descriptors = strcmp(text, "inside") == 0 ? 0 : 4, .remote = strcmp(text, "remote") == 0};
    return true;
}

static const SeatSource source = {.begin = puppets_begin, .end = puppets_end, .open = puppets_open, .traits = puppets_traits};

static void fill_request(void *context, int board, SeatRequest *request)
{
    (void)context;
    (void)board;
    request->spec = spec;
}

static Hall *hall_begin(const char *with)
{
    Error error;
    const HallSetup setup = {.reactor = reactor, .source = &source, .thinkers = 1, .said = &said, .request = fill_request};
    spec = with;
    opened = destroyed = 0;
    memset(puppets, 0, sizeof puppets);
    Hall *hall = hall_create(&setup, &error);
    CHECK(hall != NULL);
    return hall;
}

static void hall_finish(Hall *hall, int count)
{
    hall_close_all(hall, true);
    for (int board = 0; board <= BOARDS; board++)
        if (puppets[board] != NULL && puppets[board]->closing)
            seat_say_closed(&puppets[board]->seat);
    hall_sweep(hall);
    CHECK_INT(hall_leaving(hall), 0);
    CHECK_INT(destroyed, count);
    hall_destroy(hall);
    CHECK(said.first == NULL);
    event_queue_clear(&said);
}

static int queued(void)
{
    int count = 0;
    for (const QueuedEvent *event = said.first; event != NULL; event = event->next)
        count++;
    return count;
}

/* Never more of them at once than `most`; each that answers makes room for one more. */
static void expect_opened_by(const char *with, int most)
{
    Hall *hall = hall_begin(with);
    for (int board = 1; board <= BOARDS; board++)
        CHECK(hall_open(hall, board));
    CHECK_INT(opened, 0);
    hall_sweep(hall);
    for (int ready = 0; ready < BOARDS; ready++) {
        const int expected = ready + most < BOARDS ? ready + most : BOARDS;
        CHECK_MSG(opened == expected, "%s: %d opened after %d were ready, expected %d", with, opened, ready, expected);
        seat_say(&puppets[ready + 1]->seat, ready % 3 == 0 ? SIMUL_EVENT_FAILED : SIMUL_EVENT_READY, "Puppet");
        hall_sweep(hall);
    }
    CHECK_INT(queued(), BOARDS);
    hall_finish(hall, BOARDS);
}

static void test_a_few_at_a_time(void)
{
    expect_opened_by("program", 2 * system_processor_count());
    expect_opened_by("remote", 24);
    expect_opened_by("inside", 24);
}

/* Who fails at once, or could not be made at all, takes no room. */
static void test_failing_at_once(void)
{
    Hall *hall = hall_begin("fails");
    for (int board = 1; board <= BOARDS; board++)
        hall_open(hall, board);
    hall_sweep(hall);
    CHECK_INT(opened, BOARDS);
    CHECK_INT(queued(), BOARDS);
    hall_finish(hall, BOARDS);
    hall = hall_begin("broken");
    hall_open(hall, 1);
    hall_sweep(hall);
    CHECK_INT(queued(), 1);
    CHECK(said.first != NULL && said.first->event.kind == SIMUL_EVENT_FAILED && said.first->event.seat == 1);
    CHECK_STR(said.first != NULL ? said.first->event.text : "", "a broken spec");
    CHECK(hall_seat(hall, 1) == NULL);
    event_queue_clear(&said);
    hall_finish(hall, 0);
}

/* What is queued of a seat that is sent off is forgotten, and it is not heard any more; the others' words stay. */
static void test_sent_off(void)
{
    Hall *hall = hall_begin("program");
    hall_open(hall, 1);
    hall_open(hall, 2);
    hall_sweep(hall);
    seat_say(&puppets[1]->seat, SIMUL_EVENT_READY, "One");
    seat_say(&puppets[2]->seat, SIMUL_EVENT_READY, "Two");
    seat_say(&puppets[1]->seat, SIMUL_EVENT_OFFER, NULL);
    CHECK_INT(queued(), 3);
    Puppet *first = puppets[1];
    hall_open(hall, 1); /* somebody else is to sit there */
    CHECK_INT(queued(), 1);
    seat_say(&first->seat, SIMUL_EVENT_RESIGN, NULL);
    CHECK_INT(queued(), 1);
    CHECK(first->closing);
    CHECK_INT(hall_leaving(hall), 1);
    seat_say_closed(&first->seat);
    hall_sweep(hall);
    CHECK_INT(hall_leaving(hall), 0);
    CHECK_INT(destroyed, 1);
    CHECK_INT(opened, 3);
    hall_finish(hall, 3);
}

static void expect_flood(Puppet *puppet, SimulEventKind kind, int before)
{
    event_queue_clear(&said);
    for (int i = 0; i < 3 * SEAT_UNASKED_MAX; i++)
        seat_say(&puppet->seat, kind, "e7e5");
    CHECK_INT(queued(), before + 1);
    CHECK(said.last != NULL && said.last->event.kind == SIMUL_EVENT_FAILED);
    CHECK_STR(said.last != NULL ? said.last->event.text : "", "floods the arbiter: more than 100 things that nobody asked for");
    event_queue_clear(&said);
}

/* Counted within a second and between two things it is told; an answer that was asked for does not count. */
static void test_floods(void)
{
    Position start;
    Game game;
    position_start(&start);
    CHECK(game_init(&game, &start));
    static const SeatLimits limits = {.movetime_ms = 1};
    Hall *hall = hall_begin("program");
    for (int board = 1; board <= 3; board++) {
        hall_open(hall, board);
        hall_sweep(hall);
        seat_say(&puppets[board]->seat, SIMUL_EVENT_READY, "Puppet");
    }
    event_queue_clear(&said);
    expect_flood(puppets[1], SIMUL_EVENT_OFFER, SEAT_UNASKED_MAX);
    /* Asked once: one more. */
    seat_ask(&puppets[2]->seat, &game, &limits);
    expect_flood(puppets[2], SIMUL_EVENT_REPLY, SEAT_UNASKED_MAX + 1);
    /* Told something in between, but all within a second. */
    for (int i = 0; i < SEAT_UNASKED_MAX; i++) {
        seat_ask(&puppets[3]->seat, &game, &limits);
        seat_say(&puppets[3]->seat, SIMUL_EVENT_REPLY, "e7e5");
        const SimulEvent event = {.kind = SIMUL_EVENT_INCIDENT, .time_ns = 1000000000, .text = "odd"};
        seat_event(&puppets[3]->seat, &event);
    }
    CHECK_INT(queued(), 2 * SEAT_UNASKED_MAX);
    const SimulEvent later = {.kind = SIMUL_EVENT_INCIDENT, .time_ns = 2000000000, .text = "odd"};
    seat_event(&puppets[3]->seat, &later); /* another second */
    CHECK_INT(said.last->event.kind, SIMUL_EVENT_INCIDENT);
    event_queue_clear(&said);
    hall_finish(hall, 3);
    game_destroy(&game);
}

int main(void)
{
    chess_init();
    reactor = reactor_create();
    if (!CHECK(reactor != NULL))
        return test_end("control/hall");
    test_a_few_at_a_time();
    test_failing_at_once();
    test_sent_off();
    test_floods();
    reactor_destroy(reactor);
    return test_end("control/hall");
}
