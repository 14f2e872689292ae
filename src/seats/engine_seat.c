/* SPDX-License-Identifier: GPL-3.0-only */
#include "seats/engine_seat.h"

#include "base/units.h"
#include "base/words.h"
#include "system/clock.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>


/* So long an engine is left alone with `uci`, with `protover 2`, with features that never end; less if there is little
 * time to start. */
enum { PATIENCE_MS = 2000, PATIENCE_SHARE = 5, NUDGES = 3 };

/* How often, and how soon, the demand for an answer is repeated. */
enum { INSISTENCES = 8, INSIST_MS = 20 };

/* ---- What the dialects use ---- */

void engine_send(EngineSeat *seat, const char *line)
{
    child_send(&seat->child, line);
}

void engine_sendf(EngineSeat *seat, const char *format, ...)
{
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length > 0 && (size_t)length < sizeof line)
        child_send(&seat->child, line);
}

void engine_event(EngineSeat *seat, SimulEventKind kind, int64_t time_ns, const char *text)
{
    SimulEvent event = {.kind = kind, .time_ns = time_ns, .text = text};
    if (kind == SIMUL_EVENT_REPLY) {
        event.has_score = seat->has_score;
        event.is_mate = seat->score_is_mate;
        event.score = seat->score;
        event.depth = seat->depth;
        seat->has_score = false;
        seat->depth = 0;
    }
    seat_event(&seat->seat, &event);
}

void engine_odd(EngineSeat *seat, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (seat->state != ENGINE_FAILED && seat->state != ENGINE_CLOSING)
        engine_event(seat, SIMUL_EVENT_INCIDENT, system_now_ns(), text);
}

void engine_fail(EngineSeat *seat, const char *format, ...)
{
    if (seat->state == ENGINE_FAILED || seat->state == ENGINE_CLOSING)
        return;
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    seat->state = ENGINE_FAILED;
    reactor_stop_timer(seat->seat.reactor, &seat->start_timer);
    reactor_stop_timer(seat->seat.reactor, &seat->timer);
    engine_event(seat, SIMUL_EVENT_FAILED, system_now_ns(), text);
}

void engine_ready(EngineSeat *seat)
{
    if (seat->state != ENGINE_STARTING)
        return;
    seat->state = ENGINE_READY;
    reactor_stop_timer(seat->seat.reactor, &seat->start_timer);
    reactor_stop_timer(seat->seat.reactor, &seat->timer);
    engine_event(seat, SIMUL_EVENT_READY, system_now_ns(), seat->name);
}

void engine_insist(EngineSeat *seat, const char *word)
{
    seat->insisting = word;
    seat->insistences = 0;
    engine_insist_again(seat);
}

void engine_insist_again(EngineSeat *seat)
{
    if (seat->request == REQUEST_NONE || seat->insisting == NULL)
        return;
    engine_send(seat, seat->insisting);
    if (seat->insistences++ < INSISTENCES)
        reactor_set_timer(seat->seat.reactor, &seat->timer, system_now_ns() + (int64_t)INSIST_MS * NS_PER_MS * seat->insistences);
}

void engine_answer(EngineSeat *seat, int64_t time_ns, const char *move)
{
    if (seat->request == REQUEST_OPEN)
        seat->request = REQUEST_NONE;
    if (seat->state == ENGINE_READY)
        engine_event(seat, SIMUL_EVENT_REPLY, time_ns, move);
}

void engine_wait_a_while(EngineSeat *seat)
{
    reactor_set_timer(seat->seat.reactor, &seat->timer, system_now_ns() + seat->patience_ns);
}

/* ---- Which language it speaks ---- */

static void ask_xboard(EngineSeat *seat)
{
    if (seat->asked_xboard)
        return;
    seat->asked_xboard = true;
    seat->printed = false;
    engine_send(seat, "xboard\nprotover 2");
    reactor_set_timer(seat->seat.reactor, &seat->timer, system_now_ns() + seat->patience_ns / NUDGES);
}

static bool looks_like_complaint(const char *line)
{
    return words_after(line, "error") != NULL || words_after(line, "illegal move") != NULL ||
           words_after(line, "invalid move") != NULL ||
           words_after(line, "unknown command") != NULL || words_after(line, "unrecognized") != NULL;
}

/* Before the language is clear. Hands the line on once it is. */
static void listen_first(EngineSeat *seat, char *line, int64_t time_ns)
{
    seat->printed = true;
    bool uci_allowed = seat->spec->protocol != PROTOCOL_XBOARD, xboard_allowed = seat->spec->protocol != PROTOCOL_UCI;
    if (uci_allowed && (words_after(line, "id ") != NULL || words_after(line, "option ") != NULL || words_same(line, "uciok"))) {
        reactor_stop_timer(seat->seat.reactor, &seat->timer);
        seat->dialect = &uci_dialect;
        seat->dialect->line(seat, line, time_ns);
    } else if (xboard_allowed && words_after(line, "feature ") != NULL) {
        seat->dialect = &xboard_dialect;
        seat->dialect->line(seat, line, time_ns);
    } else if (xboard_allowed && uci_allowed && looks_like_complaint(line)) {
        ask_xboard(seat);
    }
}

/* The patience with the present question is over. */
static void timer_due(void *context)
{
    EngineSeat *seat = context;
    if (seat->restarting) {
        child_close(&seat->child, NULL, true);
    } else if (seat->dialect != NULL) {
        seat->dialect->timer(seat);
    } else if (!seat->asked_xboard) {
        ask_xboard(seat);
    } else if (seat->nudges < NUDGES) {
        /* Some lose what came while they were being loaded, or see a line only when another follows. */
        seat->nudges++;
        engine_send(seat, "protover 2");
        reactor_set_timer(seat->seat.reactor, &seat->timer, system_now_ns() + seat->patience_ns / NUDGES);
    } else if (seat->printed || seat->spec->protocol == PROTOCOL_XBOARD) {
        /* No features at all: the first version of the protocol. */
        seat->dialect = &xboard_dialect;
        xboard_begin(seat);
    } else {
        engine_wait_a_while(seat);
    }
}

static void start_overdue(void *context)
{
    EngineSeat *seat = context;
    child_drain(&seat->child);
    if (seat->state != ENGINE_STARTING)
        return;
    if (seat->dialect == NULL)
        engine_fail(seat, "not ready in time: answers %s", seat->spec->protocol == PROTOCOL_UCI ? "no `uci`" :
                    seat->spec->protocol == PROTOCOL_XBOARD ? "no `protover 2`" : "neither `uci` nor `protover 2`");
    else
        engine_fail(seat, "not ready in time");
}

/* ---- The child's events ---- */

static void child_line(void *context, char *line, int64_t time_ns)
{
    EngineSeat *seat = context;
    line = words_trim(line);
    if (*line == '\0' || seat->state == ENGINE_FAILED || seat->state == ENGINE_CLOSING)
        return;
    if (seat->dialect != NULL)
        seat->dialect->line(seat, line, time_ns);
    else
        listen_first(seat, line, time_ns);
}

/* Some XBoard programs end when they hear `uci`: those get a second chance, without it. */
static bool deserves_restart(const EngineSeat *seat)
{
    return seat->state == ENGINE_STARTING && seat->dialect == NULL && seat->spec->protocol == PROTOCOL_AUTO && seat->asked_xboard;
}

static void child_lost(void *context, const char *reason)
{
    EngineSeat *seat = context;
    if (deserves_restart(seat)) {
        seat->restarting = true;
        reactor_set_timer(seat->seat.reactor, &seat->timer, system_now_ns());
    } else {
        engine_fail(seat, "%s", reason);
    }
}

static void child_odd(void *context, const char *what)
{
    engine_odd(context, "%s", what);
}

static void seat_closed(EngineSeat *seat)
{
    if (seat->closed)
        return;
    seat->closed = true;
    seat_say_closed(&seat->seat);
}

static void engine_start(EngineSeat *seat);

static void child_gone(void *context)
{
    EngineSeat *seat = context;
    if (!seat->restarting || seat->state != ENGINE_STARTING) {
        seat_closed(seat);
        return;
    }
    seat->restarting = seat->asked_xboard = false;
    seat->spec->protocol = PROTOCOL_XBOARD;
    engine_start(seat);
}

/* ---- The seat's face ---- */

static EngineSeat *engine_of(Seat *seat)
{
    return (EngineSeat *)seat;
}

static void engine_tell(Seat *seat, const Game *game)
{
    if (engine_of(seat)->state == ENGINE_READY && engine_of(seat)->dialect->tell != NULL)
        engine_of(seat)->dialect->tell(engine_of(seat), game);
}

static void engine_think(Seat *seat, const Game *game)
{
    if (engine_of(seat)->state == ENGINE_READY)
        engine_of(seat)->dialect->think(engine_of(seat), game);
}

static void engine_ask(Seat *seat, const Game *game, const SeatLimits *limits)
{
    if (engine_of(seat)->state == ENGINE_READY)
        engine_of(seat)->dialect->ask(engine_of(seat), game, limits);
}

static void engine_hurry(Seat *seat)
{
    if (engine_of(seat)->state == ENGINE_READY && engine_of(seat)->request == REQUEST_OPEN)
        engine_of(seat)->dialect->hurry(engine_of(seat));
}

static void engine_retract(Seat *seat)
{
    if (engine_of(seat)->state == ENGINE_READY)
        engine_of(seat)->dialect->retract(engine_of(seat));
}

static void engine_offer(Seat *seat)
{
    if (engine_of(seat)->state == ENGINE_READY && engine_of(seat)->dialect->offer != NULL)
        engine_of(seat)->dialect->offer(engine_of(seat));
}

static void engine_end(Seat *seat, const Game *game, const char *result, const char *reason)
{
    if (engine_of(seat)->state == ENGINE_READY && engine_of(seat)->dialect->end != NULL)
        engine_of(seat)->dialect->end(engine_of(seat), game, result, reason);
}

static void engine_drain(Seat *seat)
{
    child_drain(&engine_of(seat)->child);
}

static void engine_close(Seat *base, bool at_once)
{
    EngineSeat *seat = engine_of(base);
    const char *farewell = seat->dialect != NULL ? seat->dialect->farewell : "quit";
    seat->state = ENGINE_CLOSING;
    reactor_stop_timer(seat->seat.reactor, &seat->start_timer);
    reactor_stop_timer(seat->seat.reactor, &seat->timer);
    if (seat->child.state == CHILD_NONE)
        seat_closed(seat);
    else
        child_close(&seat->child, farewell, at_once);
}

static void engine_destroy_seat(Seat *base)
{
    EngineSeat *seat = engine_of(base);
    reactor_stop_timer(seat->seat.reactor, &seat->start_timer);
    reactor_stop_timer(seat->seat.reactor, &seat->timer);
    xboard_destroy(seat);
    seat_spec_destroy(&seat->described);
    free(seat->declared);
    free(seat->waiting);
    free(seat);
}

static const SeatOperations engine_operations = {
    .tell = engine_tell,
    .think = engine_think,
    .ask = engine_ask,
    .hurry = engine_hurry,
    .retract = engine_retract,
    .offer = engine_offer,
    .end = engine_end,
    .drain = engine_drain,
    .close = engine_close,
    .destroy = engine_destroy_seat,
};

/* The first question, and how long the answer may take. */
static void engine_begin(EngineSeat *seat)
{
    reactor_set_timer(seat->seat.reactor, &seat->start_timer, seat->start_deadline_ns);
    seat->patience_ns = (seat->start_deadline_ns - system_now_ns()) / PATIENCE_SHARE;
    if (seat->patience_ns > PATIENCE_MS * NS_PER_MS)
        seat->patience_ns = PATIENCE_MS * NS_PER_MS;
    if (seat->spec->protocol == PROTOCOL_XBOARD) {
        ask_xboard(seat);
        return;
    }
    engine_send(seat, "uci");
    if (seat->spec->protocol == PROTOCOL_AUTO)
        engine_wait_a_while(seat);
}

static void engine_start(EngineSeat *seat)
{
    ProcessSpec process = {
        .arguments = seat->spec->command,
        .directory = seat->spec->directory,
        .environment = seat->spec->environment,
        .niceness = seat->niceness,
    };
    ChildListener listener = {.line = child_line, .lost = child_lost, .odd = child_odd, .gone = child_gone, .context = seat};
    Error why;
    if (child_start(&seat->child, seat->seat.reactor, &process, &listener, &why))
        engine_begin(seat);
    else
        engine_fail(seat, "%s", why.message);
}

/* The process is started here; that it cannot be is an event. */
static Seat *engine_open(SeatCompany *company, const SeatRequest *request, SeatSpec *spec, Error *error)
{
    (void)company;
    EngineSeat *seat = calloc(1, sizeof *seat);
    EngineSpec *engine = spec->own;
    DeclaredOption *declared = calloc((size_t)engine->option_count + 1, sizeof *declared);
    if (seat == NULL || declared == NULL) {
        free(seat);
        free(declared);
        error_set(error, ENOMEM, "cannot open a seat");
        return NULL;
    }
    seat_init(&seat->seat, &engine_operations, request);
    seat->declared = declared;
    seat->color = request->color;
    seat->start = request->game->start;
    seat->start_deadline_ns = request->start_deadline_ns;
    seat->start_timer = (Timer){.due = start_overdue, .context = seat};
    seat->timer = (Timer){.due = timer_due, .context = seat};
    seat->niceness = request->niceness;
    seat->xboard.move_way = MOVE_UNHEARD;
    seat->described = *spec;
    seat->spec = engine;
    *spec = (SeatSpec){0};

    engine_start(seat);
    return &seat->seat;
}

const SeatKind engine_kind = {
    .word = "engine",
    .usage = "COMMAND",
    .traits = {.threads = 1, .descriptors = PROCESS_DESCRIPTORS},
    .read = engine_spec_read,
    .open = engine_open,
};
