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

/* The fourth part of the time to start is left for `uci`, for `protover 2`, for features that never end. */
enum { PATIENCE_SHARE = 4 };

/* Of an event, in bytes. */
enum { TEXT_MAX = 511 };

/* How often, and how soon, the demand for an answer is repeated. */
enum { INSISTENCES = 8, INSIST_MS = 20 };

/* ---- What the dialects use ---- */

/* That the log could not be written is said once, by whoever has something to write next. */
static void report_log(EngineSeat *seat)
{
    if (seat->state == ENGINE_FAILED || seat->state == ENGINE_CLOSING)
        return;
    const char *failure = engine_log_failure(seat->log);
    if (failure != NULL)
        engine_odd(seat, "the log of engines ends here: %s", failure);
}

void engine_send(EngineSeat *seat, const char *line)
{
    child_send(&seat->child, line);
    report_log(seat);
}

void engine_sendf(EngineSeat *seat, const char *format, ...)
{
    char usual[512];
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = vsnprintf(usual, sizeof usual, format, arguments);
    va_end(arguments);
    char *line = usual;
    if (length >= (int)sizeof usual) {
        line = malloc((size_t)length + 1);
        if (line != NULL)
            vsnprintf(line, (size_t)length + 1, format, again);
    }
    va_end(again);
    if (length < 0 || line == NULL)
        engine_fail(seat, "no memory");
    else
        engine_send(seat, line);
    if (line != usual)
        free(line);
}

/* No longer than the longest that means something: a move of a thousand letters is none. */
static const char *shortened(const char *text, char room[TEXT_MAX + 1])
{
    if (text == NULL || strlen(text) <= TEXT_MAX)
        return text;
    size_t length = TEXT_MAX;
    while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
        length--; /* not in the middle of a character */
    memcpy(room, text, length);
    room[length] = '\0';
    return room;
}

void engine_event(EngineSeat *seat, SimulEventKind kind, int64_t time_ns, const char *text)
{
    char room[TEXT_MAX + 1];
    SimulEvent event = {.kind = kind, .time_ns = time_ns, .text = shortened(text, room)};
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
    engine_stop_timers(seat);
    engine_event(seat, SIMUL_EVENT_FAILED, system_now_ns(), text);
}

void engine_ready(EngineSeat *seat)
{
    if (seat->state != ENGINE_STARTING)
        return;
    seat->state = ENGINE_READY;
    engine_stop_timers(seat);
    engine_event(seat, SIMUL_EVENT_READY, system_now_ns(), seat->name);
}

static void insist_again(void *context)
{
    EngineSeat *seat = context;
    if (seat->request == REQUEST_NONE || seat->insisting == NULL)
        return;
    engine_send(seat, seat->insisting);
    if (seat->insistences++ < INSISTENCES)
        reactor_set_timer(seat->seat.reactor, &seat->insist_timer, system_now_ns() + (int64_t)INSIST_MS * NS_PER_MS * seat->insistences);
}

void engine_insist(EngineSeat *seat, const char *word)
{
    seat->insisting = word;
    seat->insistences = 0;
    insist_again(seat);
}

void engine_answer(EngineSeat *seat, int64_t time_ns, const char *move)
{
    if (seat->request == REQUEST_OPEN)
        seat->request = REQUEST_NONE;
    if (seat->state == ENGINE_READY)
        engine_event(seat, SIMUL_EVENT_REPLY, time_ns, move);
}

void engine_stop_timers(EngineSeat *seat)
{
    Timer *const timers[] = {&seat->start_timer,           &seat->language_timer,     &seat->restart_timer,    &seat->insist_timer,
                             &seat->xboard.features_timer, &seat->xboard.probe_timer, &seat->xboard.move_timer};
    for (size_t i = 0; i < sizeof timers / sizeof *timers; i++)
        reactor_stop_timer(seat->seat.reactor, timers[i]);
}

int64_t engine_patience_ns(const EngineSeat *seat)
{
    return seat->start_ms * NS_PER_MS / PATIENCE_SHARE;
}

/* An engine that is stopped for good says nothing: it is told why. True if that is so. */
static bool fails_for_terminal(EngineSeat *seat)
{
    const bool waits = process_waits_for_terminal(&seat->child.process);
    if (waits)
        engine_fail(seat, "stopped by the system, as it reads or writes the terminal (/dev/tty) in place of its standard input and output");
    return waits;
}

/* ---- The start ---- */

static void start_overdue(void *context)
{
    EngineSeat *seat = context;
    child_drain(&seat->child);
    if (seat->state != ENGINE_STARTING || fails_for_terminal(seat))
        return;
    if (seat->dialect == NULL)
        engine_fail(seat, "not ready in time: answers %s",
                    seat->spec->protocol == PROTOCOL_UCI      ? "no `uci`"
                    : seat->spec->protocol == PROTOCOL_XBOARD ? "no `protover 2`"
                                                              : "neither `uci` nor `protover 2`");
    else
        engine_fail(seat, "not ready in time");
}

/* ---- The child's events ---- */

static void child_line(void *context, char *line, int64_t time_ns)
{
    EngineSeat *seat = context;
    report_log(seat);
    line = words_trim(line);
    if (*line == '\0' || seat->state == ENGINE_FAILED || seat->state == ENGINE_CLOSING)
        return;
    if (seat->dialect != NULL)
        seat->dialect->line(seat, line, time_ns);
    else
        language_line(seat, line, time_ns);
}

static void restart_due(void *context)
{
    EngineSeat *seat = context;
    child_close(&seat->child, NULL, true);
}

static void child_lost(void *context, const char *reason)
{
    EngineSeat *seat = context;
    if (language_deserves_restart(seat)) {
        seat->restarting = true;
        reactor_stop_timer(seat->seat.reactor, &seat->language_timer);
        reactor_set_timer(seat->seat.reactor, &seat->restart_timer, system_now_ns());
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
    seat->restarting = false;
    language_restarted(seat);
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
    if (engine_of(seat)->state == ENGINE_READY)
        fails_for_terminal(engine_of(seat));
}

static void engine_close(Seat *base, bool at_once)
{
    EngineSeat *seat = engine_of(base);
    const char *quit = seat->dialect != NULL ? seat->dialect->quit : "quit";
    seat->state = ENGINE_CLOSING;
    engine_stop_timers(seat);
    if (seat->child.state == CHILD_NONE)
        seat_closed(seat);
    else
        child_close(&seat->child, quit, at_once);
}

static void engine_destroy_seat(Seat *base)
{
    EngineSeat *seat = engine_of(base);
    engine_stop_timers(seat);
    xboard_destroy(seat);
    options_destroy(seat->declared, seat->spec);
    seat_spec_destroy(&seat->described);
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
    if (!child_start(&seat->child, seat->seat.reactor, &process, &listener, seat->log, seat->seat.board, &why)) {
        engine_fail(seat, "%s", why.message);
        return;
    }
    /* Its time runs from its own start; a second start does not begin it anew. */
    if (seat->start_timer.place == 0)
        reactor_set_timer(seat->seat.reactor, &seat->start_timer, system_now_ns() + seat->start_ms * NS_PER_MS);
    language_begin(seat);
}

/* The process is started here; that it cannot be is an event. */
static Seat *engine_open(SeatCompany *company, const SeatRequest *request, SeatSpec *spec, Error *error)
{
    EngineSeat *seat = calloc(1, sizeof *seat);
    EngineSpec *engine = spec->own;
    DeclaredOption *declared = options_create(engine);
    if (seat == NULL || declared == NULL) {
        free(seat);
        options_destroy(declared, engine);
        error_set(error, ENOMEM, "cannot open a seat");
        return NULL;
    }
    seat_init(&seat->seat, &engine_operations, request);
    seat->declared = declared;
    seat->log = company->log;
    seat->color = request->color;
    seat->start = request->game->start;
    seat->start_ms = request->start_ms;
    seat->start_timer = (Timer){.due = start_overdue, .context = seat};
    seat->restart_timer = (Timer){.due = restart_due, .context = seat};
    seat->insist_timer = (Timer){.due = insist_again, .context = seat};
    seat->niceness = request->niceness;
    language_init(seat);
    xboard_init(seat);
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
