/* SPDX-License-Identifier: GPL-3.0-only */
/* The core is given anything at all: every kind of event, from anybody, about any board, in any state. It may refuse, but
 * must stay whole: what it says of itself adds up, and the same events give the same state again. */
#include "chess/move_text.h"
#include "scene.h"

enum { HALLS = 60, EVENTS = 1500 };

static uint64_t lot;
static int64_t visits, games;

static int draw(int most)
{
    lot = lot * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (int)((lot >> 33) % (uint64_t)most);
}

static const char *const texts[] = {
    NULL, "",       "e2e4",          "e7e5",         "g1f3", "(none)", "1-0", "1/2-1/2",
    "*",  "adjust", "e2 e4-e5 a8=q", "\x01\x02\xff", "O-O",  "a7a8",   "Nf3", "a very long text that is certainly no move at all, is it?"};

static SimulEvent any_event(int boards)
{
    static SimulBoardSetup setup;
    SimulEvent event = {.kind = (SimulEventKind)draw(SIMUL_EVENT_COUNT),
                        .seat = draw(boards + 6) - 3,
                        .board = draw(boards + 6) - 3,
                        .by = (SimulBy)draw(3),
                        .request = (uint64_t)draw(8),
                        .if_possible = draw(4) == 0,
                        .games_stand = draw(2) == 0,
                        .text = texts[draw((int)(sizeof texts / sizeof texts[0]))],
                        .has_score = draw(2) == 0,
                        .is_mate = draw(9) == 0,
                        .score = draw(70000) - 35000,
                        .depth = draw(400) - 50};
    if (draw(3) == 0)
        event.board = 0;
    if (event.kind == SIMUL_EVENT_JOIN && draw(3) > 0) {
        simul_board_default(&setup);
        setup.person = draw(3) == 2;
        setup.fen = draw(4) == 0 ? "nonsense" : "";
        event.setup = &setup;
    }
    /* What ends everything is rare. */
    if ((event.kind == SIMUL_EVENT_ABORT || event.kind == SIMUL_EVENT_STOP || event.kind == SIMUL_EVENT_LEAVE ||
         event.kind == SIMUL_EVENT_RESIGN || event.kind == SIMUL_EVENT_FAILED || event.kind == SIMUL_EVENT_ADJUDICATE ||
         event.kind == SIMUL_EVENT_DEADLINE) &&
        draw(40) > 0)
        event.kind = SIMUL_EVENT_REPLY;
    /* Replies and deadlines that fit are more use. */
    SimulStatus status;
    simul_core_status(scene_core, &status);
    if (event.kind == SIMUL_EVENT_REPLY && status.board > 0 && draw(8) > 0) {
        static char text[UCI_MOVE_SIZE];
        const Position *position = &simul_core_game(scene_core, status.board)->current;
        MoveList list;
        movegen_legal(&position->board, &list);
        move_to_uci(position, list.moves[draw(list.count)], text);
        event.text = text;
        event.seat = status.stage == SIMUL_STAGE_THINK ? 0 : status.board;
    }
    if (event.kind == SIMUL_EVENT_REPLY && event.seat == 0)
        event.request = 0;
    if (event.kind == SIMUL_EVENT_DEADLINE)
        event.deadline = scene_deadline_number - (uint64_t)draw(2);
    return event;
}

static void adds_up(void)
{
    SimulStatus status;
    SimulBoardView view;
    simul_core_status(scene_core, &status);
    int playing = 0, ended = 0, past;
    simul_core_past(scene_core, &past);
    for (int board = 1; board <= status.boards; board++) {
        if (!CHECK(simul_core_view(scene_core, board, &view)))
            continue;
        playing += view.state == SIMUL_BOARD_PLAYING;
        ended += view.state == SIMUL_BOARD_ENDED;
        CHECK(view.state != SIMUL_BOARD_ENDED || view.reason[0] != '\0');
    }
    CHECK_INT(status.in_play, playing);
    CHECK_INT(status.wins + status.draws + status.losses + status.unfinished, ended + past);
    CHECK(!simul_core_view(scene_core, 0, &view) && !simul_core_view(scene_core, status.boards + 1, &view));
}

static uint64_t one_hall(int hall)
{
    lot = (uint64_t)hall;
    const int boards = 1 + draw(6);
    scene_set(boards);
    scene_settings.exhibitor_person = draw(2) == 0;
    scene_settings.late = (SimulLate)draw(3);
    scene_settings.passes = draw(3);
    scene_settings.exchanges = draw(2);
    scene_settings.refill = draw(2) == 0;
    scene_settings.illegal_engine = 1 + draw(5);
    scene_settings.thinkers = 1 + draw(3);
    scene_settings.claims = (SimulClaims)draw(2);
    for (int i = 0; i < boards; i++)
        scene_boards[i].person = draw(3) == 2;
    scene_make(boards);
    scene_operator(0, SIMUL_EVENT_START, 0, NULL);
    for (int i = 0; i < EVENTS; i++) {
        SimulEvent event = any_event(boards);
        /* Seats that are being opened get ready sooner or later. */
        if (i % 7 == 0)
            event = (SimulEvent){.kind = SIMUL_EVENT_READY, .seat = i / 7 % (boards + 3)};
        if (i % 200 == 199)
            event = (SimulEvent){.kind = SIMUL_EVENT_REOPEN, .seat = SIMUL_OPERATOR};
        scene_give(i * 37, &event);
        if (i % 50 == 0)
            adds_up();
    }
    adds_up();
    SimulStatus status;
    simul_core_status(scene_core, &status);
    visits += status.visits;
    games += status.wins + status.draws + status.losses;
    return simul_core_digest(scene_core);
}

int main(void)
{
    chess_init();
    for (int hall = 1; hall <= HALLS; hall++) {
        const uint64_t digest = one_hall(hall);
        CHECK(one_hall(hall) == digest);
    }
    CHECK_MSG(visits > 1000 && games > 50, "%lld visits, %lld games: hardly anything was played", (long long)visits, (long long)games);
    simul_core_destroy(scene_core);
    return test_end("simul/core_anything");
}
