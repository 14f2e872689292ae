/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * XBoard (CECP), from the controlling side. The engine stands in `force` mode whenever it is not asked for a move, so
 * that its board changes only by what it is told and by its own answer.
 *
 * Unlike UCI it keeps a board of its own: `known` is what stands there. Before every request the difference to the
 * game is told, or the whole game anew if they do not agree.
 */
#include "seats/xboard.h"

#include "base/number.h"
#include "base/text.h"
#include "base/units.h"
#include "base/words.h"
#include "chess/move_text.h"
#include "system/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* To think while A is away, for an engine that does not answer when told to. */
enum { SHORT_TIME_MS = 100 };

/* ---- Requests ---- */

static void go(EngineSeat *seat, const Game *game, int64_t movetime_ms)
{
    xboard_synchronise(seat, game);
    if (seat->state != ENGINE_READY)
        return;
    /* Nothing will stop one that does not obey: it gets less than there is. */
    if (!seat->xboard.obeys && movetime_ms > 0)
        movetime_ms = (movetime_ms + 1) / 2;
    xboard_go(seat, &game->current, movetime_ms);
    seat->insisting = NULL;
    seat->request = REQUEST_OPEN;
    seat->has_score = false;
    seat->depth = 0;
    if (movetime_ms >= 0)
        reactor_set_timer(seat->seat.reactor, &seat->xboard.move_timer, system_now_ns() + movetime_ms * NS_PER_MS);
}

/* One that does not answer when told to must not begin to think for long. */
static void think(EngineSeat *seat, const Game *game)
{
    const int64_t own_ms = seat->spec->movetime_ms > 0 ? seat->spec->movetime_ms : -1;
    go(seat, game, seat->xboard.obeys || engine_is_held(seat) ? own_ms : SHORT_TIME_MS);
}

/* While an answer is to be swallowed nothing else can be asked; the wait is short, and the reply's deadline watches. */
static bool must_wait(EngineSeat *seat, const Game *game, bool asked)
{
    if (seat->request != REQUEST_SWALLOWED)
        return false;
    XboardState *xboard = &seat->xboard;
    if (xboard->later_made)
        game_destroy(&xboard->later);
    xboard->later_made = game_copy(&xboard->later, game);
    xboard->later_asked = asked;
    return true;
}

static void xboard_think(EngineSeat *seat, const Game *game)
{
    if (seat->request != REQUEST_OPEN && !must_wait(seat, game, false))
        think(seat, game);
}

static void xboard_hurry(EngineSeat *seat)
{
    engine_insist(seat, "?");
}

static void xboard_ask(EngineSeat *seat, const Game *game, const SeatLimits *limits)
{
    if (seat->request == REQUEST_OPEN) {
        if (!engine_is_held(seat))
            xboard_hurry(seat);
        return;
    }
    int64_t movetime_ms = limits->movetime_ms;
    if (seat->seat.board > 0 && engine_is_held(seat))
        movetime_ms = seat->spec->movetime_ms > 0 ? seat->spec->movetime_ms : -1;
    if (limits->has_clock) {
        /* A share of its clock: the protocol's own clock commands would need a whole game on one clock. */
        Color color = position_side_to_move(&game->current);
        int64_t share = limits->time_ms[color] / (limits->moves_to_go > 0 ? limits->moves_to_go + 1 : 30) + limits->increment_ms[color] / 2;
        movetime_ms = movetime_ms >= 0 && movetime_ms < share ? movetime_ms : share;
    }
    seat->xboard.movetime_ms = movetime_ms;
    if (!must_wait(seat, game, true))
        go(seat, game, movetime_ms);
}

/* `?` brings the answer to be swallowed. */
static void xboard_retract(EngineSeat *seat)
{
    XboardState *xboard = &seat->xboard;
    if (xboard->later_made) {
        game_destroy(&xboard->later);
        xboard->later_made = false;
    }
    if (seat->request != REQUEST_OPEN)
        return;
    seat->request = REQUEST_SWALLOWED;
    engine_insist(seat, "?");
}

static void move_due(void *context)
{
    EngineSeat *seat = context;
    if (seat->request == REQUEST_OPEN && seat->insisting == NULL)
        engine_insist(seat, "?");
}

void xboard_init(EngineSeat *seat)
{
    XboardState *xboard = &seat->xboard;
    xboard->move_way = MOVE_UNHEARD;
    xboard->move_timer = (Timer){.due = move_due, .context = seat};
    xboard_start_init(seat);
}

static void xboard_offer(EngineSeat *seat)
{
    engine_send(seat, "draw");
}

static void xboard_end(EngineSeat *seat, const Game *game, const char *result, const char *reason)
{
    (void)game;
    engine_sendf(seat, "force\nresult %s {%s}", result, reason);
    seat->xboard.forced = true;
}

/* ---- What it says ---- */

static void answer_swallowed(EngineSeat *seat)
{
    XboardState *xboard = &seat->xboard;
    seat->request = REQUEST_NONE;
    if (!xboard->later_made)
        return;
    xboard->later_made = false;
    if (xboard->later_asked)
        go(seat, &xboard->later, xboard->movetime_ms);
    else
        think(seat, &xboard->later);
    game_destroy(&xboard->later);
}

/* Its move stands on its own board already; as UCI text if it can be read there, else as it came. */
static void take_move(EngineSeat *seat, const char *text, int64_t time_ns)
{
    XboardState *xboard = &seat->xboard;
    char uci[UCI_MOVE_SIZE];
    Move move;
    reactor_stop_timer(seat->seat.reactor, &seat->insist_timer);
    reactor_stop_timer(seat->seat.reactor, &xboard->move_timer);
    if (!xboard->forced) {
        engine_send(seat, "force");
        xboard->forced = true;
    }
    if (seat->request == REQUEST_OPEN && xboard->known_valid && move_from_text(&xboard->known.current, text, &move) == MOVE_TEXT_OK) {
        move_to_uci(&xboard->known.current, move, uci);
        text = uci;
        xboard->known_valid = game_play(&xboard->known, move);
    } else {
        xboard->known_valid = false;
    }
    if (seat->request == REQUEST_SWALLOWED)
        answer_swallowed(seat);
    else
        engine_answer(seat, time_ns, text);
}

/* "1-0 {reason}" and so on. */
static void take_result(EngineSeat *seat, const char *line, int64_t time_ns)
{
    if (words_after(line, "1/2-1/2") != NULL)
        engine_event(seat, SIMUL_EVENT_CLAIM, time_ns, NULL);
    else if ((line[0] == '0') == (seat->color == WHITE))
        engine_event(seat, SIMUL_EVENT_RESIGN, time_ns, NULL);
    else
        engine_odd(seat, "says that it has won: %s", line);
}

/* "depth score time nodes line": what it thinks. */
static void take_thinking(EngineSeat *seat, const char *line)
{
    int64_t values[4];
    Text rest = text_of(line), word;
    for (int i = 0; i < 4; i++) {
        if (!text_next(&rest, &word))
            return;
        size_t length = word.length;
        if (i == 0 && strchr("0123456789", word.data[length - 1]) == NULL)
            length--; /* "9." and "9&" are depth 9 */
        if (number_parse_span(word.data, length, INT32_MIN, INT64_MAX / 2, &values[i]) != NUMBER_OK)
            return;
    }
    int score = (int)(values[1] > 200000 ? 200000 : values[1] < -200000 ? -200000 : values[1]);
    seat->has_score = true;
    seat->score_is_mate = score >= 100000 || score <= -100000;
    seat->score = score >= 100000 ? score - 100000 : score <= -100000 ? score + 100000 : score;
    seat->depth = values[0] > 0 && values[0] < 256 ? (int)values[0] : 0;
}

/* The move in "move e2e4"; or, from programs that never learnt to say so, in "1. ... e2e4" or "My move is: e2e4". Some say
 * it in two of these ways: the first one heard is the one that counts. NULL if the line is none. */
static const char *move_of(EngineSeat *seat, const char *line)
{
    const char *move[MOVE_WAYS] = {NULL};
    if (strncmp(line, "move ", strlen("move ")) == 0)
        move[MOVE_PLAIN] = line + strlen("move ");
    const char *dots = line + strspn(line, "0123456789");
    if (dots != line)
        move[MOVE_NUMBERED] = words_after(dots, ". ... ");
    move[MOVE_SENTENCE] = words_after(line, "my move is");
    for (int way = 0; way < MOVE_WAYS; way++) {
        if (move[way] == NULL)
            continue;
        if (seat->xboard.move_way == MOVE_UNHEARD || way == MOVE_PLAIN)
            seat->xboard.move_way = way;
        if (seat->xboard.move_way == way)
            return move[way] + strspn(move[way], " :");
    }
    return NULL;
}

static void take_pong(EngineSeat *seat, const char *rest)
{
    int64_t number;
    if (number_parse(rest, 1, INT32_MAX, &number) != NUMBER_OK || number != seat->xboard.awaited_pong)
        return;
    seat->xboard.awaited_pong = 0;
    xboard_pong(seat);
}

static void xboard_line(EngineSeat *seat, char *line, int64_t time_ns)
{
    const char *rest;
    if ((rest = words_after(line, "feature ")) != NULL) {
        xboard_features(seat, (char *)rest);
    } else if ((rest = words_after(line, "pong ")) != NULL) {
        take_pong(seat, rest);
    } else if (seat->state == ENGINE_STARTING && words_same(line, "uciok") && !seat->xboard.features_seen &&
               seat->spec->protocol == PROTOCOL_AUTO) {
        /* Slow to answer, and UCI after all. */
        xboard_leave(seat);
        seat->dialect = &uci_dialect;
        seat->dialect->line(seat, line, time_ns);
    } else if ((rest = move_of(seat, line)) != NULL) {
        char move[32];
        snprintf(move, sizeof move, "%.*s", (int)strcspn(rest, " "), rest);
        if (seat->state == ENGINE_READY)
            take_move(seat, move, time_ns);
        else if (seat->xboard.step == XBOARD_PROBE)
            xboard_probe_answered(seat, time_ns);
    } else if (seat->state != ENGINE_READY) {
        return;
    } else if (words_same(line, "resign") || words_same(line, "computer resigns") || words_after(line, "tellics resign") != NULL) {
        engine_event(seat, SIMUL_EVENT_RESIGN, time_ns, NULL);
    } else if (words_after(line, "offer draw") != NULL) {
        engine_event(seat, SIMUL_EVENT_OFFER, time_ns, NULL);
    } else if (words_after(line, "1-0") != NULL || words_after(line, "0-1") != NULL || words_after(line, "1/2-1/2") != NULL) {
        take_result(seat, line, time_ns);
    } else if ((rest = words_after(line, "illegal move")) != NULL) {
        engine_fail(seat, "does not accept a move of the game: %s", line);
    } else {
        take_thinking(seat, line);
    }
}

const Dialect xboard_dialect = {
    .line = xboard_line,
    .think = xboard_think,
    .ask = xboard_ask,
    .hurry = xboard_hurry,
    .retract = xboard_retract,
    .offer = xboard_offer,
    .end = xboard_end,
    .quit = "quit",
};
