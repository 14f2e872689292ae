/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What the core asks for, done: to seats, to the deadline's timer, to whoever listens.
 */
#include "control/controller_state.h"

#include "base/splitmix64.h"
#include "base/units.h"
#include "simul/match_tally.h"
#include "system/clock.h"

enum {
    MARGIN_MS = 10, /* of A's time: the way from the limit to the answer */
    REPLY_SHARE = 5 /* an engine that begins to think on arrival takes the fifth part of its time */
};

/* ---- Seats' requests ---- */

/* Any two boards, games and exhibitions get different seeds. */
static uint64_t mix_seed(uint64_t seed, uint64_t board, uint64_t game)
{
    return splitmix64_mix(seed + SPLITMIX64_STEP * (board * 1000003u + game + 1));
}

void controller_fill_request(void *context, int board, SeatRequest *request)
{
    Controller *controller = context;
    const SimulSettings *settings = simul_core_settings(controller_core(controller));
    SimulBoardView view;
    bool seen = simul_core_view(controller_core(controller), board > 0 ? board : 1, &view);
    request->start_ms = settings->start_ms;
    request->seed = mix_seed(settings->seed, (uint64_t)board, board > 0 && seen ? (uint64_t)view.game_number : 0);
    request->game = seen ? view.game : NULL;
    if (board == 0) {
        request->spec = settings->exhibitor_spec[0] != '\0' ? settings->exhibitor_spec : "builtin";
        request->color = seen ? view.exhibitor_color : WHITE;
    } else {
        request->spec = seen && view.setup->spec != NULL ? view.setup->spec : "";
        request->color = seen ? color_opposite(view.exhibitor_color) : BLACK;
    }
}

static SeatLimits reply_limits(int64_t limit_ms)
{
    int64_t share_ms = limit_ms / REPLY_SHARE;
    return (SeatLimits){.movetime_ms = share_ms > 0 ? share_ms : limit_ms > 0 ? 1 : -1};
}

static int64_t with_margin(int64_t ms)
{
    int64_t margin_ms = ms / 10 < MARGIN_MS ? ms / 10 : MARGIN_MS;
    return ms - margin_ms;
}

static SeatLimits exhibitor_limits(const SimulLimits *limits, Color color)
{
    SeatLimits result = {
        .movetime_ms = limits->movetime_ms > 0 ? with_margin(limits->movetime_ms) : -1,
        .depth = limits->depth,
        .nodes = limits->nodes,
        .has_clock = limits->has_clock,
        .moves_to_go = limits->moves_to_go,
    };
    if (limits->has_clock) {
        Color other = color_opposite(color);
        result.time_ms[color] = with_margin(limits->left_ms > 0 ? limits->left_ms : 1);
        result.increment_ms[color] = limits->increment_ms;
        result.time_ms[other] = limits->opponent_left_ms >= 0 ? limits->opponent_left_ms : result.time_ms[color];
        result.increment_ms[other] = limits->opponent_left_ms >= 0 ? limits->opponent_increment_ms : limits->increment_ms;
    }
    return result;
}

/* ---- The session's actions ---- */

static void ask(Controller *controller, const SimulAction *action, Seat *seat, const Game *game)
{
    if (!action->ask)
        return;
    /* If its answer is here and only waits to be handled, nothing must be asked again. */
    if (seat != NULL && game != NULL && !event_queue_has(&controller->said, seat, SIMUL_EVENT_REPLY)) {
        SeatLimits limits = reply_limits(action->limit_ms);
        seat_ask(seat, game, &limits);
    }
    /* The clock of a reply runs from here: goes before anything the seat may have said already. */
    const SimulEvent asked = {.kind = SIMUL_EVENT_ASKED, .seat = action->board, .board = action->board};
    controller_event_first(controller, &asked);
}

/* The answer may be here already and wait to be handled. */
static void retract(Controller *controller, Seat *seat)
{
    event_queue_drop(&controller->said, seat, SIMUL_EVENT_REPLY);
    seat_retract(seat);
}

static void tell_result(Controller *controller, int board, Seat *seat)
{
    SimulBoardView view;
    if (board > 0 && simul_core_view(controller_core(controller), board, &view) && view.game != NULL)
        seat_end(seat, view.game, result_text(view.verdict.result), view.reason != NULL ? view.reason : "");
}

static void set_deadline(Controller *controller, const SimulAction *action)
{
    controller->deadline_number = action->deadline;
    controller->hear_until_ns = 0;
    if (action->time_ns < 0)
        reactor_stop_timer(controller->reactor, &controller->deadline);
    else if (!reactor_set_timer(controller->reactor, &controller->deadline, controller->origin_ns + action->time_ns))
        controller->broken = true;
}

static void exhibitor_think(Controller *controller, const SimulAction *action, Seat *seat, const Game *game)
{
    controller->exhibitor_board = action->board;
    controller->exhibitor_request = action->request;
    if (seat == NULL || game == NULL)
        return;
    SeatLimits limits = exhibitor_limits(&action->limits, position_side_to_move(&game->current));
    seat_ask(seat, game, &limits);
}

/* What a seat is told that is there. */
static void do_at_seat(Controller *controller, const SimulAction *action, Seat *seat, const Game *game)
{
    switch (action->kind) {
    case SIMUL_DO_TELL:
        if (game != NULL)
            seat_tell(seat, game);
        break;
    case SIMUL_DO_THINK:
        if (game != NULL)
            seat_think(seat, game);
        break;
    case SIMUL_DO_EXHIBITOR_CANCEL:
    case SIMUL_DO_RETRACT: retract(controller, seat); break;
    case SIMUL_DO_OFFER: seat_offer(seat); break;
    case SIMUL_DO_REFUSE: seat_refuse(seat, action->text != NULL ? action->text : ""); break;
    case SIMUL_DO_EXHIBITOR_STOP: seat_hurry(seat); break;
    case SIMUL_DO_ROUND: seat_new_round(seat); break;
    default: break;
    }
}

/* ---- The match ---- */

/* Where the exhibition is a match, how it stands: at the end, and when its test is decided, which ends it after the visit in
 * progress. That order is an event as any other, so that a replay, perhaps on another machine, need not calculate. */
static void watch_match(Controller *controller, SimulAnnouncementKind kind)
{
    const SimulCore *core = controller_core(controller);
    const SimulSettings *settings = simul_core_settings(core);
    MatchRow all;
    MatchReport report;
    const bool over = kind == SIMUL_SAYS_DONE;
    if (kind != SIMUL_SAYS_END && !over)
        return;
    if (settings->sprt[0] == '\0' && (settings->games == 1 || !over))
        return;
    SimulStatus status;
    simul_core_status(core, &status);
    if (!over && (controller->test_decided || status.phase != SIMUL_RUNNING))
        return;
    if (!match_counter_all(&controller->match, core, &all)) {
        controller->broken = true;
        return;
    }
    match_report(core, &all, &report);
    const bool decided = report.state == SPRT_ACCEPTS_ELO0 || report.state == SPRT_ACCEPTS_ELO1;
    if (!over && !decided)
        return;
    const SimulAnnouncement says = {.kind = SIMUL_SAYS_MATCH, .match = &report};
    if (controller->setup.announce != NULL)
        controller->setup.announce(controller->setup.context, &says);
    if (over)
        return;
    controller->test_decided = true;
    const SimulEvent stop = {.kind = SIMUL_EVENT_STOP, .seat = SIMUL_OPERATOR};
    controller_event_first(controller, &stop);
}

/* A move has been made: what endgame tables say of the position is an event as any other, so that a replay, perhaps on another
 * machine, needs no tables. */
static void watch_tables(Controller *controller, const SimulAnnouncement *says)
{
    const ControllerSetup *setup = &controller->setup;
    const SimulCore *core = controller_core(controller);
    const SimulSettings *settings = simul_core_settings(core);
    if (setup->judge == NULL || settings->tablebase[0] == '\0' || (says->kind != SIMUL_SAYS_MOVE && says->kind != SIMUL_SAYS_REPLY) ||
        (settings->adjudicate_cp == 0 && settings->unfinished != SIMUL_UNFINISHED_SCORE))
        return;
    SimulBoardView view;
    char text[CONTROLLER_JUDGEMENT_SIZE];
    if (!simul_core_view(core, says->board, &view) || view.state != SIMUL_BOARD_PLAYING ||
        !setup->judge(setup->context, settings->tablebase, &view.game->current, text))
        return;
    const SimulEvent tables = {.kind = SIMUL_EVENT_TABLES, .seat = SIMUL_OPERATOR, .board = says->board, .text = text};
    controller_event_first(controller, &tables);
}

void controller_do(Controller *controller, const SimulAction *action)
{
    Hall *hall = controller->hall;
    Seat *seat = action->board >= 0 ? hall_seat(hall, action->board) : NULL;
    Seat *exhibitor = hall_seat(hall, 0);
    const Game *game = action->board > 0 ? simul_core_game(controller_core(controller), action->board) : NULL;
    switch (action->kind) {
    case SIMUL_DO_OPEN:
    case SIMUL_DO_EXHIBITOR_RESTART:
        if (!hall_open(hall, action->kind == SIMUL_DO_OPEN ? action->board : 0))
            controller->broken = true;
        break;
    case SIMUL_DO_CLOSE:
        if (seat != NULL)
            tell_result(controller, action->board, seat);
        hall_close(hall, action->board, false);
        break;
    case SIMUL_DO_TELL:
    case SIMUL_DO_THINK:
    case SIMUL_DO_RETRACT:
    case SIMUL_DO_OFFER:
    case SIMUL_DO_REFUSE:
        if (seat != NULL)
            do_at_seat(controller, action, seat, game);
        break;
    case SIMUL_DO_EXHIBITOR_STOP:
    case SIMUL_DO_EXHIBITOR_CANCEL:
    case SIMUL_DO_ROUND:
        if (exhibitor != NULL)
            do_at_seat(controller, action, exhibitor, game);
        break;
    case SIMUL_DO_ARRIVE:
    case SIMUL_DO_ASK: ask(controller, action, seat, game); break;
    case SIMUL_DO_EXHIBITOR_THINK: exhibitor_think(controller, action, exhibitor, game); break;
    case SIMUL_DO_DEADLINE: set_deadline(controller, action); break;
    case SIMUL_DO_ANNOUNCE:
        if (controller->setup.announce != NULL)
            controller->setup.announce(controller->setup.context, &action->announcement);
        watch_match(controller, action->announcement.kind);
        watch_tables(controller, &action->announcement);
        break;
    case SIMUL_DO_END:
        controller->end_reached = true;
        controller->end_remain = action->remain;
        break;
    case SIMUL_DO_DEPART: /* nothing crosses the pipe: what a seat may do next is told by THINK */
    case SIMUL_DO_SYNC:   /* done by the session */
    case SIMUL_DO_SHEET: break;
    }
}
