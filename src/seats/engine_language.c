/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Which language an engine speaks, where it is not told. `uci` first; silence, or a complaint, brings `protover 2`.
 *
 * Programs that know both stay in whichever they heard last, and slow ones hear both questions before they answer the
 * first: so who answers `uci` after `protover 2` was sent is asked `uci` once more.
 */
#include "seats/engine_seat.h"

#include "base/units.h"
#include "base/words.h"
#include "system/clock.h"

enum { REPEATS = 3 }; /* of `protover 2`, within one patience */

static void wait_for(EngineSeat *seat, int64_t wait_ns)
{
    reactor_set_timer(seat->seat.reactor, &seat->language_timer, system_now_ns() + wait_ns);
}

static void ask_xboard(EngineSeat *seat)
{
    if (seat->asked_xboard)
        return;
    seat->asked_xboard = true;
    seat->printed = false;
    engine_send(seat, "xboard\nprotover 2");
    wait_for(seat, engine_patience_ns(seat) / REPEATS);
}

static void language_clear(EngineSeat *seat, const Dialect *dialect)
{
    seat->dialect = dialect;
    reactor_stop_timer(seat->seat.reactor, &seat->language_timer);
}

static bool looks_like_complaint(const char *line)
{
    static const char *const complaints[] = {"error", "illegal move", "invalid move", "unknown command", "unrecognized"};
    for (size_t i = 0; i < sizeof complaints / sizeof *complaints; i++)
        if (words_after(line, complaints[i]) != NULL)
            return true;
    return false;
}

void language_line(EngineSeat *seat, char *line, int64_t time_ns)
{
    const bool uci = seat->spec->protocol != PROTOCOL_XBOARD, xboard = seat->spec->protocol != PROTOCOL_UCI;
    seat->printed = true;
    if (uci && (words_after(line, "id ") != NULL || words_after(line, "option ") != NULL || words_same(line, "uciok")))
        language_clear(seat, &uci_dialect);
    else if (xboard && words_after(line, "feature ") != NULL)
        language_clear(seat, &xboard_dialect);
    else if (xboard && uci && looks_like_complaint(line))
        ask_xboard(seat);
    if (seat->dialect != NULL)
        seat->dialect->line(seat, line, time_ns);
}

bool language_is_uci(EngineSeat *seat)
{
    language_clear(seat, &uci_dialect);
    if (!seat->asked_xboard || seat->asked_uci_again)
        return true;
    seat->asked_uci_again = true;
    engine_send(seat, "uci");
    return false;
}

/* The patience with the present question is over. */
static void language_due(void *context)
{
    EngineSeat *seat = context;
    if (!seat->asked_xboard) {
        ask_xboard(seat);
    } else if (seat->repeats < REPEATS) {
        /* Some lose what came while they were being loaded, or see a line only when another follows. */
        seat->repeats++;
        engine_send(seat, "protover 2");
        wait_for(seat, engine_patience_ns(seat) / REPEATS);
    } else if (seat->printed || seat->spec->protocol == PROTOCOL_XBOARD) {
        /* No features at all: the first version of the protocol. */
        language_clear(seat, &xboard_dialect);
        xboard_begin(seat);
    } else {
        wait_for(seat, engine_patience_ns(seat));
    }
}

void language_init(EngineSeat *seat)
{
    seat->language_timer = (Timer){.due = language_due, .context = seat};
}

void language_begin(EngineSeat *seat)
{
    if (seat->spec->protocol == PROTOCOL_XBOARD) {
        ask_xboard(seat);
        return;
    }
    engine_send(seat, "uci");
    if (seat->spec->protocol == PROTOCOL_AUTO)
        wait_for(seat, engine_patience_ns(seat));
}

/* Some XBoard programs end when they hear `uci`. */
bool language_deserves_restart(const EngineSeat *seat)
{
    return seat->state == ENGINE_STARTING && seat->dialect == NULL && seat->spec->protocol == PROTOCOL_AUTO && seat->asked_xboard;
}

void language_restarted(EngineSeat *seat)
{
    seat->asked_xboard = false;
    seat->repeats = 0;
    seat->spec->protocol = PROTOCOL_XBOARD;
}
