/* SPDX-License-Identifier: GPL-3.0-only */
#include "uci/command.h"

#include <string.h>

static const struct {
    const char *word;
    UciVerb verb;
} VERBS[] = {
    {"uci", UCI_UCI},           {"debug", UCI_DEBUG}, {"isready", UCI_ISREADY},     {"setoption", UCI_SETOPTION},
    {"register", UCI_REGISTER}, {"ucinewgame", UCI_NEW_GAME}, {"position", UCI_POSITION}, {"go", UCI_GO},
    {"stop", UCI_STOP},         {"ponderhit", UCI_PONDERHIT}, {"quit", UCI_QUIT},   {"exit", UCI_QUIT},
    {"d", UCI_DISPLAY},         {"eval", UCI_EVAL},   {"bench", UCI_BENCH},         {"help", UCI_HELP},
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

/* Coordinates as in e2e4, castling as in O-O: enough to tell a move from the next key. */
static bool looks_like_move(Text word)
{
    if (word.length < 2 || word.length > 5)
        return false;
    const char *w = word.data;
    if (w[0] == 'O' || w[0] == '0')
        return w[1] == '-';
    return word.length >= 4 && w[0] >= 'a' && w[0] <= 'h' && w[1] >= '1' && w[1] <= '8' && w[2] >= 'a' && w[2] <= 'h' &&
           w[3] >= '1' && w[3] <= '8';
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

static void parse_go(Text rest, UciGo *go)
{
    const struct {
        const char *word;
        int64_t *number;
    } keys[] = {
        {"wtime", &go->time_ms[0]},       {"btime", &go->time_ms[1]},        {"winc", &go->increment_ms[0]},
        {"binc", &go->increment_ms[1]},   {"movestogo", &go->moves_to_go},   {"depth", &go->depth},
        {"nodes", &go->nodes},            {"mate", &go->mate},               {"movetime", &go->movetime_ms},
        {"perft", &go->perft},
    };
    enum { KEYS = sizeof keys / sizeof *keys };
    for (size_t i = 0; i < KEYS; i++)
        *keys[i].number = UCI_ABSENT;
    Text word;
    while (text_next(&rest, &word)) {
        if (text_is(word, "infinite")) {
            go->infinite = true;
            continue;
        }
        if (text_is(word, "ponder")) {
            go->ponder = true;
            continue;
        }
        if (text_is(word, "searchmoves")) {
            parse_search_moves(&rest, go);
            continue;
        }
        for (size_t i = 0; i < KEYS; i++) {
            if (!text_is(word, keys[i].word))
                continue;
            Text after = rest;
            Text value;
            if (text_next(&after, &value) && text_to_int(value, keys[i].number))
                rest = after;
            else if (go->bad_word.length == 0)
                go->bad_word = word;
            break;
        }
    }
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
