/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * How the acquaintance with an XBoard engine begins: its features, options, and whether it answers when it should.
 */
#include "seats/xboard.h"

#include "base/number.h"
#include "base/text.h"
#include "base/units.h"
#include "base/words.h"
#include "chess/move_text.h"
#include "system/clock.h"

#include <stdio.h>
#include <string.h>

enum {
    PROBE_ASK_MS = 150,      /* how long it thinks before it is told to answer */
    PROBE_PATIENCE_MS = 700, /* how soon it should */
    PROBE_SHARE = 5,         /* of the time to start, for an engine that thinks to the end of its time: */
    PROBE_TIME_MIN_MS = 1500,
    PROBE_TIME_MAX_MS = 5000
};

/* `feature option="NAME -TYPE VALUE …"`: spin has its limits after the value, combo has choices between "///", the one that
 * is set marked with a star. False if it is none of these. */
static bool take_option(EngineSeat *seat, char *declaration)
{
    static const struct {
        const char *word;
        OptionType type;
    } types[] = {{" -check", OPTION_CHECK},   {" -spin", OPTION_SPIN},   {" -slider", OPTION_SPIN}, {" -combo", OPTION_COMBO},
                 {" -string", OPTION_STRING}, {" -file", OPTION_STRING}, {" -path", OPTION_STRING}, {" -button", OPTION_BUTTON},
                 {" -save", OPTION_BUTTON},   {" -reset", OPTION_BUTTON}};
    size_t i = 0;
    char *at = NULL;
    while (i < sizeof types / sizeof *types && (at = strstr(declaration, types[i].word)) == NULL)
        i++;
    if (at == NULL)
        return false;
    const char after = at[strlen(types[i].word)];
    if (after != ' ' && (after != '\0' || types[i].type == OPTION_COMBO))
        return false;
    *at = '\0';
    at += strlen(types[i].word);
    int64_t numbers[3] = {0, INT64_MIN, INT64_MAX};
    char *choices = at;
    if (types[i].type == OPTION_SPIN) {
        Text rest = text_of(at), word;
        for (int n = 0; n < 3 && text_next(&rest, &word); n++)
            number_parse_span(word.data, word.length, INT64_MIN / 2, INT64_MAX / 2, &numbers[n]);
    } else if (types[i].type == OPTION_COMBO) {
        char *to = choices;
        for (char *next; at != NULL; at = next) {
            next = strstr(at, "///");
            if (next != NULL) {
                *next = '\0';
                next += strlen("///");
            }
            const char *choice = words_trim(at);
            choice += *choice == '*';
            const size_t length = strlen(choice);
            memmove(to, choice, length);
            to += length;
            *to++ = '\n';
        }
        *to = '\0';
    }
    return options_declare(seat, words_trim(declaration), types[i].type, numbers[1], numbers[2],
                           types[i].type == OPTION_COMBO ? choices : NULL);
}

/* One NAME=VALUE; the value's quotes are off. */
static void take_feature(EngineSeat *seat, const char *name, char *value)
{
    XboardState *xboard = &seat->xboard;
    static const struct {
        const char *name;
        size_t offset;
    } flags[] = {
        {"ping", offsetof(XboardState, ping)}, {"setboard", offsetof(XboardState, setboard)}, {"usermove", offsetof(XboardState, usermove)},
        {"san", offsetof(XboardState, san)},   {"colors", offsetof(XboardState, colors)},     {"memory", offsetof(XboardState, memory)},
        {"smp", offsetof(XboardState, cores)},
    };
    bool accepted = false;
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        if (strcmp(name, flags[i].name) == 0) {
            *(bool *)((char *)xboard + flags[i].offset) = strcmp(value, "1") == 0;
            accepted = true;
        }
    if (strcmp(name, "myname") == 0) {
        snprintf(seat->name, sizeof seat->name, "%s", value);
        accepted = true;
    } else if (strcmp(name, "option") == 0) {
        accepted = take_option(seat, value);
    } else if (strcmp(name, "variants") == 0) {
        xboard->variants_960 = strstr(value, "fischerandom") != NULL;
        accepted = true;
    } else if (strcmp(name, "done") == 0) {
        xboard->features_done = strcmp(value, "1") == 0;
        xboard->features_wait = !xboard->features_done;
        accepted = true;
    }
    if (strlen(name) < 64)
        engine_sendf(seat, "%s %s", accepted ? "accepted" : "rejected", name);
}

void xboard_features(EngineSeat *seat, char *at)
{
    XboardState *xboard = &seat->xboard;
    if (seat->state != ENGINE_STARTING)
        return; /* agreed upon for good */
    bool first = !xboard->features_seen;
    xboard->features_seen = true;
    for (;;) {
        at += strspn(at, " \t");
        char *equals = strchr(at, '=');
        if (equals == NULL)
            break;
        char *name = at, *value = equals + 1, *end;
        *equals = '\0';
        if (*value == '"' || *value == '\'') {
            end = strchr(value + 1, *value);
            value++;
        } else {
            end = value + strcspn(value, " \t");
        }
        bool last = end == NULL || *end == '\0';
        if (!last)
            *end = '\0';
        take_feature(seat, name, value);
        if (last)
            break;
        at = end + 1;
    }
    Reactor *reactor = seat->seat.reactor;
    if (xboard->step != XBOARD_FEATURES)
        return; /* said twice, as it was asked twice */
    if (xboard->features_done || xboard->features_wait)
        reactor_stop_timer(reactor, &xboard->features_timer);
    if (xboard->features_done)
        xboard_begin(seat);
    else if (first && !xboard->features_wait)
        reactor_set_timer(reactor, &xboard->features_timer, system_now_ns() + engine_patience_ns(seat));
}

static void features_due(void *context)
{
    xboard_begin(context);
}

/* Its answer tells that it has taken in all that was sent before. False if it does not know such a thing. */
static bool ping(EngineSeat *seat)
{
    XboardState *xboard = &seat->xboard;
    if (!xboard->ping)
        return false;
    xboard->awaited_pong = ++xboard->pings;
    engine_sendf(seat, "ping %d", xboard->awaited_pong);
    return true;
}

/* Ready: with an answer to `ping`, where there is such a thing. */
static void finish_start(EngineSeat *seat)
{
    XboardState *xboard = &seat->xboard;
    xboard->step = XBOARD_DONE;
    xboard_set_up_board(seat, &seat->start);
    if (!ping(seat))
        engine_ready(seat);
}

/* Not every engine answers when `?` tells it to, and one that does not would be late with its first move: so it is tried
 * out, on a position that no opening book knows. */
static int64_t probe_time_ms(const EngineSeat *seat)
{
    const int64_t share_ms = seat->start_ms / PROBE_SHARE;
    return share_ms < PROBE_TIME_MIN_MS ? PROBE_TIME_MIN_MS : share_ms > PROBE_TIME_MAX_MS ? PROBE_TIME_MAX_MS : share_ms;
}

static void begin_probe(EngineSeat *seat)
{
    static const char *const odd_moves[] = {"a2a4", "h7h5", "a1a3", "h8h6"};
    Position usual;
    position_start(&usual);
    Game odd;
    if (!game_init(&odd, &seat->start)) {
        engine_fail(seat, "no memory");
        return;
    }
    Move move;
    for (size_t i = 0; i < 4 && position_same(&usual, &seat->start); i++)
        if (move_from_text(&odd.current, odd_moves[i], &move) != MOVE_TEXT_OK || !game_play(&odd, move))
            break;
    xboard_synchronise(seat, &odd);
    if (seat->state == ENGINE_STARTING) {
        seat->xboard.step = XBOARD_PROBE;
        xboard_go(seat, &odd.current, probe_time_ms(seat));
        reactor_set_timer(seat->seat.reactor, &seat->xboard.probe_timer, system_now_ns() + PROBE_ASK_MS * NS_PER_MS);
    }
    game_destroy(&odd);
}

/* Asked more than once: some see a line only when another follows. */
static void probe_due(void *context)
{
    EngineSeat *seat = context;
    int64_t now_ns = system_now_ns();
    if (seat->xboard.probe_asked_ns == 0)
        seat->xboard.probe_asked_ns = now_ns;
    engine_send(seat, "?");
    if (now_ns - seat->xboard.probe_asked_ns < PROBE_PATIENCE_MS / 2 * NS_PER_MS)
        reactor_set_timer(seat->seat.reactor, &seat->xboard.probe_timer, now_ns + PROBE_ASK_MS * NS_PER_MS);
}

void xboard_probe_answered(EngineSeat *seat, int64_t time_ns)
{
    XboardState *xboard = &seat->xboard;
    reactor_stop_timer(seat->seat.reactor, &xboard->probe_timer);
    xboard->obeys = xboard->probe_asked_ns != 0 && time_ns - xboard->probe_asked_ns < PROBE_PATIENCE_MS * NS_PER_MS;
    xboard->known_valid = false;
    finish_start(seat);
}

void xboard_pong(EngineSeat *seat)
{
    if (seat->xboard.step == XBOARD_SETTLING)
        begin_probe(seat);
    else if (seat->xboard.step == XBOARD_DONE)
        engine_ready(seat);
}

void xboard_leave(EngineSeat *seat)
{
    reactor_stop_timer(seat->seat.reactor, &seat->xboard.features_timer);
    reactor_stop_timer(seat->seat.reactor, &seat->xboard.probe_timer);
}

void xboard_start_init(EngineSeat *seat)
{
    seat->xboard.features_timer = (Timer){.due = features_due, .context = seat};
    seat->xboard.probe_timer = (Timer){.due = probe_due, .context = seat};
}

static void send_option(EngineSeat *seat, int option)
{
    const DeclaredOption *declared = &seat->declared[option];
    const XboardState *xboard = &seat->xboard;
    const char *value = options_value(seat, option);
    if (value == NULL)
        return;
    const char *name = declared->name;
    if ((strcmp(name, "memory") == 0 && xboard->memory) || (strcmp(name, "cores") == 0 && xboard->cores))
        engine_sendf(seat, "%s %s", name, value);
    else if (declared->type == OPTION_BUTTON)
        engine_sendf(seat, "option %s", name);
    else
        engine_sendf(seat, "option %s=%s", name, declared->type == OPTION_CHECK ? value[0] == 't' ? "1" : "0" : value);
}

void xboard_begin(EngineSeat *seat)
{
    XboardState *xboard = &seat->xboard;
    Position usual;
    position_start(&usual);
    xboard->step = XBOARD_SETTLING;
    if (seat->start.chess960 && !xboard->variants_960) {
        engine_fail(seat, "does not play Chess960");
        return;
    }
    if (!position_same(&usual, &seat->start) && !xboard->setboard) {
        engine_fail(seat, "cannot set up a position (no `setboard`)");
        return;
    }
    if (xboard->memory && !options_declare(seat, "memory", OPTION_SPIN, 1, INT32_MAX, NULL))
        engine_fail(seat, "no memory");
    if (xboard->cores && !options_declare(seat, "cores", OPTION_SPIN, 1, INT32_MAX, NULL))
        engine_fail(seat, "no memory");
    for (int i = 0; i < seat->spec->option_count; i++)
        send_option(seat, i);
    if (seat->spec->nodes > 0)
        engine_odd(seat, "XBoard engines cannot be held to nodes, which is left out: depth can be given");
    seat->spec->nodes = 0;
    for (int i = 0; seat->spec->init[i] != NULL; i++)
        engine_send(seat, seat->spec->init[i]);
    /* How soon it answers is measured once it has nothing else to do. */
    if (!ping(seat))
        begin_probe(seat);
}
