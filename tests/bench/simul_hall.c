/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What an exhibition costs beside the thinking: the controller with its core and seats.
 *
 *     simul_hall [visit] [builtin] [overrun] [engines N 'COMMAND …'] [overhead 'COMMAND …']
 *
 * visit     controller time a visit, with seats that answer at once and cost nothing: 10, 1000 and 10 000 boards
 * builtin   604 boards with built-in opponents, played to the end
 * overrun   by how much side A passes its time a move, in 1000 visits with the processors busy
 * engines   N processes of an engine at once: when they are ready, whether all arrivals are answered
 * overhead  time a ply with an engine on both sides that answers at once
 */
#include "chess/chess.h"
#include "chess/fen.h"
#include "chess/move_text.h"
#include "chess/movegen.h"
#include "control/controller.h"
#include "rules/openings.h"
#include "rules/outcome.h"
#include "seats/kinds.h"
#include "system/clock.h"
#include "system/descriptor.h"
#include "system/thread.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BOARDS = 10000, MOST_SAMPLES = 4000 };

typedef struct Tally {
    int64_t first_visit_ns;
    uint64_t visits, plies, lates, incidents, ends;
    int64_t limit_ms;
    int samples;
    int64_t overrun_ms[MOST_SAMPLES];
    char last_incident[256];
    SimulAnnouncement done;
    ControllerCost cost_before; /* at the first visit */
} Tally;

static Tally tally;
static SimulBoardSetup boards[MOST_BOARDS];
static Controller *running;

static void announce(void *context, const SimulAnnouncement *says)
{
    (void)context;
    switch (says->kind) {
    case SIMUL_SAYS_ARRIVE:
        if (tally.visits++ == 0) {
            tally.first_visit_ns = system_now_ns();
            controller_cost(running, &tally.cost_before);
        }
        break;
    case SIMUL_SAYS_MOVE:
        if (tally.samples < MOST_SAMPLES)
            tally.overrun_ms[tally.samples++] = says->ms - tally.limit_ms;
        tally.plies++;
        break;
    case SIMUL_SAYS_REPLY: tally.plies++; break;
    case SIMUL_SAYS_LATE: tally.lates++; break;
    case SIMUL_SAYS_END: tally.ends++; break;
    case SIMUL_SAYS_INCIDENT:
    case SIMUL_SAYS_ERROR:
        tally.incidents++;
        snprintf(tally.last_incident, sizeof tally.last_incident, "%.250s", says->text);
        break;
    case SIMUL_SAYS_DONE: tally.done = *says; break;
    default: break;
    }
}

static SimulSettings settings_of_nodes(uint64_t nodes)
{
    SimulSettings settings;
    simul_settings_default(&settings);
    snprintf(settings.date, sizeof settings.date, "2026.01.31");
    settings.movetime_ms = 0;
    settings.nodes = nodes;
    settings.dead_nodes = settings.loss_nodes = 0;
    settings.thinkers = system_processor_count() > 1 ? system_processor_count() - 1 : 1;
    return settings;
}

/* Plays it to the end. Seconds; negative if it could not be begun. */
static double play(const SimulSettings *settings, int count, const SeatSource *seats, ControllerCost *cost)
{
    char error[SIMUL_ERROR_SIZE];
    ControllerSetup setup = {.settings = settings, .boards = boards, .count = count, .seats = seats, .announce = announce};
    memset(&tally, 0, sizeof tally);
    tally.limit_ms = settings->movetime_ms;
    int64_t start_ns = system_now_ns();
    Controller *controller = running = controller_create(&setup, NULL, error);
    if (controller == NULL) {
        printf("cannot begin: %s\n", error);
        return -1;
    }
    controller_post(controller, &(SimulEvent){.kind = SIMUL_EVENT_START, .seat = SIMUL_OPERATOR});
    controller_wait(controller, system_now_ns() + INT64_C(1800000000000));
    int64_t end_ns = system_now_ns();
    controller_cost(controller, cost);
    cost->cpu_ns -= tally.cost_before.cpu_ns;
    cost->session_ns -= tally.cost_before.session_ns;
    controller_destroy(controller);
    return (double)(end_ns - (tally.first_visit_ns != 0 ? tally.first_visit_ns : start_ns)) / 1e9;
}

/* ---- Seats that answer at once, from games drawn beforehand ---- */

enum { LINES = 16, PLIES = 80 };

static char lines[LINES][PLIES][UCI_MOVE_SIZE];
static char starts[LINES][FEN_SIZE]; /* told apart by the number of the first move */

typedef struct ScriptedSeat {
    Seat seat;
    Timer ready;
} ScriptedSeat;

static void scripted_ready(void *context)
{
    seat_say(context, SIMUL_EVENT_READY, "Script");
}

static void scripted_ask(Seat *seat, const Game *game, const SeatLimits *limits)
{
    (void)limits;
    if (game->move_count < PLIES)
        seat_say(seat, SIMUL_EVENT_REPLY, lines[game->start.fullmove_number - 1][game->move_count]);
    else
        seat_say(seat, SIMUL_EVENT_RESIGN, "");
}

static void scripted_close(Seat *seat, bool at_once)
{
    (void)at_once;
    reactor_stop_timer(seat->reactor, &((ScriptedSeat *)seat)->ready);
    seat_say_closed(seat);
}

static void scripted_destroy(Seat *seat)
{
    free(seat);
}

static const SeatOperations scripted_operations = {.ask = scripted_ask, .close = scripted_close, .destroy = scripted_destroy};

static void *scripted_begin(Reactor *reactor, int thinkers, const char *log, Error *error)
{
    (void)log;
    (void)thinkers;
    (void)error;
    return reactor;
}

static void scripted_end(void *shared)
{
    (void)shared;
}

static Seat *scripted_open(void *shared, const SeatRequest *request, Error *error)
{
    (void)shared;
    ScriptedSeat *seat = calloc(1, sizeof *seat);
    if (seat == NULL) {
        error_set(error, 0, "no memory");
        return NULL;
    }
    seat_init(&seat->seat, &scripted_operations, request);
    seat->ready = (Timer){.due = scripted_ready, .context = seat};
    reactor_set_timer(request->reactor, &seat->ready, 0);
    return &seat->seat;
}

static bool scripted_traits(const char *spec, SeatTraits *traits, Error *error)
{
    (void)spec;
    (void)error;
    *traits = (SeatTraits){0};
    return true;
}

static const SeatSource scripted_source = {scripted_begin, scripted_end, scripted_open, scripted_traits};

/* A game of legal moves by lot that nothing ends. */
static bool draw_line(int line, uint64_t *lot)
{
    Position start;
    Game game;
    position_start(&start);
    if (!game_init(&game, &start))
        return false;
    bool goes_on = true;
    for (int ply = 0; ply < PLIES && goes_on; ply++) {
        MoveList list;
        movegen_legal(&game.current.board, &list);
        *lot = *lot * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        Move move = list.moves[(*lot >> 33) % (uint64_t)list.count];
        move_to_uci(&game.current, move, lines[line][ply]);
        goes_on = game_play(&game, move) && outcome_of_game(&game, NULL) == OUTCOME_NONE && game_repetitions(&game) < 3;
    }
    game_destroy(&game);
    snprintf(starts[line], FEN_SIZE, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 %d", line + 1);
    return goes_on;
}

static void bench_visit(void)
{
    uint64_t lot = 1;
    for (int line = 0; line < LINES;)
        line += draw_line(line, &lot);
    SimulSettings settings = settings_of_nodes(1);
    settings.thinkers = SIMUL_NO_LIMIT;
    for (int count = 10; count <= MOST_BOARDS; count *= count == 10 ? 100 : 10) {
        for (int i = 0; i < count; i++) {
            simul_board_default(&boards[i]);
            boards[i].fen = starts[i % LINES];
        }
        ControllerCost cost;
        double seconds = play(&settings, count, &scripted_source, &cost);
        printf("visit: %5d boards, %7" PRIu64 " visits of 40-move games: %.2f us a visit, of it session and core %.2f us\n", count,
               tally.visits, seconds * 1e6 / (double)tally.visits, (double)cost.session_ns / 1e3 / (double)tally.visits);
    }
}

/* ---- With the real seats ---- */

static void bench_builtin(void)
{
    static char specs[8][32];
    SimulSettings settings = settings_of_nodes(1000);
    for (int i = 0; i < 8; i++)
        snprintf(specs[i], sizeof specs[i], "builtin nodes %d", 50 << i);
    for (int i = 0; i < 604; i++) {
        simul_board_default(&boards[i]);
        boards[i].spec = specs[i % 8];
    }
    ControllerCost cost;
    double seconds = play(&settings, 604, &seat_kinds, &cost);
    printf("builtin: 604 boards to the end in %.1f s: %" PRIu64 " visits, +%d =%d -%d, %" PRIu64 " late\n", seconds, tally.visits,
           tally.done.wins, tally.done.draws, tally.done.losses, tally.lates);
}

static atomic_bool busy;

/* As busy as opponents may be: they stand back behind side A. */
static void *be_busy(void *context)
{
    (void)context;
    thread_lower_priority(5);
    while (atomic_load(&busy))
        ;
    return NULL;
}

static int compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void bench_overrun(void)
{
    SimulSettings settings = settings_of_nodes(0);
    settings.movetime_ms = 50;
    settings.maxmoves = 60;
    for (int i = 0; i < 20; i++) {
        simul_board_default(&boards[i]);
        boards[i].spec = "builtin nodes 20000";
    }
    Thread threads[8];
    int count = system_processor_count() < 8 ? system_processor_count() : 8;
    atomic_store(&busy, true);
    for (int i = 0; i < count; i++)
        thread_start(&threads[i], be_busy, NULL, 0);
    ControllerCost cost;
    play(&settings, 20, &seat_kinds, &cost);
    atomic_store(&busy, false);
    for (int i = 0; i < count; i++)
        thread_join(&threads[i]);
    int n = tally.samples;
    qsort(tally.overrun_ms, (size_t)n, sizeof tally.overrun_ms[0], compare);
    if (n > 0)
        printf("overrun: %d visits at 50 ms, %d processors busy: median %" PRId64 " ms, 90%% %" PRId64 ", 99%% %" PRId64 ", 99.9%% %" PRId64
               ", most %" PRId64 "; %" PRIu64 " incidents\n",
               n, count, tally.overrun_ms[n / 2], tally.overrun_ms[n * 9 / 10], tally.overrun_ms[n * 99 / 100],
               tally.overrun_ms[n * 999 / 1000], tally.overrun_ms[n - 1], tally.incidents);
}

static void bench_engines(int count, const char *command)
{
    static char spec[1024];
    snprintf(spec, sizeof spec, "engine %s", command);
    SimulSettings settings = settings_of_nodes(2000);
    settings.maxmoves = 5;
    settings.start_ms = 60000;
    for (int i = 0; i < count; i++) {
        simul_board_default(&boards[i]);
        boards[i].spec = spec;
    }
    int64_t start_ns = system_now_ns();
    ControllerCost cost;
    double seconds = play(&settings, count, &seat_kinds, &cost);
    printf("engines: %d of '%s': ready after %.1f s, %" PRIu64 " visits in %.1f s, %" PRIu64 " late, %" PRIu64
           " ended, controller %.1f us a visit%s%s\n",
           count, command, (double)(tally.first_visit_ns - start_ns) / 1e9, tally.visits, seconds, tally.lates, tally.ends,
           (double)cost.cpu_ns / 1e3 / (double)(tally.visits > 0 ? tally.visits : 1), tally.incidents > 0 ? "; " : "", tally.last_incident);
}

static void bench_overhead(const char *command)
{
    static char spec[1024];
    snprintf(spec, sizeof spec, "engine %s", command);
    SimulSettings settings = settings_of_nodes(1);
    settings.maxmoves = 100;
    settings.think = SIMUL_THINK_NONE;
    snprintf(settings.exhibitor_spec, sizeof settings.exhibitor_spec, "%s", spec);
    for (int i = 0; i < 20; i++) {
        simul_board_default(&boards[i]);
        boards[i].spec = spec;
    }
    ControllerCost cost;
    double seconds = play(&settings, 20, &seat_kinds, &cost);
    printf("overhead: %" PRIu64 " plies on 20 boards with '%s' on both sides: %.0f us a ply, of it our own thread %.1f us; %" PRIu64
           " late\n",
           tally.plies, command, seconds * 1e6 / (double)tally.plies, (double)cost.cpu_ns / 1e3 / (double)tally.plies, tally.lates);
}

int main(int argc, char **argv)
{
    chess_init();
    openings_init();
    system_ignore_broken_pipes();
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "visit") == 0)
            bench_visit();
        else if (strcmp(argv[i], "builtin") == 0)
            bench_builtin();
        else if (strcmp(argv[i], "overrun") == 0)
            bench_overrun();
        else if (strcmp(argv[i], "engines") == 0 && i + 2 < argc) {
            bench_engines(atoi(argv[i + 1]), argv[i + 2]);
            i += 2;
        } else if (strcmp(argv[i], "overhead") == 0 && i + 1 < argc) {
            bench_overhead(argv[++i]);
        } else {
            fprintf(stderr, "simul_hall [visit] [builtin] [overrun] [engines N 'COMMAND'] [overhead 'COMMAND']\n");
            return 2;
        }
        fflush(stdout);
    }
    return 0;
}
