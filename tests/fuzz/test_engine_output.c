/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Random and mutated output of engines, in both languages: `test_engine_output [SECONDS [SEED]]`. The engine itself is a
 * process that reads and says nothing; what it would have printed is put into its seat line by line, while the seat
 * is told, asked, hurried and held back at random. What is shown: the seat keeps its contract whatever the lines are.
 */
#include "test.h"

#include "fuzz/mutate.h"

#include "base/number.h"
#include "base/words.h"
#include "chess/chess.h"
#include "chess/movegen.h"
#include "seats/engine_seat.h"
#include "seats/kinds.h"
#include "system/clock.h"
#include "system/descriptor.h"

enum { SEATS = 8, LINES = 300 };

static const char *const uci_seeds[] = {
    "uciok",
    "readyok",
    "id name Some Engine 1.0",
    "option name Hash type spin default 16 min 1 max 1024",
    "option name Style type combo default Normal var Solid var Normal",
    "option name UCI_Chess960 type check default false",
    "option name Clear Hash type button",
    "info depth 12 seldepth 20 multipv 1 score cp -35 upperbound nodes 1234 nps 100000 time 12 pv e2e4 e7e5",
    "info depth 30 score mate -3 pv e1e2",
    "info string hello there",
    "bestmove e2e4 ponder e7e5",
    "bestmove (none)",
    "bestmove 0000",
    "bestmove",
    "registration error",
    "copyprotection checking",
};
static const char *const xboard_seeds[] = {
    "feature ping=1 setboard=1 usermove=1 san=0 colors=0 myname=\"Some Engine 1.0\" done=0",
    "feature variants=\"normal,fischerandom\" memory=1 smp=1 done=1",
    "feature option=\"Level -spin 5 0 10\" sigint=0 reuse=1",
    "move e2e4",
    "move O-O",
    "move e7e8q",
    "Illegal move: e2e5",
    "Error (unknown command): foo",
    "pong 1",
    "pong 2",
    "offer draw",
    "resign",
    "1/2-1/2 {Draw by repetition}",
    "1-0 {White mates}",
    "12 35 100 20000 e2e4 e7e5",
    "telluser hello",
    "tellusererror Illegal position",
    "# a remark",
};

static unsigned long ready_seats;
static unsigned long moves;

typedef struct Watcher {
    bool failed;
    int closed;
} Watcher;

static void listen(void *context, Seat *seat, const SimulEvent *event)
{
    Watcher *watcher = context;
    (void)seat;
    if (event->kind == SIMUL_EVENT_REPLY || event->kind == SIMUL_EVENT_FAILED || event->kind == SIMUL_EVENT_INCIDENT)
        CHECK(event->text != NULL);
    for (const char *c = event->text != NULL ? event->text : ""; *c != '\0'; c++)
        CHECK_MSG((unsigned char)*c >= ' ' && *c != 127, "a control character in '%s'", event->text);
    CHECK_MSG(!watcher->failed, "event %d after the failure", (int)event->kind);
    CHECK(watcher->closed == 0);
    ready_seats += event->kind == SIMUL_EVENT_READY;
    moves += event->kind == SIMUL_EVENT_REPLY;
    watcher->failed |= event->kind == SIMUL_EVENT_FAILED;
}

static void closed(void *context, Seat *seat)
{
    (void)seat;
    ((Watcher *)context)->closed++;
}

/* What a controller does with a seat, in its order: told, then thinking or asked, then hurried or held back. */
static void disturb(Seat *seat, Game *game, bool *open)
{
    static const SeatLimits limits = {.movetime_ms = 100};
    switch (random_below(6)) {
    case 0: {
        MoveList list;
        if (*open)
            seat_retract(seat);
        *open = false;
        movegen_legal(&game->current.board, &list);
        if (list.count == 0 || game->move_count > 40)
            game_restart(game, &game->start);
        else
            CHECK(game_play(game, list.moves[random_below((unsigned)list.count)]));
        seat_tell(seat, game);
        break;
    }
    case 1:
        if (!*open && movegen_any(&game->current.board)) {
            seat_think(seat, game);
            *open = true;
        }
        break;
    case 2:
        if (movegen_any(&game->current.board)) {
            seat_ask(seat, game, &limits);
            *open = true;
        }
        break;
    case 3: seat_hurry(seat); break;
    case 4: seat_offer(seat); break;
    default:
        seat_retract(seat);
        *open = false;
        break;
    }
}

static void run_seat(Reactor *reactor, bool xboard)
{
    Game game;
    Position start;
    Error error;
    Watcher watcher = {false, 0};
    position_start(&start);
    if (!CHECK(game_init(&game, &start)))
        return;
    void *hall = seat_kinds.begin(reactor, 1, "", &error);
    if (!CHECK(hall != NULL))
        return;
    const SeatRequest request = {
        .reactor = reactor,
        .board = 1,
        .spec = xboard ? "engine protocol xboard sh -c 'exec cat >/dev/null'"
                       : "engine protocol uci option.Hash=8 sh -c 'exec cat >/dev/null'",
        .game = &game,
        .color = BLACK,
        .start_ms = 3600000,
        .listener = {.says = listen, .closed = closed, .context = &watcher},
    };
    Seat *seat = seat_kinds.open(hall, &request, &error);
    if (CHECK_MSG(seat != NULL, "%s", error.message)) {
        EngineSeat *engine = (EngineSeat *)seat;
        bool open = false;
        for (int i = 0; i < LINES && !watcher.failed; i++) {
            size_t length = 0;
            char *line = xboard ? mutant_of(xboard_seeds, sizeof xboard_seeds / sizeof *xboard_seeds, &length)
                                : mutant_of(uci_seeds, sizeof uci_seeds / sizeof *uci_seeds, &length);
            if (!CHECK(line != NULL))
                break;
            words_make_printable(line, length);
            line[strcspn(line, "\n")] = '\0';
            engine->child.listener.line(engine->child.listener.context, line, system_now_ns());
            free(line);
            if (!watcher.failed && engine->state == ENGINE_READY)
                disturb(seat, &game, &open);
            if (i % 32 == 0)
                CHECK(reactor_turn(reactor, system_now_ns()));
        }
        seat_close(seat, true);
        const int64_t patience = system_now_ns() + INT64_C(20000000000);
        while (watcher.closed == 0 && system_now_ns() < patience)
            CHECK(reactor_turn(reactor, patience));
        CHECK_INT(watcher.closed, 1);
        seat_destroy(seat);
    }
    seat_kinds.end(hall);
    game_destroy(&game);
}

int main(int argc, char **argv)
{
    int64_t seconds = 0;
    int64_t seed = 1;
    if ((argc > 1 && number_parse(argv[1], 1, 100000, &seconds) != NUMBER_OK) ||
        (argc > 2 && number_parse(argv[2], 1, INT64_MAX, &seed) != NUMBER_OK)) {
        fprintf(stderr, "usage: test_engine_output [SECONDS [SEED]]\n");
        return 2;
    }
    chess_init();
    system_ignore_broken_pipes();
    random_state = (uint64_t)seed * 0x9e3779b97f4a7c15u | 1;
    Reactor *reactor = reactor_create();
    if (!CHECK(reactor != NULL))
        return test_end("fuzz/engine_output");
    const int64_t end = system_now_ns() + seconds * 1000000000;
    int seats = 0;
    while (seconds == 0 ? seats < SEATS : system_now_ns() < end)
        run_seat(reactor, seats++ % 2 == 1);
    reactor_destroy(reactor);
    printf("%d seats, %lu of them ready, %lu moves\n", seats, ready_seats, moves);
    CHECK(ready_seats > 0 && moves > 0); /* it got as far as playing */
    return test_end("fuzz/engine_output");
}
