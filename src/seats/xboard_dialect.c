/*
 * XBoard (CECP), from the controlling side. The engine stands in `force` mode whenever it is not asked for a move, so
 * that its board changes only by what it is told and by its own answer.
 *
 * Unlike UCI it keeps a board of its own: `known` is what stands there. Before every request the difference to the
 * game is told, or the whole game anew if they do not agree.
 */
#include "seats/engine_seat.h"

#include "chess/fen.h"
#include "chess/move_text.h"
#include "chess/number.h"
#include "seats/words.h"
#include "system/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t MS = 1000000;

enum {
    DONE_PATIENCE_MS = 2000,  /* features that never say `done=1` */
    LONG_TIME_S = 36000       /* to think while A is away */
};

/* ---- Features ---- */

/* One NAME=VALUE; the value's quotes are off. */
static void take_feature(EngineSeat *seat, const char *name, const char *value)
{
    XboardState *xboard = &seat->xboard;
    static const struct {
        const char *name;
        size_t offset;
    } flags[] = {
        {"ping", offsetof(XboardState, ping)},         {"setboard", offsetof(XboardState, setboard)},
        {"usermove", offsetof(XboardState, usermove)}, {"san", offsetof(XboardState, san)},
        {"colors", offsetof(XboardState, colors)},     {"memory", offsetof(XboardState, memory)},
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

/* feature NAME=VALUE NAME="VALUE WITH BLANKS" … */
static void take_features(EngineSeat *seat, char *at)
{
    XboardState *xboard = &seat->xboard;
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
    if (seat->state != ENGINE_STARTING)
        return;
    if (xboard->features_done) {
        xboard->features_wait = false;
        reactor_stop_timer(seat->reactor, &seat->timer);
        if (xboard->awaited_pong == 0)
            xboard_begin(seat);
    } else if (xboard->features_wait) {
        reactor_stop_timer(seat->reactor, &seat->timer);
    } else if (first) {
        reactor_set_timer(seat->reactor, &seat->timer, system_now_ns() + DONE_PATIENCE_MS * MS);
    }
}

/* ---- Its board ---- */

static void known_restart(XboardState *xboard, const Position *start)
{
    if (!xboard->known_made)
        xboard->known_made = game_init(&xboard->known, start);
    else
        game_restart(&xboard->known, start);
}

void xboard_destroy(EngineSeat *seat)
{
    if (seat->xboard.known_made)
        game_destroy(&seat->xboard.known);
    if (seat->xboard.later_made)
        game_destroy(&seat->xboard.later);
    seat->xboard.known_made = seat->xboard.later_made = false;
}

/* Sets its board up from the start; it is in force mode afterwards. */
static void set_up_board(EngineSeat *seat, const Position *start)
{
    XboardState *xboard = &seat->xboard;
    Position usual;
    position_start(&usual);
    engine_send(seat, "new");
    if (start->chess960)
        engine_send(seat, "variant fischerandom");
    engine_send(seat, "force");
    if (!position_same(&usual, start) || start->halfmove_clock != 0) {
        char fen[FEN_SIZE];
        fen_write(start, fen);
        engine_sendf(seat, "setboard %s", fen);
    }
    engine_send(seat, "easy\npost");
    xboard->forced = true;
    known_restart(xboard, start);
    xboard->known_valid = xboard->known_made;
}

static bool begins_with(const Game *game, const Game *begin)
{
    return begin->move_count <= game->move_count && position_same(&begin->start, &game->start) &&
           (begin->move_count == 0 || memcmp(begin->moves, game->moves, begin->move_count * sizeof(Move)) == 0);
}

/* A move as the engine wants to read it. Castling in Chess960 is O-O, in ordinary chess the king's two squares. */
static void move_for_engine(const EngineSeat *seat, const Position *position, Move move, char text[SAN_SIZE])
{
    char uci[UCI_MOVE_SIZE];
    if (seat->xboard.san)
        move_to_san(position, move, text);
    else if (move_kind(move) == MOVE_CASTLING && position->chess960)
        snprintf(text, SAN_SIZE, "%s", move_to(move) > move_from(move) ? "O-O" : "O-O-O");
    else {
        move_to_uci(position, move, uci);
        snprintf(text, SAN_SIZE, "%s", uci);
    }
}

/* Makes its board stand as `game` does. It is not thinking now. */
static void synchronise(EngineSeat *seat, const Game *game)
{
    XboardState *xboard = &seat->xboard;
    if (!xboard->forced) {
        engine_send(seat, "force");
        xboard->forced = true;
    }
    if (!xboard->known_valid || !begins_with(game, &xboard->known))
        set_up_board(seat, &game->start);
    for (size_t i = xboard->known.move_count; xboard->known_valid && i < game->move_count; i++) {
        char text[SAN_SIZE];
        move_for_engine(seat, &xboard->known.current, game->moves[i], text);
        engine_sendf(seat, "%s%s", xboard->usermove ? "usermove " : "", text);
        xboard->known_valid = game_play(&xboard->known, game->moves[i]);
    }
    if (!xboard->known_valid)
        engine_fail(seat, "no memory");
}

/* ---- Start ---- */

void xboard_begin(EngineSeat *seat)
{
    XboardState *xboard = &seat->xboard;
    Position usual;
    position_start(&usual);
    if (seat->start.chess960 && !xboard->variants_960) {
        engine_fail(seat, "does not play Chess960");
        return;
    }
    if (!position_same(&usual, &seat->start) && !xboard->setboard) {
        engine_fail(seat, "cannot set up a position (no `setboard`)");
        return;
    }
    for (int i = 0; i < seat->spec.option_count; i++) {
        const SeatOption *option = &seat->spec.options[i];
        if (words_same(option->name, "memory") && xboard->memory)
            engine_sendf(seat, "memory %s", option->value);
        else if (words_same(option->name, "cores") && xboard->cores)
            engine_sendf(seat, "cores %s", option->value);
        else
            engine_sendf(seat, "option %s=%s", option->name, option->value);
    }
    for (int i = 0; seat->spec.init[i] != NULL; i++)
        engine_send(seat, seat->spec.init[i]);
    set_up_board(seat, &seat->start);
    if (!xboard->ping) {
        engine_ready(seat);
        return;
    }
    xboard->awaited_pong = ++xboard->pings;
    engine_sendf(seat, "ping %d", xboard->awaited_pong);
}

/* ---- Requests ---- */

/* `seconds` for this move; `go` makes it play the side to move. */
static void go(EngineSeat *seat, const Game *game, int64_t seconds)
{
    synchronise(seat, game);
    if (seat->state != ENGINE_READY)
        return;
    if (seat->xboard.colors)
        engine_send(seat, position_side_to_move(&game->current) == WHITE ? "white" : "black");
    engine_sendf(seat, "st %lld\ntime %lld\notim %lld\ngo", (long long)seconds, (long long)seconds * 100, (long long)seconds * 100);
    seat->xboard.forced = false;
    seat->request = REQUEST_OPEN;
    seat->has_score = false;
    seat->depth = 0;
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

static void start_asked(EngineSeat *seat, const Game *game, int64_t movetime_ms)
{
    int64_t seconds = movetime_ms < 0 ? LONG_TIME_S : movetime_ms / 1000 + 1;
    go(seat, game, seconds);
    if (seat->request == REQUEST_OPEN && movetime_ms >= 0)
        reactor_set_timer(seat->reactor, &seat->timer, system_now_ns() + movetime_ms * MS);
}

static void xboard_think(EngineSeat *seat, const Game *game)
{
    if (seat->request != REQUEST_OPEN && !must_wait(seat, game, false))
        go(seat, game, LONG_TIME_S);
}

static void xboard_hurry(EngineSeat *seat)
{
    engine_send(seat, "?");
}

static void xboard_ask(EngineSeat *seat, const Game *game, const SeatLimits *limits)
{
    if (seat->request == REQUEST_OPEN) {
        xboard_hurry(seat);
        return;
    }
    int64_t movetime_ms = limits->movetime_ms;
    if (limits->has_clock) {
        /* A share of its clock: the protocol's own clock commands would need a whole game on one clock. */
        Color color = position_side_to_move(&game->current);
        int64_t share = limits->time_ms[color] / (limits->moves_to_go > 0 ? limits->moves_to_go + 1 : 30) + limits->increment_ms[color] / 2;
        movetime_ms = movetime_ms >= 0 && movetime_ms < share ? movetime_ms : share;
    }
    seat->xboard.movetime_ms = movetime_ms;
    if (!must_wait(seat, game, true))
        start_asked(seat, game, movetime_ms);
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
    reactor_stop_timer(seat->reactor, &seat->timer);
    engine_send(seat, "?");
}

/* The time of a request opened by asking is over. Or, at the start: no `done=1` in a while. */
static void xboard_timer(EngineSeat *seat)
{
    if (seat->state == ENGINE_STARTING)
        xboard_begin(seat);
    else if (seat->request == REQUEST_OPEN)
        engine_send(seat, "?");
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
        start_asked(seat, &xboard->later, xboard->movetime_ms);
    else
        go(seat, &xboard->later, LONG_TIME_S);
    game_destroy(&xboard->later);
}

/* Its move stands on its own board already; as UCI text if it can be read there, else as it came. */
static void take_move(EngineSeat *seat, const char *text, int64_t time_ns)
{
    XboardState *xboard = &seat->xboard;
    char uci[UCI_MOVE_SIZE];
    Move move;
    reactor_stop_timer(seat->reactor, &seat->timer);
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
        engine_event(seat, SEAT_CLAIM, time_ns, "");
    else if ((line[0] == '0') == (seat->color == WHITE))
        engine_event(seat, SEAT_RESIGN, time_ns, "");
    else
        engine_odd(seat, "says that it has won: %s", line);
}

/* "depth score time nodes line": what it thinks. */
static void take_thinking(EngineSeat *seat, char *line)
{
    int64_t values[4];
    for (int i = 0; i < 4; i++) {
        char *word = words_next(&line);
        if (word == NULL)
            return;
        size_t digits = strspn(word, "+-0123456789");
        if (digits == 0 || word[digits + (i == 0 && word[digits] != '\0')] != '\0' ||
            number_parse_span(word, digits, INT32_MIN, INT64_MAX / 2, &values[i]) != NUMBER_OK)
            return;
    }
    int score = (int)(values[1] > 200000 ? 200000 : values[1] < -200000 ? -200000 : values[1]);
    seat->has_score = true;
    seat->score_is_mate = score >= 100000 || score <= -100000;
    seat->score = score >= 100000 ? score - 100000 : score <= -100000 ? score + 100000 : score;
    seat->depth = values[0] > 0 && values[0] < 256 ? (int)values[0] : 0;
}

/* The move in "move e2e4", "My move is: e2e4", "1. ... e2e4"; NULL if the line is none. */
static const char *move_of(const char *line)
{
    const char *move = words_after(line, "move ");
    if (move == NULL && (move = words_after(line, "my move is")) != NULL)
        move += strspn(move, " :");
    if (move == NULL && line[0] >= '1' && line[0] <= '9') {
        const char *dots = line + strspn(line, "0123456789");
        const char *rest = words_after(dots, ". ... ");
        move = rest != NULL ? rest : NULL;
    }
    return move != NULL ? move + strspn(move, " ") : NULL;
}

static void take_pong(EngineSeat *seat, const char *rest)
{
    int64_t number;
    if (number_parse(rest, 0, INT32_MAX, &number) != NUMBER_OK || number != seat->xboard.awaited_pong)
        return;
    engine_ready(seat);
}

static void xboard_line(EngineSeat *seat, char *line, int64_t time_ns)
{
    const char *rest;
    if ((rest = words_after(line, "feature ")) != NULL) {
        take_features(seat, (char *)rest);
    } else if ((rest = words_after(line, "pong ")) != NULL) {
        take_pong(seat, rest);
    } else if (seat->state == ENGINE_STARTING && words_same(line, "uciok") && !seat->xboard.features_seen &&
               seat->spec.protocol == PROTOCOL_AUTO) {
        /* Slow to answer, and UCI after all. */
        seat->dialect = &uci_dialect;
        seat->dialect->line(seat, line, time_ns);
    } else if (seat->state != ENGINE_READY) {
        return;
    } else if ((rest = move_of(line)) != NULL) {
        char move[32];
        snprintf(move, sizeof move, "%.*s", (int)strcspn(rest, " "), rest);
        take_move(seat, move, time_ns);
    } else if (words_same(line, "resign") || words_after(line, "tellics resign") != NULL) {
        engine_event(seat, SEAT_RESIGN, time_ns, "");
    } else if (words_after(line, "offer draw") != NULL) {
        engine_event(seat, SEAT_OFFER, time_ns, "");
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
    .timer = xboard_timer,
    .farewell = "quit",
};
