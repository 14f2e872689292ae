/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * UCI, from the controlling side: one search at a time; `go infinite` while A is away, `stop` when A is here.
 */
#include "seats/engine_seat.h"

#include "base/number.h"
#include "base/text.h"
#include "base/words.h"
#include "chess/fen.h"
#include "chess/move_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVE_WORD_SIZE = 256 }; /* what is longer is no move, and shown cut off */

/* ---- Hand-shake ---- */

static void take_id(EngineSeat *seat, char *rest)
{
    const char *name = words_after(rest, "name ");
    if (name != NULL && seat->name[0] == '\0')
        snprintf(seat->name, sizeof seat->name, "%s", name);
}

/* The number after `key` in an option's declaration, if there is one. */
static void declared_number(const char *declaration, const char *key, int64_t *value)
{
    const char *at = strstr(declaration, key);
    if (at == NULL)
        return;
    at += strlen(key);
    int64_t number;
    if (number_parse_span(at, strcspn(at, " \t"), INT64_MIN / 2, INT64_MAX / 2, &number) == NUMBER_OK)
        *value = number;
}

/* The choices of a combo, each ended by a line break: what stands after every "var". Writes over `declaration`. */
static char *cut_choices(char *declaration)
{
    char *to = declaration;
    for (char *at = strstr(declaration, " var "); at != NULL;) {
        char *from = at + strlen(" var ");
        char *next = strstr(from - 1, " var ");
        char *other = strstr(from - 1, " default ");
        char *end = next == NULL ? from + strlen(from) : next;
        if (other != NULL && other < end)
            end = other;
        const size_t length = end > from ? (size_t)(end - from) : 0;
        memmove(to, from, length);
        to += length;
        *to++ = '\n';
        at = next;
    }
    *to = '\0';
    return declaration;
}

/* option name NAME type TYPE … */
static void take_option(EngineSeat *seat, char *rest)
{
    const char *name = words_after(rest, "name ");
    char *type = strstr(rest, " type ");
    if (name == NULL || type == NULL)
        return;
    *type = '\0';
    type += strlen(" type ");
    if (words_same(name, "UCI_Chess960"))
        seat->has_chess960_option = true;
    int64_t least = INT64_MIN, most = INT64_MAX;
    bool known;
    if (words_after(type, "spin") != NULL) {
        declared_number(type, " min ", &least);
        declared_number(type, " max ", &most);
        known = options_declare(seat, name, OPTION_SPIN, least, most, NULL);
    } else if (words_after(type, "combo") != NULL) {
        known = options_declare(seat, name, OPTION_COMBO, 0, 0, cut_choices(type));
    } else {
        known = options_declare(seat, name,
                                words_after(type, "check") != NULL    ? OPTION_CHECK
                                : words_after(type, "button") != NULL ? OPTION_BUTTON
                                                                      : OPTION_STRING,
                                0, 0, NULL);
    }
    if (!known)
        engine_fail(seat, "no memory");
}

static void send_option(EngineSeat *seat, int option)
{
    const DeclaredOption *declared = &seat->declared[option];
    const char *value = options_value(seat, option);
    if (value == NULL)
        return;
    if (declared->type == OPTION_BUTTON)
        engine_sendf(seat, "setoption name %s", declared->name);
    else
        engine_sendf(seat, "setoption name %s value %s", declared->name, value[0] != '\0' ? value : "<empty>");
}

static void set_up(EngineSeat *seat)
{
    if (seat->set_up)
        return;
    seat->set_up = true;
    if (seat->start.chess960 && !seat->has_chess960_option) {
        engine_fail(seat, "does not play Chess960");
        return;
    }
    for (int i = 0; i < seat->spec->option_count; i++)
        send_option(seat, i);
    seat->chess960 = seat->start.chess960 != 0;
    if (seat->chess960)
        engine_send(seat, "setoption name UCI_Chess960 value true");
    for (int i = 0; seat->spec->init[i] != NULL; i++)
        engine_send(seat, seat->spec->init[i]);
    engine_send(seat, "ucinewgame\nisready");
    seat->readies++;
}

/* ---- Searches ---- */

/* The text of "position …", to be freed; NULL if memory ran out. */
static char *position_line(const Game *game)
{
    size_t size = FEN_SIZE + 32 + game->move_count * UCI_MOVE_SIZE;
    char *line = malloc(size);
    if (line == NULL)
        return NULL;
    Position usual;
    position_start(&usual);
    char *at = line;
    if (position_same(&usual, &game->start) && game->start.halfmove_clock == 0 && game->start.fullmove_number == 1 && !game->start.chess960)
        at += sprintf(at, "position startpos");
    else {
        at += sprintf(at, "position fen ");
        at += fen_write(&game->start, at);
    }
    if (game->move_count > 0)
        at += sprintf(at, " moves");
    /* Written at every visit and as long as the game: no move is made for it, since how one is spelled does not depend on where it is played. */
    for (size_t i = 0; i < game->move_count; i++) {
        *at++ = ' ';
        move_to_uci(&game->start, game->moves[i], at);
        at += strlen(at);
    }
    *at = '\0';
    return line;
}

static void go_line(const SeatLimits *limits, char line[256])
{
    int at = sprintf(line, "go");
    if (limits->has_clock) {
        for (int color = 0; color < 2; color++)
            at += sprintf(line + at, " %ctime %" PRId64 " %cinc %" PRId64, "wb"[color], limits -> time_ms[color], "wb"[color],
                          limits -> increment_ms[color]);
        if (limits->moves_to_go > 0)
            at += sprintf(line + at, " movestogo %d", limits->moves_to_go);
    }
    if (limits->movetime_ms >= 0)
        at += sprintf(line + at, " movetime %" PRId64, limits->movetime_ms);
    if (limits->depth > 0)
        at += sprintf(line + at, " depth %d", limits->depth);
    if (limits->nodes > 0)
        at += sprintf(line + at, " nodes %" PRIu64, limits->nodes);
    if (at == 2)
        sprintf(line + at, " infinite");
}

static void start_search(EngineSeat *seat, const char *lines)
{
    engine_send(seat, lines);
    seat->readies++;
    seat->insisting = NULL;
    seat->request = REQUEST_OPEN;
    seat->has_score = false;
    seat->depth = 0;
}

/* Starts a search, or has it wait behind an answer that is still to be swallowed. */
static void search(EngineSeat *seat, const Game *game, const char *go)
{
    char *position = position_line(game);
    size_t size = position != NULL ? strlen(position) + strlen(go) + 64 : 0;
    char *lines = position != NULL ? malloc(size) : NULL;
    if (lines == NULL) {
        free(position);
        engine_fail(seat, "no memory");
        return;
    }
    bool chess960 = game->start.chess960 != 0;
    const char *option = !seat->has_chess960_option || chess960 == seat->chess960 ? ""
                         : chess960                                               ? "setoption name UCI_Chess960 value true\n"
                                                                                  : "setoption name UCI_Chess960 value false\n";
    seat->chess960 = chess960;
    snprintf(lines, size, "isready\n%s%s\n%s", option, position, go);
    free(position);
    if (seat->request == REQUEST_SWALLOWED) {
        free(seat->waiting);
        seat->waiting = lines;
        return;
    }
    start_search(seat, lines);
    free(lines);
}

/* What the seat's own words hold it to; else, for so long (-1: until told). */
static SeatLimits held_limits(const EngineSeat *seat, int64_t movetime_ms)
{
    const EngineSpec *spec = seat->spec;
    const int64_t own_ms = spec->movetime_ms > 0 ? spec->movetime_ms : -1;
    const bool shorter = own_ms >= 0 && (movetime_ms < 0 || own_ms < movetime_ms);
    return (SeatLimits){.nodes = spec->nodes, .depth = spec->depth, .movetime_ms = engine_is_held(seat) || shorter ? own_ms : movetime_ms};
}

static void uci_think(EngineSeat *seat, const Game *game)
{
    if (seat->request == REQUEST_OPEN)
        return;
    const SeatLimits limits = held_limits(seat, -1);
    char go[256];
    go_line(&limits, go);
    search(seat, game, go);
}

static void uci_hurry(EngineSeat *seat)
{
    engine_insist(seat, "stop");
}

static void uci_ask(EngineSeat *seat, const Game *game, const SeatLimits *limits)
{
    if (seat->request == REQUEST_OPEN) {
        if (!engine_is_held(seat))
            uci_hurry(seat);
        return;
    }
    SeatLimits own = seat->seat.board > 0 ? held_limits(seat, limits->movetime_ms) : *limits;
    char go[256];
    go_line(&own, go);
    search(seat, game, go);
}

static void uci_retract(EngineSeat *seat)
{
    free(seat->waiting);
    seat->waiting = NULL;
    if (seat->request != REQUEST_OPEN)
        return;
    seat->request = REQUEST_SWALLOWED;
    engine_insist(seat, "stop");
}

/* ---- What it says ---- */

/* The word that follows, a number in its range. */
static bool next_number(Text *rest, int64_t least, int64_t most, int64_t *number)
{
    Text value;
    return text_next(rest, &value) && number_parse_span(value.data, value.length, least, most, number) == NUMBER_OK;
}

/* The score of `info …`: of the first line of play, and no mere bound unless there was nothing better. */
static void take_info(EngineSeat *seat, Text rest)
{
    bool has_score = false, is_mate = false, bound = false;
    int64_t score = 0, depth = 0, line = 1;
    for (Text word; text_next(&rest, &word) && !text_is(word, "string") && !text_is(word, "pv");) {
        if (text_is(word, "depth")) {
            if (!next_number(&rest, 0, 1000, &depth))
                return;
        } else if (text_is(word, "multipv")) {
            if (!next_number(&rest, 0, 1000, &line))
                return;
        } else if (text_is(word, "cp") || text_is(word, "mate")) {
            if (!next_number(&rest, -32000, 32000, &score))
                return;
            has_score = true;
            is_mate = text_is(word, "mate");
        } else if (text_is(word, "lowerbound") || text_is(word, "upperbound")) {
            bound = true;
        }
    }
    if (!has_score || line != 1 || (bound && seat->has_score))
        return;
    seat->has_score = true;
    seat->score_is_mate = is_mate;
    seat->score = (int)score;
    seat->depth = (int)depth;
}

static void take_bestmove(EngineSeat *seat, Text rest, int64_t time_ns)
{
    Text word;
    char move[MOVE_WORD_SIZE];
    text_next(&rest, &word);
    text_copy(word, move, sizeof move);
    if (seat->request == REQUEST_OPEN && seat->readies > 0) {
        /* It has not come to the new request yet: this belongs to none. */
        engine_odd(seat, "an answer nobody asked for is dropped: %s", word.length > 0 ? move : "nothing");
        return;
    }
    reactor_stop_timer(seat->seat.reactor, &seat->insist_timer);
    if (seat->request != REQUEST_SWALLOWED) {
        engine_answer(seat, time_ns, move);
        return;
    }
    seat->request = REQUEST_NONE;
    if (seat->waiting != NULL) {
        start_search(seat, seat->waiting);
        free(seat->waiting);
        seat->waiting = NULL;
    }
}

static void uci_line(EngineSeat *seat, char *line, int64_t time_ns)
{
    Text rest = text_of(line), word;
    text_next(&rest, &word);
    if (text_is(word, "info")) {
        if (seat->request == REQUEST_OPEN)
            take_info(seat, rest);
    } else if (text_is(word, "bestmove")) {
        take_bestmove(seat, rest, time_ns);
    } else if (text_is(word, "readyok")) {
        if (seat->readies > 0 && --seat->readies == 0)
            engine_ready(seat);
    } else if (seat->state == ENGINE_STARTING) {
        if (text_is(word, "id"))
            take_id(seat, line + (text_trim(rest).data - line));
        else if (text_is(word, "option"))
            take_option(seat, line + (text_trim(rest).data - line));
        else if (text_is(word, "uciok") && language_is_uci(seat))
            set_up(seat);
    }
}

const Dialect uci_dialect = {
    .line = uci_line,
    .think = uci_think,
    .ask = uci_ask,
    .hurry = uci_hurry,
    .retract = uci_retract,
    .quit = "stop\nquit",
};
