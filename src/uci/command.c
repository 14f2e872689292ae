/* SPDX-License-Identifier: GPL-3.0-only */
#include "uci/command.h"

#include "base/units.h"
#include "chess/move_shape.h"
#include "uci/amount.h"

#include <string.h>

static const struct {
    const char *word;
    UciVerb verb;
} VERBS[] = {
    {"uci", UCI_UCI},           {"debug", UCI_DEBUG},         {"isready", UCI_ISREADY},   {"setoption", UCI_SETOPTION},
    {"register", UCI_REGISTER}, {"ucinewgame", UCI_NEW_GAME}, {"position", UCI_POSITION}, {"go", UCI_GO},
    {"stop", UCI_STOP},         {"ponderhit", UCI_PONDERHIT}, {"quit", UCI_QUIT},         {"exit", UCI_QUIT},
    {"d", UCI_DISPLAY},         {"eval", UCI_EVAL},           {"bench", UCI_BENCH},       {"help", UCI_HELP},
    {"simul", UCI_SIMUL},
};

/* Everything from the start of `from` to the end of `text`, trimmed. */
static Text tail(Text text, const char *from)
{
    return text_trim((Text){from, (size_t)(text.data + text.length - from)});
}

static void parse_option(Text rest, UciCommand *command)
{
    Text word;
    Text names = rest;
    Text peek = rest;
    if (text_next(&peek, &word) && text_is(word, "name"))
        names = peek;
    names = text_trim(names);
    command->name = names;
    Text scan = names;
    while (text_next(&scan, &word)) {
        if (word.data != names.data && text_is(word, "value")) {
            command->name = text_trim((Text){names.data, (size_t)(word.data - names.data)});
            command->value = text_trim(scan);
            command->has_value = true;
            return;
        }
    }
}

static void parse_position(Text rest, UciCommand *command)
{
    Text word;
    Text scan = rest;
    if (!text_next(&scan, &word))
        return;
    command->start = text_is(word, "startpos");
    if (command->start || text_is(word, "fen"))
        rest = scan;
    rest = text_trim(rest);
    scan = rest;
    command->name = rest;
    while (text_next(&scan, &word)) {
        if (text_is(word, "moves")) {
            command->name = text_trim((Text){rest.data, (size_t)(word.data - rest.data)});
            command->value = text_trim(scan);
            break;
        }
    }
}

/* Enough to tell a move from the next key. */
static bool looks_like_move(Text word)
{
    return move_shape_read(word.data, word.length).kind != MOVE_SHAPE_UNREADABLE;
}

static void parse_search_moves(Text *rest, UciGo *go)
{
    Text word;
    Text scan = *rest;
    const char *first = NULL;
    const char *end = NULL;
    while (text_next(&scan, &word) && looks_like_move(word)) {
        if (first == NULL)
            first = word.data;
        end = word.data + word.length;
        *rest = scan;
    }
    if (first != NULL)
        go->search_moves = (Text){first, (size_t)(end - first)};
    else if (go->bad_word.length == 0)
        go->bad_word = text_of("searchmoves");
}

enum { MOVES_TO_GO_MAX = 10000 };

enum { WTIME, BTIME, WINC, BINC, MOVESTOGO, DEPTH, NODES, MATE, MOVETIME, PERFT, NUMBER_COUNT };

static const char *const NUMBER_WORDS[NUMBER_COUNT] = {"wtime", "btime", "winc", "binc",     "movestogo",
                                                       "depth", "nodes", "mate", "movetime", "perft"};

/* A limit that is given is at least 1; 0 is none. */
static int64_t limit_of(int64_t number, int64_t most)
{
    return number == UCI_ABSENT ? 0 : int64_clamp(number, 1, most);
}

/* A side without a clock of its own has the other one's; where neither has one there may be an increment, and where
 * words of clocks give no time at all the clock has run out. Where nothing limits the search it goes on until `stop`. */
static void take_limits(const int64_t numbers[NUMBER_COUNT], SearchLimits *limits)
{
    bool timed = false;
    for (int i = WTIME; i <= MOVESTOGO; i++)
        timed = timed || numbers[i] != UCI_ABSENT;
    const bool clocks = numbers[WTIME] != UCI_ABSENT || numbers[BTIME] != UCI_ABSENT;
    const bool increments = numbers[WINC] > 0 || numbers[BINC] > 0;
    for (int color = WHITE; color <= BLACK; color++) {
        const int64_t time = numbers[WTIME + color];
        const int64_t increment = numbers[WINC + color];
        limits->time_ms[color] = limit_of(time != UCI_ABSENT ? time : numbers[WTIME + !color], INT64_MAX);
        limits->increment_ms[color] = int64_max(clocks || increment != UCI_ABSENT ? increment : numbers[WINC + !color], 0);
        if (timed && !clocks && !increments)
            limits->time_ms[color] = 1;
    }
    limits->moves_to_go = (int)limit_of(numbers[MOVESTOGO], MOVES_TO_GO_MAX);
    limits->depth = (int)limit_of(numbers[DEPTH], MAX_PLY);
    limits->nodes = (uint64_t)limit_of(numbers[NODES], INT64_MAX);
    limits->mate = (int)limit_of(numbers[MATE], MAX_PLY);
    limits->movetime_ms = limit_of(numbers[MOVETIME], INT64_MAX);
    const bool limited = timed || limits->movetime_ms != 0 || limits->depth != 0 || limits->nodes != 0 || limits->mate != 0;
    limits->infinite = limits->infinite || (!limited && !limits->ponder);
}

/* A limit was given, and its number cannot be read: it never counts as none. The answer comes promptly. */
static void take_unreadable(int key, int64_t numbers[NUMBER_COUNT])
{
    const bool limits = key == WTIME || key == BTIME || key == DEPTH || key == NODES || key == MOVETIME;
    if (limits)
        numbers[key] = 1;
    else if (key == MATE || key == PERFT)
        numbers[MOVETIME] = 1;
    else
        numbers[key] = 0; /* an increment, the moves to go: nothing by itself, but there is a clock */
}

static void parse_go(Text rest, UciGo *go)
{
    int64_t numbers[NUMBER_COUNT];
    for (int i = 0; i < NUMBER_COUNT; i++)
        numbers[i] = UCI_ABSENT;
    Text word;
    while (text_next(&rest, &word)) {
        if (text_is(word, "infinite")) {
            go->limits.infinite = true;
            continue;
        }
        if (text_is(word, "ponder")) {
            go->limits.ponder = true;
            continue;
        }
        if (text_is(word, "searchmoves")) {
            parse_search_moves(&rest, go);
            continue;
        }
        for (int i = 0; i < NUMBER_COUNT; i++) {
            if (!text_is(word, NUMBER_WORDS[i]))
                continue;
            Text after = rest;
            Text value;
            const bool is_time = i <= BINC || i == MOVETIME;
            if (text_next(&after, &value) && amount_read(value, is_time, &numbers[i])) {
                rest = after;
            } else {
                take_unreadable(i, numbers);
                if (go->bad_word.length == 0)
                    go->bad_word = word;
            }
            break;
        }
    }
    take_limits(numbers, &go->limits);
    go->perft = numbers[PERFT];
}

void uci_command_parse(Text line, UciCommand *command)
{
    memset(command, 0, sizeof *command);
    command->number = UCI_ABSENT;
    line = text_trim(line);
    if (line.length == 0) {
        command->verb = UCI_EMPTY;
        return;
    }
    command->verb = UCI_UNKNOWN;
    command->name = line;
    Text rest = line;
    Text word;
    while (command->verb == UCI_UNKNOWN && text_next(&rest, &word)) {
        for (size_t i = 0; i < sizeof VERBS / sizeof *VERBS; i++)
            if (text_is(word, VERBS[i].word))
                command->verb = VERBS[i].verb;
    }
    if (command->verb == UCI_UNKNOWN)
        return;
    command->name = (Text){line.data, 0};
    command->rest = tail(line, rest.data);
    switch (command->verb) {
    case UCI_SETOPTION: parse_option(command->rest, command); break;
    case UCI_POSITION: parse_position(command->rest, command); break;
    case UCI_GO: parse_go(command->rest, &command->go); break;
    case UCI_BENCH:
        rest = command->rest;
        if (text_next(&rest, &word) && !text_to_int(word, &command->number))
            command->number = UCI_ABSENT;
        break;
    default: break;
    }
}
